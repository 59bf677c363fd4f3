import { GrowableBuffer } from "../../kit/growable-buffer.ts";
import { percentDecoded } from "../../kit/percent-encoding.ts";
import { Problem } from "../../kit/problem.ts";
import { invalidBody } from "./read-body.ts";

/** The headers of a part that matter (RFC 7578). */
export interface PartName {
  readonly name: string;
  readonly fileName: string | undefined;
}

/** Sink of the content of a part. */
export interface PartSink {
  push(bytes: Uint8Array): void;
  end(): void;
}

/** The maximum size of a multipart body without its files. */
export interface MultipartLimits {
  readonly partsMax: number;
  /** Bytes of all headers, and of what comes before the first part. */
  readonly headersMax: number;
  /** Asked where a part begins. */
  part(name: PartName): PartSink;
}

const PART_HEADERS_MAX = 8 * 1024;

/** White space after a boundary, in bytes. */
const PADDING_MAX = 64;

const notMultipart = () =>
  invalidBody("The body is not multipart/form-data with the boundary that its Content-Type names.");

/** The boundary that a `Content-Type` names. Throws `invalid-body` where that is none (RFC 2046 section 5.1.1). */
export function boundaryOf(contentType: string): string {
  const at = contentType.search(/;\s*boundary=/i);
  const given = at < 0 ? "" : contentType.slice(contentType.indexOf("=", at) + 1);
  const boundary = given.startsWith('"') ? given.slice(1).split('"', 1)[0] : given.split(/[;\s]/, 1)[0];
  if (boundary === undefined || !/^[\x20-\x7e]{1,70}$/.test(boundary)) throw notMultipart();
  return boundary;
}

function parametersOf(value: string): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = value.indexOf(";"); at >= 0 && at < value.length; ) {
    const equals = value.indexOf("=", at);
    if (equals < 0) break;
    const name = value
      .slice(at + 1, equals)
      .trim()
      .toLowerCase();
    let text = "";
    let end = equals + 1;
    if (value[end] === '"') {
      for (end++; end < value.length && value[end] !== '"'; end++) {
        // Only a quote is escaped: a browser writes the backslashes of a path as they are.
        if (value[end] === "\\" && value[end + 1] === '"') end++;
        text += value[end];
      }
      end = value.indexOf(";", end);
    } else {
      end = value.indexOf(";", end);
      text = value.slice(equals + 1, end < 0 ? undefined : end).trim();
    }
    if (!found.has(name)) found.set(name, text);
    at = end;
  }
  return found;
}

/** The name of a part's file: `filename*` (RFC 8187), else `filename`. Clients without one send `blob` or the part's name. */
function fileNameIn(parameters: ReadonlyMap<string, string>, part: string): string | undefined {
  const [plain, extended] = [parameters.get("filename"), parameters.get("filename*")];
  const [, encoded] = /^utf-8'[^']*'(.+)$/i.exec(extended ?? "") ?? [];
  const name =
    (encoded === undefined ? undefined : percentDecoded(encoded)) ??
    plain?.replaceAll("%22", '"').replaceAll(/%0[ad]/gi, " ") ??
    (extended === undefined ? undefined : "");
  return name === "blob" || name === part ? "" : name;
}

/** The name of the file that a body is, by its `Content-Disposition`; undefined without one. */
export function bodyFileName(headers: Headers): string | undefined {
  const value = headers.get("content-disposition");
  return value === null ? undefined : fileNameIn(parametersOf(value), "");
}

function partName(headers: string): PartName {
  for (const line of headers.split("\r\n")) {
    const colon = line.indexOf(":");
    if (line.slice(0, colon).trim().toLowerCase() !== "content-disposition") continue;
    const parameters = parametersOf(line.slice(colon + 1));
    const name = parameters.get("name");
    if (name !== undefined) return { name, fileName: fileNameIn(parameters, name) };
  }
  throw invalidBody("Each part needs a Content-Disposition header with a name.");
}

/** Reads a multipart body in chunks, in linear time: contents go to their sinks, and headers are bounded. */
export class MultipartScanner {
  readonly #limits: MultipartLimits;
  readonly #delimiter: Buffer;
  /** Bytes that are not parsed yet: the beginning of a boundary, or of headers. Starts with a line break before the body. */
  #left: Buffer = Buffer.from("\r\n");
  #state: "preamble" | "boundary" | "headers" | "content" | "end" = "preamble";
  #sink: PartSink | undefined;
  #parts = 0;
  #headerBytes = 0;

  constructor(boundary: string, limits: MultipartLimits) {
    this.#limits = limits;
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  }

  push(chunk: Uint8Array): void {
    const bytes = Buffer.concat([this.#left, chunk]);
    let at = 0;
    for (let next: number | undefined = 0; next !== undefined; next = this.#step(bytes, at)) at = next;
    this.#left = Buffer.from(bytes.subarray(at));
  }

  /** Throws `invalid-body` where the last boundary did not come. */
  end(): void {
    if (this.#state !== "end") throw notMultipart();
  }

  /** One step from `at`; gives where the next one begins, undefined where it needs more bytes; then `#left` begins at `at`. */
  #step(bytes: Buffer, at: number): number | undefined {
    if (this.#state === "end") return at === bytes.length ? undefined : bytes.length;
    if (this.#state === "boundary") return this.#readBoundary(bytes, at);
    if (this.#state === "headers") return this.#readHeaders(bytes, at);
    const found = bytes.indexOf(this.#delimiter, at);
    const end = found < 0 ? Math.max(at, bytes.length - this.#delimiter.length + 1) : found;
    if (this.#state === "preamble") this.#count(end - at);
    else if (end > at) this.#sink?.push(bytes.subarray(at, end));
    if (found < 0) return end === at ? undefined : end;
    this.#sink?.end();
    this.#sink = undefined;
    this.#state = "boundary";
    return end + this.#delimiter.length;
  }

  #readBoundary(bytes: Buffer, at: number): number | undefined {
    if (bytes.length - at < 2) return undefined;
    if (bytes.toString("latin1", at, at + 2) === "--") {
      this.#state = "end";
      return at + 2;
    }
    const line = bytes.indexOf("\r\n", at, "latin1");
    const padding = bytes.subarray(at, line < 0 ? undefined : line);
    if (padding.length > PADDING_MAX + 1) throw notMultipart();
    if (line < 0) return undefined;
    if (padding.some((byte) => byte !== 0x20 && byte !== 0x09)) throw notMultipart();
    this.#state = "headers";
    // The end of this line is a part of what ends the headers, which may be none.
    return line;
  }

  #readHeaders(bytes: Buffer, at: number): number | undefined {
    const end = bytes.indexOf("\r\n\r\n", at, "latin1");
    const length = (end < 0 ? bytes.length : end) - at;
    if (length > PART_HEADERS_MAX) {
      throw invalidBody(`The headers of a part may have at most ${PART_HEADERS_MAX} bytes.`);
    }
    if (end < 0) return undefined;
    if (++this.#parts > this.#limits.partsMax) {
      throw invalidBody(`The form may have at most ${this.#limits.partsMax} parts.`);
    }
    this.#count(length);
    this.#sink = this.#limits.part(partName(bytes.toString("utf8", at, end)));
    this.#state = "content";
    return end + 4;
  }

  #count(bytes: number): void {
    this.#headerBytes += bytes;
    if (this.#headerBytes <= this.#limits.headersMax) return;
    if (this.#state === "preamble") throw notMultipart();
    throw new Problem(
      "payload-too-large",
      `The headers of all parts may have at most ${this.#limits.headersMax} bytes.`,
    );
  }
}

/** The text of a part that is no file. */
export class TextPart implements PartSink {
  readonly #buffer: GrowableBuffer;
  readonly #tooLong: () => Problem;
  readonly #done: (text: string) => void;

  constructor(max: number, tooLong: () => Problem, done: (text: string) => void) {
    this.#buffer = new GrowableBuffer(max, 1_024);
    this.#tooLong = tooLong;
    this.#done = done;
  }

  push(bytes: Uint8Array): void {
    if (!this.#buffer.add(bytes)) throw this.#tooLong();
  }

  end(): void {
    this.#done(new TextDecoder().decode(this.#buffer.view()));
  }
}
