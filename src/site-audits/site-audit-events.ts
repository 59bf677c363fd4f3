import { corsHeaders, exposing } from "../http/core/headers.ts";
import { Problem } from "../kit/problem.ts";
import { sleep } from "../kit/sleep.ts";
import { hasEnded, type SiteAuditRow } from "./site-audit.ts";
import type { SiteAuditStore } from "./site-audit-store.ts";
import { siteAuditView } from "./site-audit-views.ts";

/**
 * Streams that one process serves at a time, and those of one account. If no place is left, an account gets one of
 * the account that has the most.
 */
const LISTENERS_MAX = 200;
const LISTENERS_OF_ACCOUNT = 20;

/** How often to look for progress, and after how long without any to send a comment, in milliseconds. */
const POLL_MS = 1_000;
const HEARTBEAT_MS = 15_000;

/** Pages that are sent at once. */
const PAGES = 200;

/** How long a client waits before it connects again, in milliseconds. */
const RECONNECT_MS = 2_000;

/** The ID of the last event: a client that has it gets 204. */
const END = "end";

/** One audit that somebody follows. */
interface Followed {
  readonly account: string;
  readonly id: string;
  /** The `Last-Event-ID` of the request. */
  readonly last: string | null;
  /** Ends when the client leaves. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** Whether pages of other origins may read it. */
  readonly isShared: boolean;
}

interface EventsOptions {
  readonly store: Pick<SiteAuditStore, "find" | "requestsAfter">;
  now(): number;
  readonly pollMs?: number | undefined;
}

/** An event as it is sent (HTML Standard, section 9.2). */
function event(type: string, id: string, data: unknown): string {
  return `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Streams of the progress of site audits. They poll the database, so that they work on any replica. */
export class SiteAuditEvents {
  readonly #options: EventsOptions;
  readonly #closing = new AbortController();
  /** What ends each stream, by account, the oldest first. */
  readonly #streams = new Map<string, Set<() => void>>();
  #count = 0;

  constructor(options: EventsOptions) {
    this.#options = options;
  }

  /** Follows an audit of an account. Rejects with `unknown-site-audit`, and `busy` where too many are followed. */
  async follow(of: Followed): Promise<Response> {
    const row = await this.#options.store.find(of.account, of.id);
    const headers = {
      ...(of.isShared ? { ...corsHeaders, "Access-Control-Expose-Headers": exposing() } : {}),
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
      "X-Request-Id": of.requestId,
    };
    // A browser that gets 204 does not connect again.
    if (of.last === END && hasEnded(row)) return new Response(null, { status: 204, headers });
    const { release, ended } = this.#enter(of.account);
    const gone = AbortSignal.any([of.signal, this.#closing.signal, ended]);
    const events = this.#events(of, gone);
    const encoder = new TextEncoder();
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        // What fails ends the stream: the client connects again and goes on where it was.
        const { value, done } = await events.next().catch(() => ({ value: undefined, done: true }));
        if (value !== undefined) controller.enqueue(encoder.encode(value));
        if (done !== true) return;
        release();
        controller.close();
      },
      async cancel() {
        release();
        await events.return();
      },
    });
    // A client that leaves while nothing is sent is not noticed by the stream.
    of.signal.addEventListener("abort", release, { once: true });
    return new Response(stream, {
      headers: { ...headers, "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" },
    });
  }

  /** Ends all streams: their clients connect to another process. */
  close(): void {
    this.#closing.abort();
  }

  /** Takes a place among the streams, which `release` frees. `ended` is aborted where another account needs the place. */
  #enter(account: string): { release(): void; ended: AbortSignal } {
    const own = this.#streams.get(account) ?? new Set();
    const isFull = this.#count >= LISTENERS_MAX && !this.#freePlace(own.size);
    if (isFull || own.size >= LISTENERS_OF_ACCOUNT) {
      throw new Problem("busy", "Too many site audits are followed at once. Close one, or try again.", {
        headers: { "Retry-After": "5" },
      });
    }
    const controller = new AbortController();
    const release = () => {
      if (!own.delete(end)) return;
      this.#count--;
      if (own.size === 0 && this.#streams.get(account) === own) this.#streams.delete(account);
    };
    const end = () => {
      release();
      controller.abort();
    };
    this.#count++;
    own.add(end);
    this.#streams.set(account, own);
    return { release, ended: controller.signal };
  }

  /** Ends the oldest stream of the account with the most, where it then still has no fewer than one with so many more. */
  #freePlace(own: number): boolean {
    const [most] = [...this.#streams.values()].sort((a, b) => b.size - a.size);
    if (most === undefined || most.size <= own + 1) return false;
    const [oldest] = most;
    oldest?.();
    return oldest !== undefined;
  }

  async *#events({ account, id, last }: Followed, gone: AbortSignal): AsyncGenerator<string, void> {
    const { store, pollMs = POLL_MS } = this.#options;
    let cursor = /^\d{1,9}$/.test(last ?? "") ? Number(last) : 0;
    let sentAt = performance.now();
    let told = "";
    yield `retry: ${RECONNECT_MS}\n\n`;
    while (!gone.aborted) {
      // First the state: pages that are recorded meanwhile are sent before the end.
      const row = await store.find(account, id);
      const pages = await store.requestsAfter(id, cursor, PAGES);
      let text = "";
      for (const { number, url, status } of pages)
        text += event("page", String(number), { number, url, status });
      cursor = pages.at(-1)?.number ?? cursor;
      const isLast = hasEnded(row) && pages.length < PAGES;
      const state = this.#stateOf(row);
      if (isLast) text += event("end", END, siteAuditView(row, this.#options.now()));
      else if (state !== told)
        text += event("progress", String(cursor), siteAuditView(row, this.#options.now()));
      told = state;
      if (text === "" && performance.now() - sentAt > HEARTBEAT_MS) text = ": still there\n\n";
      if (text !== "") {
        sentAt = performance.now();
        yield text;
      }
      if (isLast) return;
      if (pages.length < PAGES) await sleep(pollMs, gone).catch(() => {});
    }
  }

  #stateOf({ state, steps, done, waiting }: SiteAuditRow): string {
    return [state, steps, done, waiting].join(" ");
  }
}
