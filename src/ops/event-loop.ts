import { emptyHistogram, observe } from "./histogram.ts";
import type { Log } from "./log.ts";

/** Milliseconds between two looks at the event loop. */
const INTERVAL_MS = 250;
/** A delay from which on the event loop counts as blocked, in milliseconds. */
const BLOCKED_MS = 1_000;
/** Time for which a process reports that its event loop was blocked, in milliseconds. */
export const WARNING_MS = 60_000;

/** The processor time of this process so far, all threads, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Measures delays of this process's event loop: while it is blocked, no request is handled. Time is monotonic,
 * so clock changes do not count. A process that the system stopped is late like one that computed; the logged
 * processor time tells the two apart.
 */
export class EventLoopMonitor {
  readonly #log: Pick<Log, "warn">;
  readonly delays = emptyHistogram();
  /** How often it was blocked for `BLOCKED_MS` or longer, and the longest block in milliseconds. */
  blocks = 0;
  longestMs = 0;
  #looked = 0;
  #cpu = 0;
  #blockedAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(log: Pick<Log, "warn">) {
    this.#log = log;
  }

  /** Begins to measure; does not keep the process alive. */
  start(): void {
    this.#looked = performance.now();
    this.#cpu = cpuMs();
    this.#timer = setInterval(() => this.look(performance.now(), cpuMs()), INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Takes the delay since the last look, given the time and the processor time of now in milliseconds. */
  look(now: number, cpu: number): void {
    const ms = Math.max(0, now - this.#looked - INTERVAL_MS);
    const used = cpu - this.#cpu;
    this.#looked = now;
    this.#cpu = cpu;
    observe(this.delays, ms);
    if (ms < BLOCKED_MS) return;
    this.blocks++;
    this.longestMs = Math.max(this.longestMs, ms);
    this.#blockedAt = now;
    this.#log.warn("the event loop was blocked", { ms: Math.round(ms), cpuMs: Math.round(used) });
  }

  /** Whether it was blocked within `WARNING_MS` before `now`. */
  wasBlocked(now = performance.now()): boolean {
    return now - this.#blockedAt < WARNING_MS;
  }
}
