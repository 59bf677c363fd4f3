import { parseJson } from "../kit/parse-json.ts";

/** Strings, also one that is cut off, and the characters and words between them. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[[\]{},:]|[^\s"[\]{},:]+/gs;

/** Deeper levels begin where this one does: a text of brackets would else be indented to a thousand times its length. */
const LEVELS_MAX = 16;

/** Reports whether a text is a JSON object or array by its media type, also where it is cut off, or by itself. */
export function isJson(text: string, mediaType = ""): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  return /^[^;]*json/i.test(mediaType) || parseJson(text) !== undefined;
}

/** Puts each value of a JSON text on a line of its own. Numbers and strings stay as they are, also where the text is cut off. */
export function indentJson(text: string): string {
  let depth = 0;
  let indented = "";
  let before = "";
  const line = () => `\n${"  ".repeat(Math.min(depth, LEVELS_MAX))}`;
  for (const [token] of text.matchAll(TOKENS)) {
    const isEnd = token === "]" || token === "}";
    const isEmpty = isEnd && (before === "[" || before === "{");
    if (isEnd) depth = Math.max(0, depth - 1);
    if (isEnd ? !isEmpty : before === "[" || before === "{" || before === ",") indented += line();
    indented += token === ":" ? ": " : token;
    if (token === "[" || token === "{") depth += 1;
    before = token;
  }
  return indented;
}
