import { setTimeout } from "node:timers/promises";

/** Waits, and rejects as soon as the signal fires. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (ms > 0) await setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}
