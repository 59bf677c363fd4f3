import { readUpTo } from "../kit/growable-buffer.ts";
import type { Program } from "../kit/sandbox.ts";
import type { Work } from "../kit/work.ts";
import type { PoolCount } from "./count.ts";
import { ExternalRuns, type ExternalRunsOptions } from "./external-runs.ts";
import { Ended, type Ending } from "./process.ts";
import { endGroup } from "./process-group.ts";
import { residentBytes, watchMemory } from "./resource-usage.ts";
import { type Child, spawnLimited } from "./spawn-limited.ts";

/** The maximum size of a program's error output for the operator's log, in bytes. */
const COMPLAINT_BYTES = 2_000;

/** The runs of one program: each starts it, waits for it and ends it. */
export class ProgramRuns {
  readonly #runs: ExternalRuns;
  readonly #children = new Set<Child>();

  constructor(options: ExternalRunsOptions) {
    this.#runs = new ExternalRuns(options);
  }

  get count(): PoolCount {
    const children = [...this.#children];
    const memoryBytes = children.reduce((sum, { pid }) => sum + (residentBytes(pid) ?? 0), 0);
    return this.#runs.count(children.length, memoryBytes);
  }

  /** Runs the program once. See `Pipe` for what it throws. */
  run(
    program: Program,
    input: Uint8Array<ArrayBuffer>,
    client: AbortSignal,
    work: Work,
  ): Promise<Uint8Array<ArrayBuffer>> {
    return this.#runs.run(work, client, program.limits.totalMs, () => this.#once(program, input, client));
  }

  close(): void {
    for (const { pid } of this.#children) endGroup(pid);
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
      endGroup(child.pid);
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
