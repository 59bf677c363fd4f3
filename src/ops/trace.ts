import { createHash } from "node:crypto";
import { type Log, rateLimitedLog } from "./log.ts";

/**
 * The trace ID of a request: its ID without hyphens, or, if a client chose an ID that is not a UUID, its hash.
 */
function traceIdOf(requestId: string): string {
  // Work that nobody asked for belongs to no trace.
  if (requestId === "") return "";
  const id = requestId.replaceAll("-", "");
  if (/^[0-9a-f]{32}$/.test(id)) return id;
  return createHash("sha256").update(requestId).digest("hex").slice(0, 32);
}

/** One thing that was done for a request, from then to now. */
export interface FinishedSpan {
  readonly requestId: string;
  /** Low in number: `seo.audit`, `charge`, `fetch`, `job pdf`. */
  readonly name: string;
  /** When it began, by `performance.now()`. */
  readonly started: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
}

/** Records spans. Nothing waits for this, and its failures affect nothing. */
export interface Trace {
  /** The request itself, under which everything else hangs. */
  request(done: FinishedSpan): void;
  /** A part of a request: done inside (`internal`) or asked of somebody else (`client`). */
  part(kind: "internal" | "client", done: FinishedSpan): void;
  dropped(): number;
  /** Sends what waits, for at most two seconds, and ends. */
  close(): Promise<void>;
}

export interface TraceOptions {
  readonly service: string;
  readonly version: string;
  /** The share of requests that is recorded, 0 to 1. */
  readonly ratio: number;
  /** Posts a batch in the JSON form of OTLP; rejects where it was not taken. */
  send(body: string): Promise<void>;
  readonly log: Log;
}

/** Spans that wait at most, and spans sent at once (the defaults of OpenTelemetry's batch processor). */
const QUEUE = 2_048;
const BATCH = 512;
const EVERY_MS = 5_000;
const CLOSE_MS = 2_000;
const COMPLAIN_MS = 60_000;

/** The kinds of a span in OTLP (opentelemetry-proto, trace.proto, `SpanKind`). */
const KIND = { internal: 1, server: 2, client: 3 } as const;
const STATUS_ERROR = 2;

function nanoseconds(started: number): string {
  const ms = performance.timeOrigin + started;
  const whole = Math.floor(ms);
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, "0")}`;
}

function attributesOf(all: Readonly<Record<string, string | number>>) {
  return Object.entries(all).map(([key, value]) => ({
    key,
    value:
      typeof value === "string"
        ? { stringValue: value }
        : Number.isInteger(value)
          ? { intValue: String(value) }
          : { doubleValue: value },
  }));
}

/**
 * Records spans and sends them to a collector (OTLP/HTTP in JSON). The ID of a request is that of its trace, so
 * a log line, a response and a trace share one ID. Traces of clients are not continued, and no header reveals a
 * trace.
 * Own code: the SDK (2.x, with its exporter) took about half a second to load and 22 MB here, 20 microseconds a
 * span, and opens connections outside `egress`.
 */
export function createTrace({ service, version, ratio, send, log }: TraceOptions): Trace {
  const resource = { attributes: attributesOf({ "service.name": service, "service.version": version }) };
  const complain = rateLimitedLog(log.warn, COMPLAIN_MS);
  const random = new BigUint64Array(1);
  let waiting: object[] = [];
  let dropped = 0;
  let sending: Promise<void> | undefined;

  const flush = (): Promise<void> => {
    sending ??= (async () => {
      const spans = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      if (spans.length === 0) return;
      try {
        const scopeSpans = [{ scope: { name: "quintet", version }, spans }];
        await send(JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }));
      } catch (cause) {
        // Not tried again: what is late is of little use, and a dead collector is to cost nothing.
        dropped += spans.length;
        complain("the trace collector rejects traces", { cause: String(cause), spans: spans.length });
      }
    })().finally(() => {
      sending = undefined;
      if (waiting.length >= BATCH) void flush();
    });
    return sending;
  };
  const timer = setInterval(() => void flush(), EVERY_MS);
  timer.unref();

  const record = (kind: number, own: string | undefined, { requestId, ...done }: FinishedSpan): void => {
    const id = traceIdOf(requestId);
    // By the random end of the id, so that all spans of a request are kept or none.
    if (id.length !== 32 || Number.parseInt(id.slice(-8), 16) >= ratio * 2 ** 32) return;
    if (waiting.length >= QUEUE) {
      dropped++;
      return;
    }
    const ofRequest = id.slice(16);
    waiting.push({
      traceId: id,
      spanId: own ?? ofRequest,
      ...(own === undefined ? {} : { parentSpanId: ofRequest }),
      name: done.name,
      kind,
      startTimeUnixNano: nanoseconds(done.started),
      endTimeUnixNano: nanoseconds(performance.now()),
      attributes: attributesOf({ ...done.attributes, "quintet.request_id": requestId }),
      ...(done.failed ? { status: { code: STATUS_ERROR } } : {}),
    });
    if (waiting.length === BATCH) void flush();
  };
  return {
    request: (done) => record(KIND.server, undefined, done),
    part(kind, done) {
      crypto.getRandomValues(random);
      record(KIND[kind], (random[0] ?? 1n).toString(16).padStart(16, "0"), done);
    },
    dropped: () => dropped,
    async close() {
      clearInterval(timer);
      const all = async () => {
        while (waiting.length > 0 || sending !== undefined) await flush();
      };
      await Promise.race([all(), Bun.sleep(CLOSE_MS)]);
    },
  };
}
