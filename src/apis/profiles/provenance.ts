import { isMasked } from "./text.ts";

/** One place that a field may be read from: its code in the response, and a function that reads it. */
export type Place<Value> = readonly [code: string, read: () => Value | null | undefined];

/** Provenance of the fields of a reading, and the fields that the source hides or gives in part. */
export class Provenance {
  readonly sources: Record<string, string> = {};
  readonly masked = new Set<string>();
  readonly partial = new Set<string>();
  readonly #masks: boolean;

  /** `masks`: whether the source replaces hidden text with asterisks, as guest pages do. */
  constructor(masks: boolean) {
    this.#masks = masks;
  }

  /** Reads the first place that has a value. A masked text is not a value; the field is then noted as masked. */
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

  get notes(): { sources: Record<string, string>; masked: string[]; partial: string[] } {
    return { sources: this.sources, masked: [...this.masked], partial: [...this.partial] };
  }
}
