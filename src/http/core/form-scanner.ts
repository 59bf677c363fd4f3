import { GrowableBuffer } from "../../kit/growable-buffer.ts";
import { Problem } from "../../kit/problem.ts";
import { invalidBase64 } from "./base64.ts";
import type { TextSink } from "./json-scanner.ts";
import { invalidBody } from "./read-body.ts";

/** The maximum size of a form without its long values. */
export interface FormLimits {
  /** Bytes that are parsed. */
  readonly restMax: number;
  readonly fieldsMax: number;
  /** The error text if the body is not a form. */
  readonly hint: string;
  /** Returns where the value of a field is sent to, which is then empty in the parsed form; undefined for others. */
  lift(name: string): { readonly sink: TextSink; readonly parameter: string } | undefined;
}

/** The longest name that is compared, in bytes as it is written. */
const NAME_MAX = 256;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x1f]/;

const EQUALS = 0x3d;
const AMPERSAND = 0x26;
const PLUS = 0x2b;
const SPACE = 0x20;

function decodeName(written: Uint8Array): string {
  if (written.length > NAME_MAX) return "";
  const [[name] = [""]] = new URLSearchParams(`${new TextDecoder().decode(written)}=`);
  return name;
}

/** The text of bytes with its pluses as spaces; `replaceAll` takes a hundred times as long where they are many. */
function spaced(bytes: Buffer): string {
  if (!bytes.includes(PLUS)) return bytes.toString("latin1");
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(PLUS); at < copy.length; at++) if (copy[at] === PLUS) copy[at] = SPACE;
  return copy.toString("latin1");
}

/** Reads a form (`application/x-www-form-urlencoded`) as it comes, as `JsonScanner` reads JSON. */
export class FormScanner {
  readonly #limits: FormLimits;
  readonly #rest: GrowableBuffer;
  #fields = 1;
  #nameAt: number | undefined = 0;
  #lifted: ReturnType<FormLimits["lift"]>;
  #escape = "";

  constructor(limits: FormLimits) {
    this.#limits = limits;
    this.#rest = new GrowableBuffer(limits.restMax, 4_096);
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let at = 0; at < bytes.length; )
      at = this.#lifted ? this.#readLifted(bytes, at) : this.#read(bytes, at);
  }

  /** Names and values, decoded. Throws `invalid-body`. */
  end(): [name: string, value: string][] {
    if (this.#lifted !== undefined) this.#endLifted();
    const fields = this.#fieldsOf(this.#rest.view());
    // The lines of a file without any other sign of it: no name of a form has them.
    if (fields === undefined || fields.some(([name]) => CONTROL.test(name))) {
      throw invalidBody(`The body is not a form. ${this.#limits.hint}`);
    }
    return fields;
  }

  /** The fields of a form; undefined if it is not UTF-8. */
  #fieldsOf(bytes: Uint8Array): [name: string, value: string][] | undefined {
    try {
      return [...new URLSearchParams(new TextDecoder("utf-8", { fatal: true }).decode(bytes))];
    } catch {
      return undefined;
    }
  }

  #keep(bytes: Uint8Array): void {
    if (this.#rest.add(bytes)) return;
    const { restMax, hint } = this.#limits;
    const detail = `A form without a file as Base64 may have at most ${restMax} bytes. ${hint}`;
    throw new Problem("payload-too-large", detail);
  }

  #read(bytes: Buffer, from: number): number {
    const { restMax, fieldsMax } = this.#limits;
    const most = Math.min(bytes.length, from + restMax + 1);
    for (let at = from, kept = from; ; at++) {
      const byte = at < most ? bytes[at] : undefined;
      if (byte !== undefined && byte !== AMPERSAND && !(byte === EQUALS && this.#nameAt !== undefined))
        continue;
      this.#keep(bytes.subarray(kept, at));
      if (byte === undefined) return at;
      if (byte === EQUALS)
        this.#lifted = this.#limits.lift(decodeName(this.#rest.view().subarray(this.#nameAt)));
      this.#keep(bytes.subarray(at, at + 1));
      kept = at + 1;
      this.#nameAt = byte === AMPERSAND ? this.#rest.length : undefined;
      if (byte === AMPERSAND && ++this.#fields > fieldsMax) {
        throw invalidBody(`The form may have at most ${fieldsMax} fields.`);
      }
      if (this.#lifted !== undefined) return kept;
    }
  }

  #readLifted(bytes: Buffer, from: number): number {
    const next = bytes.indexOf(AMPERSAND, from);
    const end = next < 0 ? bytes.length : next;
    let written = this.#escape + spaced(bytes.subarray(from, end));
    const last = written.lastIndexOf("%");
    const isCut = last >= 0 && written.length - last < 3;
    this.#escape = isCut ? written.slice(last) : "";
    if (isCut) written = written.slice(0, last);
    this.#lifted?.sink.push(this.#decode(written));
    if (next >= 0) this.#endLifted();
    return end;
  }

  #endLifted(): void {
    if (this.#escape !== "") throw invalidBase64(this.#lifted?.parameter ?? "");
    this.#lifted?.sink.end();
    this.#lifted = undefined;
  }

  #decode(written: string): string {
    if (!written.includes("%")) return written;
    try {
      return decodeURIComponent(written);
    } catch {
      throw invalidBase64(this.#lifted?.parameter ?? "");
    }
  }
}
