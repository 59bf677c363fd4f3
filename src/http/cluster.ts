import type { Subprocess } from "bun";
import type { Log } from "../ops/log.ts";
import type { MetricsReport } from "../ops/metrics.ts";

/** What a serving process and the process that leads it say to each other. */
type Message =
  | { readonly kind: "ask-all"; readonly id: number }
  | { readonly kind: "ask-one"; readonly id: number }
  | { readonly kind: "report"; readonly id: number; readonly report: MetricsReport }
  | { readonly kind: "reports"; readonly id: number; readonly reports: readonly MetricsReport[] };

/** How long the leader waits for a process that does not say its metrics. */
const REPORT_MS = 1_000;

/** A process that dies sooner than this after its start makes the next start wait. */
const HEALTHY_MS = 5_000;
const RESTART_MS = 1_000;

export interface ClusterOptions {
  readonly size: number;
  /** The command line of one serving process. */
  readonly command: readonly string[];
  /** Its environment; the number of the process is added as `QUINTET_WORKER`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}

/** Processes that serve the same port, each started again when it dies. */
export interface Cluster {
  /** Passes a signal on and resolves when every process has ended. */
  stop(signal: "SIGTERM" | "SIGINT"): Promise<void>;
}

/** Starts and keeps `size` serving processes, and adds their metrics up for whichever is asked for them. */
export function lead({ size, command, environment, log }: ClusterOptions): Cluster {
  const members = new Map<number, Subprocess>();
  const gatherings = new Map<number, { reports: MetricsReport[]; wanted: number; done: () => void }>();
  let stopping = false;
  let lastGathering = 0;

  const gather = async (): Promise<MetricsReport[]> => {
    const id = ++lastGathering;
    const reports: MetricsReport[] = [];
    await new Promise<void>((done) => {
      gatherings.set(id, { reports, wanted: members.size, done });
      setTimeout(done, REPORT_MS).unref();
      for (const member of members.values()) member.send({ kind: "ask-one", id } satisfies Message);
    });
    gatherings.delete(id);
    return reports;
  };
  const hear = async (message: Message, from: Subprocess): Promise<void> => {
    if (message.kind === "ask-all") {
      const reports = await gather();
      if (from.exitCode === null) from.send({ kind: "reports", id: message.id, reports } satisfies Message);
    } else if (message.kind === "report") {
      const gathering = gatherings.get(message.id);
      if (gathering === undefined) return;
      gathering.reports.push(message.report);
      if (gathering.reports.length >= gathering.wanted) gathering.done();
    }
  };
  const start = (number: number): void => {
    const began = performance.now();
    const member = Bun.spawn([...command], {
      env: { ...environment, QUINTET_WORKER: String(number) },
      stdio: ["ignore", "inherit", "inherit"],
      serialization: "json",
      ipc: (message: Message, from) => void hear(message, from),
    });
    members.set(number, member);
    void member.exited.then(async (code) => {
      members.delete(number);
      if (stopping) return;
      log.error("a serving process ended and is started again", {
        worker: number,
        code,
        signal: member.signalCode,
      });
      if (performance.now() - began < HEALTHY_MS) await Bun.sleep(RESTART_MS);
      if (!stopping) start(number);
    });
  };
  for (let number = 0; number < size; number++) start(number);

  return {
    async stop(signal) {
      stopping = true;
      const ending = [...members.values()];
      for (const member of ending) member.kill(signal);
      await Promise.all(ending.map((member) => member.exited));
    },
  };
}

/**
 * Joins a serving process to the one that leads it: answers for its own metrics, and returns a function
 * that asks for those of all.
 */
export function join(own: () => Promise<MetricsReport>): () => Promise<readonly MetricsReport[]> {
  const waiting = new Map<number, (reports: readonly MetricsReport[]) => void>();
  let last = 0;
  process.on("message", (message: Message) => {
    if (message.kind === "ask-one") {
      void own().then((report) =>
        process.send?.({ kind: "report", id: message.id, report } satisfies Message),
      );
    } else if (message.kind === "reports") {
      waiting.get(message.id)?.(message.reports);
    }
  });
  // A serving process without its leader would hold the port for ever.
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  return () =>
    new Promise((resolve) => {
      const id = ++last;
      const give = (reports: readonly MetricsReport[]) => {
        waiting.delete(id);
        resolve(reports);
      };
      waiting.set(id, give);
      setTimeout(() => void own().then((report) => give([report])), 2 * REPORT_MS).unref();
      process.send?.({ kind: "ask-all", id } satisfies Message);
    });
}
