import { Problem } from "../../kit/problem.ts";
import { sleep } from "../../kit/sleep.ts";
import { commonHeaders, corsHeaders } from "./headers.ts";

/** Streams of one process, and of one account. Without a free place, an account gets one of the account that has the most. */
const LISTENERS_MAX = 200;
const LISTENERS_OF_ACCOUNT = 20;

/** How often to look for progress, and after how long without any to send a comment, in milliseconds. */
const POLL_MS = 1_000;
const HEARTBEAT_MS = 15_000;

/** How long a client waits before it connects again, in milliseconds. */
const RECONNECT_MS = 2_000;

const END = "end";

/** The progress of an object, and what happened to it. */
export interface Progress {
  readonly events?: readonly { readonly type: string; readonly id: number; readonly data: unknown }[];
  readonly hasMore?: boolean;
  /** A text that differs once the object has changed. */
  readonly state: string;
  readonly view: unknown;
  readonly hasEnded: boolean;
  /** Milliseconds until the next look. Default: 1 s. */
  readonly pauseMs?: number;
}

/** One object that somebody follows. */
export interface Followed {
  readonly account: string;
  /** Reads what happened after the event with this ID. What it throws ends the stream. */
  read(after: number): Promise<Progress>;
  /** Whether pages of other origins may read it. */
  readonly isShared: boolean;
}

/** An event as it is sent (HTML Standard, section 9.2). */
function event(type: string, id: string, data: unknown): string {
  return `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Server-sent events about the progress of objects. They poll the database, so that they work on any replica. */
export class EventStreams {
  readonly #closing = new AbortController();
  readonly #streams = new Map<string, Set<() => void>>();
  #count = 0;

  /** Follows an object for a request. Rejects with what the first `read` does, and `busy` where too many are followed. */
  async follow(request: Request, requestId: string, of: Followed): Promise<Response> {
    const last = request.headers.get("last-event-id");
    const after = /^\d{1,9}$/.test(last ?? "") ? Number(last) : 0;
    const first = await of.read(after);
    const headers = {
      ...(of.isShared ? corsHeaders : commonHeaders),
      "Cache-Control": "no-store",
      "X-Request-Id": requestId,
    };
    // A browser that gets 204 does not connect again.
    if (last === END && first.hasEnded) return new Response(null, { status: 204, headers });
    const { release, ended } = this.#enter(of.account);
    const gone = AbortSignal.any([request.signal, this.#closing.signal, ended]);
    const sent = async function* () {
      try {
        yield* eventsOf(of, first, after, gone);
      } catch {
        // What fails ends the stream: the client connects again and goes on where it was.
      } finally {
        release();
      }
    };
    // A client that leaves while nothing is sent, or has left before, is not noticed by the stream.
    request.signal.addEventListener("abort", release, { once: true });
    if (request.signal.aborted) release();
    return new Response(sent(), {
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
      throw new Problem("busy", "Too many streams of events are open. Close one, or try again.", {
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
}

async function* eventsOf(
  { read }: Followed,
  first: Progress,
  after: number,
  gone: AbortSignal,
): AsyncGenerator<string, void> {
  let cursor = after;
  let sentAt = performance.now();
  let told = "";
  yield `retry: ${RECONNECT_MS}\n\n`;
  for (let next = first; ; next = await read(cursor)) {
    const { events = [], hasMore = false, state, view, hasEnded, pauseMs = POLL_MS } = next;
    let text = events.map(({ type, id, data }) => event(type, String(id), data)).join("");
    cursor = events.at(-1)?.id ?? cursor;
    const isLast = hasEnded && !hasMore;
    if (isLast) text += event("end", END, view);
    else if (state !== told) text += event("progress", String(cursor), view);
    told = state;
    if (text === "" && performance.now() - sentAt > HEARTBEAT_MS) text = ": still there\n\n";
    if (text !== "") {
      sentAt = performance.now();
      yield text;
    }
    if (isLast) return;
    if (!hasMore) await sleep(pauseMs, gone).catch(() => {});
    if (gone.aborted) return;
  }
}
