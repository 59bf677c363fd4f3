import { createHash, type Hash } from "node:crypto";

/** The boundary of a multipart body as 1.0.0 found it, which stored fingerprints depend on; undefined for another body. */
function boundaryIn(contentType: string): string | undefined {
  const lower = contentType.toLowerCase();
  const at = lower.lastIndexOf("boundary=");
  if (!lower.startsWith("multipart/") || !lower.slice(0, Math.max(0, at)).trimEnd().endsWith(";"))
    return undefined;
  const value = contentType.slice(at + "boundary=".length).replace(/^"/, "");
  const boundary = value.split(/[";]/, 1)[0];
  return boundary === "" ? undefined : boundary;
}

/**
 * Hashes what makes two requests with one `Idempotency-Key` the same. The result is stored and compared by the release
 * before: changing it rejects repetitions from before an upgrade.
 */
export class RequestFingerprint {
  readonly #hash: Hash;
  readonly #boundary: Buffer | undefined;
  readonly #disposition: string;
  /** The end of what has come, where a boundary may have begun. */
  #rest: Buffer = Buffer.alloc(0);
  #digest: string | undefined;

  /** `operation` names the operation and its query, alike on each of its paths. */
  constructor(operation: string, headers: Headers) {
    this.#hash = createHash("sha256");
    for (const part of [operation, headers.get("accept") ?? "*/*"]) this.#hash.update(part).update("\0");
    this.#disposition = headers.get("content-disposition") ?? "";
    const boundary = boundaryIn(headers.get("content-type") ?? "");
    this.#boundary = boundary === undefined ? undefined : Buffer.from(boundary, "latin1");
  }

  /** Adds a chunk of the body. */
  update(chunk: Uint8Array): void {
    if (this.#boundary === undefined) this.#hash.update(chunk);
    else this.#skip(Buffer.concat([this.#rest, chunk]), this.#boundary);
  }

  #skip(bytes: Buffer, boundary: Buffer): void {
    let at = 0;
    for (let found = bytes.indexOf(boundary); found >= 0; found = bytes.indexOf(boundary, at)) {
      this.#add(bytes.subarray(at, found));
      at = found + boundary.length;
    }
    const end = Math.max(at, bytes.length - boundary.length + 1);
    this.#add(bytes.subarray(at, end));
    this.#rest = bytes.subarray(end);
  }

  /** 1.0.0 hashed a form as text, in which a byte is a character. */
  #add(bytes: Buffer): void {
    this.#hash.update(bytes.toString("latin1"));
  }

  digest(): string {
    if (this.#digest === undefined) {
      this.#add(this.#rest);
      this.#digest = this.#hash.update("\0").update(this.#disposition).digest("hex");
    }
    return this.#digest;
  }
}
