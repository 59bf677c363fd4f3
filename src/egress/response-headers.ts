import type { IncomingMessage } from "node:http";

/** Reports whether a status sends the client to another address. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** The header lines of a response, by lowercase name. */
export function headersOf(message: IncomingMessage): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  const { rawHeaders } = message;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? "").toLowerCase();
    const lines = headers.get(name);
    if (lines === undefined) headers.set(name, [rawHeaders[i + 1] ?? ""]);
    else lines.push(rawHeaders[i + 1] ?? "");
  }
  return headers;
}
