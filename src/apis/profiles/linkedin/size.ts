import { latinDigits } from "../../../kit/latin-digits.ts";
import { readCount } from "../counts.ts";
import type { CompanyFacts } from "../schemas.ts";

/** A company size in the form of the response; `max` null means no upper bound. */
export function sizeFrom(min: number, max: number | null): CompanyFacts["size"] {
  if (max !== null && max < min) return null;
  return { text: max === null ? `${min}+` : min === max ? String(min) : `${min}-${max}`, min, max };
}

/** A number that is alone and this large is the top band, whatever words say "more than". */
const TOP_BAND = 10_000;

/** Reads a band such as `51-200 employees`, `1K-5K employees` or `10,001+ employees`. */
export function readSize(text: string | null, language: string): CompanyFacts["size"] {
  const [left = "", right] = latinDigits(text ?? "").split(
    /(?<=\d\p{L}?)\s*(?:[-–—~〜～至到]|\s(?:to|a|à|al|bis|до)\s)\s*(?=\d)/u,
    2,
  );
  const min = readCount(left, language);
  const max = right === undefined ? null : readCount(right, language);
  if (min === null) return null;
  return sizeFrom(min.value, max?.value ?? (min.atLeast || min.value >= TOP_BAND ? null : min.value));
}
