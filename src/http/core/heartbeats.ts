/** Milliseconds between two pings of the primary process to each worker. */
export const PING_MS = 500;

/** Time after which a worker that does not respond to pings is killed, in milliseconds. */
export const SILENT_MS = 5_000;

/** Finds workers that have not responded for `SILENT_MS`, counting only time in which the primary itself ran. */
export class Heartbeats {
  /** Milliseconds of silence by worker. Workers that have not responded yet are missing. */
  readonly #silence = new Map<number, number>();
  #checked: number | undefined;

  answered(worker: number): void {
    this.#silence.set(worker, 0);
  }

  forget(worker: number): void {
    this.#silence.delete(worker);
  }

  /** Counts the time since the last check and returns the workers to kill; `now` is monotonic, in milliseconds. */
  check(now: number): number[] {
    const passed = now - (this.#checked ?? now);
    this.#checked = now;
    const isOnTime = passed < 2 * PING_MS;
    const blocked: number[] = [];
    for (const [worker, before] of this.#silence) {
      const silence = isOnTime ? before + passed : 0;
      this.#silence.set(worker, silence);
      if (silence > SILENT_MS) blocked.push(worker);
    }
    return blocked;
  }
}
