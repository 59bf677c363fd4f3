import type { Readable, Writable } from "node:stream";

/** A message of the Chrome DevTools Protocol. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/**
 * The largest message that is read, in bytes, and all of them: a slice of a document has at most 1.6 MB, and a page of
 * 200 requests and a document of 2 MB at most 30 MB.
 */
const MESSAGE_MAX = 4 * 1024 * 1024;
const TOTAL_MAX = 64 * 1024 * 1024;

interface DevToolsOptions {
  onEvent(method: string, params: unknown): void;
  /** Called once if the browser sends more than is read; nothing that comes later is read. */
  onTooMuch(): void;
}

/** A connection to a browser over a pipe: messages in JSON, each ended by a zero byte. */
export class DevTools {
  readonly #output: Writable;
  readonly #input: Readable;
  readonly #options: DevToolsOptions;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  #last = 0;
  #parts: Buffer[] = [];
  /** Bytes of the message that is arriving, and of all. */
  #bytes = 0;
  #total = 0;
  #closed = false;

  constructor(output: Writable, input: Readable, options: DevToolsOptions) {
    this.#output = output;
    this.#input = input;
    this.#options = options;
    input.on("data", (bytes: Buffer) => this.#read(bytes));
    input.on("error", () => this.close());
    input.on("close", () => this.close());
    output.on("error", () => this.close());
  }

  /** Sends a command and resolves with its result, which the caller knows the shape of. */
  send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new Error("the browser has ended"));
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject });
      this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Rejects whatever still waits for a result, and reads nothing more. */
  close(): void {
    this.#closed = true;
    this.#parts = [];
    this.#input.destroy();
    for (const { reject } of this.#waiting.values()) reject(new Error("the browser has ended"));
    this.#waiting.clear();
  }

  #read(bytes: Buffer): void {
    this.#total += bytes.length;
    let from = 0;
    for (let end = bytes.indexOf(0); !this.#closed; end = bytes.indexOf(0, from)) {
      const part = bytes.subarray(from, end < 0 ? bytes.length : end);
      this.#bytes += part.length;
      if (this.#bytes > MESSAGE_MAX || this.#total > TOTAL_MAX) {
        this.close();
        this.#options.onTooMuch();
        return;
      }
      this.#parts.push(part);
      if (end < 0) return;
      const text = Buffer.concat(this.#parts).toString("utf8");
      this.#parts = [];
      this.#bytes = 0;
      from = end + 1;
      this.onMessage(JSON.parse(text) as Message);
    }
  }

  onMessage({ id, method, params, result, error }: Message): void {
    if (method !== undefined) this.#options.onEvent(method, params);
    if (id === undefined) return;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message));
  }
}
