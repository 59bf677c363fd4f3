import { Problem } from "../kit/problem.ts";

function megabytes(bytes: number): string {
  return bytes >= 1_000_000 ? `${Math.floor(bytes / 1_000_000)} MB` : `${bytes} bytes`;
}

/** The refusal of a body of more than `most` bytes. */
export function tooLarge(most: number): Problem {
  return new Problem("payload-too-large", `The body may have at most ${megabytes(most)}.`);
}

/** Uploads that one process holds at a time, as a multiple of the largest one. */
const HELD_UPLOADS = 8;

/** How long a body that comes slowly is waited for where nobody says otherwise, in milliseconds. */
const PATIENCE_MS = 15_000;

/** The bytes of the uploads that one process holds: many large ones at once would be its end. */
export class Uploads {
  readonly #most: number;
  /** How long a body may take before it must have come faster than `SLOWEST`, in milliseconds. */
  readonly patienceMs: number;
  #held = 0;

  constructor(maxBytes: number, patienceMs = PATIENCE_MS) {
    this.#most = HELD_UPLOADS * maxBytes;
    this.patienceMs = patienceMs;
  }

  /** Holds so many bytes more. Throws `busy` where there is no room. */
  hold(bytes: number): void {
    if (this.#held + bytes > this.#most) {
      throw new Problem("busy", "Too many uploads are under way. Send the same request again in 2 seconds.", {
        headers: { "Retry-After": "2" },
      });
    }
    this.#held += bytes;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }
}

/** Bytes a millisecond that every client reaches: 10 KB a second is less than a telephone line of old. */
const SLOWEST = 10;

/** How often a body is looked after, in milliseconds. */
const LOOK_MS = 250;

/** What one request holds of them, until it is answered. */
export class Upload {
  readonly #uploads: Uploads;
  #bytes = 0;

  constructor(uploads: Uploads) {
    this.#uploads = uploads;
  }

  hold(bytes: number): void {
    this.#uploads.hold(bytes);
    this.#bytes += bytes;
  }

  /** Calls `late` once the body comes too slowly to be meant; gives the function that ends the watch. */
  watch(late: () => void): () => void {
    const began = performance.now();
    const timer = setInterval(() => {
      if (performance.now() - began > this.#uploads.patienceMs + this.#bytes / SLOWEST) late();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }

  [Symbol.dispose](): void {
    this.#uploads.release(this.#bytes);
    this.#bytes = 0;
  }
}

/**
 * Reads a body into memory, and stops at the first byte too many, or where it comes too slowly. Throws
 * `payload-too-large`, `upload-too-slow`, `client-left` and `busy`.
 */
export async function collect(
  request: Request,
  most: number,
  upload: Upload,
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > most) throw tooLarge(most);
  const pieces: Uint8Array[] = [];
  let size = 0;
  let isLate = false;
  const reader = request.body?.getReader();
  const unwatch = upload.watch(() => {
    isLate = true;
    void reader?.cancel().catch(() => {});
  });
  try {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      size += next.value.byteLength;
      if (size > most) throw tooLarge(most);
      upload.hold(next.value.byteLength);
      pieces.push(next.value);
    }
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new Problem("client-left", "The body ended before it was complete.", { cause });
  } finally {
    unwatch();
  }
  if (isLate) {
    throw new Problem(
      "upload-too-slow",
      "The body came more slowly than 10 KB a second: send it again over another connection, or send a url.",
      // What is still on its way is not to be taken for the next request.
      { headers: { Connection: "close" } },
    );
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}
