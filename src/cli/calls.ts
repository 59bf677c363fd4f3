import { open, readdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, extname, join, relative } from "node:path";
import type { RawResponse } from "../../clients/typescript/src/transport.ts";
import { isText } from "../kit/descriptor.ts";
import { UsageError } from "../kit/usage-error.ts";
import { auditSummary, colored, siteSummary } from "./audit-summary.ts";
import type { CallArguments } from "./call-arguments.ts";
import { helpOf } from "./call-help.ts";
import { type CallFile, type CallTarget, sendCall, typeOf } from "./client.ts";
import { format, type Json } from "./format.ts";
import { styled } from "./help.ts";
import type { Output, Screen } from "./terminal.ts";

/** Dependencies of the commands of operations. */
export interface CallsDeps {
  readonly callee: CallTarget;
  readonly output: Output;
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

/** Writes a file whole or not at all; links, devices and pipes are kept. Throws a `UsageError` before any work. */
export async function writeResult(path: string, make: () => Promise<Uint8Array>): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw new UsageError(`${path} is a folder. Name a file.`);
  if (there !== undefined && !there.isFile()) return writeFile(path, await make());
  const target = there === undefined ? path : await realpath(path);
  const partial = `${target}.${process.pid}.part`;
  const tried = await open(partial, "wx").catch((cause: unknown) => {
    throw new UsageError(`Cannot write ${path}. Check that its folder exists and is writable.`, { cause });
  });
  await tried.close();
  // Not kept meanwhile: a command that is interrupted leaves nothing behind.
  await rm(partial);
  const bytes = await make();
  try {
    await writeFile(partial, bytes);
    await rename(partial, target);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Writes a file whole or not at all. */
export const write = (path: string, bytes: Uint8Array): Promise<void> => writeResult(path, async () => bytes);

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** JSON for a person; the text itself where it is no JSON, or JSON nested deeper than the stack. */
function formatted(text: string, columns: number): string {
  try {
    const value = JSON.parse(text) as Json;
    return auditSummary(value, columns) ?? siteSummary(value) ?? format(value, columns);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return text;
    throw error;
  }
}

/** Reports whether the response is binary; a parameter may ask for JSON instead. */
export const isBinary = (call: CallArguments) =>
  !isText(typeOf(call)) && !Object.values(call.fields).includes("json");

const binary = (type: string) =>
  new UsageError(`The response is binary (${type}). Write it to a file with --out.`);

/** Writes a response: in a terminal, JSON as text unless `isRaw`. Throws a `UsageError` for a binary one there. */
export function writeResponse({ mediaType, bytes }: RawResponse, output: Output, isRaw = false): void {
  if (!isText(mediaType) && output.isTTY) throw binary(mediaType);
  if (!isText(mediaType)) return void output.write(bytes);
  const text = textOf(bytes);
  const isFormatted = output.isTTY && !isRaw && /\bjson$/.test(mediaType);
  const shown = isFormatted ? formatted(text, output.columns) : text;
  output.write(shown.endsWith("\n") ? shown : `${shown}\n`, isFormatted ? colored : undefined);
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
  // Before the call is made and paid for.
  if (output.isTTY && isBinary(call)) throw binary(typeOf(call));
  writeResponse(await send(), output, call.json);
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

/** Makes the call of a command. Throws a `UsageError` for an invalid command, and `ApiError` for a call that failed. */
export async function runCall(call: CallArguments, deps: CallsDeps): Promise<void> {
  const { inputs, operation, fields, files } = call;
  if (call.help) return deps.output.write(helpOf(call.api, operation), styled);
  const {
    lines,
    files: [name = ""],
  } = operation;
  const [only] = inputs;
  if (lines !== undefined && (fields[lines] ?? "-") === "-") {
    // The list is standard input.
    return one({ ...call, fields: { ...fields, [lines]: textOf(await deps.input()) } }, {}, deps);
  }
  return one(call, only === undefined ? files : { ...files, [name]: only }, deps);
}
