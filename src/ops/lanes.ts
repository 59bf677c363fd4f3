import { Counter, Gauge, type Registry } from "prom-client";

/** What is known of the requests of one API. */
export interface LaneNumbers {
  readonly api: string;
  readonly running: number;
  readonly queued: number;
  readonly busy: number;
}

/** Shows Prometheus what each API works on, how many requests wait, and how many found the queue full. */
export function registerLanes(registry: Registry, lanes: () => readonly LaneNumbers[]): void {
  const registers = [registry];
  const labelNames = ["api"] as const;
  const gauge = (name: string, help: string, read: (lane: LaneNumbers) => number) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        for (const lane of lanes()) this.set({ api: lane.api }, read(lane));
      },
    });
  gauge("quintet_api_running", "Requests of an API that are worked on.", ({ running }) => running);
  gauge("quintet_api_queued", "Requests of an API that wait for their turn.", ({ queued }) => queued);
  new Counter({
    name: "quintet_api_shed_total",
    help: "Requests of an API that were answered 503 because its queue was full.",
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { api, busy } of lanes()) this.inc({ api }, busy);
    },
  });
}
