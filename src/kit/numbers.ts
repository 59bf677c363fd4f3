/** A number as people read it: `1,234`. */
export const whole = (value: number): string => value.toLocaleString("en");

/** A number of things in words: `1 page`, `1,234 pages`. `many` is their name where it has no plain plural. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${whole(value)} ${value === 1 ? one : many}`;
}
