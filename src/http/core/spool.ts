import { close, constants, openSync, read, statfsSync, unlinkSync, write } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Problem } from "../../kit/problem.ts";

const readFd = promisify(read);
const writeFd = promisify(write);

/** Where uploads wait on disk. */
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

/** The bytes of one upload in a file without a name. Every method throws `insufficient-storage`. */
export class SpoolFile {
  readonly #fd: number;
  readonly #folder: string;
  readonly #keepFreeBytes: number;
  #size = 0;
  #looked = 0;
  /** What is under way: a descriptor that is closed under it could be another file's by then. */
  #busy: Promise<unknown> = Promise.resolve();

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

  /** Adds bytes to the end. They may not change until it resolves. */
  async append(bytes: Uint8Array): Promise<void> {
    const at = this.#size;
    if (at + bytes.byteLength - this.#looked > LOOK_BYTES) {
      if (!hasRoom(this.#folder, this.#keepFreeBytes)) throw full(undefined);
      this.#looked = at;
    }
    this.#size += bytes.byteLength;
    const writing = async () => {
      for (let done = 0; done < bytes.byteLength; ) {
        const left = bytes.byteLength - done;
        done += (await writeFd(this.#fd, bytes, done, left, at + done)).bytesWritten;
      }
    };
    const busy = writing();
    this.#busy = busy.catch(() => {});
    await busy.catch((cause: unknown) => {
      throw full(cause);
    });
  }

  /** Reads all of it into memory. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const whole = new Uint8Array(this.#size);
    const reading = async () => {
      for (let done = 0; done < whole.byteLength; ) {
        const { bytesRead } = await readFd(this.#fd, whole, done, whole.byteLength - done, done);
        if (bytesRead === 0) throw new RangeError("an upload on disk has lost its end");
        done += bytesRead;
      }
    };
    const busy = reading();
    this.#busy = busy.catch(() => {});
    await busy.catch((cause: unknown) => {
      throw full(cause);
    });
    return whole;
  }

  /** Gives the disk space back, once nothing is under way. */
  close(): void {
    void this.#busy.then(() => close(this.#fd, () => {}));
  }
}
