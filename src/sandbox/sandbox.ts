import type { Job, Program } from "../kit/sandbox.ts";
import { ownWork, type Work } from "../kit/work.ts";
import type { PoolCount } from "./count.ts";
import { Pool, type PoolOptions } from "./pool.ts";
import { ProgramRuns } from "./program.ts";

/** The processes in which strangers' files are read. */
export interface Sandbox {
  /** `Run` with the signal of the client and the work that it is a part of. */
  run<Input, Message>(
    job: Job<Input, Message>,
    input: Input,
    client: AbortSignal,
    work?: Work,
  ): AsyncGenerator<Message, void>;
  /** `Pipe` with the same. */
  pipe(
    program: Program,
    input: Uint8Array<ArrayBuffer>,
    client: AbortSignal,
    work?: Work,
  ): Promise<Uint8Array<ArrayBuffer>>;
  /** Starts the processes of a job before the first run needs them. */
  warm(job: Job<never, unknown>): Promise<void>;
  /** The counts of each pool, under the name that its jobs share or that of its job, and of each program. */
  counts(): readonly (PoolCount & { readonly job: string })[];
  /** Ends every process. */
  close(): void;
}

/** Makes a sandbox with a pool of processes for each job or name that jobs share; they start when first needed. */
export function createSandbox(options: PoolOptions): Sandbox {
  const pools = new Map<string, { readonly job: string; readonly pool: Pool }>();
  const programs = new Map<string, ProgramRuns>();

  function poolOf({ name, module, processes = {} }: Job<never, unknown>): Pool {
    const key = processes.pool ?? module;
    const known = pools.get(key);
    if (known !== undefined) return known.pool;
    const { most = options.size, keep = options.keep, idleMs = options.idleMs } = processes;
    const size = Math.min(most, options.size);
    const pool = new Pool(processes, { ...options, size, keep: Math.min(keep, options.keep, size), idleMs });
    pools.set(key, { job: processes.pool ?? name, pool });
    return pool;
  }
  function runsOf({ name }: Program): ProgramRuns {
    const known = programs.get(name);
    if (known !== undefined) return known;
    const runs = new ProgramRuns(name, options);
    programs.set(name, runs);
    return runs;
  }
  return {
    run: (job, input, client, work = ownWork) => poolOf(job).run(job, input, client, work),
    pipe: (program, input, client, work = ownWork) => runsOf(program).run(program, input, client, work),
    warm: (job) => poolOf(job).warm(job),
    counts: () => [
      ...Array.from(pools.values(), ({ job, pool }) => ({ job, ...pool.count })),
      ...Array.from(programs, ([job, runs]) => ({ job, ...runs.count })),
    ],
    close() {
      for (const { pool } of pools.values()) pool.close();
      for (const runs of programs.values()) runs.close();
    },
  };
}
