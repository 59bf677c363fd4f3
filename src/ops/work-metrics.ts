import { emptyHistogram, type Histogram, observe } from "./histogram.ts";
import type { Labelled } from "./metric-report.ts";

type Labels = Readonly<Record<string, string>>;

/** Values by label. Labels are constants of the code, so there are few of them. */
class ByLabels<Value> {
  readonly #all = new Map<string, { readonly labels: Labels; value: Value }>();
  readonly #fresh: () => Value;

  constructor(fresh: () => Value) {
    this.#fresh = fresh;
  }

  protected entry(labels: Labels) {
    const key = Object.values(labels).join(" ");
    const known = this.#all.get(key) ?? { labels, value: this.#fresh() };
    this.#all.set(key, known);
    return known;
  }

  all(): Labelled<Value>[] {
    return [...this.#all.values()];
  }
}

class Durations extends ByLabels<Histogram> {
  constructor() {
    super(emptyHistogram);
  }

  observe(labels: Labels, ms: number): void {
    observe(this.entry(labels).value, ms);
  }
}

/** Counts by label. */
export class Counts extends ByLabels<number> {
  constructor() {
    super(() => 0);
  }

  add(labels: Labels, amount = 1): void {
    this.entry(labels).value += amount;
  }
}

/** Counts what happens within requests: fetches, waits for a process of the sandbox, charges, errors. */
export class WorkMetrics {
  readonly fetches = new Durations();
  readonly waits = new Durations();
  readonly refusals = new Counts();
  readonly freeCpuMs = new Counts();
  readonly outOfFreeCpuTimes = new Counts();
  readonly charges = new Counts();
  readonly chargedUnits = new Counts();
  readonly refunds = new Counts();
  readonly refundedUnits = new Counts();
  readonly webhooks = new Counts();
  readonly failedCharges = new Counts();

  /** A fetch of an API ended: `ok`, or the code of its problem. */
  fetched(api: string, outcome: string, ms: number): void {
    this.fetches.observe({ api, outcome }, ms);
  }

  /** A run of a job waited so long for its turn. */
  waited(job: string, ms: number): void {
    this.waits.observe({ job }, ms);
  }

  /** Records that a request was rejected with this problem. */
  refused(api: string, code: string): void {
    this.refusals.add({ api, code });
  }

  /** A call that nobody pays for drew so much processor time on its account's allowance. */
  usedFreeCpu(api: string, ms: number): void {
    this.freeCpuMs.add({ api }, ms);
  }

  /** A call was rejected because its account has used its free processor time. */
  outOfFreeCpu(api: string): void {
    this.outOfFreeCpuTimes.add({ api });
  }

  /** A call was charged. */
  charged(api: string, units: number): void {
    this.charges.add({ api });
    this.chargedUnits.add({ api }, units);
  }

  /** A charge was given back, whole or in part. */
  refunded(api: string, units: number): void {
    this.refunds.add({ api });
    this.refundedUnits.add({ api }, units);
  }

  /** A call was not charged, for the reason of this problem. */
  notCharged(api: string, code: string): void {
    this.failedCharges.add({ api, code });
  }

  /** An attempt to deliver a webhook ended: `delivered`, `rejected`, or the code of a problem. */
  attemptedWebhook(outcome: string): void {
    this.webhooks.add({ outcome });
  }
}
