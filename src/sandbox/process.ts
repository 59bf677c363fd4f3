import { writeFileSync } from "node:fs";
import { constants, devNull, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { Subprocess } from "bun";
import { sendToChild } from "../kit/ipc.ts";
import type { JobProcesses } from "../kit/sandbox.ts";
import type { Order, Reply } from "./protocol.ts";

/** Reason why a process of the sandbox was ended before its job. */
export type Ending = "deadline" | "contended" | "memory" | "crash" | "left" | "stopped";

/** A process ended instead of replying. */
export class Ended extends Error {
  override readonly name = "Ended";
  readonly ending: Ending;

  constructor(ending: Ending, reason: string) {
    super(reason);
    this.ending = ending;
  }
}

const entry = fileURLToPath(new URL("./child.ts", import.meta.url));

/**
 * Lowers the priority of a process below the server's: the kernel kills it first when memory runs out, and the
 * server's requests, which take milliseconds, run before its work, which takes seconds.
 */
export function lowerPriority(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, "1000");
  } catch {
    // Not every system has it, and not every container allows it.
  }
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}

/**
 * One process of the sandbox. It has the environment that its job names, no standard streams and nothing to
 * talk to but us; it ends when we do, even in the middle of a loop.
 */
export class SandboxProcess {
  readonly #process: Subprocess<"ignore", "ignore", "ignore">;
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;
  #ending: Ending = "crash";
  runs = 0;
  /** Whether its priority is below the other sandbox processes', permanently: only the superuser may raise it. */
  hasLowestPriority = false;
  /** Processor time that it had used when it last said so, in milliseconds. */
  cpuMs = 0;
  /** When it was last given back, by `performance.now()`. */
  idleSince = 0;
  readonly modules = new Set<string>();

  constructor({ environment = {} }: JobProcesses) {
    // It reads no file that configures Bun, wherever one may be.
    const config = ["--no-env-file", `--config=${devNull}`];
    this.#process = Bun.spawn([process.execPath, ...config, "--no-orphans", entry], {
      env: environment,
      cwd: "/",
      stdio: ["ignore", "ignore", "ignore"],
      serialization: "advanced",
      ipc: (reply: Reply) => this.onReply(reply),
    });
    // The server must never wait for an idle process to end.
    this.#process.unref();
    void this.#process.exited.then(() => {
      const { exitCode, signalCode } = this.#process;
      const waiting = this.#waiting;
      this.#waiting = undefined;
      waiting?.reject(new Ended(this.#ending, `the process ended (${signalCode ?? exitCode})`));
    });
    // At once: a thread has the priority of the one that starts it, and the engine starts its own while it loads.
    lowerPriority(this.pid);
  }

  get pid(): number {
    return this.#process.pid;
  }

  get isAlive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Whether the reply to an order is still missing. */
  get owes(): boolean {
    return this.#waiting !== undefined;
  }

  get exited(): Promise<number> {
    return this.#process.exited;
  }

  /** Gives an order and waits for its reply. Rejects with `Ended` where the process ends first. */
  ask(order: Order): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (!this.isAlive) return reject(new Ended(this.#ending, "the process has ended"));
      this.#waiting = { resolve, reject };
      // What cannot hear us any more is about to end, and its end rejects.
      if (!sendToChild(this.#process, order)) this.#process.kill("SIGKILL");
    });
  }

  /** Lowers the priority below the other sandbox processes: they get most of the CPU time when they compete. */
  lowerPriorityFurther(): void {
    if (this.hasLowestPriority) return;
    this.hasLowestPriority = true;
    try {
      setPriority(this.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended already.
    }
  }

  kill(ending: Ending): void {
    this.#ending = ending;
    this.#process.kill("SIGKILL");
  }

  onReply(reply: Reply): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if ("cpuMs" in reply) this.cpuMs = reply.cpuMs;
    waiting?.resolve(reply);
  }
}
