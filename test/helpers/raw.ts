import { connect } from "node:net";

/** What came back over a socket for bytes that no HTTP client would send. */
export interface RawResponse {
  /** Undefined where the connection was closed without an answer. */
  readonly status: number | undefined;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function parse(text: string): RawResponse {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return { status: undefined, headers: {}, body: text };
  const [first = "", ...rows] = text.slice(0, end).split("\r\n");
  const headers = rows.map((row) => {
    const colon = row.indexOf(":");
    return [row.slice(0, colon).toLowerCase(), row.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(first.split(" ")[1]),
    headers: Object.fromEntries(headers),
    body: text.slice(end + 4),
  };
}

/** Whether the answer is whole; one to HEAD has no body whatever its length says. */
function isWhole(text: string, head: boolean): boolean {
  const { status, headers, body } = parse(text);
  if (status === undefined) return false;
  return head || Buffer.byteLength(body, "latin1") >= Number(headers["content-length"] ?? 0);
}

/** Sends bytes as they are and resolves with the first whole answer, or with what came before the close. */
export function sendRaw(port: number, bytes: string | Uint8Array): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const head = bytes.toString().startsWith("HEAD ");
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.setTimeout(10_000, () => socket.destroy(new Error("no answer and no close within 10 s")));
    socket.on("data", (data) => {
      text += data.toString("latin1");
      if (isWhole(text, head)) socket.end();
    });
    socket.on("close", () => resolve(parse(text)));
    socket.on("error", (error) => {
      if ("code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE")) resolve(parse(text));
      else reject(error);
    });
  });
}

/** A request with a Host header and nothing else. */
export function plainRequest(method: string, target: string, ...headers: string[]): string {
  return [`${method} ${target} HTTP/1.1`, "Host: 127.0.0.1", ...headers, "", ""].join("\r\n");
}
