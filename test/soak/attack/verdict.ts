import type { HonestCall } from "./honest.ts";
import { quantile } from "./stats.ts";
import type { Measured, Trial } from "./trial.ts";

/** What every row is held against. */
export interface Bars {
  /** Times of /v4, in milliseconds. */
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Honest calls take at most so many times their quiet time. */
  readonly honestRatio: number;
  /** The share of honest calls that may be told to come again. */
  readonly failedShare: number;
  /**
   * Memory of all processes, pages that they share counted once (PSS). The sum of their resident memory counts the
   * 45 MB of the runtime's program once for each of nine processes.
   */
  readonly memoryBytes: number;
  /** From SIGTERM to the end: the drain and the 30 s that responses have, and a moment. */
  readonly endSeconds: number;
  /** The longest time to a response of an attack, in milliseconds. */
  readonly responseMs: number;
}

/** The bars, as SECURITY.md states them. */
export const bars: Bars = {
  p99Ms: 50,
  maxMs: 500,
  honestRatio: 3,
  failedShare: 0,
  memoryBytes: 1_000_000_000,
  endSeconds: 33,
  responseMs: 30_000,
};

/**
 * The bars of CI, whose machine does other work beside: times and memory that only a server that is stopped or flooded
 * reaches. Typed responses, none of them 500, and an end in time are held as everywhere. A machine that stands
 * still for a moment holds more than a hundredth of the calls in a row of two seconds: both times have one bar.
 */
export const wideBars: Bars = {
  ...bars,
  p99Ms: 4_000,
  maxMs: 4_000,
  honestRatio: 100,
  failedShare: 0.2,
  memoryBytes: 3_000_000_000,
};

/** A quiet time shorter than this counts as this: below it the scheduler of a machine is measured. */
const QUIET_MIN_MS = 20;

/** Honest calls of one API against their quiet time. */
export interface Ratio {
  readonly api: string;
  readonly ratio: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly quietMs: number;
}

function timesOf(calls: readonly HonestCall[], api: string): number[] {
  return calls.flatMap((call) => (call.api === api ? [call.ms] : []));
}

/** How much longer honest calls took than without an attack, the worst API first. */
export function ratiosOf(quiet: Measured, during: Measured): Ratio[] {
  return [...new Set(during.calls.map(({ api }) => api))]
    .map((api) => {
      const times = timesOf(during.calls, api);
      const quietMs = quantile(timesOf(quiet.calls, api), 0.5);
      const medianMs = quantile(times, 0.5);
      const ratio = medianMs / Math.max(QUIET_MIN_MS, Number.isNaN(quietMs) ? 0 : quietMs);
      return { api, ratio, medianMs, p95Ms: quantile(times, 0.95), quietMs };
    })
    .toSorted((a, b) => b.ratio - a.ratio);
}

/** Everything in which a trial misses its bars; nothing where it holds them. */
export function missesOf(trial: Trial, quiet: Measured, held: Bars): string[] {
  const { attack, service, calls, proportionalBytes, played } = trial;
  const missed: string[] = [];
  // What a server without work took before the attack is the machine's doing: nothing to speak of on one of its own.
  if (!(service.p99 < held.p99Ms + quiet.control.p99)) missed.push(`/v4 p99 ${service.p99.toFixed(0)} ms`);
  if (!(service.max < held.maxMs + quiet.control.max)) missed.push(`/v4 max ${service.max.toFixed(0)} ms`);
  if (service.cut > 0) missed.push(`${service.cut} of /v4 cut off`);
  for (const { api, ratio, medianMs, quietMs } of ratiosOf(quiet, trial)) {
    if (ratio > Math.max(held.honestRatio, attack.honestRatio ?? 0))
      missed.push(`honest ${api} ${medianMs.toFixed(0)} ms, quiet ${quietMs.toFixed(0)} ms`);
  }
  const refused = calls.filter(({ status }) => status !== 200);
  if (refused.length > held.failedShare * calls.length)
    missed.push(
      `${refused.length} of ${calls.length} honest calls failed (${[...new Set(refused.map(({ api, status }) => `${api} ${status}`))].join(", ")})`,
    );
  if (calls.length === 0) missed.push("no honest call was answered");
  if (proportionalBytes > Math.max(held.memoryBytes, attack.memoryBytes ?? 0))
    missed.push(`memory ${(proportionalBytes / 1e6).toFixed(0)} MB`);
  missed.push(...played.faults);
  if (attack.isUnfinished !== true) {
    const silent = played.outcomes.reduce((sum, { closed = 0, left = 0 }) => sum + closed + left, 0);
    if (silent > 0) missed.push(`${silent} requests without a response`);
  }
  if (played.slowestMs > held.responseMs)
    missed.push(`a response took ${(played.slowestMs / 1_000).toFixed(0)} s`);
  if (attack.responseMax !== undefined && played.largestBytes > attack.responseMax)
    missed.push(`a response of ${(played.largestBytes / 1e6).toFixed(1)} MB`);
  return [...missed, ...trial.missed];
}

/** Whether the machine was busy with others before the attack began: times then say less of the service. */
export function isBusy({ control }: Measured): boolean {
  return control.p99 > bars.p99Ms / 5 || control.max > bars.maxMs / 5;
}

/** How far times may be over their bars to be measured once more: another program can take a core for a moment. */
const NEAR = 4;

/** Whether a trial that missed may hold its bars when it is played again. */
export function isNearMiss(trial: Trial, quiet: Measured): boolean {
  const [worst] = ratiosOf(quiet, trial);
  return (
    trial.played.faults.length === 0 &&
    trial.service.max < NEAR * bars.maxMs &&
    trial.service.p99 < NEAR * bars.p99Ms &&
    (worst?.ratio ?? 0) < NEAR * bars.honestRatio
  );
}
