import type { MetricType } from "prom-client";
import type { MetricsReport } from "./metrics.ts";

// The library declares its metric types as a numbered enum and means these words.
const COUNTER = "counter" as unknown as MetricType;

/** The metrics of the primary process, made without the library: the primary answers no request and does not load it. */
export function killsReport(kills: number): MetricsReport {
  return [
    {
      name: "quintet_workers_killed_total",
      help: "Worker processes that were killed because their event loop was blocked.",
      type: COUNTER,
      aggregator: "sum",
      values: [{ metricName: "quintet_workers_killed_total", labels: {}, value: kills }],
      collect() {},
    },
  ];
}
