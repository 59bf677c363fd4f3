import { decodeHTML } from "entities";

/** A text of a page as a reader sees it: entities decoded, direction marks out, white space as one space. */
export function readable(raw: string): string {
  return decodeHTML(raw)
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** As `readable`, for a text that still has tags in it, such as what stands in `noscript`. */
export function readableMarkup(raw: string): string {
  return readable(raw.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, " ").replace(/<[^>]*>/g, " "));
}
