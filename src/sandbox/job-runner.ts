import type { Job, JobLimits } from "../kit/sandbox.ts";
import { ownWork, type Work } from "../kit/work.ts";
import { ChunkAssembler, chunksOf, pack } from "./chunking.ts";
import type { Lease, Leases, RunOutcome } from "./lease.ts";
import { problemOf, problemOfEnding } from "./problems.ts";
import { Ended } from "./process.ts";
import type { Reply } from "./protocol.ts";
import { killProcess, RunLimiter } from "./run-limits.ts";

export interface RunnerOptions {
  /** Called for every run whose process was stopped or exited, with the request that it worked for. */
  onFailure(fields: Readonly<Record<string, unknown>>): void;
  /** Called with the name of a job or program, and how long each run waited for its turn, in milliseconds. */
  onWait?(name: string, ms: number): void;
}

/** The process after its last reply: whether it may run another job. */
function stateAfter(last: Reply, { keepBytes }: JobLimits): RunOutcome["process"] {
  if (last.kind !== "done" && last.kind !== "refused") return "lost";
  // What ran out of memory inside may be in any state.
  const isTooMuch = last.kind === "refused" && last.problem.code === "too-complex";
  return last.bytes > keepBytes || isTooMuch ? "spent" : "fit";
}

/** Sends the input, chunk after chunk, and gives the first reply to it. */
async function send(module: string, input: unknown, limiter: RunLimiter): Promise<Reply> {
  const { packed, large } = pack(input);
  let reply = await limiter.ask({ kind: "start", module, input: packed });
  for (const bytes of chunksOf(large)) {
    if (reply.kind !== "more") return reply;
    reply = await limiter.ask({ kind: "chunk", bytes });
  }
  return reply;
}

async function receive(reply: Extract<Reply, { kind: "message" }>, limiter: RunLimiter): Promise<unknown> {
  const message = new ChunkAssembler(reply.message);
  while (!message.isComplete) {
    const chunk = await limiter.ask({ kind: "fetch" });
    if (chunk.kind !== "chunk") throw new Ended("crash", "the process does not go on with its message");
    message.add(chunk.bytes);
  }
  return message.value;
}

/** Runs a job once in a leased process, held to its limits, and ends the lease. See `Run` for what it throws. */
async function* runOn<Input, Message>(
  lease: Lease,
  job: Job<Input, Message>,
  input: Input,
  client: AbortSignal,
  { requestId, cost }: Work,
  onFailure: RunnerOptions["onFailure"],
): AsyncGenerator<Message, void> {
  const { process } = lease;
  const usedBefore = process.cpuMs;
  const limiter = new RunLimiter(process, job.limits, client, () => lease.isContended());
  let last: Reply | undefined;
  // What is said where the run is left before its end.
  let counted: RunOutcome["counted"] = "left";
  let failed = false;
  try {
    let reply = await send(job.module, input, limiter);
    while (reply.kind === "message") {
      // The job's own module made it: both sides take their types from the same `Job`.
      yield (await receive(reply, limiter)) as Message;
      reply = await limiter.ask({ kind: "next" });
    }
    last = reply;
    if (reply.kind === "refused") throw problemOf(reply.problem);
    if (reply.kind === "failed") throw new Ended("crash", reply.reason);
    counted = "done";
  } catch (error) {
    failed = true;
    counted = error instanceof Ended ? error.ending : "refused";
    if (!(error instanceof Ended)) throw error;
    if (error.ending !== "left") onFailure({ requestId, job: job.name, cause: error });
    throw problemOfEnding(error, job.limits);
  } finally {
    limiter.end();
    const state =
      last === undefined ? ((await killProcess(process)) ? "fit" : "lost") : stateAfter(last, job.limits);
    // One that was ended does not say what it used.
    const cpuMs = process.cpuMs > usedBefore ? process.cpuMs - usedBefore : limiter.usedMs;
    if (cost !== undefined) cost.cpuMs += cpuMs;
    lease.end({ cpuMs, failed: failed || client.aborted, counted, process: state });
  }
}

/** Creates the function that runs jobs in processes that it leases. See `Run` for what it throws. */
export function createJobRunner(leases: Leases, { onFailure, onWait }: RunnerOptions) {
  return async function* run<Input, Message>(
    job: Job<Input, Message>,
    input: Input,
    client: AbortSignal,
    work: Work = ownWork,
  ): AsyncGenerator<Message, void> {
    const came = performance.now();
    const lease = await leases.acquire(job, work, client);
    onWait?.(job.name, performance.now() - came);
    yield* runOn(lease, job, input, client, work, onFailure);
  };
}
