import { FairQueue } from "../../kit/fair-queue.ts";
import { GrowableBuffer } from "../../kit/growable-buffer.ts";
import { Problem } from "../../kit/problem.ts";
import { CHUNK_BYTES, type Pace, readChunks, rejectEncoded, tooLarge } from "./read-body.ts";
import { SpoolFile, type SpoolPlace } from "./spool.ts";

/** Limits of the uploads of one process. */
export interface UploadLimits extends Pace, SpoolPlace {
  readonly maxBytes: number;
  readonly inMemory: number;
}

/** Disk that all uploads of one process may take, as a multiple of the largest one. */
const DISK_UPLOADS = 16;

/** The part of the disk and of the memory that one tenant may hold: a quarter. */
const SHARE = 4;

/** A file of more bytes than this waits on disk. */
const MEMORY_MAX = 1_000_000;

const MEMORY_TOTAL = 64 * 1024 * 1024;

const BLOCK_MAX = MEMORY_MAX + 2 * CHUNK_BYTES;

/** The first block of a file, in bytes: many uploads that have just begun take little. */
const FIRST_BLOCK = 4 * 1024;

/** Bytes of an upload that are collected before they are written to its file. */
const WRITE_BYTES = 64 * 1024;

/** Bodies of one tenant that may be on their way at once. */
const UNFINISHED_MAX = 64;

const WAITING_MAX = 256;

/** How long an upload waits for disk or for memory, in milliseconds. */
const WAIT_MS = 30_000;

const FULL = "Your other uploads have reached the limit for one account, or the server is full.";

function busy(detail: string): Problem {
  return new Problem("busy", `${detail} Send the request again in 2 seconds.`, {
    headers: { "Retry-After": "2" },
  });
}

class BytesByTenant {
  readonly #of = new Map<string, number>();
  total = 0;

  of(tenant: string): number {
    return this.#of.get(tenant) ?? 0;
  }

  /** Adds bytes, or takes them away where they are negative. */
  add(tenant: string, bytes: number): void {
    this.total += bytes;
    const now = this.of(tenant) + bytes;
    if (now === 0) this.#of.delete(tenant);
    else this.#of.set(tenant, now);
  }
}

/** The uploads of one process: small files wait in memory, larger ones on disk. The empty tenant has no share. */
export class Uploads {
  readonly limits: UploadLimits;
  readonly memory = new BytesByTenant();
  readonly disk = new BytesByTenant();
  readonly unfinished = new Set<Upload>();
  readonly fairQueue: FairQueue;
  readonly #diskMax: number;
  readonly #waiting = new Set<() => void>();

  constructor(limits: UploadLimits) {
    this.limits = limits;
    this.#diskMax = DISK_UPLOADS * limits.maxBytes;
    this.fairQueue = new FairQueue(limits.inMemory, WAITING_MAX, { waitMs: WAIT_MS });
  }

  /** Begins the upload of one request; it frees what it holds when it is disposed of. */
  begin(tenant = ""): Upload {
    return new Upload(this, tenant);
  }

  /** Counts a body that begins. Throws `busy` where its tenant has too many on their way. */
  enter(upload: Upload): void {
    if (upload.tenant !== "") {
      let own = 0;
      for (const { tenant } of this.unfinished) if (tenant === upload.tenant) own++;
      if (own >= UNFINISHED_MAX) throw busy(`${UNFINISHED_MAX} of your uploads are in progress.`);
    }
    this.unfinished.add(upload);
  }

  /** Takes memory for a tenant; false where it is to use the disk instead. */
  takeMemory(tenant: string, bytes: number): boolean {
    const own = this.memory.of(tenant) + bytes;
    const share = tenant === "" ? MEMORY_TOTAL : MEMORY_TOTAL / SHARE;
    // A tenant with at most one small file gets memory even where all others together hold all of it.
    const total = own <= BLOCK_MAX ? 2 * MEMORY_TOTAL : MEMORY_TOTAL;
    if (own > share || this.memory.total + bytes > total) return false;
    this.memory.add(tenant, bytes);
    return true;
  }

  /** Reserves disk space; false if the tenant has its share. A full disk ends the slowest upload of a tenant that holds more. */
  takeDisk(tenant: string, bytes: number): boolean {
    const wanted = this.disk.of(tenant) + bytes;
    if (tenant !== "" && wanted > this.#diskMax / SHARE) return false;
    while (this.disk.total + bytes > this.#diskMax) {
      const slowest = this.#slowestOfHeaviest(wanted);
      if (slowest === undefined) return false;
      slowest.evict();
    }
    this.disk.add(tenant, bytes);
    return true;
  }

  /** Waits for disk space; nothing of the body is read until then. Throws `busy` and `client-left`. */
  async waitForDisk(tenant: string, bytes: number, client: AbortSignal): Promise<void> {
    const deadline = performance.now() + WAIT_MS;
    while (!this.takeDisk(tenant, bytes)) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const wake = () => resolve();
      const timer = setTimeout(wake, deadline - performance.now());
      this.#waiting.add(wake);
      client.addEventListener("abort", wake, { once: true });
      await promise;
      clearTimeout(timer);
      client.removeEventListener("abort", wake);
      this.#waiting.delete(wake);
      if (client.aborted)
        throw new Problem("client-left", "The client closed the connection before the call started.");
      if (performance.now() >= deadline) throw busy(FULL);
    }
  }

  /** Gives disk back, and lets those that wait for some try again. */
  freeDisk(tenant: string, bytes: number): void {
    if (bytes === 0) return;
    this.disk.add(tenant, -bytes);
    for (const wake of this.#waiting) wake();
  }

  #slowestOfHeaviest(than: number): Upload | undefined {
    let found: Upload | undefined;
    for (const upload of this.unfinished) {
      const held = this.disk.of(upload.tenant);
      if (upload.diskBytes === 0 || held <= than) continue;
      const most = found === undefined ? 0 : this.disk.of(found.tenant);
      if (held > most || (held === most && found !== undefined && upload.rate < found.rate)) found = upload;
    }
    return found;
  }
}

/** A reader of a body, chunk by chunk. */
export interface BodyReader<End> {
  push(chunk: Uint8Array): void;
  end(): End;
}

/** The body of one request, and the resources it holds until the response is sent. */
export class Upload {
  /** The tenant that it counts for: set once the key is known, before the body is read. */
  tenant: string;
  /** Called with each chunk of the body before it is parsed. The chunk may change afterwards. */
  onChunk: ((chunk: Uint8Array) => void) | undefined;
  diskBytes = 0;
  #reserved = 0;
  #received = 0;
  readonly #uploads: Uploads;
  readonly #files: StoredFile[] = [];
  #began = performance.now();
  #reason: Problem | undefined;
  #turn: Promise<() => void> | undefined;

  constructor(uploads: Uploads, tenant: string) {
    this.#uploads = uploads;
    this.tenant = tenant;
  }

  /** Whether disk was taken for it before its first byte. */
  get isReserved(): boolean {
    return this.#reserved > 0;
  }

  get rate(): number {
    return this.#received / (performance.now() - this.#began);
  }

  /**
   * Reads a body chunk by chunk and gives its end. Throws what `readChunks`, `rejectEncoded` and the reader throw, `busy`
   * and `insufficient-storage`.
   */
  async receive<End>(
    request: Request,
    most: number,
    reader: BodyReader<End>,
    pace: Pace = this.#uploads.limits,
  ): Promise<End> {
    rejectEncoded(request);
    const announced = Number(request.headers.get("content-length") ?? 0);
    if (announced > most) throw tooLarge(most);
    this.#uploads.enter(this);
    try {
      // All at once: of many uploads that each have a part of what they need, none would be completed.
      if (announced > MEMORY_MAX) await this.#reserve(announced, request.signal);
      const store = async (chunk: Uint8Array) => {
        this.#received += chunk.byteLength;
        this.onChunk?.(chunk);
        reader.push(chunk);
        for (const file of this.#files) if (file.isFull) await file.flush();
        this.assertHeld();
      };
      await readChunks(request, most, pace, store, () => this.#reason);
      const end = reader.end();
      for (const file of this.#files) await file.flush();
      // From here to the end of this function no other upload runs: it gives way before, or not any more.
      this.assertHeld();
      this.#release(this.#reserved);
      return end;
    } finally {
      this.#uploads.unfinished.delete(this);
    }
  }

  store(most: number, fileName?: string): StoredFile {
    const file = new StoredFile(this, this.#uploads, most, fileName);
    this.#files.push(file);
    return file;
  }

  /** Throws `busy` if it gave way, and `client-left` if its request is over: it holds nothing any more. */
  assertHeld(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }

  /** Waits until it may have its files on disk in memory. Throws `busy` and `client-left`. */
  async waitForMemory(client: AbortSignal): Promise<void> {
    this.assertHeld();
    this.#turn ??= this.#uploads.fairQueue.acquire(client, { busy: 0, left: 0 }, this.tenant);
    const turn = this.#turn;
    try {
      await turn;
    } catch (error) {
      // Whoever asks again waits again.
      if (this.#turn === turn) this.#turn = undefined;
      throw error;
    }
    this.assertHeld();
  }

  async #reserve(bytes: number, client: AbortSignal): Promise<void> {
    await this.#uploads.waitForDisk(this.tenant, bytes, client);
    this.#reserved = bytes;
    this.diskBytes += bytes;
    this.#began = performance.now();
  }

  #release(bytes: number): void {
    this.#reserved = 0;
    this.diskBytes -= bytes;
    this.#uploads.freeDisk(this.tenant, bytes);
  }

  /** Takes disk for bytes that are written now, first of what was reserved. Throws `busy`. */
  takeDisk(bytes: number): void {
    this.assertHeld();
    const more = Math.max(0, bytes - this.#reserved);
    if (more > 0 && !this.#uploads.takeDisk(this.tenant, more)) throw busy(FULL);
    this.#reserved = Math.max(0, this.#reserved - bytes);
    this.diskBytes += more;
  }

  /** Ends it in favor of a tenant that holds less. */
  evict(): void {
    this.#reason = busy("The server is full, and your uploads use the largest part.");
    this.#uploads.unfinished.delete(this);
    this.#free();
  }

  #free(): void {
    for (const file of this.#files.splice(0)) file.close();
    this.#release(this.diskBytes);
  }

  [Symbol.dispose](): void {
    this.#reason ??= new Problem("client-left", "The request of this upload has ended. Send it again.");
    this.#free();
    // Also one that is still waited for: nobody else would give it back.
    void this.#turn?.then(
      (leave) => leave(),
      () => {},
    );
    this.#turn = undefined;
  }
}

/** One file of a body: in memory while it is small, else on disk. */
export class StoredFile {
  /** Its name as it was sent: any text. */
  readonly fileName: string | undefined;
  readonly #upload: Upload;
  readonly #uploads: Uploads;
  readonly #most: number;
  #buffer = new GrowableBuffer(BLOCK_MAX, FIRST_BLOCK);
  #size = 0;
  #memoryBytes = 0;
  #isOnDisk = false;
  #spool: SpoolFile | undefined;

  constructor(upload: Upload, uploads: Uploads, most: number, fileName: string | undefined) {
    this.fileName = fileName;
    this.#upload = upload;
    this.#uploads = uploads;
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  /** Whether enough has come to be written to disk. */
  get isFull(): boolean {
    return this.#isOnDisk && this.#buffer.length >= WRITE_BYTES;
  }

  append(bytes: Uint8Array): void {
    this.#upload.assertHeld();
    this.#size += bytes.byteLength;
    if (this.#size > this.#most) throw tooLarge(this.#most);
    if (!this.#buffer.add(bytes)) throw new RangeError("a file was not flushed between two chunks");
    // Its size was announced: it need not fill memory first.
    this.#isOnDisk ||= this.#upload.isReserved;
    if (this.#isOnDisk) return;
    const more = this.#buffer.capacity - this.#memoryBytes;
    this.#isOnDisk =
      this.#size > MEMORY_MAX || (more > 0 && !this.#uploads.takeMemory(this.#upload.tenant, more));
    if (!this.#isOnDisk) this.#memoryBytes += more;
  }

  /** Writes what belongs on disk. Throws `busy` and `insufficient-storage`. */
  async flush(): Promise<void> {
    if (!this.#isOnDisk || this.#buffer.length === 0) return;
    this.#upload.takeDisk(this.#buffer.length);
    this.#spool ??= new SpoolFile(this.#uploads.limits);
    await this.#spool.append(this.#buffer.view());
    // One block for all that follows: a new one for each write is garbage by the hundred megabytes.
    if (this.#buffer.capacity > 2 * WRITE_BYTES)
      this.#buffer = new GrowableBuffer(BLOCK_MAX, 2 * WRITE_BYTES);
    else this.#buffer.clear();
    this.#freeMemory();
  }

  /**
   * Its bytes, or those from `from` to before `to`. A file on disk waits for a turn of `reader`. Throws `busy`,
   * `client-left` and `insufficient-storage`.
   */
  async bytes(
    reader: Upload,
    client: AbortSignal,
    from = 0,
    to = this.#size,
  ): Promise<Uint8Array<ArrayBuffer>> {
    this.#upload.assertHeld();
    if (this.#spool === undefined) return this.#buffer.view().slice(from, to);
    await reader.waitForMemory(client);
    this.#upload.assertHeld();
    return this.#spool.bytes(from, to);
  }

  close(): void {
    this.#freeMemory();
    this.#spool?.close();
  }

  #freeMemory(): void {
    this.#uploads.memory.add(this.#upload.tenant, -this.#memoryBytes);
    this.#memoryBytes = 0;
  }
}
