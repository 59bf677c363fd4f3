import type { BrowseTask, RequestHandler } from "../kit/browse.ts";
import type { Job, Program } from "../kit/sandbox.ts";
import { ownWork, type Work } from "../kit/work.ts";
import { BROWSER, BrowserRuns } from "./browser.ts";
import type { PoolCount } from "./count.ts";
import { createJobRunner, type RunnerOptions } from "./job-runner.ts";
import type { Leases } from "./lease.ts";
import { createLocalLeases, type PoolOptions } from "./local-leases.ts";
import { ProgramRuns } from "./program.ts";

type SandboxOptions = PoolOptions & RunnerOptions;

/** Makes a sandbox, in which untrusted files are read. The processes of its jobs are leased from pools of its own, or from those of another process. */
export function createSandbox(options: SandboxOptions, leases: Leases = createLocalLeases(options)) {
  const programs = new Map<string, ProgramRuns>();
  let browser: BrowserRuns | undefined;
  function runsOf({ name }: Program): ProgramRuns {
    const known = programs.get(name);
    if (known !== undefined) return known;
    const runs = new ProgramRuns({ ...options, name });
    programs.set(name, runs);
    return runs;
  }
  return {
    /** `Run` with the signal of the client and the work that it is a part of. */
    run: createJobRunner(leases, options),
    pipe: (program: Program, input: Uint8Array<ArrayBuffer>, client: AbortSignal, work: Work = ownWork) =>
      runsOf(program).run(program, input, client, work),
    browse(task: BrowseTask, handleRequest: RequestHandler, client: AbortSignal, work: Work = ownWork) {
      browser ??= new BrowserRuns(options);
      return browser.run(task, handleRequest, client, work);
    },
    warm: (job: Job<never, unknown>) => leases.warm(job),
    /** The counts of each pool, under the name that its jobs share or that of its job, and of each program. */
    counts: (): readonly (PoolCount & { readonly job: string })[] => [
      ...leases.counts(),
      ...Array.from(programs, ([job, runs]) => ({ job, ...runs.count })),
      ...(browser === undefined ? [] : [{ job: BROWSER, ...browser.count }]),
    ],
    /** Ends every process, and removes what they have written. */
    async close() {
      leases.close();
      for (const runs of programs.values()) runs.close();
      await browser?.close();
    },
  };
}
export type Sandbox = ReturnType<typeof createSandbox>;
