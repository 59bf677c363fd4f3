import { GrowableBuffer } from "../../kit/growable-buffer.ts";
import { Problem } from "../../kit/problem.ts";
import { invalidBase64 } from "./base64.ts";
import { decodeBody, invalidBody, invalidJson } from "./read-body.ts";

/** Sink of a long string of a body. */
export interface TextSink {
  push(text: string): void;
  end(): void;
}

/** A string that is removed from the text: its sink, and the text that replaces it, which needs no escapes. */
export interface ExtractedString {
  readonly sink: TextSink;
  readonly placeholder: string;
  readonly parameter: string;
}

/** The maximum size of a JSON text without its long strings. */
export interface JsonLimits {
  /** Bytes that are parsed. */
  readonly restMax: number;
  readonly depthMax: number;
  readonly itemsMax: number;
  /** A sentence about what else the body could be, for the error of a body that is not JSON. */
  readonly hint?: string;
  /** Asked where a string begins that is a value, by the names on the way to it; `[]` is an item of a list. */
  lift(path: readonly string[]): ExtractedString | undefined;
}

/** The longest name that is compared, in bytes as it is written: each character may be a `\u` escape. */
const NAME_MAX = 256;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

interface Level {
  readonly isObject: boolean;
  name: string;
  expectsName: boolean;
}

/** How a JSON text may begin, as Latin-1: with a byte order mark, white space, and the first character of a value. */
const START = /^(?:\xef(?:\xbb(?:\xbf|$)|$))?[\t\n\r ]*(?:["{[\-\dtfn]|$)/;
/** The part of the first chunk that is looked at, in bytes. */
const START_MAX = 256;

/** Characters that JSON does not allow in a string as they are (RFC 8259 section 7). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x1f]/;

/** Parses JSON in chunks, in linear time. Strings that `lift` selects go to their sinks and are never held in memory. */
export class JsonScanner {
  readonly #limits: JsonLimits;
  readonly #rest: GrowableBuffer;
  readonly #levels: Level[] = [];
  #items = 0;
  #hasBegun = false;
  #hasLifted = false;
  #state: "between" | "string" | "lifted" = "between";
  #isEscaped = false;
  #nameAt: number | undefined;
  #lifted: ExtractedString | undefined;
  #escape = "";

  constructor(limits: JsonLimits) {
    this.#limits = limits;
    this.#rest = new GrowableBuffer(limits.restMax, 4_096);
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (!this.#hasBegun) this.#begin(bytes);
    for (let at = 0; at < bytes.length; )
      at = this.#lifted ? this.#readLifted(bytes, at) : this.#read(bytes, at);
  }

  /** The value of the text, with the placeholders in it. Throws `invalid-body`. */
  end(): unknown {
    if (this.#lifted !== undefined) throw this.#notJson();
    const text = decodeBody(this.#rest.view());
    try {
      return JSON.parse(text);
    } catch {
      throw this.#notJson(text);
    }
  }

  /** A file is rejected at its first byte: what it has further on looks like JSON that is too large or too deep. */
  #begin(bytes: Buffer): void {
    const start = bytes.toString("latin1", 0, START_MAX);
    if (!START.test(start)) throw this.#notJson(start);
    this.#hasBegun = /[^\s\xbb\xbf\xef]/.test(start);
  }

  /** The error for a text that is not JSON; by default, of the part that was read. */
  #notJson(text = new TextDecoder().decode(this.#rest.view())): Problem {
    const { hint } = this.#limits;
    return invalidJson(text, { isCut: this.#hasLifted, ...(hint === undefined ? {} : { hint }) });
  }

  #keep(bytes: Uint8Array): void {
    if (this.#rest.add(bytes)) return;
    throw new Problem(
      "payload-too-large",
      `Without a file as Base64, the body may have at most ${this.#limits.restMax} bytes.`,
    );
  }

  #read(bytes: Buffer, from: number): number {
    let kept = from;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (this.#state === "string") {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) {
          this.#state = "between";
          if (this.#nameAt === undefined) continue;
          this.#keep(bytes.subarray(kept, at + 1));
          kept = at + 1;
          this.#endName(this.#nameAt);
        }
      } else if (byte === QUOTE) {
        const level = this.#levels.at(-1);
        const isName = level?.isObject === true && level.expectsName;
        this.#state = "string";
        this.#nameAt = isName ? this.#rest.length + at - kept : undefined;
        if (isName) continue;
        this.#lifted = this.#limits.lift(this.#levels.map(({ isObject, name }) => (isObject ? name : "[]")));
        if (this.#lifted === undefined) continue;
        this.#hasLifted = true;
        this.#keep(bytes.subarray(kept, at + 1));
        return at + 1;
      } else this.#readMark(byte);
      // A text without strings to lift is rejected at its first byte too many, not at the end of the chunk.
      if (at - kept > this.#limits.restMax) break;
    }
    this.#keep(bytes.subarray(kept));
    return bytes.length;
  }

  #readMark(byte: number): void {
    const { depthMax, itemsMax } = this.#limits;
    const level = this.#levels.at(-1);
    if (byte === 0x7b || byte === 0x5b) {
      if (this.#levels.length >= depthMax) throw invalidBody("The body is nested too deeply.");
      const isObject = byte === 0x7b;
      this.#levels.push({ isObject, name: "", expectsName: isObject });
    } else if (byte === 0x7d || byte === 0x5d) this.#levels.pop();
    else if (byte === 0x3a && level !== undefined) level.expectsName = false;
    else if (byte === 0x2c) {
      if (++this.#items >= itemsMax) throw invalidBody(`The body may have at most ${itemsMax} fields.`);
      if (level !== undefined) level.expectsName = level.isObject;
    }
  }

  #endName(from: number): void {
    const level = this.#levels.at(-1);
    if (level === undefined) return;
    const written = this.#rest.view().subarray(from);
    level.name = "";
    if (written.length > NAME_MAX) return;
    try {
      level.name = String(JSON.parse(new TextDecoder().decode(written)));
    } catch {
      // Not JSON, which shows when the whole is parsed.
    }
  }

  #readLifted(bytes: Buffer, from: number): number {
    const lifted = this.#lifted;
    if (lifted === undefined) return from;
    const quote = bytes.indexOf(QUOTE, from);
    const end = quote < 0 ? bytes.length : quote;
    const text = this.#unescape(this.#escape + bytes.toString("latin1", from, end), quote >= 0, lifted);
    if (text !== "") lifted.sink.push(text);
    if (quote < 0) return end;
    lifted.sink.end();
    this.#keep(new TextEncoder().encode(`${lifted.placeholder}"`));
    this.#lifted = undefined;
    this.#state = "between";
    return end + 1;
  }

  /** The characters of a chunk of a string. Base64 has no backslash and no quote, so escapes of them are rejected. */
  #unescape(written: string, isLast: boolean, { parameter }: ExtractedString): string {
    this.#escape = "";
    const last = written.lastIndexOf("\\");
    if (last < 0) {
      if (CONTROL.test(written)) throw this.#notJson();
      return written;
    }
    if (written.includes("\\\\")) throw invalidBase64(parameter);
    let whole = written;
    if (written.length - last < (written[last + 1] === "u" ? 6 : 2)) {
      if (isLast) throw invalidBase64(parameter);
      this.#escape = written.slice(last);
      whole = written.slice(0, last);
    }
    try {
      return String(JSON.parse(`"${whole}"`));
    } catch {
      throw this.#notJson();
    }
  }
}
