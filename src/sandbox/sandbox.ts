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
  /** The counts of each job and each program that has run. */
  counts(): readonly (PoolCount & { readonly job: string })[];
  /** Ends every process. */
  close(): void;
}

/** Makes a sandbox with a pool of processes for each job; they start when the job is first run. */
export function createSandbox(options: PoolOptions): Sandbox {
  const pools = new Map<string, { readonly job: string; readonly pool: Pool<unknown, unknown> }>();
  const programs = new Map<string, ProgramRuns>();

  function poolOf<Input, Message>(job: Job<Input, Message>): Pool<Input, Message> {
    // One module has one job, so the pool found under it has the types of the job given.
    const known = pools.get(job.module) as { pool: Pool<Input, Message> } | undefined;
    if (known !== undefined) return known.pool;
    const { most = options.size, keep = options.keep, idleMs = options.idleMs } = job.processes ?? {};
    const size = Math.min(most, options.size);
    const pool = new Pool(job, { ...options, size, keep: Math.min(keep, options.keep, size), idleMs });
    pools.set(job.module, { job: job.name, pool: pool as Pool<unknown, unknown> });
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
    run: (job, input, client, work = ownWork) => poolOf(job).run(input, job.limits, client, work),
    pipe: (program, input, client, work = ownWork) => runsOf(program).run(program, input, client, work),
    warm: (job) => poolOf(job).warm(),
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
