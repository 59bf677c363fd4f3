import type { MetricObjectWithValues, MetricType, MetricValueWithName } from "prom-client";
import { BUCKETS_MS, type Histogram } from "./histogram.ts";
import type { LabelledCount } from "./work-metrics.ts";

/** One process's metrics as data that another process can add up. */
export type MetricsReport = MetricObjectWithValues<MetricValueWithName<string>>[];

/** One value of a metric, under its labels. */
export type MetricValue = readonly [labels: Readonly<Record<string, string>>, value: number];

function metricOf(
  type: "gauge" | "counter" | "histogram",
  name: string,
  help: string,
  values: MetricValueWithName<string>[],
): MetricsReport[number] {
  // The library declares its metric types as a numbered enum and means these words.
  return { name, help, type: type as unknown as MetricType, aggregator: "sum", values, collect() {} };
}

/** A gauge or a counter as data, made without the metrics library; processes are added up. */
export function metric(
  type: "gauge" | "counter",
  name: string,
  help: string,
  values: readonly MetricValue[],
): MetricsReport[number] {
  const rows = values.map(([labels, value]) => ({ metricName: name, labels, value }));
  return metricOf(type, name, help, rows);
}

/** A histogram in seconds as data; the library's own would look up the labels of every value that it counts. */
export function histogramMetric(
  name: string,
  help: string,
  all: readonly LabelledCount<Histogram>[],
): MetricsReport[number] {
  const values = all.flatMap(({ labels, value: { buckets, totalMs } }) => {
    let below = 0;
    const rows = Array.from(buckets, (count, i) => {
      below += count;
      const bound = BUCKETS_MS[i];
      const le = bound === undefined ? "+Inf" : String(bound / 1000);
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below };
    });
    return [
      ...rows,
      { metricName: `${name}_sum`, labels, value: totalMs / 1000 },
      { metricName: `${name}_count`, labels, value: below },
    ];
  });
  return metricOf("histogram", name, help, values);
}
