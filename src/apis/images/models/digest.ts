import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Entry } from "./registry.ts";

/** The digests of a file. */
export interface Digests {
  readonly sha256: string;
  readonly md5: string;
}

/** Reads bytes as they come and tells their digests. */
export class Digester {
  readonly #hashes: Readonly<Record<keyof Digests, Hash>> = {
    sha256: createHash("sha256"),
    md5: createHash("md5"),
  };

  take(bytes: Uint8Array): void {
    for (const hash of Object.values(this.#hashes)) hash.update(bytes);
  }

  /** Finishes the digests. No more bytes can be added. */
  digests(): Digests {
    return { sha256: this.#hashes.sha256.digest("hex"), md5: this.#hashes.md5.digest("hex") };
  }
}

/** Reports whether these are the digests of the file that the entry means. */
export function isGenuine(digests: Digests, { checksum }: Entry): boolean {
  return digests[checksum.algorithm] === checksum.hex;
}

/** Takes in a file from its beginning to its end. */
export async function digest(path: string): Promise<Digester> {
  const digester = new Digester();
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) digester.take(chunk);
  return digester;
}
