/** The day of an ISO time: `2026-11-20`. */
export const day = (iso: string) => iso.slice(0, 10);

/** The minute of an ISO time: `2026-11-20 14:40`. */
export const formatMinute = (iso: string) => iso.slice(0, 16).replace("T", " ");

/** The second of an ISO time: `2026-11-20 14:40:05`. */
export const second = (iso: string) => iso.slice(0, 19).replace("T", " ");

/** The date of an ISO time as people write it, in UTC: `Dec 1`. Not by `Intl`, whose dates take 3 MB of memory. */
export function date(iso: string): string {
  const [, dayOfMonth, month] = new Date(iso).toUTCString().split(" ");
  return `${month} ${Number(dayOfMonth)}`;
}
