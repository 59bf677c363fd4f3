import { FairQueue } from "../kit/fair-queue.ts";
import { readUpTo } from "../kit/growable-buffer.ts";
import type { Program } from "../kit/sandbox.ts";
import type { Work } from "../kit/work.ts";
import { type PoolCount, zeroCount } from "./count.ts";
import { problemOfEnding } from "./problems.ts";
import { Ended, type Ending } from "./process.ts";
import { residentBytes, watchMemory } from "./resource-usage.ts";
import { type Child, endProgram, spawnLimited } from "./spawn-limited.ts";

/** What a program says for itself is for the operator's log; so much of it, in bytes. */
const COMPLAINT_BYTES = 2_000;

export interface ProgramOptions {
  /** Runs at a time. */
  readonly size: number;
  onFailure(fields: Readonly<Record<string, unknown>>): void;
  onWait?(program: string, ms: number): void;
}

/** The runs of one program: each starts it, waits for it and ends it. */
export class ProgramRuns {
  readonly #name: string;
  readonly #options: ProgramOptions;
  readonly #fairQueue: FairQueue;
  readonly #count = zeroCount();
  readonly #children = new Set<Child>();

  constructor(name: string, options: ProgramOptions) {
    this.#name = name;
    this.#options = options;
    // Whoever runs a program works for a request that has been let in: it waits for as long as that lasts.
    this.#fairQueue = new FairQueue(options.size, Number.POSITIVE_INFINITY);
  }

  get count(): PoolCount {
    const children = [...this.#children];
    const memoryBytes = children.reduce((sum, { pid }) => sum + (residentBytes(pid) ?? 0), 0);
    const { length: processes } = children;
    return { ...this.#count, queued: this.#fairQueue.waiting, processes, retired: 0, memoryBytes };
  }

  /** Runs the program once. See `Pipe` for what it throws. */
  async run(
    program: Program,
    input: Uint8Array<ArrayBuffer>,
    client: AbortSignal,
    { tenant, requestId, cost }: Work,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const came = performance.now();
    const leave = await this.#fairQueue.acquire(client, this.#count.runs, tenant);
    this.#options.onWait?.(this.#name, performance.now() - came);
    this.#count.running++;
    const began = performance.now();
    let failed = true;
    try {
      const output = await this.#once(program, input, client);
      this.#count.runs.done++;
      failed = false;
      return output;
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      this.#count.runs[error.ending]++;
      if (error.ending !== "left") this.#options.onFailure({ requestId, program: this.#name, cause: error });
      const { totalMs } = program.limits;
      throw problemOfEnding(error, { totalMs, progressMs: totalMs });
    } finally {
      this.#count.running--;
      // A program does little but compute, and what it started counts too: its time is taken for processor time.
      const cpuMs = performance.now() - began;
      if (cost !== undefined) cost.cpuMs += cpuMs;
      leave({ cpuMs, failed });
    }
  }

  /** Ends all that run. */
  close(): void {
    for (const child of this.#children) endProgram(child);
  }

  async #once(
    program: Program,
    input: Uint8Array<ArrayBuffer>,
    client: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { totalMs, memoryBytes, outputBytes } = program.limits;
    const child = spawnLimited(program, input);
    this.#children.add(child);
    let ending: Ending | undefined;
    const kill = (why: Ending) => {
      ending ??= why;
      endProgram(child);
    };
    const left = () => kill("left");
    const late = setTimeout(() => kill("deadline"), totalMs);
    const endMemory = watchMemory(child.pid, memoryBytes, () => kill("memory"));
    client.addEventListener("abort", left);
    try {
      const complaint = readUpTo(child.stderr, COMPLAINT_BYTES);
      const output = await readUpTo(child.stdout, outputBytes);
      if (output === undefined) kill("memory");
      const code = await child.exited;
      if (ending !== undefined) throw new Ended(ending, `the program was ended: ${ending}`);
      if (code === 0 && output !== undefined) return output;
      const said = new TextDecoder().decode(await complaint);
      throw new Ended("crash", `the program ended with ${code}: ${said}`);
    } finally {
      clearTimeout(late);
      endMemory();
      client.removeEventListener("abort", left);
      this.#children.delete(child);
    }
  }
}
