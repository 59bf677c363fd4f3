import { mkdir, readdir, rename, stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, extname, join } from "node:path";
import type { SentFile } from "../kit/call-request.ts";
import { isText } from "../kit/descriptor.ts";
import { UsageError } from "../kit/usage-error.ts";
import type { CallArguments } from "./call-arguments.ts";
import { helpOf } from "./call-help.ts";
import { ApiError, type CallTarget, sendCall } from "./client.ts";
import { format } from "./format.ts";
import { printable } from "./printable.ts";
import { type Screen, showProgress } from "./progress.ts";

/** What the commands of operations work with. */
export interface CallsDeps {
  readonly callee: CallTarget;
  /** Where answers go. */
  readonly output: {
    readonly isTTY: boolean;
    readonly columns: number;
    write(bytes: Uint8Array | string): void;
  };
  /** Where progress and refusals go. */
  readonly screen: Screen;
  readonly input: () => Promise<Uint8Array<ArrayBuffer>>;
}

async function fileAt(path: string, deps: CallsDeps): Promise<SentFile> {
  if (path === "-") return { name: "stdin", bytes: await deps.input() };
  const file = Bun.file(path);
  if (!(await file.exists())) throw new UsageError(`File not found: ${path}`);
  return { name: basename(path), bytes: await file.bytes() };
}

const mediaTypeOf = (answer: Response) =>
  ((answer.headers.get("content-type") ?? "").split(";", 1)[0] ?? "").trim().toLowerCase();

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

/** Writes a file whole or not at all. */
async function write(path: string, answer: Response): Promise<void> {
  const partial = `${path}.part`;
  await Bun.write(partial, await answer.bytes());
  await rename(partial, path);
}

async function one(call: CallArguments, deps: CallsDeps): Promise<void> {
  const { output } = deps;
  const files: Record<string, SentFile> = {};
  for (const [name, path] of Object.entries(call.files)) files[name] = await fileAt(path, deps);
  const answer = await sendCall(call, { fields: call.fields, files }, deps.callee);
  if (call.out !== undefined) return write(call.out, answer);
  const type = mediaTypeOf(answer);
  if (!isText(type)) {
    if (output.isTTY)
      throw new UsageError(`The response is binary (${type}). Write it to a file with --out.`);
    return output.write(await answer.bytes());
  }
  const text = await answer.text();
  const shown = output.isTTY
    ? printable(call.json || !/\bjson$/.test(type) ? text : formatted(text, output.columns))
    : text;
  output.write(shown.endsWith("\n") ? shown : `${shown}\n`);
}

/** JSON for a person; the text itself where it is no JSON, or JSON nested deeper than the stack. */
function formatted(text: string, columns: number): string {
  try {
    return format(JSON.parse(text), columns);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return text;
    throw error;
  }
}

async function many(call: CallArguments, folder: string, deps: CallsDeps): Promise<void> {
  const { out, operation, force } = call;
  const name = operation.accepts?.file;
  if (out === undefined) throw new UsageError("--dir needs --out, the folder for the responses.");
  if (name === undefined) throw new UsageError("This operation accepts no files.");
  const there = await stat(folder).catch(() => undefined);
  if (there?.isDirectory() !== true) throw new UsageError(`Folder not found: ${folder}`);
  await mkdir(out, { recursive: true });
  const made = new Set((await readdir(out)).map((file) => basename(file, extname(file))));
  const all = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => entry.name)
    .sort();
  const files = force ? all : all.filter((file) => !made.has(basename(file, extname(file))));
  const progress = showProgress(deps.screen, `${call.api.name} ${call.id}`, (amount) => `${amount}`);
  const refused: string[] = [];
  let done = 0;
  const waiting = files.values();
  const work = async () => {
    for (const file of waiting) {
      try {
        const sent = await fileAt(join(folder, file), deps);
        const answer = await sendCall(call, { fields: call.fields, files: { [name]: sent } }, deps.callee);
        await write(join(out, basename(file, extname(file)) + extensionOf(mediaTypeOf(answer))), answer);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refused.push(`${file}: ${error.message}`);
      }
      progress.to(++done, files.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(deps.callee.atOnce, files.length) }, work));
  progress.end();
  const skipped = all.length - files.length;
  deps.screen.write(
    `${files.length - refused.length} done, ${refused.length} failed${skipped === 0 ? "" : `, ${skipped} skipped because they have a response (--force sends them again)`}.\n`,
  );
  if (refused.length > 0) throw new ApiError(refused.join("\n"));
}

/**
 * Makes the call, or the calls, of a command. Throws a `UsageError` for a command that cannot be meant, and
 * `ApiError` for what was refused; of a folder, all other files are done by then.
 */
export async function runCall(call: CallArguments, deps: CallsDeps): Promise<void> {
  if (call.help) return deps.output.write(helpOf(call.api, call.id, call.operation));
  if (call.folder !== undefined) return many(call, call.folder, deps);
  return one(call, deps);
}

/** How many calls this machine makes at once. */
export const HERE_AT_ONCE = availableParallelism();
