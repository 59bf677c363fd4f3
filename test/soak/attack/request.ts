import { connect } from "node:net";

/** One request as bytes, made before it is sent. */
export interface Shot {
  readonly head: string;
  readonly body?: Uint8Array | undefined;
  /** How many bytes at the end of the body are never sent: the connection is then held open. */
  readonly withheld?: number;
}

/** What became of a request. */
export type Outcome =
  | {
      readonly kind: "answer";
      readonly status: number;
      /** The code of the problem or of the JSON-RPC error; undefined where the response has none. */
      readonly code: string | undefined;
      /** Whether an error is one that programs can read: a problem document or a JSON-RPC error. */
      readonly isTyped: boolean;
      readonly bytes: number;
      /** The first kilobytes of the body. */
      readonly text: string;
      readonly head: string;
    }
  /** The server ended the connection without a response. */
  | { readonly kind: "closed" }
  /** This side gave up. */
  | { readonly kind: "left" };

/** Bytes that are handed to a socket at a time. */
const CHUNK_BYTES = 256 * 1024;

/** Bytes of a body that are kept. */
const KEPT = 16_384;

/** Writes the head of a request, on a connection that may be kept, as most clients do. */
export function headOf(
  method: string,
  path: string,
  headers: Readonly<Record<string, string | number>>,
): string {
  const rows = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${rows.join("")}\r\n`;
}

/** A request with a body whose length its head tells. */
export function shotOf(
  method: string,
  path: string,
  headers: Readonly<Record<string, string | number>>,
  body?: Uint8Array,
): Shot {
  const length = body === undefined ? {} : { "Content-Length": body.length };
  return { head: headOf(method, path, { ...headers, ...length }), body };
}

class Reader {
  head = "";
  text = "";
  bytes = 0;
  #start = "";
  #length: number | undefined;
  #isChunked = false;
  #tail = "";

  /** Takes bytes in; true once the response is whole. */
  take(data: Buffer): boolean {
    if (this.head === "") {
      this.#start += data.toString("latin1");
      const end = this.#start.indexOf("\r\n\r\n");
      if (end < 0) return false;
      this.head = this.#start.slice(0, end);
      // What a server says before it reads a body is not the response.
      if (/^HTTP\/1\.1 1\d\d/.test(this.head)) {
        const rest = this.#start.slice(end + 4);
        this.head = "";
        this.#start = "";
        return rest === "" ? false : this.take(Buffer.from(rest, "latin1"));
      }
      const length = /^content-length: *(\d+)/im.exec(this.head)?.[1];
      this.#length = length === undefined ? undefined : Number(length);
      this.#isChunked = /^transfer-encoding: *chunked/im.test(this.head);
      return this.#body(Buffer.from(this.#start.slice(end + 4), "latin1"));
    }
    return this.#body(data);
  }

  #body(data: Buffer): boolean {
    this.bytes += data.length;
    if (this.text.length < KEPT) this.text += data.toString("utf8", 0, KEPT - this.text.length);
    this.#tail = (this.#tail + data.toString("latin1", Math.max(0, data.length - 8))).slice(-8);
    if (this.#isChunked) return this.#tail.endsWith("0\r\n\r\n");
    return this.#length !== undefined && this.bytes >= this.#length;
  }

  outcome(): Outcome {
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(this.head)?.[1]);
    if (!(status > 0)) return { kind: "closed" };
    const { head, text, bytes } = this;
    const problem = /^content-type: *application\/problem\+json/im.test(head)
      ? /"code":"([a-z-]+)"/.exec(text)?.[1]
      : undefined;
    const rpc = /"jsonrpc":"2\.0"/.test(text) ? /"error":\{"code":(-?\d+)/.exec(text)?.[1] : undefined;
    const code = problem ?? rpc;
    return { kind: "answer", status, code, isTyped: status < 400 || code !== undefined, bytes, head, text };
  }
}

/** Sends a request on a connection of its own and resolves with what became of it; never rejects. */
export function send(
  port: number,
  { head, body, withheld = 0 }: Shot,
  signal: AbortSignal,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const reader = new Reader();
    const socket = connect(port, "127.0.0.1");
    const end = (outcome: Outcome) => {
      signal.removeEventListener("abort", leave);
      resolve(outcome);
      socket.destroy();
    };
    const leave = () => end(reader.head === "" ? { kind: "left" } : reader.outcome());
    signal.addEventListener("abort", leave);
    if (signal.aborted) return leave();
    const sent = (body?.length ?? 0) - withheld;
    let at = 0;
    // Piece by piece: what the server does not read is not copied.
    const write = () => {
      while (body !== undefined && at < sent) {
        const piece = body.subarray(at, Math.min(sent, at + CHUNK_BYTES));
        at += piece.length;
        if (!socket.write(piece)) return;
      }
    };
    socket.on("connect", () => {
      socket.write(head, "latin1");
      write();
    });
    socket.on("drain", write);
    socket.on("data", (data: Buffer) => {
      if (reader.take(data)) end(reader.outcome());
    });
    // A reset while the body is being sent: what came before it counts.
    socket.on("error", () => {});
    socket.on("close", () => end(reader.outcome()));
  });
}
