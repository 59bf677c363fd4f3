import { GrowableBuffer } from "../../kit/growable-buffer.ts";
import { findJsonFault } from "../../kit/json-fault.ts";
import { Problem } from "../../kit/problem.ts";
import { didYouMean, quotedName } from "../../kit/suggest-name.ts";

/** Time limits of a body. */
export interface Pace {
  /** Milliseconds before it must have come at 10 KB a second. */
  readonly patienceMs: number;
  /** Milliseconds after which it must be complete, however fast it comes. */
  readonly deadlineMs: number;
}

/** How long a client with `Expect: 100-Continue` may wait: Bun sends 100 only for lower case (oven-sh/bun#30248). */
const EXPECT_MS = 4_000;

/** Bytes a millisecond that every client reaches: a slow mobile connection. */
const SLOWEST = 10;

const CHECK_MS = 250;

/** The most bytes that are handed on at once: what is done with them takes a few milliseconds at most. */
export const CHUNK_BYTES = 64 * 1024;

/** Bytes after which other requests get the event loop, even where more of this body is there already. */
const YIELD_BYTES = 256 * 1024;

function megabytes(bytes: number): string {
  return bytes >= 1_000_000 ? `${Math.floor(bytes / 1_000_000)} MB` : `${bytes} bytes`;
}

/** The error for a body of more than `most` bytes. */
export function tooLarge(most: number): Problem {
  return new Problem(
    "payload-too-large",
    `The body may have at most ${megabytes(most)}. Send a smaller one.`,
  );
}

/** The error for a body that is not what its `Content-Type` says, or not what the operation takes. */
export function invalidBody(detail: string, parameter?: string): Problem {
  return new Problem("invalid-body", detail, { parameter });
}

/** The error for a member that a body must not have. `accepted` is a sentence about those that it may have. */
export function unknownField(name: string, names: readonly string[], accepted: string): Problem {
  return invalidBody(`Unknown field${quotedName(name)}.${didYouMean(name, names)} ${accepted}`);
}

interface JsonHint {
  readonly hint?: string;
  /** Whether parts of the text were removed, so that columns are not those of the client. */
  readonly isCut?: boolean;
}

/** The error for a body that is not JSON, with the position of the first fault. */
export function invalidJson(text: string, { hint = "", isCut = false }: JsonHint = {}): Problem {
  const { offset, message } = findJsonFault(text) ?? { offset: 0, message: "It is nested too deeply." };
  const lines = text.slice(0, offset).split("\n");
  const column = isCut ? "" : `, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  const rest = hint === "" ? "" : ` ${hint}`;
  return invalidBody(`The body is not valid JSON (line ${lines.length}${column}). ${message}${rest}`);
}

/** The text of a body in UTF-8. Throws `invalid-body`. */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Problem("invalid-body", "The body is not valid UTF-8. Send it in UTF-8.", { cause });
  }
}

/** Throws `unsupported-media-type` for a body with a `Content-Encoding` (RFC 9110 section 15.5.16). */
export function rejectEncoded({ headers }: Request): void {
  const coding = headers.get("content-encoding")?.toLowerCase() ?? "identity";
  if (coding === "identity") return;
  throw new Problem(
    "unsupported-media-type",
    "Request bodies must not be compressed. Send the body as it is, without the header Content-Encoding.",
    { headers: { "Accept-Encoding": "identity" } },
  );
}

// What is still on its way must not be read as the next request.
const closing = { headers: { Connection: "close" } };

const tooSlow = () =>
  new Problem(
    "upload-too-slow",
    "The body arrived at less than 10 KB a second. Send it again over a faster connection, or send a url.",
    closing,
  );

const tooLate = (ms: number) =>
  new Problem(
    "upload-too-slow",
    `The body was not complete within ${Math.round(ms / 1000)} seconds. Send it again over a faster connection, or send a url.`,
    closing,
  );

const unanswered = () =>
  new Problem(
    "expectation-failed",
    "Your client waits for a 100 response, which this server sends only for `Expect: 100-continue` in lower case. Turn that header off (`expectContinue(false)` in Java), and send the request again.",
    closing,
  );

/** Whether the client waits for a 100 response that Bun does not send. */
function expectsInVain({ headers }: Request): boolean {
  const expect = headers.get("expect");
  return expect !== null && expect !== "100-continue" && expect.toLowerCase() === "100-continue";
}

/**
 * Reads a body in chunks of at most 64 KB. Throws the reason of `stopped`, `payload-too-large`, `upload-too-slow`,
 * `expectation-failed`, `client-left` and what `take` throws.
 */
export async function readChunks(
  request: Request,
  most: number,
  { patienceMs, deadlineMs }: Pace,
  take: (chunk: Uint8Array) => void | Promise<void>,
  stopped: () => Problem | undefined = () => undefined,
): Promise<void> {
  if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge(most);
  const reader = request.body?.getReader();
  if (reader === undefined) return;
  const began = performance.now();
  let size = 0;
  let ended: Problem | undefined;
  const inVain = expectsInVain(request);
  const check = () => {
    const ms = performance.now() - began;
    if (inVain && size === 0 && ms > Math.min(patienceMs, EXPECT_MS)) ended = unanswered();
    else if (ms > deadlineMs) ended = tooLate(deadlineMs);
    else if (ms > patienceMs + size / SLOWEST) ended = tooSlow();
    ended = stopped() ?? ended;
    // The read that waits is ended by it.
    if (ended !== undefined) reader.releaseLock();
  };
  const timer = setInterval(check, Math.min(CHECK_MS, deadlineMs));
  try {
    for (let unyielded = 0; ; ) {
      const next = await reader.read().catch((cause: unknown) => {
        throw ended ?? new Problem("client-left", "The body ended early. Send the complete body.", { cause });
      });
      ended = stopped() ?? ended;
      if (ended !== undefined) throw ended;
      if (next.done) break;
      size += next.value.byteLength;
      if (size > most) throw tooLarge(most);
      for (let at = 0; at < next.value.byteLength; at += CHUNK_BYTES) {
        const chunk = next.value.subarray(at, at + CHUNK_BYTES);
        await take(chunk);
        unyielded += chunk.byteLength;
        if (unyielded < YIELD_BYTES) continue;
        unyielded = 0;
        await new Promise(setImmediate);
      }
    }
  } finally {
    clearInterval(timer);
    reader.releaseLock();
  }
}

/** Reads a small body into memory. Throws what `readChunks` and `rejectEncoded` throw. */
export async function readBody(request: Request, most: number, pace: Pace): Promise<Uint8Array<ArrayBuffer>> {
  rejectEncoded(request);
  const whole = new GrowableBuffer(most, 1_024);
  await readChunks(request, most, pace, (chunk) => void whole.add(chunk));
  return whole.take();
}
