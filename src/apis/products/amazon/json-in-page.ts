import { decodeHTML } from "entities";

/** The longest piece of JSON that is taken out of a page, in characters. */
const JSON_MAX = 1_000_000;

/**
 * The JSON object or array that begins at or after a place of the page, with nothing but white space and tags'
 * ends before it; undefined where there is none. Braces within texts do not count.
 */
export function jsonAt(html: string, from: number): unknown {
  let start = from;
  while (start < html.length && /[\s>:=('"]/.test(html[start] ?? "")) start++;
  const escaped = html.startsWith("{&quot;", start) || html.startsWith("[{&quot;", start);
  const text = escaped ? decodeHTML(html.slice(start, html.indexOf("<", start))) : html;
  const first = escaped ? 0 : start;
  if (text[first] !== "{" && text[first] !== "[") return undefined;
  let [depth, quoted] = [0, false];
  for (let i = first; i < text.length && i - first < JSON_MAX; i++) {
    const character = text[i];
    if (quoted) {
      if (character === "\\") i++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "{" || character === "[") depth++;
    else if ((character === "}" || character === "]") && --depth === 0) {
      try {
        const value: unknown = JSON.parse(text.slice(first, i + 1));
        return value;
      } catch {
        return undefined;
      }
    }
  }
  return undefined;
}

/** Every JSON value that follows a name or a mark in the page, in its order; at most 20. */
export function jsonAfter(html: string, mark: RegExp): unknown[] {
  const values: unknown[] = [];
  for (const { 0: whole, index } of html.matchAll(mark)) {
    if (values.length >= 20) break;
    const value = jsonAt(html, index + whole.length);
    if (value !== undefined) values.push(value);
  }
  return values;
}
