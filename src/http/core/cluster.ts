// Longer than 150 lines because both ends of one conversation are here: the primary's and a worker's.
import type { Subprocess } from "bun";
import type { Log } from "../../ops/log.ts";
import type { MetricsReport } from "../../ops/metric-report.ts";
import { killsReport } from "../../ops/primary-metrics.ts";
import { Heartbeats, PING_MS } from "./heartbeats.ts";

/** What a worker process and the primary process say to each other. */
type Message =
  | { readonly kind: "ping" }
  | { readonly kind: "pong" }
  | { readonly kind: "ask-all"; readonly id: number }
  | { readonly kind: "ask-one"; readonly id: number }
  /** Metrics as JSON: they have functions, which cannot be cloned. */
  | { readonly kind: "report"; readonly id: number; readonly report: string }
  | { readonly kind: "reports"; readonly id: number; readonly reports: readonly string[] }
  /** What the parts of the server that the primary has for all workers say to each other. */
  | { readonly kind: "shared"; readonly message: unknown };

/** The primary's end of a conversation with one worker about something that all workers share. */
export interface SharedService {
  hear(message: unknown): void;
  /** The worker has ended. */
  close(): void;
}

/**
 * How long the primary waits for the metrics of a worker, in milliseconds. Sums without one look like counters that
 * went back, so it is long: as long as a blocked worker lives, and less than the 10 s that Prometheus waits.
 */
const REPORT_MS = 5_000;

/** A worker that ends sooner than this after its start makes the next start wait. */
const HEALTHY_MS = 5_000;
const RESTART_MS = 1_000;

/** Signals closer together than this are one, in milliseconds. */
const SAME_SIGNAL_MS = 500;
/** How long workers may take to stop once a second signal has asked them to, in milliseconds. */
const HURRY_MS = 1_000;

export interface ClusterOptions {
  readonly size: number;
  /** The command line of one worker. */
  readonly command: readonly string[];
  /** The folder that it starts in. */
  readonly folder: string;
  /** Its environment; the number of the worker is added as `QUINTET_WORKER`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How long a worker may take to stop after a signal, in milliseconds; then it is killed. */
  stopMs(signal: StopSignal): number;
  /** Opens what the primary shares with one worker; `send` is heard by the worker's `shared`. */
  share(send: (message: unknown) => void): SharedService;
  /** The primary's own metrics, beside the count of killed workers. */
  metrics(): MetricsReport;
  readonly log: Log;
}

export type StopSignal = "SIGTERM" | "SIGINT";

/** Workers that serve the same port; each is started again when it ends. */
export interface Cluster {
  /** Passes a signal on and resolves when every worker has ended: by itself, or killed where it takes too long. */
  stop(signal: StopSignal): Promise<void>;
  /** Sends every worker a signal that does not end it. */
  signal(name: "SIGHUP"): void;
}

/**
 * Starts and keeps `size` workers, kills and replaces those whose event loop is blocked, and adds their metrics up for
 * whichever is asked for them.
 */
export function startPrimary(options: ClusterOptions): Cluster {
  const { size, command, folder, environment, stopMs, share, metrics, log } = options;
  const workers = new Map<number, Subprocess>();
  const gatherings = new Map<number, { reports: string[]; wanted: number; done: () => void }>();
  const beats = new Heartbeats();
  let lastGathering = 0;
  let kills = 0;
  let stoppingSince: number | undefined;
  let killer: ReturnType<typeof setTimeout> | undefined;

  const tell = (worker: Subprocess, message: Message): void => {
    if (worker.exitCode === null && worker.signalCode === null) worker.send(message);
  };
  const gather = async (): Promise<string[]> => {
    const id = ++lastGathering;
    const reports: string[] = [];
    await new Promise<void>((done) => {
      gatherings.set(id, { reports, wanted: workers.size, done });
      setTimeout(done, REPORT_MS).unref();
      for (const worker of workers.values()) tell(worker, { kind: "ask-one", id });
    });
    gatherings.delete(id);
    return [...reports, JSON.stringify(killsReport(kills)), JSON.stringify(metrics())];
  };
  const hear = async (number: number, message: Message, from: Subprocess): Promise<void> => {
    if (message.kind === "pong") {
      if (workers.get(number) === from) beats.answered(number);
    } else if (message.kind === "ask-all") {
      const reports = await gather();
      tell(from, { kind: "reports", id: message.id, reports });
    } else if (message.kind === "report") {
      const gathering = gatherings.get(message.id);
      if (gathering === undefined) return;
      gathering.reports.push(message.report);
      if (gathering.reports.length >= gathering.wanted) gathering.done();
    }
  };
  const start = (number: number): void => {
    const began = performance.now();
    const worker = Bun.spawn([...command], {
      cwd: folder,
      env: { ...environment, QUINTET_WORKER: String(number) },
      stdio: ["ignore", "inherit", "inherit"],
      serialization: "advanced",
      ipc(message: Message, from) {
        if (message.kind === "shared") shared.hear(message.message);
        else void hear(number, message, from);
      },
    });
    const shared = share((message) => tell(worker, { kind: "shared", message }));
    workers.set(number, worker);
    void worker.exited.then(async (code) => {
      shared.close();
      workers.delete(number);
      beats.forget(number);
      if (stoppingSince !== undefined) return;
      log.error("a worker process ended and is started again", {
        worker: number,
        code,
        signal: worker.signalCode,
      });
      if (performance.now() - began < HEALTHY_MS) await Bun.sleep(RESTART_MS);
      if (stoppingSince === undefined) start(number);
    });
  };
  const kill = (number: number, why: string): void => {
    const worker = workers.get(number);
    if (worker === undefined) return;
    log.error(why, { worker: number, pid: worker.pid });
    worker.kill("SIGKILL");
  };
  for (let number = 0; number < size; number++) start(number);
  setInterval(() => {
    for (const number of beats.check(performance.now())) {
      kills++;
      beats.forget(number);
      kill(number, "the event loop of a worker process is blocked: it is killed");
    }
    for (const worker of workers.values()) tell(worker, { kind: "ping" });
  }, PING_MS).unref();

  return {
    signal(name) {
      for (const worker of workers.values()) worker.kill(name);
    },
    async stop(signal) {
      const now = performance.now();
      const isSecond = stoppingSince !== undefined && now - stoppingSince > SAME_SIGNAL_MS;
      if (stoppingSince === undefined || isSecond) {
        clearTimeout(killer);
        killer = setTimeout(
          () => {
            for (const number of workers.keys()) kill(number, "a worker process did not stop: it is killed");
          },
          isSecond ? HURRY_MS : stopMs(signal),
        );
      }
      stoppingSince ??= now;
      const ending = [...workers.values()];
      for (const worker of ending) worker.kill(signal);
      await Promise.all(ending.map(({ exited }) => exited));
      clearTimeout(killer);
    },
  };
}

/** Sends the primary what its `SharedService` for this worker hears, and hears what that says. */
export function connectShared(hear: (message: unknown) => void): (message: unknown) => void {
  process.on("message", (message: Message) => {
    if (message.kind === "shared") hear(message.message);
  });
  return (message) => void process.send?.({ kind: "shared", message } satisfies Message);
}

/**
 * Connects a worker to its primary: answers pings, answers for its own metrics, and returns a function that asks for
 * those of all workers.
 */
export function connectWorker(own: () => Promise<MetricsReport>): () => Promise<readonly MetricsReport[]> {
  const waiting = new Map<number, (reports: readonly MetricsReport[]) => void>();
  let last = 0;
  const tell = (message: Message): void => void process.send?.(message);
  process.on("message", (message: Message) => {
    if (message.kind === "ping") {
      tell({ kind: "pong" });
    } else if (message.kind === "ask-one") {
      void own().then((report) => tell({ kind: "report", id: message.id, report: JSON.stringify(report) }));
    } else if (message.kind === "reports") {
      // Written by a worker or the primary from a `MetricsReport`: both ends are ours.
      waiting.get(message.id)?.(message.reports.map((text) => JSON.parse(text) as MetricsReport));
    }
  });
  // Before the first request: from now on the primary notices when this process answers no more.
  tell({ kind: "pong" });
  // A worker without its primary would hold the port.
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  return () =>
    new Promise((resolve) => {
      const id = ++last;
      const give = (reports: readonly MetricsReport[]) => {
        waiting.delete(id);
        resolve(reports);
      };
      waiting.set(id, give);
      setTimeout(() => void own().then((report) => give([report])), REPORT_MS + 1_000).unref();
      tell({ kind: "ask-all", id });
    });
}
