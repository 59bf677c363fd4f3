import type { Registry } from "prom-client";
import { counter, gauge } from "./read-on-scrape.ts";

/** Counts of the sites that APIs read. */
export interface SiteNumbers {
  /** Fields of results by source, and whether a field's sources have changed. */
  fields(): readonly {
    readonly api: string;
    readonly field: string;
    readonly totals: Readonly<Record<string, number>>;
    readonly alarm: boolean;
  }[];
  /** Readings that failed, by the code of their problem. */
  failures(): readonly { readonly api: string; readonly codes: Readonly<Record<string, number>> }[];
}

/** Shows to Prometheus where results come from, what failed, and the alarm of a site that has changed. */
export function registerCoverage(registry: Registry, sites: SiteNumbers): void {
  counter(registry, {
    name: "quintet_field_total",
    help: "Fields of results by the source that they came from, missing or masked.",
    labelNames: ["api", "field", "source"],
    series: () =>
      sites
        .fields()
        .flatMap(({ api, field, totals }) =>
          Object.entries(totals).map(([source, count]) => [{ api, field, source }, count] as const),
        ),
  });
  gauge(
    registry,
    {
      name: "quintet_field_alarm",
      help: "1 where a field's first source gives half of what it gave, or twice as many results lack the field.",
      labelNames: ["api", "field"],
      series: () => sites.fields().map(({ api, field, alarm }) => [{ api, field }, alarm ? 1 : 0] as const),
    },
    "max",
  );
  counter(registry, {
    name: "quintet_upstream_failures_total",
    help: "Readings of sites that failed, by the code of their problem.",
    labelNames: ["api", "code"],
    series: () =>
      sites
        .failures()
        .flatMap(({ api, codes }) =>
          Object.entries(codes).map(([code, count]) => [{ api, code }, count] as const),
        ),
  });
}
