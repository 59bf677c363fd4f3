// The process of the sandbox: it loads one job, runs it again and again, and knows nothing else.
import { Problem } from "../kit/problem.ts";
import type { Steps } from "../kit/sandbox.ts";
import type { Order, Reply } from "./protocol.ts";

type Running = Generator<unknown, void> | AsyncGenerator<unknown, void>;

interface JobModule {
  readonly run: Steps<unknown, unknown>;
  readonly warm?: () => Promise<void> | void;
}

let job: JobModule | undefined;
let running: Running | undefined;

function resident(): number {
  return process.memoryUsage.rss();
}

async function step(): Promise<Reply> {
  const taken = await running?.next();
  if (taken === undefined || taken.done === true) return { kind: "done", bytes: resident() };
  return { kind: "message", message: taken.value };
}

async function follow(order: Order): Promise<Reply> {
  switch (order.kind) {
    case "load":
      job = (await import(order.module)) as JobModule;
      await job.warm?.();
      return { kind: "ready" };
    case "start":
      running = job?.run(order.input);
      return step();
    case "next":
      return step();
    case "stop":
      await running?.return();
      return { kind: "done", bytes: resident() };
  }
}

function explain(error: unknown): Reply {
  if (error instanceof Problem) {
    const { parameter, members } = error.options;
    const refusal = { code: error.code, detail: error.message, parameter, members };
    return { kind: "refused", refusal, bytes: resident() };
  }
  return {
    kind: "failed",
    reason: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  };
}

process.on("message", async (order: Order) => {
  const reply = await follow(order).catch(explain);
  if (reply.kind !== "message" && reply.kind !== "ready") running = undefined;
  process.send?.(reply);
});
process.on("disconnect", () => process.exit(0));
