import { ConfigError } from "../kit/config-error.ts";
import { Problem } from "../kit/problem.ts";
import type { S3Place } from "./s3-place.ts";
import { untilAborted } from "./until-aborted.ts";

/** How long a request to the store may take, in milliseconds: an object has at most 4 MB. */
const DEADLINE_MS = 30_000;

/** How long a start waits for the store, in milliseconds. */
const CHECK_MS = 5_000;

/** Pauses before a request is repeated, in milliseconds. */
const RETRIES_MS = [250, 1_000] as const;

/** How long calls do not ask a store that has failed, in milliseconds: many would wait for it, each for its deadline. */
const PAUSE_MS = 5_000;

/** Errors of the key and the bucket: repeating a request does not help. */
const REJECTIONS: ReadonlySet<string> = new Set([
  "AccessDenied",
  "AccountProblem",
  "AllAccessDisabled",
  "AuthorizationHeaderMalformed",
  "ExpiredToken",
  "InvalidAccessKeyId",
  "InvalidBucketName",
  "InvalidRequest",
  "InvalidSecurity",
  "InvalidToken",
  "MethodNotAllowed",
  "NoSuchBucket",
  "NotSignedUp",
  "PermanentRedirect",
  "RequestTimeTooSkewed",
  "SignatureDoesNotMatch",
]);

/** The code that the store or the connection gave an error. */
function codeOf(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "Timeout";
  return error instanceof Error && "code" in error ? String(error.code) : "UnknownError";
}

/** Events of an object store for the log. */
export interface S3Events {
  /** The store failed, for the first time or with another code. `isRejection`: its key or bucket is wrong. */
  onFailure(code: string, isRejection: boolean): void;
  /** It works again. */
  onRecovery(): void;
}

/**
 * Objects in a bucket of an S3-compatible store. Each request has a deadline, and is repeated twice if the store was busy
 * or not reached. After a failure, requests are rejected at once for seconds.
 */
export class S3Objects {
  readonly #client: Bun.S3Client;
  readonly #prefix: string;
  readonly #events: S3Events;
  readonly #deadlineMs: number;
  #failure: string | undefined;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #requests = 0;
  #failures = 0;

  constructor(place: S3Place, events: S3Events, deadlineMs = DEADLINE_MS) {
    const { prefix, ...options } = place;
    // Without a session token here, the library would use one of the environment.
    this.#client = new Bun.S3Client({ ...options, sessionToken: "" });
    this.#prefix = prefix;
    this.#events = events;
    this.#deadlineMs = deadlineMs;
  }

  /** Number of requests sent to the store and of failed ones, since the start. */
  get counts() {
    return { requests: this.#requests, failures: this.#failures };
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** How long requests are rejected at once, in milliseconds. */
  waitMs(): number {
    return Math.max(0, Math.ceil(this.#pausedUntil - performance.now()));
  }

  /** Stores an object, and replaces one of the same name. Rejects with `storage-unavailable`. */
  async put(name: string, bytes: Uint8Array): Promise<void> {
    // A file of an unknown type, also where its name has an ending.
    const type = "application/octet-stream";
    await this.#send(() => this.#client.write(this.#prefix + name, bytes, { type, retry: 0 }));
  }

  /** Reads an object of at most `maxBytes`; undefined if it is missing. Rejects with `storage-unavailable`. */
  async get(name: string, maxBytes: number): Promise<Uint8Array | undefined> {
    return this.#send(async () => {
      try {
        return await this.#client
          .file(this.#prefix + name)
          .slice(0, maxBytes)
          .bytes();
      } catch (error) {
        if (codeOf(error) === "NoSuchKey") return undefined;
        throw error;
      }
    });
  }

  /** Deletes an object, if there is one of this name. Rejects with `storage-unavailable`. */
  async delete(name: string): Promise<void> {
    await this.#send(async () => {
      try {
        await this.#client.delete(this.#prefix + name);
      } catch (error) {
        if (codeOf(error) !== "NoSuchKey") throw error;
      }
    });
  }

  /**
   * Writes, reads and deletes an object. Throws a `ConfigError` if the store rejects the key or the bucket; a store that
   * does not respond within seconds may work later, which is told by `onFailure`.
   */
  async check(): Promise<void> {
    const name = `check-${crypto.randomUUID()}`;
    const probe = new TextEncoder().encode(name);
    try {
      await this.#client.write(this.#prefix + name, probe, { retry: 0 });
    } catch (error) {
      const code = codeOf(error);
      if (!REJECTIONS.has(code)) throw error;
      throw new ConfigError(
        `STORAGE_URL is not accepted: the store rejects the request (${code}). Check the keys, the bucket and the region, and that the key may write, read and delete objects.`,
      );
    }
    await this.#tryBack(name, probe);
  }

  async #tryBack(name: string, probe: Uint8Array): Promise<void> {
    const file = this.#client.file(this.#prefix + name);
    try {
      const found = await file.bytes();
      await file.delete();
      if (Buffer.compare(found, probe) === 0) return;
    } catch (error) {
      const code = codeOf(error);
      if (!REJECTIONS.has(code)) throw error;
      throw new ConfigError(
        `STORAGE_URL is not accepted: its key may write objects, but not read and delete them (${code}).`,
      );
    }
    throw new ConfigError("STORAGE_URL is not accepted: the store does not return what was written to it.");
  }

  /** `check` within seconds. */
  async start(): Promise<void> {
    try {
      await untilAborted(this.check(), AbortSignal.timeout(CHECK_MS));
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      this.#failed(codeOf(error));
    }
  }

  async #send<T>(work: () => Promise<T>): Promise<T> {
    if (this.waitMs() > 0) throw this.#unavailable(this.#failure ?? "UnknownError");
    for (let attempt = 0; ; attempt++) {
      this.#requests++;
      try {
        const result = await untilAborted(work(), AbortSignal.timeout(this.#deadlineMs));
        this.#succeeded();
        return result;
      } catch (error) {
        const code = codeOf(error);
        const pause = RETRIES_MS[attempt];
        if (pause === undefined || code === "Timeout" || REJECTIONS.has(code)) throw this.#failed(code);
        await Bun.sleep(pause * (0.5 + Math.random()));
      }
    }
  }

  #succeeded(): void {
    if (this.#failure === undefined) return;
    this.#failure = undefined;
    this.#events.onRecovery();
  }

  #failed(code: string): Problem {
    this.#failures++;
    this.#pausedUntil = performance.now() + PAUSE_MS;
    if (this.#failure !== code) this.#events.onFailure(code, REJECTIONS.has(code));
    this.#failure = code;
    return this.#unavailable(code);
  }

  #unavailable(code: string): Problem {
    return new Problem(
      "storage-unavailable",
      "The store of inputs and results does not respond. Try again in a few seconds.",
      { headers: { "Retry-After": String(Math.ceil(PAUSE_MS / 1_000)) }, cause: code },
    );
  }
}
