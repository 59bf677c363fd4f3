/** Where a text stops being JSON, and why. */
export interface JsonFault {
  readonly offset: number;
  readonly message: string;
}

const SPACE = /[\t\n\r ]*/y;
const ATOM = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** What may stand in a string without an escape, and one escape. */
const PLAIN = /[^"\\\p{Cc}]+/uy;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Reads the string that starts at an offset: where it ends, or the first character in it that JSON does not allow. */
function readString(text: string, start: number): { readonly end: number; readonly isWhole: boolean } {
  let at = start + 1;
  for (;;) {
    const next = Math.max(skip(PLAIN, text, at), skip(ESCAPE, text, at));
    if (next < 0) return text[at] === '"' ? { end: at + 1, isWhole: true } : { end: at, isWhole: false };
    at = next;
  }
}

/**
 * Finds the first place where a text breaks the grammar of JSON (RFC 8259); undefined for valid JSON. The
 * runtime's own parser says what is wrong, but not where. Not recursive, so that depth is no matter.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const closers: string[] = [];
  let at = 0;
  let expects: "value" | "value-or-end" | "key" | "key-or-end" | "after" = "value";
  for (;;) {
    at = skip(SPACE, text, at);
    const character = text[at];
    const closer = closers.at(-1);
    if (character === undefined) {
      if (expects === "after" && closer === undefined) return undefined;
      return {
        offset: at,
        message: closer === undefined ? "The text is empty." : `The text ends, but a ${closer} is missing.`,
      };
    }
    if (expects === "after") {
      if (closer === undefined)
        return { offset: at, message: "Something follows after the end of the value." };
      if (character === closer) {
        closers.pop();
        at++;
      } else if (character === ",") {
        expects = closer === "}" ? "key" : "value";
        at++;
      } else return { offset: at, message: `A comma or ${closer} is missing.` };
      continue;
    }
    if (character === closer) {
      if (expects === "value-or-end" || expects === "key-or-end") {
        closers.pop();
        expects = "after";
        at++;
        continue;
      }
      return { offset: at, message: "A comma stands before the end of the list." };
    }
    const isKey = expects === "key" || expects === "key-or-end";
    if (character === '"') {
      const { end, isWhole } = readString(text, at);
      if (!isWhole) {
        return {
          offset: end,
          message: "The string has a line break, a control character, a bad escape or no end.",
        };
      }
      at = end;
      if (isKey) {
        at = skip(SPACE, text, at);
        if (text[at] !== ":") return { offset: at, message: "A colon is missing after the name." };
        at++;
        expects = "value";
      } else expects = "after";
    } else if (isKey) {
      return { offset: at, message: "A name in double quotes is missing." };
    } else if (character === "{" || character === "[") {
      closers.push(character === "{" ? "}" : "]");
      expects = character === "{" ? "key-or-end" : "value-or-end";
      at++;
    } else {
      const end = skip(ATOM, text, at);
      if (end <= at) return { offset: at, message: "This is no JSON value." };
      at = end;
      expects = "after";
    }
  }
}
