import type { Registry } from "prom-client";
import { type LaneNumbers, registerLanes } from "./lanes.ts";
import { counter } from "./read-on-scrape.ts";
import { WorkTally } from "./work-tally.ts";

/** What this process counts of what happens within requests. */
export interface WithinRequests {
  readonly work: WorkTally;
  lanes(): readonly LaneNumbers[];
  /** Spans that were not taken by the collector of traces; undefined where there is none. */
  droppedSpans(): number | undefined;
}

/** Of a process that counts none of it. */
export const nothingWithin: WithinRequests = {
  work: new WorkTally(),
  lanes: () => [],
  droppedSpans: () => undefined,
};

/** Shows it to Prometheus; its histograms are written by `metrics.ts`. */
export function registerWithin(registry: Registry, { work, lanes, droppedSpans }: WithinRequests): void {
  registerLanes(registry, lanes);
  counter<string>(registry, {
    name: "quintet_refusals_total",
    help: "Requests that were refused, by API and the code of the problem; quota-exceeded among them.",
    labelNames: ["api", "code"],
    series: () => work.refusals().map(({ labels, value }) => [labels, value.times] as const),
  });
  counter<string>(registry, {
    name: "quintet_free_cpu_seconds_total",
    help: "Processor time of calls that were not charged (failed calls, dry runs), by API, as drawn on allowances.",
    labelNames: ["api"],
    series: () => work.freeCpu().map(({ labels, value }) => [labels, value.ms / 1000] as const),
  });
  counter<string>(registry, {
    name: "quintet_free_cpu_rejections_total",
    help: "Calls rejected because their account had used its free processor time, by API.",
    labelNames: ["api"],
    series: () => work.outOfFreeCpuTimes().map(({ labels, value }) => [labels, value.times] as const),
  });
  counter(registry, {
    name: "quintet_trace_spans_dropped_total",
    help: "Spans that the collector of traces did not take.",
    labelNames: [],
    series: () => [[{}, droppedSpans() ?? 0]],
  });
}
