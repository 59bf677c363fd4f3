import type { JobLimits } from "../kit/sandbox.ts";
import { watchMemory } from "./memory.ts";
import { Ended, type SandboxProcess } from "./process.ts";

/** How long a process whose client has left may take to come to a halt, in milliseconds. */
const HALT_MS = 250;

/** Holds one run of one process to its limits, and to the presence of its client. */
export class Watch {
  readonly #process: SandboxProcess;
  readonly #limits: JobLimits;
  readonly #signal: AbortSignal;
  readonly #total: Timer;
  readonly #endMemory: () => void;
  #halt: Timer | undefined;

  constructor(process: SandboxProcess, limits: JobLimits, signal: AbortSignal) {
    this.#process = process;
    this.#limits = limits;
    this.#signal = signal;
    this.#total = setTimeout(() => process.kill("deadline"), limits.totalMs);
    this.#endMemory = watchMemory(process.pid, limits.memoryBytes, () => process.kill("memory"));
    signal.addEventListener("abort", this.#leave);
  }

  /** Waits for a reply, for as long as the process may be silent. Throws `Ended`. */
  async during<Reply>(reply: Promise<Reply>): Promise<Reply> {
    const silent = setTimeout(() => this.#process.kill("deadline"), this.#limits.progressMs);
    const said = await reply.finally(() => clearTimeout(silent));
    if (this.#signal.aborted) throw new Ended("left", "the client left");
    return said;
  }

  /** Ends the watch; the process is nobody's business from now on. */
  end(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#halt);
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
