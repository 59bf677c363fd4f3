/** Position where a text stops being JSON, and the reason. */
export interface JsonFault {
  readonly offset: number;
  readonly message: string;
}

const SPACE = /[\t\n\r ]*/y;
const ATOM = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** The characters that a string may contain without an escape, and one escape. */
const PLAIN = /[^"\\\p{Cc}]+/uy;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

function readString(text: string, start: number): { readonly end: number; readonly isWhole: boolean } {
  let at = start + 1;
  for (;;) {
    const next = Math.max(skip(PLAIN, text, at), skip(ESCAPE, text, at));
    if (next < 0) return text[at] === '"' ? { end: at + 1, isWhole: true } : { end: at, isWhole: false };
    at = next;
  }
}

/** The tokens that the grammar allows at a position. */
type Expectation = "value" | "value-or-end" | "key" | "key-or-end" | "after";

const STRING_FAULT = "The string has a line break, a control character, a bad escape or no end.";

function faultAtEnd(offset: number, expects: Expectation, closer: string | undefined): JsonFault | undefined {
  if (closer !== undefined) return { offset, message: `The text ends early: a ${closer} is missing.` };
  return expects === "after" ? undefined : { offset, message: "The text is empty." };
}

/** Finds the first place where a text breaks the grammar of JSON (RFC 8259), at any depth; undefined for valid JSON. */
export function findJsonFault(text: string): JsonFault | undefined {
  const closers: string[] = [];
  let at = 0;
  let expects: Expectation = "value";
  for (;;) {
    at = skip(SPACE, text, at);
    const character = text[at];
    const closer = closers.at(-1);
    if (character === undefined) return faultAtEnd(at, expects, closer);
    if (expects === "after") {
      if (closer === undefined) return { offset: at, message: "There is text after the end of the value." };
      if (character === closer) closers.pop();
      else if (character === ",") expects = closer === "}" ? "key" : "value";
      else return { offset: at, message: `A comma or ${closer} is missing.` };
      at++;
      continue;
    }
    if (character === closer) {
      if (expects !== "value-or-end" && expects !== "key-or-end")
        return { offset: at, message: "There is a comma before the end of the list." };
      closers.pop();
      expects = "after";
      at++;
      continue;
    }
    const isKey = expects === "key" || expects === "key-or-end";
    if (character === '"') {
      const { end, isWhole } = readString(text, at);
      if (!isWhole) return { offset: end, message: STRING_FAULT };
      at = end;
      expects = "after";
      if (!isKey) continue;
      at = skip(SPACE, text, at);
      if (text[at] !== ":") return { offset: at, message: "A colon is missing after the name." };
      at++;
      expects = "value";
    } else if (isKey) {
      return { offset: at, message: "A name in double quotes is missing." };
    } else if (character === "{" || character === "[") {
      closers.push(character === "{" ? "}" : "]");
      expects = character === "{" ? "key-or-end" : "value-or-end";
      at++;
    } else {
      const end = skip(ATOM, text, at);
      if (end <= at) return { offset: at, message: "This is not a JSON value." };
      at = end;
      expects = "after";
    }
  }
}
