import { Counter, Gauge, type Registry } from "prom-client";

/** One series: its labels and its current value. */
export type Series<Label extends string> = readonly [labels: Record<Label, string>, value: number];

interface Described<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  /** Read with each scrape; a series that is left out has gone. */
  readonly series: () => Iterable<Series<Label>>;
}

/** Shows a number that goes up and down, read from who keeps it; `max` where the largest of all processes counts. */
export function gauge<Label extends string>(
  registry: Registry,
  { name, help, labelNames, series }: Described<Label>,
  aggregator: "sum" | "max" = "sum",
): void {
  new Gauge({
    name,
    help,
    labelNames,
    aggregator,
    registers: [registry],
    collect() {
      this.reset();
      for (const [labels, value] of series()) this.set(labels, value);
    },
  });
}

/** Shows a number that only grows, read from who keeps it. */
export function counter<Label extends string>(
  registry: Registry,
  { name, help, labelNames, series }: Described<Label>,
): void {
  new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      for (const [labels, value] of series()) this.inc(labels, value);
    },
  });
}
