import type { Fetch, Fetched, FetchOptions } from "../../../kit/fetch.ts";

/** The budget of all probes of one audit together. */
const TIME_MS = 5_000;
const AT_ONCE = 5;
const PER_HOST = 2;
const EACH_MS = 3_000;

/** The most requests to one host, redirects included; and to the host of the page itself. */
export const HOST_MAX = 20;
export const OWN_HOST_MAX = 100;

/** Fetches the URL of a job within the time that is left. */
export type Get = (options: Omit<FetchOptions, "deadlineMs">) => Promise<Fetched>;

interface PendingFetch {
  readonly host: string;
  readonly start: () => void;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? "";
}

/**
 * Limits concurrent fetches, in all and per host, until the time is up or a host has reached its limit: a page must
 * not turn an audit into a flood of requests to another server. Of the waiting jobs, one for the host with the fewest
 * requests so far goes next.
 */
export class Budget {
  readonly #until = performance.now() + TIME_MS;
  readonly #waiting: PendingFetch[] = [];
  readonly #running = new Map<string, number>();
  readonly #requests = new Map<string, number>();
  readonly #fetch: Fetch;
  readonly #ownHost: string;
  #total = 0;

  /** `ownHost` is the host of the page that is audited, with its port. */
  constructor(fetch: Fetch, ownHost: string) {
    this.#fetch = fetch;
    this.#ownHost = ownHost;
  }

  /** Runs a job; resolves with undefined if no time is left or its host has reached its limit. */
  async run<Result>(url: string, job: (get: Get) => Promise<Result>): Promise<Result | undefined> {
    const host = hostOf(url);
    await new Promise<void>((start) => {
      this.#waiting.push({ host, start });
      this.#next();
    });
    try {
      const left = this.#until - performance.now();
      const most = host === this.#ownHost ? OWN_HOST_MAX : HOST_MAX;
      if (left < 50 || this.#requestsTo(host) >= most) return undefined;
      return await job(async (options) => {
        this.#count(host);
        // A job may fetch twice: the second fetch has what the first one has left.
        const deadlineMs = Math.max(1, Math.min(EACH_MS, this.#until - performance.now()));
        const response = await this.#fetch(url, { ...options, deadlineMs });
        const visited = [...response.redirects.map((redirect) => redirect.url), response.url];
        for (const later of visited.slice(1)) this.#count(hostOf(later));
        return response;
      });
    } finally {
      this.#total--;
      this.#running.set(host, (this.#running.get(host) ?? 1) - 1);
      this.#next();
    }
  }

  #requestsTo(host: string): number {
    return this.#requests.get(host) ?? 0;
  }

  #count(host: string): void {
    this.#requests.set(host, this.#requestsTo(host) + 1);
  }

  #next(): void {
    while (this.#total < AT_ONCE) {
      let next: PendingFetch | undefined;
      for (const one of this.#waiting) {
        if ((this.#running.get(one.host) ?? 0) >= PER_HOST) continue;
        if (next === undefined || this.#requestsTo(one.host) < this.#requestsTo(next.host)) next = one;
      }
      if (next === undefined) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#total++;
      this.#running.set(next.host, (this.#running.get(next.host) ?? 0) + 1);
      next.start();
    }
  }
}
