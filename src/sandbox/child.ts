// The process of the sandbox: it loads the jobs of one pool, runs them one at a time, and knows nothing else.
import { Problem } from "../kit/problem.ts";
import type { Steps } from "../kit/sandbox.ts";
import { ChunkAssembler, chunksOf, pack } from "./chunking.ts";
import type { Order, Reply, ResourceUsage } from "./protocol.ts";

type Running = Generator<unknown, void> | AsyncGenerator<unknown, void>;

interface JobModule {
  readonly run: Steps<unknown, unknown>;
  readonly warm?: () => Promise<void>;
}

/**
 * A process that holds more than this after a run collects its garbage before it says how much it holds, in bytes: the
 * engine by itself lets the heap of a warm process grow to 168 MB over pages of 1 MB, and no process is to be ended for
 * garbage. Collecting after each keeps it at 105 MB, for 13 ms of the 140 that such a page takes.
 */
const COLLECT_BYTES = 80 * 1024 * 1024;

/** How much more than after its last collection it must hold, in bytes: freed memory goes back to the system late. */
const GROWTH_BYTES = 8 * 1024 * 1024;

/** The jobs that were loaded, by the address of their module. */
const jobs = new Map<string, JobModule>();
/** Resident memory after the last collection, in bytes. */
let collectedBytes = 0;
/** The one whose input is arriving. */
let job: JobModule | undefined;
let running: Running | undefined;
let incoming: ChunkAssembler | undefined;
let outgoing: Generator<Uint8Array, void> | undefined;

function resourceUsage(): ResourceUsage {
  const { user, system } = process.cpuUsage();
  return { bytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1_000 };
}

/** Collects garbage after a run that used much memory, and reports the memory of the process. */
async function collect(): Promise<ResourceUsage> {
  const before = resourceUsage();
  if (before.bytes < Math.max(COLLECT_BYTES, collectedBytes + GROWTH_BYTES)) return before;
  // In a turn of its own: words on the stack of the run would keep what it made.
  await new Promise<void>((resolve) => void setImmediate(resolve));
  Bun.gc(true);
  const after = resourceUsage();
  collectedBytes = after.bytes;
  return after;
}

async function step(): Promise<Reply> {
  const taken = await running?.next();
  if (taken === undefined || taken.done === true) {
    running = undefined;
    return { kind: "done", ...(await collect()) };
  }
  const { packed, large } = pack(taken.value);
  outgoing = chunksOf(large);
  return { kind: "message", message: packed };
}

/** Begins when all of the input is there. */
async function begin(): Promise<Reply> {
  if (incoming?.isComplete !== true) return { kind: "more" };
  if (job === undefined) throw new RangeError("the job was not loaded");
  running = job.run(incoming.value);
  incoming = undefined;
  return step();
}

async function follow(order: Order): Promise<Reply> {
  switch (order.kind) {
    case "load": {
      const loaded = (await import(order.module)) as JobModule;
      if (order.isWarmed) await loaded.warm?.();
      jobs.set(order.module, loaded);
      return { kind: "ready", ...resourceUsage() };
    }
    case "start":
      job = jobs.get(order.module);
      incoming = new ChunkAssembler(order.input);
      return begin();
    case "chunk":
      incoming?.add(order.bytes);
      return begin();
    case "fetch": {
      const chunk = outgoing?.next();
      if (chunk === undefined || chunk.done === true) throw new RangeError("no chunk is left");
      return { kind: "chunk", bytes: chunk.value };
    }
    case "next":
      return step();
    case "stop":
      await running?.return();
      return { kind: "done", ...resourceUsage() };
  }
}

function failureReply(error: unknown): Reply {
  if (error instanceof Problem) {
    const { parameter, members } = error.options;
    const problem = { code: error.code, detail: error.message, parameter, members };
    return { kind: "refused", problem, ...resourceUsage() };
  }
  return {
    kind: "failed",
    reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  };
}

process.on("message", async (order: Order) => {
  const reply = await follow(order).catch(failureReply);
  if (["done", "refused", "failed"].includes(reply.kind)) {
    running = undefined;
    incoming = undefined;
    outgoing = undefined;
  }
  process.send?.(reply);
});
process.on("disconnect", () => process.exit(0));
