import { isMasked } from "./text.ts";

/** One place that a field may be read from: the code it is known by, and how. */
export type Place<Value> = readonly [code: string, read: () => Value | null | undefined];

/** What is noted while a person or a company is read: where from, what was hidden, what was a part. */
export class Findings {
  readonly sources: Record<string, string> = {};
  readonly masked = new Set<string>();
  readonly partial = new Set<string>();
  readonly #masks: boolean;

  /** `masks`: whether the source writes asterisks for what it hides, as guest pages do. */
  constructor(masks: boolean) {
    this.#masks = masks;
  }

  /** The value of the first place that has one. A masked text counts as none, and is noted. */
  first<Value>(field: string, places: readonly Place<Value>[]): Value | null {
    for (const [code, read] of places) {
      const value = read();
      if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) continue;
      if (typeof value === "string" && this.#masks && isMasked(value)) {
        this.masked.add(field);
        continue;
      }
      this.masked.delete(field);
      this.sources[field] = code;
      return value;
    }
    return null;
  }
}
