import type { Job } from "../kit/sandbox.ts";
import { Pool, type PoolCount, type PoolOptions } from "./pool.ts";

/** The processes in which strangers' files are read. */
export interface Sandbox {
  /** `Run` with the signal of the client that it works for. */
  run<Input, Message>(
    job: Job<Input, Message>,
    input: Input,
    client: AbortSignal,
  ): AsyncGenerator<Message, void>;
  /** Starts the processes of a job before the first run needs them. */
  warm(job: Job<never, unknown>): Promise<void>;
  /** The counts of each job that has run. */
  counts(): readonly (PoolCount & { readonly job: string })[];
  /** Ends every process. */
  close(): void;
}

/** Makes a sandbox with a pool of processes for each job; they start when the job is first run. */
export function createSandbox(options: PoolOptions): Sandbox {
  const pools = new Map<string, { readonly job: string; readonly pool: Pool<unknown, unknown> }>();

  function poolOf<Input, Message>(job: Job<Input, Message>): Pool<Input, Message> {
    // One module has one job, so the pool found under it has the types of the job given.
    const known = pools.get(job.module) as { pool: Pool<Input, Message> } | undefined;
    if (known !== undefined) return known.pool;
    const pool = new Pool(job, options);
    pools.set(job.module, { job: job.name, pool: pool as Pool<unknown, unknown> });
    return pool;
  }
  return {
    run: (job, input, client) => poolOf(job).run(input, client),
    warm: (job) => poolOf(job).fill(),
    counts: () => [...pools.values()].map(({ job, pool }) => ({ job, ...pool.count })),
    close() {
      for (const { pool } of pools.values()) pool.close();
    },
  };
}
