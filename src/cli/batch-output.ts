import { type FileHandle, mkdir, open, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { extensionOf } from "../kit/file-name.ts";
import { UsageError } from "../kit/usage-error.ts";
import { type CallsDeps, stemsIn, write } from "./calls.ts";
import { ApiError } from "./client.ts";
import { plainText } from "./format.ts";
import type { BatchEntry } from "./inputs.ts";

/** Outcome of one item of a batch. */
export interface Outcome {
  readonly state: "succeeded" | "failed" | "canceled";
  readonly units: number | null;
  /** The response of an item that succeeded: a value of JSON or a text; undefined for other bytes. */
  readonly value?: unknown;
  readonly bytes?: Uint8Array;
  readonly mediaType?: string;
  readonly problem?: { readonly code: string; readonly detail: string };
}

/** Destination of the results of a batch. */
export interface BatchOutput {
  has(entry: BatchEntry): boolean;
  /** Stores how an item ended. `index` is its place among all inputs. */
  save(index: number, entry: BatchEntry, outcome: Outcome): Promise<void>;
  /** Ends the output; resolves with where failures are, if they are stored beside the results. */
  end(): Promise<string | undefined>;
}

const FAILURES = "quintet-failures.ndjson";

/** Reports whether results are lines of one file, and not files in a folder. */
export const isLines = (out: string | undefined) => out === undefined || /\.(?:ndjson|jsonl)$/i.test(out);

const problemOf = ({ state, problem }: Outcome) =>
  problem ?? { code: state, detail: state === "canceled" ? "The job was canceled." : "The job failed." };

function errorOf(outcome: Outcome) {
  const { code, detail } = problemOf(outcome);
  return { code, message: detail };
}

/** The error for responses that cannot be lines. */
export const binaryLines = (mediaType = "") =>
  new UsageError(`The responses are binary (${mediaType}). Write them to a folder with --out.`);

/** Results as a line of JSON each, of commands that send several files. */
export function printedOutput(print: (line: object) => void): BatchOutput {
  return {
    has: () => false,
    async save(_index, { label: file }, outcome) {
      const { value, mediaType } = outcome;
      if (outcome.state !== "succeeded") return print({ file, error: errorOf(outcome) });
      if (outcome.bytes !== undefined) throw binaryLines(mediaType);
      print(typeof value === "string" ? { file, text: value } : { file, data: value });
    },
    end: async () => undefined,
  };
}

function bytesOf({ bytes, value }: Outcome): Uint8Array {
  if (bytes !== undefined) return bytes;
  return new TextEncoder().encode(typeof value === "string" ? value : `${JSON.stringify(value)}\n`);
}

/** Results as one file each. `report` gets a line of JSON for each. */
export async function folderOutput(
  out: string,
  isForced: boolean,
  report: (line: object) => void,
): Promise<BatchOutput> {
  await mkdir(out, { recursive: true });
  const list = join(out, FAILURES);
  // Before anything is sent: throws where the folder is not writable.
  await write(list, new Uint8Array());
  await rm(list);
  const there = isForced ? new Set<string>() : await stemsIn(out);
  const root = resolve(out) + sep;
  const failures: string[] = [];
  return {
    has: ({ stem }) => there.has(join(stem)),
    async save(_index, { label, stem }, outcome) {
      if (outcome.state !== "succeeded") {
        const { code, detail } = problemOf(outcome);
        failures.push(`${JSON.stringify({ input: label, state: outcome.state, code, detail })}\n`);
        return report({ file: label, error: errorOf(outcome) });
      }
      const target = join(out, stem + extensionOf(outcome.mediaType ?? ""));
      // The list of what to save may be an edited file.
      if (!resolve(target).startsWith(root)) throw new UsageError(`${stem} is not inside ${out}.`);
      const exists = await stat(target).catch(() => undefined);
      if (exists !== undefined && !isForced) return;
      await mkdir(dirname(target), { recursive: true });
      await write(target, bytesOf(outcome));
      report({ file: label, out: target });
    },
    async end() {
      if (failures.length === 0) return undefined;
      await writeFile(list, failures.join(""));
      return list;
    },
  };
}

/** The results that a file has, up to the last whole line; what follows is cut off. */
async function wholeLines(path: string): Promise<ReadonlySet<number>> {
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined) return new Set();
  const end = bytes.lastIndexOf("\n") + 1;
  if (end < bytes.byteLength) await truncate(path, end);
  const lines = bytes.subarray(0, end).toString("utf8").split("\n");
  return new Set(
    lines.flatMap((line) => {
      if (line === "") return [];
      try {
        const { index } = JSON.parse(line) as { index?: unknown };
        return typeof index === "number" ? [index] : [];
      } catch {
        throw new UsageError(`${path} has lines that are no results. Name another file with --out.`);
      }
    }),
  );
}

/** Opens the file for lines. Throws a `UsageError` for one that is there already and may not be replaced, and where that fails. */
async function openLines(
  out: string,
  { isForced, isResumed }: { readonly isForced: boolean; readonly isResumed: boolean },
): Promise<FileHandle> {
  // A command that ended before its first result leaves an empty file.
  const isEmpty = (await stat(out).catch(() => undefined))?.size === 0;
  const flags = isResumed ? "a" : isForced || isEmpty ? "w" : "wx";
  return open(out, flags).catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(
      cause.code === "EEXIST"
        ? `${out} exists. Use --force to replace it.`
        : `Cannot write ${out}. Check that its folder is writable.`,
      { cause },
    );
  });
}

/** Results as lines of JSON, in the order of the inputs: into a file, or to `print`. */
export async function linesOutput(
  out: string | undefined,
  from: { readonly isForced: boolean; readonly isResumed: boolean },
  print: (text: string) => void,
): Promise<BatchOutput & { readonly saved: ReadonlySet<number> }> {
  if (out !== undefined) await mkdir(dirname(out), { recursive: true });
  const saved = out !== undefined && from.isResumed ? await wholeLines(out) : new Set<number>();
  const file = out === undefined ? undefined : await openLines(out, from);
  return {
    saved,
    has: () => false,
    async save(index, { label, fields }, outcome) {
      if (saved.has(index)) return;
      const { state, units, value = null } = outcome;
      if (outcome.bytes !== undefined) throw binaryLines(outcome.mediaType);
      const problem = state === "succeeded" ? null : problemOf(outcome);
      const line = `${JSON.stringify({ index, input: fields ?? label, state, units, result: value, problem })}\n`;
      if (file === undefined) print(line);
      else await file.appendFile(line);
    },
    async end() {
      await file?.close();
      return undefined;
    },
  };
}

/** Passes results on in the order of the inputs, whatever order they come in. */
export function inOrder(output: BatchOutput): BatchOutput {
  const waiting = new Map<number, () => Promise<void>>();
  let next = 0;
  let last = Promise.resolve();
  return {
    ...output,
    save(index, entry, outcome) {
      waiting.set(index, () => output.save(index, entry, outcome));
      for (let save = waiting.get(next); save !== undefined; save = waiting.get(next)) {
        waiting.delete(next++);
        last = last.then(save);
      }
      return last;
    },
  };
}

/** An item that failed. */
export interface Failure {
  readonly label: string;
  readonly code: string;
  readonly detail: string;
}

/** Failures as lines for a person: the first ones, and how many more there are. */
function failureLines(failures: readonly Failure[]): string {
  const SHOWN = 20;
  const lines = failures
    .slice(0, SHOWN)
    .map(({ label, code, detail }) => plainText(`${label}: ${detail} (${code})`));
  const more = failures.length - lines.length;
  return [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join("\n");
}

/** Ends the output of a batch, and tells how many items are done. Throws an `ApiError` with those that failed. */
export async function endBatch(
  output: BatchOutput,
  screen: Pick<CallsDeps["screen"], "write">,
  done: number,
  failures: readonly Failure[],
): Promise<void> {
  const stored = await output.end();
  screen.write(`${done} done, ${failures.length} failed.\n`);
  const where = stored === undefined ? "" : `\nAll failures: ${stored}`;
  if (failures.length > 0) throw new ApiError(failureLines(failures) + where);
}
