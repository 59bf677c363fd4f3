import { decodeHTML } from "entities";
import { parseJson } from "../../../kit/parse-json.ts";

/** The longest piece of JSON that is read from a page, in characters. */
export const JSON_MAX = 1_000_000;
/** How many characters behind the marks of one name are searched for JSON, all of its marks together. */
const SEARCH_MAX = 4 * JSON_MAX;
const VALUES_MAX = 20;

/** JSON in a page, and how many characters were read to find it or to find none. */
interface FoundJson {
  readonly value: unknown;
  readonly read: number;
}

/** Where the object or array that begins at `first` ends, past its last bracket; `JSON_MAX` away at most. */
function endOf(text: string, first: number): { readonly end: number; readonly isWhole: boolean } {
  const last = Math.min(text.length, first + JSON_MAX);
  let [depth, quoted] = [0, false];
  for (let i = first; i < last; i++) {
    const character = text[i];
    if (quoted) {
      if (character === "\\") i++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && --depth === 0) return { end: i + 1, isWhole: true };
  }
  return { end: last, isWhole: false };
}

/**
 * The JSON object or array at or after a position of the page, preceded only by white space and ends of tags;
 * undefined without one. Braces within strings do not count.
 */
function findAt(html: string, from: number): FoundJson {
  let start = from;
  while (start < html.length && start - from < JSON_MAX && /[\s>:=('"]/.test(html[start] ?? "")) start++;
  const skipped = start - from;
  if (html.startsWith("{&quot;", start) || html.startsWith("[{&quot;", start)) {
    const tag = html.indexOf("<", start);
    const escaped = html.slice(start, Math.min(tag < 0 ? html.length : tag, start + JSON_MAX));
    const text = decodeHTML(escaped);
    const { end, isWhole } = endOf(text, 0);
    return { value: isWhole ? parseJson(text.slice(0, end)) : undefined, read: skipped + escaped.length };
  }
  if (html[start] !== "{" && html[start] !== "[") return { value: undefined, read: skipped + 1 };
  const { end, isWhole } = endOf(html, start);
  return { value: isWhole ? parseJson(html.slice(start, end)) : undefined, read: end - from };
}

/** Every JSON value that begins at one of these places of the page, in their order; at most 20. */
export function jsonAfter(html: string, places: Iterable<number>): unknown[] {
  const values: unknown[] = [];
  let left = SEARCH_MAX;
  for (const place of places) {
    const { value, read } = findAt(html, place);
    if (value !== undefined) values.push(value);
    left -= read;
    if (left < 0 || values.length >= VALUES_MAX) break;
  }
  return values;
}

/**
 * Finds a word in the page with what `rest`, which is sticky, matches right behind it. A word is found several times faster
 * than an expression that begins with a choice.
 */
export function* matchesOf(html: string, word: string, rest: RegExp): Generator<RegExpExecArray> {
  for (let at = html.indexOf(word); at >= 0; at = html.indexOf(word, at + word.length)) {
    rest.lastIndex = at + word.length;
    const match = rest.exec(html);
    if (match !== null) yield match;
  }
}

/** The ends of a word and what matches behind it. */
export function* matchEnds(html: string, word: string, rest = /(?:)/y): Generator<number> {
  for (const { 0: whole, index } of matchesOf(html, word, rest)) yield index + whole.length;
}

/** The ends of the tags that a word is in. */
export function* tagEnds(html: string, word: string): Generator<number> {
  for (let at = html.indexOf(word); at >= 0; ) {
    const end = html.indexOf(">", at);
    if (end < 0) return;
    yield end + 1;
    at = html.indexOf(word, end);
  }
}
