import { type Batches, createBatches } from "../../clients/typescript/src/batches.ts";
import { createJobs, type Jobs, shapeOf } from "../../clients/typescript/src/jobs.ts";
import { createTransport, type Transport } from "../../clients/typescript/src/transport.ts";
import type { Called } from "../kit/command.ts";
import { isText } from "../kit/descriptor.ts";
import { UsageError } from "../kit/usage-error.ts";
import type { CallsDeps } from "./calls.ts";
import { write } from "./calls.ts";
import { explained, TIMEOUT_MS } from "./client.ts";
import { readCommand } from "./command-forms.ts";
import { chosenServer } from "./credentials.ts";
import { format, type Json } from "./format.ts";
import { printable } from "./printable.ts";

/** The forms of the commands. */
export const JOBS_USAGE = `quintet jobs list [--limit N] [--after NEXT] [--json] [--server URL]
quintet jobs get ID [--json] [--server URL]
quintet jobs result ID [--out FILE] [--server URL]
quintet jobs cancel ID [--json] [--server URL]
quintet batches list [--limit N] [--after NEXT] [--json] [--server URL]
quintet batches get ID [--json] [--server URL]
quintet batches results ID [--out FILE] [--zip] [--server URL]
quintet batches cancel ID [--json] [--server URL]`;

/** Whether these words are a command about jobs. */
export const isJobCommand = ([command]: readonly string[]) => command === "jobs" || command === "batches";

type Streams = Pick<CallsDeps, "output">;

function pageOf({ given }: Called) {
  const { after, limit } = given;
  if (limit !== undefined && !/^(?:[1-9]\d?|100)$/.test(limit)) {
    throw new UsageError("--limit must be a whole number from 1 to 100.");
  }
  return {
    ...(after === undefined ? {} : { after }),
    ...(limit === undefined ? {} : { limit: Number(limit) }),
  };
}

/** The columns of a list that a terminal shows. `--json` has all. */
const shownIn = (row: object): Json => {
  const all = row as Record<string, Json>;
  const names = ["id", "operation", "state", "size", "succeeded", "failed", "units", "createdAt"];
  return Object.fromEntries(names.flatMap((name) => (name in all ? [[name, all[name] ?? null]] : [])));
};

function show(value: object, { given: _, flags }: Called, { output }: Streams): void {
  const text =
    output.isTTY && !flags.has("json")
      ? format(value as Json, output.columns)
      : JSON.stringify(value, undefined, 2);
  output.write(`${output.isTTY ? printable(text) : text}\n`);
}

function showList(
  rows: readonly object[],
  next: string | null,
  called: Called,
  value: object,
  streams: Streams,
): void {
  const { output } = streams;
  if (!output.isTTY || called.flags.has("json")) {
    show(value, called, streams);
    return;
  }
  output.write(`${printable(format(rows.map(shownIn), output.columns))}\n`);
  if (next !== null) output.write(`More: --after ${printable(next)}\n`);
}

/** Writes a response as it is: to a file, a pipe, or as text to a terminal. */
async function writeResponse(
  { bytes, mediaType }: { readonly bytes: Uint8Array; readonly mediaType: string },
  out: string | undefined,
  { output }: Streams,
): Promise<void> {
  if (out !== undefined) return write(out, bytes);
  if (!output.isTTY) return output.write(bytes);
  if (!isText(mediaType)) {
    throw new UsageError(`The response is binary (${mediaType}). Write it to a file with --out.`);
  }
  output.write(printable(new TextDecoder().decode(bytes)));
}

async function runJobs(called: Called, jobs: Jobs, transport: Transport, streams: Streams): Promise<void> {
  const [id = ""] = called.args;
  if (called.name === "jobs list") {
    const list = await jobs.list(pageOf(called));
    return showList(list.jobs, list.next, called, list, streams);
  }
  if (called.name === "jobs result") {
    const answer = await transport.send(shapeOf("GET", "/jobs/{id}/result"), { id }, { accept: "*/*" });
    return writeResponse(answer, called.given.out, streams);
  }
  show(called.name === "jobs cancel" ? await jobs.cancel(id) : await jobs.get(id), called, streams);
}

async function runBatches(
  called: Called,
  batches: Batches,
  transport: Transport,
  streams: Streams,
): Promise<void> {
  const [id = ""] = called.args;
  if (called.name === "batches list") {
    const list = await batches.list(pageOf(called));
    return showList(list.batches, list.next, called, list, streams);
  }
  if (called.name === "batches results") {
    const accept = called.flags.has("zip") ? "application/zip" : "application/x-ndjson";
    const shape = { ...shapeOf("GET", "/batches/{id}/results"), produces: [accept] };
    return writeResponse(await transport.send(shape, { id }, { accept }), called.given.out, streams);
  }
  show(called.name === "batches cancel" ? await batches.cancel(id) : await batches.get(id), called, streams);
}

/** Runs `quintet jobs …` and `quintet batches …` on the selected server. Throws a `UsageError` or an `ApiError`. */
export async function runJobCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  streams: Streams,
): Promise<void> {
  const called = readCommand(JOBS_USAGE, words);
  const server = await chosenServer(called.given.server, environment);
  if (server === undefined) {
    throw new UsageError(
      "Jobs are on a server. Run quintet login --server https://api.example.com, or set QUINTET_SERVER.",
    );
  }
  const transport = createTransport({
    baseUrl: server.url,
    key: server.key,
    retries: 4,
    timeoutMs: TIMEOUT_MS,
  });
  try {
    if (words[0] === "jobs") await runJobs(called, createJobs(transport), transport, streams);
    else await runBatches(called, createBatches(transport), transport, streams);
  } catch (error) {
    throw explained(error, { baseUrl: server.url });
  }
}
