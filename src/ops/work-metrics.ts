import { emptyHistogram, observe } from "./histogram.ts";
import { counter, histogram } from "./metric-report.ts";

type Labels = Readonly<Record<string, string>>;

/** Values by label. Labels are constants of the code, so there are few of them. */
function byLabels<Value>(fresh: () => Value) {
  const all = new Map<string, { readonly labels: Labels; value: Value }>();
  const entry = (labels: Labels) => {
    const key = Object.values(labels).join(" ");
    const known = all.get(key) ?? { labels, value: fresh() };
    all.set(key, known);
    return known;
  };
  return { entry, values: () => [...all.values()] };
}

/** Makes a counter with labels. */
export function counts(name: string, help: string) {
  const { entry, values } = byLabels(() => 0);
  return {
    add(labels: Labels, amount = 1): void {
      entry(labels).value += amount;
    },
    report: () => counter(name, help, values()),
  };
}
export type Counts = ReturnType<typeof counts>;

function durations(name: string, help: string) {
  const { entry, values } = byLabels(emptyHistogram);
  return {
    observe: (labels: Labels, ms: number) => observe(entry(labels).value, ms),
    report: () => histogram(name, help, values()),
  };
}

/** Makes the metrics of what happens within requests: charges, errors, fetches, waits for a process of the sandbox. */
export function createWorkMetrics() {
  return {
    charges: counts(
      "quintet_charges_total",
      "Calls that were charged, by API; those given back later included.",
    ),
    chargedUnits: counts(
      "quintet_charged_units_total",
      "Units that were charged (calls, pages, images, profiles, lookups), by API.",
    ),
    refunds: counts(
      "quintet_refunds_total",
      "Charges that were given back, whole or in part, by API; those that wait for the database included.",
    ),
    refundedUnits: counts("quintet_refunded_units_total", "Units that were given back, by API."),
    failedCharges: counts(
      "quintet_charge_failures_total",
      "Calls that could not be charged, by API and the code of the problem: storage-unavailable, quota-exceeded.",
    ),
    refusals: counts(
      "quintet_refusals_total",
      "Requests that were rejected, by API and error code; quota-exceeded among them.",
    ),
    freeCpuSeconds: counts(
      "quintet_free_cpu_seconds_total",
      "Processor time of calls that were not charged (failed calls, dry runs), by API, as drawn on allowances.",
    ),
    outOfFreeCpu: counts(
      "quintet_free_cpu_rejections_total",
      "Calls rejected because their account had used its free processor time, by API.",
    ),
    webhooks: counts(
      "quintet_webhook_attempts_total",
      "Attempts to deliver webhooks, by outcome: delivered, rejected (a response that is not 2xx), or the code of a problem.",
    ),
    fetches: durations(
      "quintet_egress_duration_seconds",
      "Time of one fetch, by API and outcome: ok, or the code of its problem.",
    ),
    waits: durations("quintet_sandbox_wait_seconds", "Time that a run waited for its turn, by job."),
  };
}

export type WorkMetrics = ReturnType<typeof createWorkMetrics>;
