import { Counter, Gauge, type Registry } from "prom-client";

/** What is counted of the sites that APIs read. */
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
  const registers = [registry];
  new Counter({
    name: "quintet_field_total",
    help: "Fields of results by the source that they came from, missing or masked.",
    labelNames: ["api", "field", "source"],
    registers,
    collect() {
      this.reset();
      for (const { api, field, totals } of sites.fields()) {
        for (const [source, count] of Object.entries(totals)) this.inc({ api, field, source }, count);
      }
    },
  });
  new Gauge({
    name: "quintet_field_alarm",
    help: "1 where a field's first source gives half of what it gave, or twice as many results lack the field.",
    labelNames: ["api", "field"],
    registers,
    aggregator: "max",
    collect() {
      this.reset();
      for (const { api, field, alarm } of sites.fields()) this.set({ api, field }, alarm ? 1 : 0);
    },
  });
  new Counter({
    name: "quintet_upstream_failures_total",
    help: "Readings of sites that failed, by the code of their problem.",
    labelNames: ["api", "code"],
    registers,
    collect() {
      this.reset();
      for (const { api, codes } of sites.failures()) {
        for (const [code, count] of Object.entries(codes)) this.inc({ api, code }, count);
      }
    },
  });
}
