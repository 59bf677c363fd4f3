import type { JobLimits } from "../kit/sandbox.ts";
import type { JobProcess } from "./lease.ts";
import { Ended } from "./process.ts";
import type { Order, Reply } from "./protocol.ts";
import { processorMs, watchMemory } from "./resource-usage.ts";

/** How long a process whose client has left may take to come to a halt, in milliseconds. */
const HALT_MS = 250;

/** How often a run is looked at, in milliseconds. */
const LOOK_MS = 50;

/**
 * How many times its limit of processor time a run may take by the clock. On a machine with other work, a process
 * below normal priority gets a part of a core, and a file is not hostile because the machine is busy.
 */
const CLOCK_FACTOR = 3;

/**
 * Enforces the limits of one run: its time, the presence of its client, and the needs of others. A limit counts
 * processor time and the time that messages wait to be accepted, and ends the run after three times as long by
 * the clock. If the system does not report processor time, a limit counts time by the clock.
 */
export class RunLimiter {
  readonly #process: JobProcess;
  readonly #limits: JobLimits;
  readonly #signal: AbortSignal;
  readonly #isWanted: () => boolean;
  readonly #endMemory: () => void;
  readonly #timer: Timer;
  readonly #began = performance.now();
  readonly #usedBefore: number | undefined;
  #used: number | undefined;
  /** When the process last replied, and what it had used by then. */
  #heard = this.#began;
  #usedWhenHeard: number | undefined;
  /** How long the process has waited for the reader of its messages, in milliseconds. */
  #idleMs = 0;
  #halt: Timer | undefined;

  /** `isWanted` says whether another caller waits for a process of the pool. */
  constructor(process: JobProcess, limits: JobLimits, signal: AbortSignal, isWanted: () => boolean) {
    this.#process = process;
    this.#limits = limits;
    this.#signal = signal;
    this.#isWanted = isWanted;
    this.#usedBefore = processorMs(process.pid);
    this.#used = this.#usedBefore;
    this.#usedWhenHeard = this.#usedBefore;
    this.#timer = setInterval(() => this.checkProcessorTime(), LOOK_MS);
    this.#endMemory = watchMemory(process.pid, limits.memoryBytes, () => process.kill("memory"));
    signal.addEventListener("abort", this.onAbort);
  }

  /** Processor time of the run when it was last looked at, in milliseconds: up to 50 ms ago. */
  get usedMs(): number {
    return usedSince(this.#began, performance.now(), this.#usedBefore, this.#used);
  }

  /**
   * Gives the process an order and waits for its reply, for as long as it may be silent. For a client that has left,
   * nothing more is asked. Throws `Ended`.
   */
  async ask(order: Order): Promise<Reply> {
    this.#checkClient();
    this.#idleMs += performance.now() - this.#heard;
    this.restartSilenceTimer();
    const reply = await this.#process.ask(order);
    this.restartSilenceTimer();
    this.#checkClient();
    return reply;
  }

  /** Ends the limiter; the process is nobody's business from now on. */
  end(): void {
    clearInterval(this.#timer);
    clearTimeout(this.#halt);
    this.#endMemory();
    this.#signal.removeEventListener("abort", this.onAbort);
  }

  #checkClient(): void {
    if (this.#signal.aborted) throw new Ended("left", "the client left");
  }

  restartSilenceTimer(): void {
    this.#heard = performance.now();
    this.#usedWhenHeard = this.#used;
  }

  checkProcessorTime(): void {
    this.#used = processorMs(this.#process.pid) ?? this.#used;
    const ending = this.#overdue(performance.now());
    if (ending !== undefined) this.#process.kill(ending);
  }

  /** Why the run is to be ended now; undefined where it may go on. */
  #overdue(now: number): "deadline" | "contended" | undefined {
    const { progressMs, totalMs, contendedMs } = this.#limits;
    const silent = now - this.#heard;
    // Time by the clock includes it already.
    const isByClock = this.#usedBefore === undefined;
    const idle = isByClock ? 0 : this.#idleMs + (this.#process.owes ? 0 : silent);
    if (this.usedMs + idle > totalMs || now - this.#began > CLOCK_FACTOR * totalMs) return "deadline";
    if (!this.#process.owes) return undefined;
    const used = usedSince(this.#heard, now, this.#usedWhenHeard, this.#used);
    const isLongerThan = (ms: number) => used > ms || silent > CLOCK_FACTOR * ms;
    if (isLongerThan(progressMs)) return "deadline";
    return contendedMs !== undefined && isLongerThan(contendedMs) && this.#isWanted()
      ? "contended"
      : undefined;
  }

  readonly onAbort = (): void => {
    if (this.#process.owes) this.#halt = setTimeout(() => this.#process.kill("left"), HALT_MS);
  };
}

/** Processor time between two moments, in milliseconds; the time by the clock where the system does not say. */
function usedSince(from: number, to: number, before: number | undefined, after: number | undefined): number {
  return before === undefined || after === undefined ? to - from : after - before;
}

/** Stops a run that nobody wants any more: whether the process is fit for another. */
export async function killProcess(process: JobProcess): Promise<boolean> {
  if (!process.isAlive || process.owes) return false;
  const late = setTimeout(() => process.kill("left"), HALT_MS);
  const reply = await process
    .ask({ kind: "stop" })
    .catch(() => undefined)
    .finally(() => clearTimeout(late));
  return reply?.kind === "done";
}
