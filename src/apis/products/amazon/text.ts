import { decodeHTML } from "entities";

/** The most entries of one list in a response. Real pages have at most a third of this. */
export const LIST_MAX = 100;
/** The longest name or label that is given, in UTF-16 units. */
export const NAME_MAX = 500;

/** The beginning of a text, of `max` UTF-16 units at most; no character is halved. */
export function cut(text: string, max: number): string {
  return text.length <= max
    ? text
    : text
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, "")
        .trimEnd();
}

/** A text of a page as a reader sees it: entities decoded, direction marks out, white space as one space. */
export function readable(raw: string): string {
  return decodeHTML(raw)
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** A text with each script and style in it, from tag to end tag, as one space. One pass, whatever is left open. */
function withoutScripts(raw: string): string {
  const ends = { script: [...raw.matchAll(/<\/script>/gi)], style: [...raw.matchAll(/<\/style>/gi)] };
  const next = { script: 0, style: 0 };
  const parts: string[] = [];
  let [at, close] = [0, -1];
  for (const { 1: word = "", index } of raw.matchAll(/<(script|style)\b/gi)) {
    if (index < at) continue;
    if (close < index) close = raw.indexOf(">", index);
    if (close < 0) break;
    const name = word.toLowerCase() === "script" ? "script" : "style";
    const list = ends[name];
    while ((list[next[name]]?.index ?? close) < close) next[name]++;
    const end = list[next[name]];
    if (end === undefined) continue;
    parts.push(raw.slice(at, index));
    at = end.index + end[0].length;
  }
  return [...parts, raw.slice(at)].join(" ");
}

/** A text with each of its tags as one space. */
function withoutTags(raw: string): string {
  const parts: string[] = [];
  for (let at = 0; ; ) {
    const open = raw.indexOf("<", at);
    const close = open < 0 ? -1 : raw.indexOf(">", open);
    if (close < 0) return [...parts, raw.slice(at)].join(" ");
    parts.push(raw.slice(at, open));
    at = close + 1;
  }
}

/** Like `readable`, for a text that contains tags, such as the content of `noscript`. */
export function readableMarkup(raw: string): string {
  return readable(withoutTags(withoutScripts(raw)));
}
