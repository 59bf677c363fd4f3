import type { Problem } from "../../kit/problem.ts";
import { invalidBody } from "./read-body.ts";
import type { StoredFile } from "./upload.ts";

/** The longest beginning of a data URL that is looked through, in characters. */
const DATA_URL_MAX = 1_024;

const DATA_URL = /^data:[\w.+/-]*;base64,/;
const SPACE = /[\t\n\f\r ]+/g;

/** The error for a text that is not Base64. */
export function invalidBase64(parameter: string): Problem {
  return invalidBody(`${parameter} must be the content of a file as Base64.`, parameter);
}

/** Decodes Base64 (RFC 4648) as it comes, also in a data URL. Throws `invalid-body`, which names `parameter`. */
export class Base64Decoder {
  readonly #file: StoredFile;
  readonly #parameter: string;
  /** Whether an empty text is accepted and means no file. */
  readonly #mayBeEmpty: boolean;
  /** Characters that are not decoded yet: the beginning, then less than four. */
  #rest = "";
  #hasBegun = false;
  /** Whether its last block was padded: nothing follows that. */
  #isPadded = false;

  constructor(file: StoredFile, parameter: string, mayBeEmpty = false) {
    this.#mayBeEmpty = mayBeEmpty;
    this.#file = file;
    this.#parameter = parameter;
  }

  /** Adds text of at most a few hundred KB. */
  push(text: string): void {
    this.#rest += text;
    if (!this.#hasBegun) {
      if (this.#rest.length < DATA_URL_MAX) return;
      this.#begin();
    }
    this.#decode("stop-before-partial");
  }

  end(): void {
    if (!this.#hasBegun) this.#begin();
    this.#decode("loose");
    if (this.#file.size === 0 && !this.#mayBeEmpty) throw invalidBase64(this.#parameter);
  }

  #begin(): void {
    this.#hasBegun = true;
    if (this.#rest.startsWith("data:")) this.#rest = this.#rest.replace(DATA_URL, "");
  }

  #decode(lastChunkHandling: "loose" | "stop-before-partial"): void {
    if (this.#isPadded) this.#rest = this.#rest.replaceAll(SPACE, "");
    if (this.#rest === "") return;
    if (this.#isPadded) throw invalidBase64(this.#parameter);
    const bytes = new Uint8Array(Math.ceil((this.#rest.length * 3) / 4));
    let read: number;
    let written: number;
    try {
      ({ read, written } = bytes.setFromBase64(this.#rest, { lastChunkHandling }));
    } catch {
      throw invalidBase64(this.#parameter);
    }
    this.#file.append(bytes.subarray(0, written));
    this.#isPadded = written > 0 && this.#rest.lastIndexOf("=", read - 1) >= 0;
    this.#rest = this.#rest.slice(read).replaceAll(SPACE, "");
  }
}
