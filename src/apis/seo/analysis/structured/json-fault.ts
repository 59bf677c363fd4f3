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

/** What the grammar allows at one place of the text. */
type Expectation = "value" | "value-or-end" | "key" | "key-or-end" | "after";

/** How far a text has been read: what is expected next, and the brackets that are open, by what closes them. */
interface State {
  at: number;
  expects: Expectation;
  readonly closers: string[];
}

const STRING_FAULT = "The string has a line break, a control character, a bad escape or no end.";

/** Reads what follows a whole value: a comma or the end of the list or object around it. */
function readAfter(state: State, character: string, closer: string | undefined): string | undefined {
  if (closer === undefined) return "Something follows after the end of the value.";
  if (character === closer) state.closers.pop();
  else if (character === ",") state.expects = closer === "}" ? "key" : "value";
  else return `A comma or ${closer} is missing.`;
  state.at++;
  return undefined;
}

/** Reads a name in double quotes and the colon after it. */
function readKey(text: string, state: State): string | undefined {
  if (text[state.at] !== '"') return "A name in double quotes is missing.";
  const { end, isWhole } = readString(text, state.at);
  state.at = end;
  if (!isWhole) return STRING_FAULT;
  state.at = skip(SPACE, text, end);
  if (text[state.at] !== ":") return "A colon is missing after the name.";
  state.at++;
  state.expects = "value";
  return undefined;
}

/** Reads a whole string, number or word, or the bracket that opens a list or object. */
function readValue(text: string, state: State, character: string): string | undefined {
  if (character === "{" || character === "[") {
    state.closers.push(character === "{" ? "}" : "]");
    state.expects = character === "{" ? "key-or-end" : "value-or-end";
    state.at++;
    return undefined;
  }
  state.expects = "after";
  if (character === '"') {
    const { end, isWhole } = readString(text, state.at);
    state.at = end;
    return isWhole ? undefined : STRING_FAULT;
  }
  const end = skip(ATOM, text, state.at);
  if (end <= state.at) return "This is no JSON value.";
  state.at = end;
  return undefined;
}

/** Reads one step of the grammar; what is wrong at `state.at` where that fails. */
function step(text: string, state: State, character: string): string | undefined {
  const closer = state.closers.at(-1);
  const { expects } = state;
  if (expects === "after") return readAfter(state, character, closer);
  if (character === closer) {
    if (expects !== "value-or-end" && expects !== "key-or-end")
      return "A comma stands before the end of the list.";
    state.closers.pop();
    state.expects = "after";
    state.at++;
    return undefined;
  }
  const isKey = expects === "key" || expects === "key-or-end";
  return isKey ? readKey(text, state) : readValue(text, state, character);
}

/**
 * Finds the first place where a text breaks the grammar of JSON (RFC 8259); undefined for valid JSON. The runtime's
 * own parser says what is wrong, but not where. Not recursive, so it reads texts of any depth.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  const state: State = { at: 0, expects: "value", closers: [] };
  for (;;) {
    state.at = skip(SPACE, text, state.at);
    const character = text[state.at];
    if (character === undefined) {
      const closer = state.closers.at(-1);
      if (closer !== undefined)
        return { offset: state.at, message: `The text ends, but a ${closer} is missing.` };
      return state.expects === "after" ? undefined : { offset: state.at, message: "The text is empty." };
    }
    const message = step(text, state, character);
    if (message !== undefined) return { offset: state.at, message };
  }
}
