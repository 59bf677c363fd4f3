import type { JobLimits } from "../kit/sandbox.ts";
import { watchMemory } from "./memory.ts";
import { Ended, type SandboxProcess } from "./process.ts";

/** How long a process whose client has left may take to come to a halt, in milliseconds. */
const HALT_MS = 250;

/** How often a run looks whether others wait for its process, in milliseconds. */
const LOOK_MS = 100;

/** Holds one run of one process to its limits, to the presence of its client, and to the needs of others. */
export class Watch {
  readonly #process: SandboxProcess;
  readonly #limits: JobLimits;
  readonly #signal: AbortSignal;
  readonly #total: Timer;
  readonly #endMemory: () => void;
  readonly #contended: Timer | undefined;
  /** When the process last replied. */
  #heard = performance.now();
  #halt: Timer | undefined;

  /** `isWanted` says whether another caller waits for a process of the pool. */
  constructor(process: SandboxProcess, limits: JobLimits, signal: AbortSignal, isWanted: () => boolean) {
    this.#process = process;
    this.#limits = limits;
    this.#signal = signal;
    this.#total = setTimeout(() => process.kill("deadline"), limits.totalMs);
    this.#endMemory = watchMemory(process.pid, limits.memoryBytes, () => process.kill("memory"));
    signal.addEventListener("abort", this.#leave);
    const { contendedMs } = limits;
    if (contendedMs === undefined) return;
    this.#contended = setInterval(() => {
      const isSilent = process.owes && performance.now() - this.#heard > contendedMs;
      if (isSilent && isWanted()) process.kill("contended");
    }, LOOK_MS);
  }

  /** Waits for a reply, for as long as the process may be silent. Throws `Ended`. */
  async during<Reply>(reply: Promise<Reply>): Promise<Reply> {
    const silent = setTimeout(() => this.#process.kill("deadline"), this.#limits.progressMs);
    const said = await reply.finally(() => clearTimeout(silent));
    this.#heard = performance.now();
    if (this.#signal.aborted) throw new Ended("left", "the client left");
    return said;
  }

  /** Ends the watch; the process is nobody's business from now on. */
  end(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#halt);
    clearInterval(this.#contended);
    this.#endMemory();
    this.#signal.removeEventListener("abort", this.#leave);
  }

  readonly #leave = (): void => {
    if (this.#process.owes) this.#halt = setTimeout(() => this.#process.kill("left"), HALT_MS);
  };
}

/** Stops a run that nobody wants any more: whether the process is fit for another. */
export async function halt(process: SandboxProcess): Promise<boolean> {
  if (!process.isAlive || process.owes) return false;
  const late = setTimeout(() => process.kill("left"), HALT_MS);
  const reply = await process
    .ask({ kind: "stop" })
    .catch(() => undefined)
    .finally(() => clearTimeout(late));
  return reply?.kind === "done";
}
