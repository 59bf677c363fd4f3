import { rename, rm } from "node:fs/promises";
import { type Digests, digest, isGenuine } from "./digest.ts";
import { fetchPart, type PullOptions, toModelError } from "./fetch-part.ts";
import { ModelError } from "./model-error.ts";
import { partOf } from "./model-store.ts";
import type { Entry } from "./registry.ts";

/** A model that is installed and genuine. */
export interface VerifiedModel extends Digests {
  readonly path: string;
  readonly bytes: number;
  /** Whether it was there already. */
  readonly before: boolean;
}

/**
 * Downloads a model into the store: streamed to `NAME.onnx.part`, from where an earlier attempt broke off,
 * checked against its checksum, and only then given its name. A model that is there and genuine is left alone.
 * Throws a `ModelError`: `cut`, `refused`, `disk`, `unsupported`, `checksum`.
 */
export async function pullModel(entry: Entry, options: PullOptions): Promise<VerifiedModel> {
  const path = options.store.pathOf(entry.name);
  const part = partOf(path);
  try {
    await options.store.prepare();
    const installed = await options.store.find(entry.name);
    if (installed !== undefined) {
      const digests = (await digest(path)).digests();
      if (isGenuine(digests, entry)) return { path, bytes: installed.bytes, before: true, ...digests };
    }
    let fetched = await fetchPart(entry, part, options);
    if (!isGenuine(fetched.digests, entry) && fetched.resumed) {
      // The beginning was of another file than the end: once more, from the start.
      await rm(part, { force: true });
      fetched = await fetchPart(entry, part, options);
    }
    const { done, digests } = fetched;
    if (!isGenuine(digests, entry)) {
      await rm(part, { force: true });
      throw new ModelError(
        "checksum",
        `The downloaded file is not ${entry.name}: its ${entry.checksum.algorithm} is ${digests[entry.checksum.algorithm]}, not ${entry.checksum.hex}. Nothing was installed.`,
      );
    }
    await rename(part, path);
    return { path, bytes: done, before: false, ...digests };
  } catch (error) {
    throw toModelError(error, entry.name, 0);
  }
}
