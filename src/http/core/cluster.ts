import type { Subprocess } from "bun";
import { sendToChild } from "../../kit/ipc.ts";
import type { Log } from "../../ops/log.ts";
import type { MetricsReport } from "../../ops/metric-report.ts";
import { killsReport } from "../../ops/primary-metrics.ts";
import { Heartbeats, PING_MS } from "./heartbeats.ts";

/** Messages between a worker process and the primary process. */
type Message =
  | { readonly kind: "ping" }
  | { readonly kind: "pong" }
  | { readonly kind: "ask-all"; readonly id: number }
  | { readonly kind: "ask-one"; readonly id: number }
  | { readonly kind: "report"; readonly id: number; readonly report: MetricsReport }
  | { readonly kind: "reports"; readonly id: number; readonly reports: readonly MetricsReport[] }
  /** Messages between workers and the shared services of the primary process. */
  | { readonly kind: "shared"; readonly message: unknown };

/** The primary's end of a conversation with one worker about something that all workers share. */
export interface SharedService {
  onMessage(message: unknown): void;
  close(): void;
}

/** How long the primary waits for metrics: less than Prometheus does (10 s). In milliseconds. */
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
  /** The command line of one worker; its number is added. */
  readonly command: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How long a worker may take to stop after a signal, in milliseconds; then it is killed. */
  stopMs(signal: StopSignal): number;
  /** Opens what the primary shares with one worker; `send` is heard by the worker's `shared`. */
  share(send: (message: unknown) => void): SharedService;
  metrics(): MetricsReport;
  readonly log: Log;
}

export type StopSignal = "SIGTERM" | "SIGINT";

/** Workers on one port: restarts those that end, replaces those whose event loop is blocked, and sums their metrics. */
export class Cluster {
  readonly #options: ClusterOptions;
  readonly #processes = new Map<number, Subprocess>();
  readonly #heartbeats = new Heartbeats();
  readonly #collections = new Map<number, { reports: MetricsReport[]; wanted: number; done: () => void }>();
  #lastCollection = 0;
  #kills = 0;
  #stoppingSince: number | undefined;
  #killTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ClusterOptions) {
    this.#options = options;
    for (let number = 0; number < options.size; number++) this.#start(number);
    setInterval(() => this.#checkHeartbeats(), PING_MS).unref();
  }

  signal(name: "SIGHUP"): void {
    for (const worker of this.#processes.values()) worker.kill(name);
  }

  async stop(signal: StopSignal): Promise<void> {
    const now = performance.now();
    const isSecond = this.#stoppingSince !== undefined && now - this.#stoppingSince > SAME_SIGNAL_MS;
    if (this.#stoppingSince === undefined || isSecond) {
      clearTimeout(this.#killTimer);
      const patienceMs = isSecond ? HURRY_MS : this.#options.stopMs(signal);
      this.#killTimer = setTimeout(() => this.#killAll(), patienceMs);
    }
    this.#stoppingSince ??= now;
    const ending = [...this.#processes.values()];
    for (const worker of ending) worker.kill(signal);
    await Promise.all(ending.map(({ exited }) => exited));
    clearTimeout(this.#killTimer);
  }

  #start(number: number): void {
    const { command, folder, environment, share } = this.#options;
    const began = performance.now();
    const worker = Bun.spawn([...command, String(number)], {
      cwd: folder,
      env: { ...environment },
      stdio: ["ignore", "inherit", "inherit"],
      serialization: "advanced",
      ipc: (message: Message, from) => {
        if (message.kind === "shared") shared.onMessage(message.message);
        else void this.#receive(number, message, from);
      },
    });
    const shared = share((message) => send(worker, { kind: "shared", message }));
    this.#processes.set(number, worker);
    void worker.exited.then((code) => {
      shared.close();
      return this.#restart(number, worker, code, performance.now() - began);
    });
  }

  /** Starts a worker again that has ended by itself; one that lived for a moment only a second later. */
  async #restart(number: number, ended: Subprocess, code: number, livedMs: number): Promise<void> {
    this.#processes.delete(number);
    this.#heartbeats.forget(number);
    if (this.#stoppingSince !== undefined) return;
    const signal = ended.signalCode;
    this.#options.log.error("a worker process ended and is started again", { worker: number, code, signal });
    if (livedMs < HEALTHY_MS) await Bun.sleep(RESTART_MS);
    if (this.#stoppingSince === undefined) this.#start(number);
  }

  async #receive(number: number, message: Message, from: Subprocess): Promise<void> {
    if (message.kind === "pong") {
      if (this.#processes.get(number) === from) this.#heartbeats.answered(number);
    } else if (message.kind === "ask-all") {
      send(from, { kind: "reports", id: message.id, reports: await this.#collectMetrics() });
    } else if (message.kind === "report") {
      const collection = this.#collections.get(message.id);
      if (collection === undefined) return;
      collection.reports.push(message.report);
      if (collection.reports.length >= collection.wanted) collection.done();
    }
  }

  async #collectMetrics(): Promise<MetricsReport[]> {
    const id = ++this.#lastCollection;
    const reports: MetricsReport[] = [];
    await new Promise<void>((done) => {
      this.#collections.set(id, { reports, wanted: this.#processes.size, done });
      setTimeout(done, REPORT_MS).unref();
      for (const worker of this.#processes.values()) send(worker, { kind: "ask-one", id });
    });
    this.#collections.delete(id);
    return [...reports, killsReport(this.#kills), this.#options.metrics()];
  }

  #checkHeartbeats(): void {
    for (const number of this.#heartbeats.check(performance.now())) {
      this.#kills++;
      this.#heartbeats.forget(number);
      this.#kill(number, "the event loop of a worker process is blocked: it is killed");
    }
    for (const worker of this.#processes.values()) send(worker, { kind: "ping" });
  }

  #killAll(): void {
    for (const number of this.#processes.keys()) {
      this.#kill(number, "a worker process did not stop: it is killed");
    }
  }

  #kill(number: number, why: string): void {
    const worker = this.#processes.get(number);
    if (worker === undefined) return;
    this.#options.log.error(why, { worker: number, pid: worker.pid });
    worker.kill("SIGKILL");
  }
}

const send = (worker: Subprocess, message: Message) => void sendToChild(worker, message);

/** Connects a worker to its `SharedService` in the primary: returns what sends a message; `onMessage` gets the replies. */
export function connectShared(onMessage: (message: unknown) => void): (message: unknown) => void {
  process.on("message", (message: Message) => {
    if (message.kind === "shared") onMessage(message.message);
  });
  return (message) => void process.send?.({ kind: "shared", message } satisfies Message);
}

/** Connects a worker to its primary: responds to pings and requests for metrics. Returns what gets the metrics of all workers. */
export function connectWorker(
  own: () => Promise<MetricsReport>,
  log: Pick<Log, "warn">,
): () => Promise<readonly MetricsReport[]> {
  const waiting = new Map<number, (reports: readonly MetricsReport[]) => void>();
  let last = 0;
  const tell = (message: Message): void => void process.send?.(message);
  process.on("message", (message: Message) => {
    if (message.kind === "ping") {
      tell({ kind: "pong" });
    } else if (message.kind === "ask-one") {
      // The primary sums up without a report that failed: an uncaught rejection would end this process.
      void own().then(
        (report) => tell({ kind: "report", id: message.id, report }),
        (cause: unknown) => log.warn("the metrics of a worker process are left out", { cause }),
      );
    } else if (message.kind === "reports") {
      waiting.get(message.id)?.(message.reports);
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
      const giveOwn = () =>
        own().then(
          (report) => give([report]),
          () => give([]),
        );
      setTimeout(() => void giveOwn(), REPORT_MS + 1_000).unref();
      tell({ kind: "ask-all", id });
    });
}
