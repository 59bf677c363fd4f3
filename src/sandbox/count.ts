import type { Ending } from "./process.ts";

/** Counts of the runs of a job or a program since the server started. */
export interface RunCount {
  running: number;
  /** Runs by how they ended; `busy` ones never began. */
  readonly runs: Record<"done" | "refused" | "busy" | Ending, number>;
  /** Processes that were replaced by a new one. */
  recycled: number;
}

/** Counts with the current state. */
export interface PoolCount extends Readonly<RunCount> {
  readonly queued: number;
  readonly processes: number;
  /** Processes that ended because they were idle. */
  readonly retired: number;
  /** Resident memory of the processes, in bytes; 0 where the system has no /proc. */
  readonly memoryBytes: number;
}

/** Creates a count in which everything is 0. */
export function zeroCount(): RunCount {
  return {
    running: 0,
    runs: {
      done: 0,
      refused: 0,
      busy: 0,
      deadline: 0,
      contended: 0,
      memory: 0,
      crash: 0,
      left: 0,
      stopped: 0,
    },
    recycled: 0,
  };
}
