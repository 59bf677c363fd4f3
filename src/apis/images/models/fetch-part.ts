import { type FileHandle, open, rm, stat, statfs } from "node:fs/promises";
import type { Download, OpenDownload } from "../../../kit/download.ts";
import { Problem } from "../../../kit/problem.ts";
import { Digester, digest } from "./digest.ts";
import { ModelError, systemCode } from "./model-error.ts";
import type { ModelStore } from "./model-store.ts";
import { MODEL_MAX } from "./onnx-file.ts";
import type { Entry } from "./registry.ts";

/** A length for people. */
const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;

/**
 * Converts a failure of the disk or the network to an error for the operator. Other errors are returned
 * unchanged.
 */
export function toModelError(error: unknown, name: string, done: number): unknown {
  if (error instanceof Problem) {
    return new ModelError("refused", `${name} could not be fetched. ${error.message}`, { cause: error });
  }
  const code = systemCode(error);
  if (error instanceof ModelError || code === "") return error;
  const isFull = code === "ENOSPC" || code === "EDQUOT";
  const what = isFull
    ? `The disk is full after ${megabytes(done)}. Free some space and try again.`
    : `The folder of models in DATA_DIR cannot be written to (${code}).`;
  return new ModelError("disk", what, { cause: error });
}

/** How long nothing may come before the connection counts as broken, in milliseconds. */
const SILENCE_MS = 30_000;

/** Bytes that a disk must have left beside the model: a database may live there. */
const SPARE = 64 * 1024 * 1024;

export interface PullOptions {
  readonly store: ModelStore;
  /** Where the files are, without a slash at its end. */
  readonly baseUrl: string;
  readonly download: OpenDownload;
  /** Called with the bytes received so far, and the total if the server sends it. */
  onProgress?(done: number, total: number | undefined): void;
}

/** The bytes as they arrive. Throws `cut` where the connection breaks; `done` tells how far it got. */
async function* arriving(response: Download, name: string, done: () => number): AsyncGenerator<Uint8Array> {
  try {
    yield* response.body;
  } catch (cause) {
    const words = `The connection broke after ${megabytes(done())} of ${name}. Run the same command again to resume.`;
    throw new ModelError("cut", words, { cause });
  }
}

/** Opens the file for what is fetched, with what is there of it already taken in. */
async function openPart(path: string): Promise<{ file: FileHandle; done: number; digester: Digester }> {
  const there = await stat(path).catch(() => undefined);
  if (there === undefined || !there.isFile() || there.size > MODEL_MAX) {
    return { file: await open(path, "w"), done: 0, digester: new Digester() };
  }
  return { file: await open(path, "r+"), done: there.size, digester: await digest(path) };
}

/**
 * The position of the response's bytes in the file: after those that exist, or at the start. Throws `refused`.
 */
function offsetOf(
  response: Download,
  done: number,
  name: string,
): { from: number; total: number | undefined } {
  const header = (key: string) => response.headers.get(key)?.[0] ?? "";
  if (response.status === 200) {
    const length = header("content-length");
    return { from: 0, total: length === "" ? undefined : Number(length) };
  }
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(header("content-range"));
  if (response.status === 206 && range !== null && Number(range[1]) === done) {
    return { from: done, total: Number(range[2]) };
  }
  throw new ModelError(
    "refused",
    `${name} could not be fetched: the server of models returned status ${response.status}.`,
  );
}

async function checkFreeSpace(store: ModelStore, missing: number): Promise<void> {
  const { bavail, bsize } = await statfs(store.folder);
  if (bavail * bsize >= missing + SPARE) return;
  throw new ModelError(
    "disk",
    `The model needs ${megabytes(missing + SPARE)} of disk space, and ${megabytes(bavail * bsize)} are free.`,
  );
}

/**
 * Downloads the missing part of a file. Returns the digests of the whole file, and whether a part of it
 * existed. Bytes that arrived before a connection broke are kept. Throws a `ModelError`: `cut`, `refused`,
 * `disk`, `unsupported`.
 */
export async function fetchPart(entry: Entry, part: string, options: PullOptions) {
  const { file, digester: before, done: there } = await openPart(part);
  let done = there;
  let digester = before;
  try {
    const headers: Record<string, string> = done > 0 ? { Range: `bytes=${done}-` } : {};
    const response = await options.download(`${options.baseUrl}/${entry.file}`, {
      headers,
      silenceMs: SILENCE_MS,
      parameter: "UPSTREAM_URLS",
    });
    try {
      // Nothing is after the bytes that are there: they are the whole file, or not its beginning.
      if (response.status === 416 && done > 0) return { done, digests: digester.digests(), resumed: true };
      const { from, total } = offsetOf(response, done, entry.name);
      if (total !== undefined && total > MODEL_MAX)
        throw new ModelError(
          "unsupported",
          `${entry.name} would have ${megabytes(total)}. This is not a model in the registry.`,
        );
      if (from === 0 && done > 0) {
        digester = new Digester();
        await file.truncate(0);
        done = 0;
      }
      if (total !== undefined) await checkFreeSpace(options.store, total - done);
      for await (const chunk of arriving(response, entry.name, () => done)) {
        if (done + chunk.length > MODEL_MAX)
          throw new ModelError(
            "unsupported",
            `${entry.name} does not end. This is not a model in the registry.`,
          );
        await file.write(chunk, 0, chunk.length, done);
        digester.take(chunk);
        done += chunk.length;
        options.onProgress?.(done, total);
      }
      await file.sync();
      return { done, digests: digester.digests(), resumed: from > 0 };
    } finally {
      response.close();
    }
  } catch (error) {
    const wrong = toModelError(error, entry.name, done);
    // What came before a cut is of use; what a full disk or a wrong server has given is not.
    const isOfUse = wrong instanceof ModelError && (wrong.fault === "cut" || wrong.fault === "refused");
    if (!isOfUse || done === 0) await rm(part, { force: true });
    throw wrong;
  } finally {
    await file.close();
  }
}
