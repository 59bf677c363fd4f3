import type { IncomingMessage } from "node:http";
import type { Readable, Transform } from "node:stream";
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";
import { GrowableBuffer } from "../kit/growable-buffer.ts";
import { Problem } from "../kit/problem.ts";

/** The content codings that are asked for and understood. */
export const CODINGS = "gzip, br, zstd, deflate";

/** A body that was read to its end or to the limit. */
export interface Body {
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
  readonly transferBytes: number;
}

/** The limit of a body's size, and the handling of larger ones. */
export interface BodyLimit {
  readonly maxBytes: number;
  readonly overflow: "truncate" | "refuse";
  readonly parameter: string;
}

/** Half of the servers that say deflate send a zlib stream as RFC 9110 asks, the rest a bare one. */
function inflaterFor(first: Uint8Array): Transform {
  const [method = 0, flags = 0] = first;
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0 ? createInflate() : createInflateRaw();
}

// A map: a server may name `constructor`, which every object has.
const decoders: ReadonlyMap<string, (first: Uint8Array) => Transform> = new Map([
  ["gzip", () => createGunzip()],
  ["x-gzip", () => createGunzip()],
  ["br", () => createBrotliDecompress()],
  ["zstd", () => createZstdDecompress()],
  ["deflate", inflaterFor],
]);

async function* inflate(
  coded: AsyncIterable<Uint8Array>,
  decoderFor: (first: Uint8Array) => Transform,
): AsyncGenerator<Uint8Array> {
  let decoder: Transform | undefined;
  let feeding: Promise<void> | undefined;
  const iterator = coded[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return;
  try {
    decoder = decoderFor(first.value);
    const stream = decoder;
    feeding = feed(stream, first.value, iterator);
    // A failure to feed destroys the decoder, so the loop below throws it.
    feeding.catch((error: unknown) =>
      stream.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    yield* stream as Readable as AsyncIterable<Uint8Array>;
    await feeding;
  } finally {
    decoder?.destroy();
    // What is decoded here may be what another decoder gives.
    iterator.return?.().catch(() => {});
  }
}

/** Writes chunk after chunk and respects backpressure: a decoder that is not read must not fill the memory. */
async function feed(decoder: Transform, first: Uint8Array, rest: AsyncIterator<Uint8Array>): Promise<void> {
  for (let chunk: IteratorResult<Uint8Array> = { value: first, done: false }; chunk.done !== true; ) {
    if (decoder.destroyed) return;
    if (!decoder.write(chunk.value)) {
      await new Promise<void>((resolve) => {
        const go = () => {
          decoder.off("drain", go).off("close", go);
          resolve();
        };
        decoder.on("drain", go).on("close", go);
      });
    }
    chunk = await rest.next();
  }
  decoder.end();
}

/** Codings of one body: browsers accept a few, and each could multiply its work by a thousand. */
const CODINGS_MAX = 3;
/** How many more bytes than a body may have its coded form may have: decoders read ahead. */
const CODED_MORE = 1024 * 1024;

/** The decoders of a body. The coding that was applied last comes first (RFC 9110, section 8.4). */
function decodersOf({ headers }: IncomingMessage, { parameter }: BodyLimit) {
  const codings = (headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
  const found = codings.flatMap((coding) => decoders.get(coding) ?? []);
  if (found.length === codings.length && found.length <= CODINGS_MAX) return found.reverse();
  throw new Problem(
    "upstream-invalid",
    `${parameter} responded with a content encoding that is not one of ${CODINGS}.`,
    { parameter },
  );
}

/** Limits what one coding decodes to for another: the coded form of a body is hardly longer than the body. */
async function* within(coded: AsyncIterable<Uint8Array>, limit: BodyLimit): AsyncGenerator<Uint8Array> {
  let left = limit.maxBytes + CODED_MORE;
  for await (const chunk of coded) {
    left -= chunk.byteLength;
    if (left < 0) throw tooLarge(limit);
    yield chunk;
  }
}

/**
 * Reads the body of a response and decodes its content coding. Bytes are counted after decompression, so that a
 * decompression bomb ends at the limit. Throws `upstream-invalid` for codings that are unknown or too
 * many, and `upstream-too-large` if the limit rejects the body. Damaged data is thrown as the stream's own
 * error.
 */
export async function readBody(message: IncomingMessage, limit: BodyLimit): Promise<Body> {
  const stages = decodersOf(message, limit);
  let transferBytes = 0;
  let pieces = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of message as AsyncIterable<Uint8Array>) {
      transferBytes += chunk.byteLength;
      if (++pieces > PIECES_MAX && transferBytes < pieces * PIECE_MIN) throw crumbs(limit);
      yield chunk;
    }
  }
  const gathered = new GrowableBuffer(limit.maxBytes);
  let truncated = false;
  let bytes: AsyncGenerator<Uint8Array> = counted();
  for (const [i, decoder] of stages.entries())
    bytes = inflate(i === 0 ? bytes : within(bytes, limit), decoder);
  try {
    for await (const chunk of bytes) {
      truncated = !gathered.add(chunk);
      if (!truncated) continue;
      if (limit.overflow === "refuse") throw tooLarge(limit);
      break;
    }
  } finally {
    message.destroy();
  }
  return { bytes: gathered.take(), truncated, transferBytes };
}

/** A body in this many pieces that are this small on average is made to keep us busy, in bytes. */
const PIECES_MAX = 10_000;
const PIECE_MIN = 64;

function crumbs({ parameter }: BodyLimit): Problem {
  return new Problem("upstream-invalid", `${parameter} responded in chunks of a few bytes.`, { parameter });
}

function tooLarge({ maxBytes, parameter }: BodyLimit): Problem {
  const limit = maxBytes >= 1024 * 1024 ? `${Math.floor(maxBytes / 1024 / 1024)} MB` : `${maxBytes} bytes`;
  return new Problem("upstream-too-large", `${parameter} returned more than the limit of ${limit}.`, {
    parameter,
  });
}
