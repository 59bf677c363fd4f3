import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, extname, join, relative } from "node:path";
import type { RawAnswer } from "../../clients/typescript/src/transport.ts";
import { isText } from "../kit/descriptor.ts";
import { UsageError } from "../kit/usage-error.ts";
import { auditSummary, colored } from "./audit-summary.ts";
import type { CallArguments } from "./call-arguments.ts";
import { helpOf } from "./call-help.ts";
import { ApiError, type CallFile, type CallTarget, sendCall } from "./client.ts";
import { format, type Json } from "./format.ts";
import { styled } from "./help.ts";
import { type BatchFile, batchFiles } from "./inputs.ts";
import { printable } from "./printable.ts";
import { type Screen, showProgress } from "./progress.ts";

/** Dependencies of the commands of operations. */
export interface CallsDeps {
  readonly callee: CallTarget;
  /** Where responses go. */
  readonly output: {
    readonly isTTY: boolean;
    readonly columns: number;
    write(bytes: Uint8Array | string): void;
  };
  /** Where progress and errors go. */
  readonly screen: Screen;
  readonly input: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** Reads a file of a call; `-` is standard input. Throws a `UsageError` for one that is not there. */
export async function fileAt(path: string, deps: Pick<CallsDeps, "input">): Promise<CallFile> {
  if (path === "-") return { name: "stdin", bytes: await deps.input() };
  const there = await stat(path).catch(() => undefined);
  if (there === undefined) throw new UsageError(`File not found: ${path}`);
  if (there.isDirectory()) throw new UsageError(`${path} is a folder. Name a file.`);
  return { name: basename(path), bytes: new Uint8Array(await readFile(path)) };
}

/** File extensions of the media types that operations declare. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/json": ".json",
  "application/x-ndjson": ".ndjson",
  "application/zip": ".zip",
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "text/html": ".html",
  "text/markdown": ".md",
  "text/plain": ".txt",
};

/** The file extension of a response. A server names a media type; what ends a file name is never its text. */
export function extensionOf(type: string): string {
  return Object.hasOwn(EXTENSIONS, type) ? (EXTENSIONS[type] ?? ".bin") : ".bin";
}

/** A file that waits for its bytes, beside its place. */
interface Reserved {
  /** Writes the bytes and puts the file at `target`, whole or not at all. */
  write(target: string, bytes: Uint8Array): Promise<void>;
  /** Deletes it, if it was not written. */
  release(): Promise<void>;
}

/** Creates the file for a result before the call is made and paid for. Throws a `UsageError` where that is not possible. */
export async function reserve(path: string): Promise<Reserved> {
  const partial = `${path}.${process.pid}.part`;
  const file = await open(partial, "wx").catch((cause: unknown) => {
    throw new UsageError(`Cannot write ${path}. Check that its folder exists and is writable.`, { cause });
  });
  return {
    async write(target, bytes) {
      await file.writeFile(bytes);
      await rename(partial, target);
    },
    async release() {
      await file.close();
      await rm(partial, { force: true });
    },
  };
}

/** Does what makes the bytes of a file, and writes it whole or not at all. Nothing is done where it cannot be written. */
export async function writeResult(path: string, make: () => Promise<Uint8Array>): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw new UsageError(`${path} is a folder. Name a file.`);
  const reserved = await reserve(path);
  try {
    await reserved.write(path, await make());
  } finally {
    await reserved.release();
  }
}

/** Writes a file whole or not at all. */
export const write = (path: string, bytes: Uint8Array): Promise<void> => writeResult(path, async () => bytes);

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** JSON for a person; the text itself where it is no JSON, or JSON nested deeper than the stack. */
function formatted(text: string, columns: number): string {
  try {
    const value = JSON.parse(text) as Json;
    const summary = auditSummary(value, columns);
    return summary === undefined ? printable(format(value, columns)) : colored(printable(summary), true);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return printable(text);
    throw error;
  }
}

async function one(
  call: CallArguments,
  paths: Readonly<Record<string, string>>,
  deps: CallsDeps,
): Promise<void> {
  const { output } = deps;
  const files: Record<string, CallFile> = {};
  for (const [name, path] of Object.entries(paths)) files[name] = await fileAt(path, deps);
  const send = () => sendCall(call, files, deps.callee);
  if (call.out !== undefined) return writeResult(call.out, async () => (await send()).bytes);
  const { mediaType, bytes } = await send();
  if (!isText(mediaType)) {
    if (output.isTTY)
      throw new UsageError(`The response is binary (${mediaType}). Write it to a file with --out.`);
    return output.write(bytes);
  }
  const text = textOf(bytes);
  const shown = output.isTTY
    ? call.json || !/\bjson$/.test(mediaType)
      ? printable(text)
      : formatted(text, output.columns)
    : text;
  output.write(shown.endsWith("\n") ? shown : `${shown}\n`);
}

/** The paths in a folder for responses, without their extensions. */
export async function stemsIn(out: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".part"))
      .map(({ parentPath, name }) => join(relative(out, parentPath), basename(name, extname(name)))),
  );
}

/** The members of a JSON line about a response that is printed, not written to a file. */
function shownIn({ mediaType, bytes }: RawAnswer): object {
  if (!isText(mediaType)) {
    throw new UsageError(`The responses are binary (${mediaType}). Write them to a folder with --out.`);
  }
  const text = textOf(bytes);
  return /\bjson$/.test(mediaType) ? { data: JSON.parse(text) } : { text };
}

async function many(call: CallArguments, files: readonly BatchFile[], deps: CallsDeps): Promise<void> {
  const { out, operation, force } = call;
  const [name = ""] = operation.files;
  if (out !== undefined) await mkdir(out, { recursive: true });
  const made = out === undefined || force ? new Set<string>() : await stemsIn(out);
  const waiting = files.filter(({ stem }) => !made.has(stem));
  const progress = showProgress(
    deps.screen,
    `${call.api.name} ${operation.command}`,
    (amount) => `${amount}`,
  );
  const failed: string[] = [];
  let done = 0;
  const report = (line: object) => {
    if (out === undefined || call.json) deps.output.write(`${JSON.stringify(line)}\n`);
  };
  const send = async ({ path, stem }: BatchFile) => {
    const others: Record<string, CallFile> = {};
    for (const [other, file] of Object.entries(call.files)) others[other] = await fileAt(file, deps);
    const sent = { ...others, [name]: await fileAt(path, deps) };
    const answer = () => sendCall(call, sent, deps.callee);
    if (out === undefined) return report({ file: path, ...shownIn(await answer()) });
    await mkdir(dirname(join(out, stem)), { recursive: true });
    const reserved = await reserve(join(out, stem));
    try {
      const { mediaType, bytes } = await answer();
      const target = join(out, stem + extensionOf(mediaType));
      await reserved.write(target, bytes);
      report({ file: path, out: target });
    } finally {
      await reserved.release();
    }
  };
  const queue = waiting.values();
  const work = async () => {
    for (const file of queue) {
      try {
        await send(file);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        failed.push(`${file.path}: ${error.message}`);
        report({ file: file.path, error: { code: error.code, message: error.message } });
      }
      progress.to(++done, waiting.length);
    }
  };
  const atOnce = Math.min(call.concurrency ?? deps.callee.atOnce, waiting.length);
  await Promise.all(Array.from({ length: atOnce }, work));
  progress.end();
  const skipped = files.length - waiting.length;
  deps.screen.write(
    `${waiting.length - failed.length} done, ${failed.length} failed${skipped === 0 ? "" : `, ${skipped} skipped because they have a response (--force sends them again)`}.\n`,
  );
  if (failed.length > 0) throw new ApiError(failed.join("\n"));
}

/** The call with its list from standard input, if it is not given as words. */
async function withLines(call: CallArguments, name: string, deps: CallsDeps): Promise<CallArguments> {
  const given = call.fields[name] ?? "-";
  if (given !== "-") return call;
  return { ...call, fields: { ...call.fields, [name]: textOf(await deps.input()) } };
}

/**
 * Makes the call, or the calls, of a command. Throws a `UsageError` for an invalid command, and `ApiError` for calls
 * that failed; of a batch, all other files are done by then.
 */
export async function runCall(call: CallArguments, deps: CallsDeps): Promise<void> {
  const { inputs, operation } = call;
  if (call.help) return deps.output.write(styled(helpOf(call.api, operation), deps.output.isTTY));
  const [name = ""] = operation.files;
  const [only] = inputs;
  if (operation.lines !== undefined) return one(await withLines(call, operation.lines, deps), {}, deps);
  if (only === undefined) return one(call, call.files, deps);
  if (!call.isBatch) {
    const there = only === "-" ? undefined : await stat(only).catch(() => undefined);
    if (only === "-" || there?.isFile()) return one(call, { ...call.files, [name]: only }, deps);
  }
  if (inputs.includes("-")) throw new UsageError("- cannot be one of several files.");
  await many(call, await batchFiles(inputs, call.out), deps);
}
