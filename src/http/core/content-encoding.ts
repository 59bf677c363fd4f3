import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { zlib } from "../../kit/zlib.ts";
import { weightsOf } from "./content-negotiation.ts";

/** Content codings that we write, the cheapest first: zstd takes a fifth of the CPU time of gzip for the same size. */
export type Coding = "zstd" | "br" | "gzip";
const CODINGS: readonly Coding[] = ["zstd", "br", "gzip"];

/** Bodies up to this many bytes fit in one packet anyway. */
const COMPRESS_FROM = 1_024;

/** Longer bodies, in bytes, are compressed outside of the event loop. */
const INLINE_MAX = 32_768;

/** Compressed bodies that are remembered at most, and the longest of them in bytes. */
const KEPT = 64;
const KEPT_MAX = 1_000_000;

const brotli = () => ({ params: { [zlib().constants.BROTLI_PARAM_QUALITY]: 4 } });

/** The coding of the response (RFC 9110 section 12.5.3): one that the client names, of those gzip first, else by `*`. */
export function chooseCoding(accept: string | null): Coding | undefined {
  if (accept === null) return undefined;
  const weights = weightsOf(accept);
  let best: Coding | undefined;
  let most = 0;
  const offered = [
    ...CODINGS.filter((coding) => weights.has(coding)),
    ...CODINGS.filter((coding) => !weights.has(coding)).toReversed(),
  ];
  for (const coding of offered) {
    const weight = weights.get(coding) ?? weights.get("*") ?? 0;
    if (weight > most) [best, most] = [coding, weight];
  }
  return best;
}

/** Whether a body of this media type becomes shorter. Events are sent as they happen, and are never collected. */
function isCompressible(type: string): boolean {
  return /^text\/(?!event-stream)|^application\/(?:[\w.-]+\+)?(?:json|yaml|xml)\b|x-ndjson|javascript|image\/svg/.test(
    type,
  );
}

async function compress(bytes: Uint8Array<ArrayBuffer>, coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
  const isShort = bytes.length <= INLINE_MAX;
  if (coding === "zstd")
    return new Uint8Array(isShort ? Bun.zstdCompressSync(bytes) : await Bun.zstdCompress(bytes));
  const { brotliCompress, brotliCompressSync, gzip } = zlib();
  if (coding === "br") {
    return new Uint8Array(
      isShort ? brotliCompressSync(bytes, brotli()) : await promisify(brotliCompress)(bytes, brotli()),
    );
  }
  return isShort ? Bun.gzipSync(bytes) : new Uint8Array(await promisify(gzip)(bytes));
}

/** Compresses a body as it comes: each piece that arrives is sent on at once. Zstandard is not written in pieces. */
function compressStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  coding: Exclude<Coding, "zstd">,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = zlib().constants;
  const compressor =
    coding === "br" ? zlib().createBrotliCompress(brotli()) : zlib().createGzip({ flush: Z_SYNC_FLUSH });
  const flush = coding === "br" ? BROTLI_OPERATION_FLUSH : Z_SYNC_FLUSH;
  const reader = body.getReader();
  const ended = Promise.withResolvers<void>();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      compressor.on("data", (piece: Buffer) => controller.enqueue(new Uint8Array(piece)));
      compressor.on("end", () => ended.resolve());
      compressor.on("error", (error) => ended.reject(error));
      ended.promise.catch(() => {});
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) {
        compressor.end();
        await ended.promise;
        controller.close();
        return;
      }
      await new Promise<void>((resolve) => compressor.write(value, () => compressor.flush(flush, resolve)));
    },
    async cancel(reason) {
      compressor.destroy();
      await reader.cancel(reason);
    },
  });
}

/** A response whose body is written while it is sent: it is not collected. */
export class StreamedResponse extends Response {}

/** A response without secrets: it is compressed although caches may not keep it. */
export class PublicResponse extends Response {}

interface Body {
  readonly type: string;
  /** Whether caches may keep it, so that it is the same for everybody and again. */
  readonly isKept: boolean;
  readonly coding: Coding | undefined;
}

/** Selects the form of a body. One that may contain a secret is not compressed: its length would reveal it (BREACH). */
function bodyOf({ headers }: Request, response: Response): Body {
  const cache = response.headers.get("cache-control") ?? "no-store";
  const isKept = !/no-store|private/.test(cache);
  const type = response.headers.get("content-type") ?? "";
  const isShared =
    isKept ||
    response instanceof PublicResponse ||
    response.headers.get("access-control-allow-origin") === "*";
  const isPlain = !response.headers.has("content-encoding");
  const coding =
    isShared && isPlain && isCompressible(type) ? chooseCoding(headers.get("accept-encoding")) : undefined;
  return { type, isKept, coding };
}

/** Whether a validator of the client's is this one (RFC 9110 section 13.1.2). */
function matches(given: string | null, tag: string): boolean {
  if (given === null) return false;
  return given
    .split(",")
    .some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === tag.slice(2));
}

function vary(headers: Headers, isCompressed: boolean, type: string): void {
  if (!isCompressed && !isCompressible(type)) return;
  const before = headers.get("vary");
  if (before?.toLowerCase().includes("accept-encoding")) return;
  headers.set("Vary", before === null ? "Accept-Encoding" : `${before}, Accept-Encoding`);
}

function streamed(request: Request, response: Response, { type }: Body): Response {
  const accept = request.headers.get("accept-encoding") ?? "";
  const coding = chooseCoding(accept.replaceAll(/zstd/gi, ""));
  if (response.body === null || coding === undefined || coding === "zstd") return response;
  const headers = new Headers(response.headers);
  vary(headers, true, type);
  headers.set("Content-Encoding", coding);
  return new Response(compressStream(response.body, coding), { headers });
}

/** Gives bodies their content coding and validators. */
export class ContentEncoding {
  /** Compressed bodies that are the same for everybody, by their tag and coding. */
  readonly #kept = new Map<string, Uint8Array<ArrayBuffer>>();

  /** The response as this client wants it: compressed, and with an `ETag` or as 304 where caches may keep it. */
  async apply(request: Request, response: Response): Promise<Response> {
    if (response.status !== 200 || response.body === null) return response;
    const body = bodyOf(request, response);
    if (!body.isKept && body.coding === undefined) return response;
    if (response instanceof StreamedResponse) return streamed(request, response, body);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const headers = new Headers(response.headers);
    vary(headers, body.coding !== undefined, body.type);
    let tag: string | undefined;
    if (body.isKept) {
      tag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
      headers.set("ETag", tag);
      if (matches(request.headers.get("if-none-match"), tag)) {
        headers.delete("Content-Type");
        headers.delete("Content-Encoding");
        return new Response(null, { status: 304, headers });
      }
    }
    if (body.coding === undefined || bytes.length < COMPRESS_FROM) return new Response(bytes, { headers });
    headers.set("Content-Encoding", body.coding);
    return new Response(await this.#compress(bytes, body.coding, tag), { headers });
  }

  async #compress(
    bytes: Uint8Array<ArrayBuffer>,
    coding: Coding,
    tag: string | undefined,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const name = `${coding} ${tag}`;
    const before = tag === undefined ? undefined : this.#kept.get(name);
    if (before !== undefined) return before;
    const compressed = await compress(bytes, coding);
    if (tag !== undefined && compressed.length <= KEPT_MAX) {
      if (this.#kept.size >= KEPT) this.#kept.clear();
      this.#kept.set(name, compressed);
    }
    return compressed;
  }
}
