import { readFile, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import {
  type BatchItem,
  type BatchRun,
  createBatches,
  runBatch,
} from "../../clients/typescript/src/batches.ts";
import { ProblemError } from "../../clients/typescript/src/errors.ts";
import { createTransport, type Transport } from "../../clients/typescript/src/transport.ts";
import { isText } from "../kit/descriptor.ts";
import { parseJson } from "../kit/parse-json.ts";
import { isRecord } from "../kit/record.ts";
import { UsageError } from "../kit/usage-error.ts";
import { readEntries } from "./batch-items.ts";
import {
  type BatchOutput,
  binaryLines,
  endBatch,
  type Failure,
  folderOutput,
  inOrder,
  isLines,
  linesOutput,
  type Outcome,
  printedOutput,
} from "./batch-output.ts";
import { type CallArguments, readCall } from "./call-arguments.ts";
import { helpOf } from "./call-help.ts";
import { type CallsDeps, fileAt, isBinary, runCall } from "./calls.ts";
import type { CliApi } from "./catalogue.ts";
import { ApiError, type CallFile, explained, sendCall, TIMEOUT_MS, typeOf } from "./client.ts";
import { readCommand } from "./command-forms.ts";
import { type ChosenServer, chosenServer, credentialsPath, replaceFile } from "./credentials.ts";
import { plainText } from "./format.ts";
import { styled } from "./help.ts";
import { type BatchEntry, batchFiles } from "./inputs.ts";
import { showProgress } from "./progress.ts";
import { fileMessage, onInterrupt } from "./terminal.ts";

const RESUME_USAGE = "quintet batch --resume ID [--out PATH] [--force] [--json] [--server URL]";

/** The forms of the command. */
export const BATCH_USAGE = `quintet batch API OPERATION FILE… [OPTIONS]
${RESUME_USAGE}`;

/** Items of a batch at most, and bytes of its files and of its lines: the server accepts a little more. */
const ITEMS_MAX = 10_000;
const FILES_BYTES_MAX = 64_000_000;
const LINES_BYTES_MAX = 16_000_000;
const DOWNLOADS = 4;

interface Plan {
  readonly server: string;
  readonly operation: string;
  readonly file: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly accept: string;
  readonly out: string | undefined;
  readonly json: boolean;
  readonly force: boolean;
  readonly entries: readonly BatchEntry[];
  readonly from: number;
  readonly to: number;
}

interface BatchDeps extends Omit<CallsDeps, "callee"> {
  readonly environment: Readonly<Record<string, string | undefined>>;
}

function planPath(environment: BatchDeps["environment"], id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) throw new UsageError(`${plainText(id)} is not the ID of a batch.`);
  return join(dirname(credentialsPath(environment)), "batches", `${id}.json`);
}

async function readPlan(path: string): Promise<Plan | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const value = parseJson(text);
  if (!isRecord(value) || !Array.isArray(value.entries) || typeof value.server !== "string")
    throw new UsageError(`${path} is damaged. Delete it, and name the folder for results with --out.`);
  return value as unknown as Plan;
}

async function fitting(entries: readonly BatchEntry[], from: number): Promise<number> {
  let bytes = 0;
  let to = from;
  for (; to < entries.length && to - from < ITEMS_MAX; to++) {
    const { path, fields } = entries[to] ?? {};
    const size = path === undefined ? undefined : (await stat(path).catch(() => undefined))?.size;
    bytes += size ?? Buffer.byteLength(JSON.stringify(fields ?? {}));
    if (to > from && bytes > (path === undefined ? LINES_BYTES_MAX : FILES_BYTES_MAX)) break;
  }
  return to;
}

/** One run of the command on a server: batch after batch, until every input has its result. */
class RemoteBatch {
  readonly #server: ChosenServer;
  readonly #transport: Transport;
  readonly #deps: BatchDeps;
  readonly #output: BatchOutput;
  readonly #failures: Failure[] = [];
  readonly #progress;
  #succeeded = 0;
  #plan: Plan;
  /** The batch that runs on the server. */
  #id: string | undefined;
  #before: string | undefined;

  constructor(server: ChosenServer, plan: Plan, output: BatchOutput, deps: BatchDeps) {
    const { url: baseUrl, key } = server;
    this.#server = server;
    this.#transport = createTransport({ baseUrl, key, retries: 6, timeoutMs: TIMEOUT_MS });
    this.#plan = plan;
    this.#output = output;
    this.#deps = deps;
    this.#progress = showProgress(deps.screen, plan.operation, (amount) => `${amount}`);
  }

  get isRunning(): boolean {
    return this.#id !== undefined;
  }

  /** Instructions after an interruption. */
  get howToResume(): string {
    const id = this.#id;
    if (id === undefined) return "Interrupted before the server had accepted a batch. Run the command again.";
    const { words } = this.#server;
    return `The batch continues on the server.\n  Resume: quintet batch --resume ${id}${words}\n  Cancel: quintet batches cancel ${id}${words}`;
  }

  async run(id: string | undefined): Promise<void> {
    await this.#runAll(id).finally(this.#progress.end);
    await endBatch(this.#output, this.#deps.screen, this.#succeeded, this.#failures);
  }

  async #runAll(id: string | undefined): Promise<void> {
    let run = id === undefined ? undefined : await this.#resumed(id);
    let { from, to } = this.#plan;
    while (run !== undefined || to < this.#plan.entries.length) {
      if (run === undefined) {
        from = to;
        [run, to] = await this.#created(from);
      }
      await this.#follow(run, from);
      await rm(planPath(this.#deps.environment, run.id), { force: true }).catch(() => {});
      this.#before = run.id;
      this.#id = undefined;
      run = undefined;
    }
  }

  async #resumed(id: string): Promise<BatchRun> {
    this.#id = id;
    return createBatches(this.#transport).resume(id, {
      onProgress: (batch) => this.#show(batch, this.#plan.from),
    });
  }

  async #created(from: number): Promise<[BatchRun, number]> {
    const { file, operation, parameters, accept, entries } = this.#plan;
    for (let to = await fitting(entries, from); ; ) {
      const inputs = entries
        .slice(from, to)
        .map(({ path, fields }) => (path === undefined ? (fields ?? {}) : { path }));
      try {
        const run = await runBatch(this.#transport, file === undefined ? [] : [file], operation, inputs, {
          parameters,
          accept,
          onProgress: (batch) => this.#show(batch, from),
        });
        const path = planPath(this.#deps.environment, run.id);
        this.#id = run.id;
        this.#plan = { ...this.#plan, from, to };
        // A batch that has begun goes on without it: --resume then needs --out.
        await replaceFile(path, `${JSON.stringify(this.#plan)}\n`).catch((error: unknown) =>
          this.#deps.screen.write(`${fileMessage(error) ?? error} To resume this batch, name --out again.\n`),
        );
        if (!this.#deps.screen.isTTY)
          this.#deps.screen.write(`${operation}: batch ${run.id}, ${to - from} items\n`);
        return [run, to];
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        if (error.code === "payload-too-large" && to - from > 1) to = from + Math.ceil((to - from) / 2);
        else if (error.code === "job-storage-full" && this.#before !== undefined) await this.#forget();
        else throw error;
      }
    }
  }

  /** Deletes the results of the batch before: they are stored here, and the server needs the space. */
  async #forget(): Promise<void> {
    const id = this.#before ?? "";
    this.#before = undefined;
    await createBatches(this.#transport).delete(id);
  }

  #show({ succeeded, failed, canceled, size }: BatchRun["batch"], from: number): void {
    const total = Math.max(from + size, this.#plan.entries.length);
    this.#progress.to(from + succeeded + failed + canceled, total);
  }

  async #follow(run: BatchRun, from: number): Promise<void> {
    const saving = new Set<Promise<unknown>>();
    const errors: unknown[] = [];
    // Lines are written in their order, files as they come.
    const most = isLines(this.#plan.out) ? 1 : DOWNLOADS;
    for await (const item of run) {
      const save = this.#save(item, from)
        .catch((error: unknown) => errors.push(error))
        .finally(() => saving.delete(save));
      saving.add(save);
      if (saving.size >= most) await Promise.race(saving);
      if (errors.length > 0) break;
    }
    await Promise.all(saving);
    if (errors.length > 0) throw errors[0];
  }

  async #save(item: BatchItem, from: number): Promise<void> {
    const index = from + item.index;
    const entry = this.#plan.entries[index] ?? {
      label: item.fileName ?? `item ${item.index}`,
      stem: String(item.index).padStart(5, "0"),
    };
    const { state } = item;
    if (state === "succeeded") this.#succeeded++;
    else {
      const { code = state, message: detail = "The job was canceled." } = item.error ?? {};
      this.#failures.push({ label: entry.label, code, detail });
    }
    if (this.#output.has(entry)) return;
    await this.#output.save(index, entry, await this.#outcome(item));
  }

  async #outcome({ state, units, result, error, file }: BatchItem): Promise<Outcome> {
    if (error !== undefined) return { state, units, problem: { code: error.code, detail: error.message } };
    if (state !== "succeeded") return { state, units };
    const { accept } = this.#plan;
    if (typeof result === "string") return { state, units, value: result, mediaType: accept || "text/plain" };
    if (result !== null) return { state, units, value: result, mediaType: "application/json" };
    const blob = await file({ timeoutMs: TIMEOUT_MS, retries: 8 });
    return { state, units, bytes: new Uint8Array(await blob.arrayBuffer()), mediaType: blob.type };
  }
}

async function openOutput(plan: Plan, isResumed: boolean, deps: BatchDeps): Promise<BatchOutput> {
  const { out, force, json } = plan;
  const print = (text: string) => deps.output.write(text);
  if (isLines(out)) return linesOutput(out, { isForced: force, isResumed }, print);
  const report = (line: object) => (json ? print(`${JSON.stringify(line)}\n`) : undefined);
  return folderOutput(out ?? ".", force, report);
}

async function follow(
  server: ChosenServer,
  plan: Plan,
  { id, output }: { readonly id?: string; readonly output: BatchOutput },
  deps: BatchDeps,
): Promise<void> {
  const remote = new RemoteBatch(server, plan, output, deps);
  const listen = onInterrupt(deps.screen, () => remote.howToResume);
  try {
    await remote.run(id);
  } catch (error) {
    const isUnknown = error instanceof ProblemError && error.code === "unknown-batch";
    if (remote.isRunning && !isUnknown) deps.screen.write(`${remote.howToResume}\n`);
    throw explained(error, { baseUrl: server.url });
  } finally {
    listen();
  }
}

async function outcomeHere(
  call: CallArguments,
  common: Readonly<Record<string, string>>,
  { path, fields = {} }: BatchEntry,
  deps: CallsDeps,
): Promise<Outcome> {
  const [file = ""] = call.operation.files;
  const given = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  const paths = path === undefined ? call.files : { ...call.files, [file]: path };
  const files: Record<string, CallFile> = {};
  for (const [name, one] of Object.entries(paths)) files[name] = await fileAt(one, deps);
  const { mediaType, bytes } = await sendCall(
    { ...call, fields: { ...common, ...given } },
    files,
    deps.callee,
  );
  const state = "succeeded" as const;
  if (!isText(mediaType)) return { state, units: null, bytes, mediaType };
  const text = new TextDecoder().decode(bytes);
  return { state, units: null, value: /\bjson$/.test(mediaType) ? JSON.parse(text) : text, mediaType };
}

async function runHere(
  call: CallArguments,
  common: Readonly<Record<string, string>>,
  entries: readonly BatchEntry[],
  output: BatchOutput,
  deps: CallsDeps,
): Promise<void> {
  const failures: Failure[] = [];
  const progress = showProgress(deps.screen, `${call.api.name} ${call.operation.command}`, (n) => `${n}`);
  const ordered = isLines(call.out) ? inOrder(output) : output;
  const stop = onInterrupt(deps.screen, () => {
    if (!isLines(call.out)) return "Stopped. Run the same command again: results that are there are kept.";
    return call.out === undefined
      ? "Stopped."
      : `Stopped. ${call.out} has the first results; --force replaces it.`;
  });
  const queue = entries.entries();
  let done = 0;
  const work = async () => {
    for (const [index, entry] of queue) {
      let outcome: Outcome;
      try {
        outcome = await outcomeHere(call, common, entry, deps);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const { code, detail } = error;
        failures.push({ label: entry.label, code, detail });
        outcome = { state: "failed", units: null, problem: { code, detail } };
      }
      await ordered.save(index, entry, outcome);
      progress.to(++done, entries.length);
    }
  };
  try {
    const atOnce = Math.min(call.concurrency ?? deps.callee.atOnce, entries.length);
    await Promise.all(Array.from({ length: atOnce }, work));
  } catch (error) {
    // Those that failed before are listed all the same.
    const list = ({ message }: Error) => deps.screen.write(`${message}\n`);
    if (done > 0) await endBatch(output, deps.screen, done - failures.length, failures).catch(list);
    throw error;
  } finally {
    stop();
    progress.end();
  }
  await endBatch(output, deps.screen, entries.length - failures.length, failures);
}

function withoutDone(
  all: readonly BatchEntry[],
  output: BatchOutput,
  { screen }: Pick<CallsDeps, "screen">,
): BatchEntry[] {
  const entries = all.filter((entry) => !output.has(entry));
  const skipped = all.length - entries.length;
  if (skipped > 0)
    screen.write(`${skipped} skipped because they have a response (--force sends them again).\n`);
  return entries;
}

/** Makes the calls of a command, one for each file. Throws a `UsageError`, and `ApiError` once all calls are done. */
export async function runCalls(call: CallArguments, deps: CallsDeps): Promise<void> {
  const { inputs, out, force, json } = call;
  const [only] = inputs;
  // A pipe is a file too: the shell makes one of <(command).
  const isFile = async (path: string) =>
    path === "-" || (await stat(path).catch(() => undefined))?.isDirectory() === false;
  if (call.help || only === undefined || (!call.isBatch && (await isFile(only)))) return runCall(call, deps);
  if (inputs.includes("-")) throw new UsageError("- cannot be one of several files.");
  const all = await batchFiles(inputs, out);
  const print = (line: object) => deps.output.write(`${JSON.stringify(line)}\n`);
  if (out === undefined && isBinary(call)) throw binaryLines(typeOf(call));
  const output =
    out === undefined ? printedOutput(print) : await folderOutput(out, force, json ? print : () => {});
  await runHere(call, call.fields, withoutDone(all, output, deps), output, deps);
}

async function resume(words: readonly string[], deps: BatchDeps): Promise<void> {
  const { given, flags } = readCommand(RESUME_USAGE, words);
  const { resume: id = "" } = given;
  const path = planPath(deps.environment, id);
  const stored = await readPlan(path);
  const server = await chosenServer(given.server ?? stored?.server, deps.environment);
  if (server === undefined) throw new UsageError(NO_SERVER);
  const unknown = { operation: id, file: undefined, parameters: {}, accept: "", out: undefined, entries: [] };
  const plan: Plan = {
    ...(stored ?? { ...unknown, server: server.url, from: 0, to: 0 }),
    ...(given.out === undefined ? {} : { out: resolve(given.out) }),
    json: flags.has("json") || stored?.json === true,
    force: flags.has("force") || stored?.force === true,
  };
  // The results that are there are those of this batch: they are not replaced, but for what was asked at the start.
  await follow(server, plan, { id, output: await openOutput(plan, true, deps) }, deps);
}

/** The error where a command needs a server and none is named. */
export const NO_SERVER =
  "No server is set. Run quintet login --server https://api.example.com, or set QUINTET_SERVER.";

/** Runs `quintet batch …`: on the selected server in the background, or here. Throws as `runCalls`. */
export async function runBatchCommand(
  apis: readonly CliApi[],
  words: readonly string[],
  here: (call: CallArguments) => Promise<CallsDeps["callee"]>,
  deps: BatchDeps,
): Promise<void> {
  if (words[1]?.startsWith("--") === true) return resume(words, deps);
  if (words.length < 3) throw new UsageError("Missing arguments of quintet batch.", { forms: BATCH_USAGE });
  const call = readCall(apis, words.slice(1));
  if (call.help) return deps.output.write(helpOf(call.api, call.operation, "quintet batch"), styled);
  const { entries: all, common } = await readEntries(call, deps.input);
  if (all.length === 0) throw new UsageError("There is nothing to do: the input is empty.");
  const { api, operation, force, json } = call;
  const accept = typeOf(call);
  if (isLines(call.out) && isBinary(call)) throw binaryLines(accept);
  const out = call.out === undefined ? undefined : resolve(call.out);
  const server = await chosenServer(call.server, deps.environment);
  const [file] = operation.files;
  const plan: Plan = {
    server: server?.url ?? "",
    operation: `${api.name}.${operation.id}`,
    file,
    parameters: common,
    accept,
    out,
    json,
    force,
    entries: all,
    from: 0,
    to: 0,
  };
  const output = await openOutput(plan, false, deps);
  const entries = withoutDone(all, output, deps);
  if (server === undefined)
    return runHere(call, common, entries, output, { ...deps, callee: await here(call) });
  await follow(server, { ...plan, entries }, { output }, deps);
}
