/**
 * Waits for work, or rejects when the signal fires, so that no stage can outlive the deadline by not noticing it. The
 * signal keeps nothing of the work once that has ended: a signal may live for hours, and results are large.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
