import { readFile, stat } from "node:fs/promises";
import { basename, extname } from "node:path";
import { withoutDevice } from "../kit/file-name.ts";
import { parseJson } from "../kit/parse-json.ts";
import { isRecord } from "../kit/record.ts";
import { UsageError } from "../kit/usage-error.ts";
import { type CallArguments, firstOf } from "./call-arguments.ts";
import { type BatchEntry, batchFiles } from "./inputs.ts";

/** Files whose lines are inputs. */
const LISTS = new Set([".txt", ".csv", ".ndjson", ".jsonl"]);

const STEM_MAX = 100;

/** A name of a file that any system accepts, made of a text that may be hostile: no folder, and no name with a meaning. */
export function safeStem(text: string): string {
  const plain = text
    .replace(/^https?:\/\//i, "")
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[.-]+/, "")
    .slice(0, STEM_MAX)
    .replace(/(?<![.-])[.-]+$/, "");
  return withoutDevice(plain);
}

function jsonLines(name: string, text: string): Record<string, unknown>[] {
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    const value = parseJson(line);
    if (isRecord(value)) return [value];
    throw new UsageError(`${name}, line ${i + 1}: Write one JSON object of parameters per line.`);
  });
}

async function csvRows(name: string, text: string, call: CallArguments, first: string) {
  const { parse } = await import("csv-parse/sync");
  const known = new Set(call.operation.parameters.map((parameter) => parameter.name));
  // Excel separates cells by semicolons where a comma is the decimal sign.
  const [line = ""] = text.replaceAll('"', "").split(/\r?\n/, 1);
  const isHead = (delimiter: string) =>
    line.includes(delimiter) && line.split(delimiter).every((cell) => known.has(cell.trim()));
  const delimiter = [";", "\t"].find(isHead) ?? ",";
  let rows: string[][];
  try {
    rows = parse(text, { delimiter, skip_empty_lines: true, trim: true });
  } catch (error) {
    throw new UsageError(
      `${name} is not CSV: ${error instanceof Error ? error.message : "it cannot be read"}`,
    );
  }
  const [head = [], ...rest] = rows;
  if (head.every((cell) => known.has(cell))) {
    return rest.map((row) =>
      Object.fromEntries(head.flatMap((cell, i) => (row[i] ? [[cell, row[i]] as const] : []))),
    );
  }
  if (head.length === 1) return rows.map(([cell = ""]) => ({ [first]: cell }));
  throw new UsageError(
    `${name}: The first line must name the columns by parameters: ${[...known].join(", ")}.`,
  );
}

/** The parameters that the lines of a list are. */
async function listed(name: string, text: string, call: CallArguments): Promise<Record<string, unknown>[]> {
  const { operation } = call;
  const isUrl = operation.files.length > 0 && operation.parameters.some((one) => one.name === "url");
  const first = isUrl ? "url" : firstOf(operation);
  if (first === undefined)
    throw new UsageError(`quintet ${call.api.name} ${operation.command} has no input.`);
  const kind = extname(name).toLowerCase();
  if (kind === ".csv") return csvRows(name, text, call, first);
  if (kind === ".ndjson" || kind === ".jsonl" || text.trimStart().startsWith("{"))
    return jsonLines(name, text);
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => ({ [first]: line }));
}

function entriesOf(all: readonly Record<string, unknown>[]): BatchEntry[] {
  const uses = new Map<string, number>();
  return all.map((fields) => {
    const label = String(Object.values(fields)[0] ?? "");
    const stem = safeStem(label);
    // By its lower case: not every disk knows the difference.
    const count = (uses.get(stem.toLowerCase()) ?? 0) + 1;
    uses.set(stem.toLowerCase(), count);
    return { label, stem: count === 1 ? stem : `${stem}~${count}`, fields };
  });
}

async function isList(path: string): Promise<boolean> {
  if (path === "-") return true;
  if (!LISTS.has(extname(path).toLowerCase())) return false;
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

async function readList(path: string, call: CallArguments, input: () => Promise<Uint8Array>) {
  const there = path === "-" || (await stat(path).catch(() => undefined))?.isFile();
  if (!there) {
    throw new UsageError(
      `File not found: ${path}. Name a list with one ${firstOf(call.operation) ?? "input"} per line, as text, CSV or JSON lines.`,
    );
  }
  const bytes = path === "-" ? await input() : await readFile(path);
  // PowerShell and editors of Windows write UTF-16. The decoder removes the byte order mark.
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8";
  const text = new TextDecoder(encoding).decode(bytes);
  return listed(path === "-" ? "standard input" : basename(path), text, call);
}

/** The inputs of a batch: files, folders and patterns, or lists (text, CSV or JSON lines). Throws a `UsageError`. */
export async function readEntries(
  call: CallArguments,
  input: () => Promise<Uint8Array>,
): Promise<{ readonly entries: readonly BatchEntry[]; readonly common: Readonly<Record<string, string>> }> {
  const { operation, inputs, fields } = call;
  const usage = `quintet batch ${call.api.name} ${operation.command} ${operation.files.length > 0 ? "FILE…" : "LIST"} [--out PATH]`;
  const first = operation.files.length > 0 ? undefined : firstOf(operation);
  const { [first ?? ""]: list, ...common } = fields;
  const paths = first === undefined ? inputs : list === undefined ? [] : [list];
  if (paths.length === 0) throw new UsageError("The inputs are missing.", { forms: usage });
  if (Object.keys(call.files).length > 0) {
    const [name = ""] = Object.keys(call.files);
    throw new UsageError(`--${name} is a file of one call. A batch sends one file per call.`);
  }
  const lists: string[] = [];
  const files: string[] = [];
  for (const path of paths) (first !== undefined || (await isList(path)) ? lists : files).push(path);
  if (lists.length > 0 && files.length > 0) {
    throw new UsageError("Name either files or lists of URLs. Make two batches.");
  }
  if (lists.length === 0) {
    return { entries: await batchFiles(files, call.out), common };
  }
  const all: Record<string, unknown>[] = [];
  for (const path of lists) all.push(...(await readList(path, call, input)));
  return { entries: entriesOf(all), common };
}
