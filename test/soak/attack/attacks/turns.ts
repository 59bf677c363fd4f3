/** A flood by accounts whose jobs take so long, in milliseconds. */
export interface Flood {
  readonly accounts: number;
  readonly jobMs: number;
}

/**
 * Returns how long a single job may wait for its turn, in milliseconds: one job of each account. Accounts of earlier trials,
 * which are played alone and up to twice, still have jobs that wait.
 */
export const turnMs = ({ accounts, jobMs }: Flood, callers: number) =>
  2_000 + (2 * accounts * (callers + 1) + 1) * jobMs;
