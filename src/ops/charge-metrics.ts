import type { Registry } from "prom-client";
import { counter, gauge } from "./read-on-scrape.ts";

/** Charges and refunds of a process that the database has not confirmed, and those that were settled later. */
export interface ChargeNumbers {
  /** Charges whose commit had no response and that are not settled yet. */
  readonly unknown: number;
  /** Refunds that are promised and not applied yet. */
  readonly owed: number;
  /** Unknown charges that were settled since the start, by what became of them. */
  readonly settled: { readonly charged: number; readonly givenBack: number; readonly notCharged: number };
}

/** Shows Prometheus what is unknown, owed and settled. */
export function registerCharges(registry: Registry, read: () => ChargeNumbers): void {
  gauge(registry, {
    name: "quintet_charges_unknown",
    help: "Charges with a commit that was not acknowledged and is not settled yet.",
    labelNames: [],
    series: () => [[{}, read().unknown]],
  });
  gauge(registry, {
    name: "quintet_refunds_owed",
    help: "Refunds that wait for the database.",
    labelNames: [],
    series: () => [[{}, read().owed]],
  });
  counter(registry, {
    name: "quintet_charges_settled_total",
    help: "Unknown charges that were settled, by outcome: charged, given-back or not-charged.",
    labelNames: ["outcome"],
    series: () => {
      const { charged, givenBack, notCharged } = read().settled;
      return [
        [{ outcome: "charged" }, charged],
        [{ outcome: "given-back" }, givenBack],
        [{ outcome: "not-charged" }, notCharged],
      ];
    },
  });
}
