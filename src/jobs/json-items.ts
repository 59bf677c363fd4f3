import { setImmediate as nextTurn } from "node:timers/promises";
import { invalidBody } from "../http/core/read-body.ts";

/** The longest item, in bytes: it is parsed in one step. */
export const ITEM_BYTES_MAX = 64 * 1024;

/** Objects and lists in each other in one item: it is flat but for lists of texts. */
const DEPTH_MAX = 8;

/** Bytes that are looked at before other requests get the event loop. */
const SCAN_BYTES = 128 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const NEWLINE = 0x0a;
const OPENING = 0x5b;
const CLOSING = 0x5d;

/** Bytes of whitespace in JSON (RFC 8259, section 2). */
const isSpace = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

function notList() {
  return invalidBody(
    "The body must be a JSON list of objects. For one object per line, send application/x-ndjson.",
  );
}

function tooLong(index: number) {
  return invalidBody(`Item ${index}: An item may have at most ${ITEM_BYTES_MAX} bytes.`);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parseItem(bytes: Buffer, index: number, form: string): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw invalidBody(`Item ${index}: The text is not JSON in UTF-8. Send ${form}.`);
  }
}

/** The position of the first byte from here that is no space; of a body that has only spaces, its end or a limit. */
function skipSpaces(bytes: Buffer, from: number): number {
  const end = Math.min(bytes.length, from + ITEM_BYTES_MAX);
  let at = from;
  while (at < end && isSpace(bytes[at])) at++;
  return at;
}

async function* linesOf(bytes: Buffer): AsyncGenerator<unknown> {
  let index = 0;
  let looked = 0;
  for (let from = 0; from < bytes.length; ) {
    // Twenty million empty lines would take seconds as texts.
    const at = skipSpaces(bytes, from);
    const newline = bytes.indexOf(NEWLINE, at);
    const to = newline < 0 ? bytes.length : newline;
    const start = at > from ? Math.max(from, bytes.lastIndexOf(NEWLINE, at - 1) + 1) : from;
    if (to - start > ITEM_BYTES_MAX) throw tooLong(index);
    const item = bytes.subarray(at, to);
    if (!item.every(isSpace)) yield parseItem(item, index++, "one JSON object per line");
    looked += to - from + 1;
    from = to + 1;
    if (looked < SCAN_BYTES) continue;
    looked = 0;
    await nextTurn();
  }
}

class ListScanner {
  readonly #bytes: Buffer;
  #depth = 0;
  #isString = false;
  #isEscaped = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Goes on to the comma or bracket behind the item that is being read, or to `most` if it is further. */
  next(from: number, most: number, index: number): { readonly at: number; readonly isEnd: boolean } {
    for (let at = from; at < most; at++) {
      const byte = this.#bytes[at] ?? 0;
      if (this.#isString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isString = false;
      } else if (byte === QUOTE) this.#isString = true;
      else if (byte === 0x7b || byte === OPENING) {
        if (++this.#depth > DEPTH_MAX) throw invalidBody(`Item ${index}: The item is nested too deeply.`);
      } else if (byte === 0x7d || byte === CLOSING) {
        if (this.#depth-- === 0) return { at, isEnd: true };
      } else if (byte === COMMA && this.#depth === 0) return { at, isEnd: true };
    }
    return { at: most, isEnd: false };
  }
}

async function* listOf(bytes: Buffer): AsyncGenerator<unknown> {
  let from = skipSpaces(bytes, 0) + 1;
  if (bytes[from - 1] !== OPENING) throw notList();
  const scanner = new ListScanner(bytes);
  let index = 0;
  let looked = 0;
  for (let at = from; ; ) {
    const most = Math.min(bytes.length, at + SCAN_BYTES - looked, from + ITEM_BYTES_MAX + 1);
    const found = scanner.next(at, most, index);
    looked += found.at - at;
    at = found.at;
    if (found.isEnd) {
      // An empty list has no item; a comma is followed by one.
      const isEmpty = bytes[at] !== COMMA && index === 0 && skipSpaces(bytes, from) === at;
      if (!isEmpty) yield parseItem(bytes.subarray(from, at), index++, "a JSON list of objects");
      from = ++at;
      if (bytes[at - 1] !== COMMA) break;
    } else if (at - from > ITEM_BYTES_MAX) throw tooLong(index);
    else if (at >= bytes.length) throw notList();
    if (looked < SCAN_BYTES) continue;
    looked = 0;
    await nextTurn();
  }
  if (bytes[from - 1] !== CLOSING || skipSpaces(bytes, from) < bytes.length) throw notList();
}

/** The values of JSON lines or a JSON list, no step longer than an item. Throws `invalid-body`. */
export function valuesIn(bytes: Uint8Array, isList: boolean): AsyncGenerator<unknown> {
  // After a byte order mark, if there is one.
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start);
  return isList ? listOf(buffer) : linesOf(buffer);
}
