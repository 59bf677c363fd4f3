import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server of files on loopback that does to each request what a test wants. */
export interface FileServer extends AsyncDisposable {
  readonly url: string;
  /** `host:port`, as an allowance names it. */
  readonly target: string;
  /** The Range header of each request so far; empty where there was none. */
  readonly ranges: string[];
  /** Breaks every connection. */
  cut(): void;
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server that gives each request in turn to the next answer, and the last one to all that follow. */
export async function serveFiles(...answers: readonly Answer[]): Promise<FileServer> {
  const ranges: string[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(ranges.length, answers.length - 1)];
    ranges.push(request.headers.range ?? "");
    answer?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    target: `127.0.0.1:${port}`,
    ranges,
    cut: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The file, or the part of it that is asked for, as a good server gives it. */
export function whole(bytes: Uint8Array): Answer {
  return (request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? NaN);
    if (Number.isNaN(from)) {
      response.writeHead(200, { "Content-Length": bytes.length }).end(bytes);
    } else if (from >= bytes.length) {
      response.writeHead(416, { "Content-Range": `bytes */${bytes.length}` }).end();
    } else {
      const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
      response.writeHead(206, { "Content-Range": range, "Content-Length": bytes.length - from });
      response.end(bytes.subarray(from));
    }
  };
}

/** The whole file, whatever part is asked for. */
export function deaf(bytes: Uint8Array): Answer {
  return (_request, response) => void response.writeHead(200, { "Content-Length": bytes.length }).end(bytes);
}

/** The beginning of the file, and then nothing: with its length, or without. */
export function beginning(bytes: Uint8Array, length: number, header: "length" | "none" = "length"): Answer {
  return (_request, response) => {
    response.writeHead(200, header === "length" ? { "Content-Length": bytes.length } : {});
    response.write(bytes.subarray(0, length));
  };
}

/** A status and a page. */
export function says(status: number, headers: Record<string, string> = {}): Answer {
  return (_request, response) => void response.writeHead(status, headers).end("<!doctype html>");
}

/** Bytes that look like nothing, the same each time. */
export function bytesOf(length: number, seed = 1): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}

/** The digest of bytes in hex. */
export function hexOf(algorithm: "md5" | "sha256", bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest("hex");
}
