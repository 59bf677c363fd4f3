import { type AnalyzedSite, analyzeSteps } from "../../src/apis/seo/site/analyze-site.ts";
import type {
  Clock,
  CrawlContext,
  CrawlLog,
  CrawlOptions,
  CrawlStep,
  Ending,
} from "../../src/apis/seo/site/crawl.ts";
import { crawlSite } from "../../src/apis/seo/site/crawl-site.ts";
import type { Fetch } from "../../src/kit/fetch.ts";
import type { Job, Run } from "../../src/kit/sandbox.ts";

/** A log in memory. Its steps pass through JSON, as those of a database do. */
export class MemoryLog implements CrawlLog {
  readonly lines: string[] = [];

  async *read(): AsyncGenerator<CrawlStep> {
    for (const line of [...this.lines]) yield JSON.parse(line);
  }

  async append(steps: readonly CrawlStep[]): Promise<void> {
    for (const step of steps) this.lines.push(JSON.stringify(step));
  }

  steps(): CrawlStep[] {
    return this.lines.map((line) => JSON.parse(line));
  }
}

/** A clock whose time passes only while the crawl waits for it. */
export class FakeClock implements Clock {
  time = Date.parse("2026-01-01T00:00:00Z");
  #sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  #isTicking = false;

  now(): number {
    return this.time;
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#sleepers.push({ at: this.time + ms, wake: resolve });
    if (!this.#isTicking) {
      this.#isTicking = true;
      setImmediate(() => this.#tick());
    }
    await promise;
    signal.throwIfAborted();
  }

  /** Wakes who waits least. Whatever it starts gets its turn before the next one. */
  #tick(): void {
    const next = this.#sleepers.sort((a, b) => a.at - b.at).shift();
    this.#isTicking = next !== undefined;
    if (next === undefined) return;
    this.time = Math.max(this.time, next.at);
    next.wake();
    setImmediate(() => this.#tick());
  }
}

/** Runs jobs in this process, as a child process would. */
export const runHere: Run = async function* <Input, Message>(job: Job<Input, Message>, input: Input) {
  const { run } = await import(job.module);
  yield* run(structuredClone(input));
};

/** Options for a test: everything is read, as fast as a second has it. */
export function crawlOptions(given: Partial<CrawlOptions> & Pick<CrawlOptions, "startUrl">): CrawlOptions {
  return {
    maxPages: 10_000,
    maxDepth: 100,
    subdomains: false,
    include: [],
    exclude: [],
    pace: 10,
    checkResources: true,
    ...given,
  };
}

/** What a test crawl came to. */
export interface TestCrawl {
  readonly ending: Ending;
  readonly log: MemoryLog;
  readonly clock: FakeClock;
  readonly site: AnalyzedSite;
}

/** Crawls what `fetch` gives, in memory. */
export async function testCrawl(
  fetch: Fetch,
  given: Partial<CrawlOptions> & Pick<CrawlOptions, "startUrl">,
  context: Partial<CrawlContext> = {},
): Promise<TestCrawl> {
  const log = new MemoryLog();
  const clock = new FakeClock();
  const signal = new AbortController().signal;
  const whole = { fetch, run: runHere, userAgent: "Quintet/1.0", log, clock, signal, ...context };
  const ending = await crawlSite(crawlOptions(given), whole);
  return { ending, log, clock, site: analyzeSteps(log.steps()) };
}
