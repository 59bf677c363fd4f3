import { emptyHistogram, observe } from "./histogram.ts";

/** A count and its labels. */
export interface LabelledCount<Value> {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: Value;
}

/** Values by label. Labels are constants of the code, so there are few of them. */
class ByLabels<Value> {
  readonly #all = new Map<string, LabelledCount<Value>>();
  readonly #fresh: () => Value;

  constructor(fresh: () => Value) {
    this.#fresh = fresh;
  }

  of(labels: Readonly<Record<string, string>>): Value {
    const key = Object.values(labels).join(" ");
    const known = this.#all.get(key) ?? { labels, value: this.#fresh() };
    this.#all.set(key, known);
    return known.value;
  }

  all(): LabelledCount<Value>[] {
    return [...this.#all.values()];
  }
}

/** Counts what happens within requests: fetches, waits for a process of the sandbox, charges, errors. */
export class WorkMetrics {
  readonly fetches = new ByLabels(emptyHistogram);
  readonly waits = new ByLabels(emptyHistogram);
  readonly refusals = new ByLabels(() => ({ times: 0 }));
  readonly freeCpu = new ByLabels(() => ({ ms: 0 }));
  readonly outOfFreeCpuTimes = new ByLabels(() => ({ times: 0 }));
  readonly charges = new ByLabels(() => ({ times: 0, units: 0 }));
  readonly refunds = new ByLabels(() => ({ times: 0, units: 0 }));
  readonly webhooks = new ByLabels(() => ({ times: 0 }));
  readonly failedCharges = new ByLabels(() => ({ times: 0 }));

  /** A fetch of an API ended: `ok`, or the code of its problem. */
  fetched(api: string, outcome: string, ms: number): void {
    observe(this.fetches.of({ api, outcome }), ms);
  }

  /** A run of a job waited so long for its turn. */
  waited(job: string, ms: number): void {
    observe(this.waits.of({ job }), ms);
  }

  /** Records that a request was rejected with this problem. */
  refused(api: string, code: string): void {
    this.refusals.of({ api, code }).times++;
  }

  /** A call that nobody pays for drew so much processor time on its account's allowance. */
  usedFreeCpu(api: string, ms: number): void {
    this.freeCpu.of({ api }).ms += ms;
  }

  /** A call was rejected because its account has used its free processor time. */
  outOfFreeCpu(api: string): void {
    this.outOfFreeCpuTimes.of({ api }).times++;
  }

  /** A call was charged. */
  charged(api: string, units: number): void {
    const own = this.charges.of({ api });
    own.times++;
    own.units += units;
  }

  /** A charge was given back, whole or in part. */
  refunded(api: string, units: number): void {
    const own = this.refunds.of({ api });
    own.times++;
    own.units += units;
  }

  /** A call was not charged, for the reason of this problem. */
  notCharged(api: string, code: string): void {
    this.failedCharges.of({ api, code }).times++;
  }

  /** An attempt to deliver a webhook ended: `delivered`, `rejected`, or the code of a problem. */
  attemptedWebhook(outcome: string): void {
    this.webhooks.of({ outcome }).times++;
  }
}
