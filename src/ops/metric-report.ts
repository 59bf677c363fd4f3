import type { MetricObjectWithValues, MetricType, MetricValueWithName } from "prom-client";
import { BUCKETS_MS, type Histogram } from "./histogram.ts";

// Metrics are made without the metrics library, because the primary process has them and does not load it, and because
// the library's own would look up the labels of every value that it counts.

/** One process's metrics as data that another process can add up. */
export type MetricsReport = Omit<MetricObjectWithValues<MetricValueWithName<string>>, "collect">[];

/** A value and its labels. */
export interface Labelled<Value> {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: Value;
}

/** The values of a metric, or the one value of a metric without labels. */
type Values = number | readonly Labelled<number>[];

function metricOf(
  type: "gauge" | "counter" | "histogram",
  name: string,
  help: string,
  values: MetricValueWithName<string>[],
  aggregator: "sum" | "max" = "sum",
): MetricsReport[number] {
  // The library declares its metric types as a numbered enum and means these words.
  return { name, help, type: type as unknown as MetricType, aggregator, values };
}

function rowsOf(metricName: string, values: Values): MetricValueWithName<string>[] {
  const all = typeof values === "number" ? [{ labels: {}, value: values }] : values;
  return all.map(({ labels, value }) => ({ metricName, labels, value }));
}

/** A number that only grows; processes are added up. */
export function counter(name: string, help: string, values: Values): MetricsReport[number] {
  return metricOf("counter", name, help, rowsOf(name, values));
}

/** A number that goes up and down; `max` where the largest of all processes counts. */
export function gauge(
  name: string,
  help: string,
  values: Values,
  aggregator: "sum" | "max" = "sum",
): MetricsReport[number] {
  return metricOf("gauge", name, help, rowsOf(name, values), aggregator);
}

/** Durations in seconds; processes are added up. */
export function histogram(
  name: string,
  help: string,
  all: readonly Labelled<Histogram>[],
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
