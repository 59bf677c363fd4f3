/** The budget of all further fetches of one audit together. */
const TIME_MS = 5_000;
const AT_ONCE = 5;
const PER_HOST = 2;
const EACH_MS = 3_000;

/** Runs jobs in order, a few at a time and fewer at one host, until the time is up. */
export class Budget {
  readonly #until = performance.now() + TIME_MS;
  readonly #waiting: { readonly host: string; readonly start: () => void }[] = [];
  readonly #running = new Map<string, number>();
  #total = 0;

  /** Runs a job, or resolves with undefined where no time is left for it. */
  async run<T>(url: string, job: (deadlineMs: number) => Promise<T>): Promise<T | undefined> {
    const host = URL.parse(url)?.host ?? "";
    await new Promise<void>((start) => {
      this.#waiting.push({ host, start });
      this.#next();
    });
    try {
      const left = this.#until - performance.now();
      return left < 50 ? undefined : await job(Math.min(EACH_MS, left));
    } finally {
      this.#total--;
      this.#running.set(host, (this.#running.get(host) ?? 1) - 1);
      this.#next();
    }
  }

  #next(): void {
    while (this.#total < AT_ONCE) {
      const at = this.#waiting.findIndex(({ host }) => (this.#running.get(host) ?? 0) < PER_HOST);
      const [job] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (job === undefined) return;
      this.#total++;
      this.#running.set(job.host, (this.#running.get(job.host) ?? 0) + 1);
      job.start();
    }
  }
}
