import { close, constants, openSync, read, statfsSync, unlinkSync, write } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Problem } from "../../kit/problem.ts";

const readFd = promisify(read);
const writeFd = promisify(write);

/** Spool of uploads on disk. */
export interface SpoolPlace {
  /** Folders to try, in this order. */
  readonly folders: readonly string[];
  /** Bytes of the disk that uploads leave free, because the database may be on it. */
  readonly keepFreeBytes: number;
}

/** Free disk space is checked once for so many bytes: a check blocks the event loop. */
const LOOK_BYTES = 4 * 1024 * 1024;

function full(cause: unknown): Problem {
  return new Problem(
    "insufficient-storage",
    "This server has no disk space for the upload. Send the request again later, or send a url.",
    { headers: { "Retry-After": "60" }, cause },
  );
}

function hasRoom(folder: string, keepFreeBytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > keepFreeBytes;
  } catch {
    // A file system that cannot say so; whether it takes the bytes, the write shows.
    return true;
  }
}

/** Opens a file that only this process can reach: it has no name any more, so not even `kill -9` leaves it behind. */
function openUnnamed(folder: string): number {
  const path = join(folder, `quintet-upload-${crypto.randomUUID()}`);
  // Both at once, without a turn of the event loop between them.
  const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
  unlinkSync(path);
  return fd;
}

/** One upload in a file without a name. Throws `insufficient-storage`, and a TypeError after `close`. */
export class SpoolFile {
  /** Undefined once it is closed: what is under way has a copy. */
  #fd: number | undefined;
  readonly #folder: string;
  readonly #keepFreeBytes: number;
  #size = 0;
  #looked = 0;
  /** Reads and writes that are under way: the descriptor is closed after the last one. */
  readonly #underWay = new Set<Promise<unknown>>();

  constructor({ folders, keepFreeBytes }: SpoolPlace) {
    let cause: unknown;
    for (const folder of folders) {
      try {
        if (!hasRoom(folder, keepFreeBytes)) continue;
        this.#fd = openUnnamed(folder);
        this.#folder = folder;
        this.#keepFreeBytes = keepFreeBytes;
        return;
      } catch (error) {
        cause = error;
      }
    }
    throw full(cause);
  }

  get size(): number {
    return this.#size;
  }

  append(bytes: Uint8Array): Promise<void> {
    return this.#use(async (fd) => {
      const at = this.#size;
      if (at + bytes.byteLength - this.#looked > LOOK_BYTES) {
        if (!hasRoom(this.#folder, this.#keepFreeBytes)) throw full(undefined);
        this.#looked = at;
      }
      this.#size += bytes.byteLength;
      for (let done = 0; done < bytes.byteLength; ) {
        const left = bytes.byteLength - done;
        done += (await writeFd(fd, bytes, done, left, at + done)).bytesWritten;
      }
    });
  }

  bytes(from = 0, to = this.#size): Promise<Uint8Array<ArrayBuffer>> {
    return this.#use(async (fd) => {
      const whole = new Uint8Array(to - from);
      for (let done = 0; done < whole.byteLength; ) {
        const { bytesRead } = await readFd(fd, whole, done, whole.byteLength - done, from + done);
        if (bytesRead === 0) throw new RangeError("an upload on disk has lost its end");
        done += bytesRead;
      }
      return whole;
    });
  }

  close(): void {
    const fd = this.#fd;
    if (fd === undefined) return;
    this.#fd = undefined;
    void Promise.allSettled(this.#underWay).then(() => close(fd, () => {}));
  }

  async #use<T>(work: (fd: number) => Promise<T>): Promise<T> {
    if (this.#fd === undefined)
      throw new TypeError("a file of an upload is not read or written after its end");
    const working = work(this.#fd);
    this.#underWay.add(working);
    try {
      return await working;
    } catch (error) {
      throw error instanceof Problem ? error : full(error);
    } finally {
      this.#underWay.delete(working);
    }
  }
}
