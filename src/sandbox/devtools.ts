import type { Readable, Writable } from "node:stream";

/** A message of the Chrome DevTools Protocol. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** The largest message that is read, in bytes: a document, escaped. */
const MESSAGE_MAX = 64 * 1024 * 1024;

/** A connection to a browser over a pipe: messages in JSON, each ended by a zero byte. */
export class DevTools {
  readonly #output: Writable;
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  readonly #listen: (method: string, params: unknown) => void;
  #last = 0;
  #parts: Buffer[] = [];
  #bytes = 0;

  /** `listen` is called with every event. */
  constructor(output: Writable, input: Readable, listen: (method: string, params: unknown) => void) {
    this.#output = output;
    this.#listen = listen;
    input.on("data", (bytes: Buffer) => this.#read(bytes));
    input.on("error", () => this.close());
    input.on("close", () => this.close());
    output.on("error", () => this.close());
  }

  /** Sends a command and resolves with its result, which the caller knows the shape of. */
  send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++this.#last;
      this.#waiting.set(id, { resolve, reject });
      this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Rejects whatever still waits for a result. */
  close(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error("the browser has ended"));
    this.#waiting.clear();
  }

  #read(bytes: Buffer): void {
    let from = 0;
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, from)) {
      this.#parts.push(bytes.subarray(from, end));
      const text = Buffer.concat(this.#parts).toString("utf8");
      this.#parts = [];
      this.#bytes = 0;
      from = end + 1;
      this.#hear(JSON.parse(text) as Message);
    }
    this.#parts.push(bytes.subarray(from));
    this.#bytes += bytes.length - from;
    if (this.#bytes > MESSAGE_MAX) this.close();
  }

  #hear({ id, method, params, result, error }: Message): void {
    if (method !== undefined) this.#listen(method, params);
    if (id === undefined) return;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error.message));
  }
}
