import type { Registry } from "prom-client";
import { counter, gauge } from "./read-on-scrape.ts";

/** What is known of the requests of one API. */
export interface ConcurrencyNumbers {
  readonly api: string;
  readonly running: number;
  readonly queued: number;
  readonly busy: number;
}

/** Shows Prometheus what each API works on, how many requests wait, and how many found the queue full. */
export function registerConcurrency(registry: Registry, lanes: () => readonly ConcurrencyNumbers[]): void {
  const by = (read: (lane: ConcurrencyNumbers) => number) => ({
    labelNames: ["api"] as const,
    series: () => lanes().map((lane) => [{ api: lane.api }, read(lane)] as const),
  });
  gauge(registry, {
    name: "quintet_api_running",
    help: "Requests of an API that are worked on.",
    ...by(({ running }) => running),
  });
  gauge(registry, {
    name: "quintet_api_queued",
    help: "Requests of an API that wait for their turn.",
    ...by(({ queued }) => queued),
  });
  counter(registry, {
    name: "quintet_api_shed_total",
    help: "Requests of an API that were answered 503 because its queue was full.",
    ...by(({ busy }) => busy),
  });
}
