import type { Caller } from "../../accounts/authenticate.ts";
import { type Charges, entryOf, type Receipt } from "../../accounts/charges.ts";
import type { QuotaUsage } from "../../accounts/grants.ts";
import type { Reservation } from "../../accounts/idempotency-store.ts";
import type { Context, Once } from "../../kit/context.ts";
import { asProblem } from "../../kit/problem.ts";
import type { Claim, State } from "../../kit/state.ts";
import type { Log } from "../../ops/log.ts";
import type { Trace } from "../../ops/trace.ts";
import type { WorkMetrics } from "../../ops/work-metrics.ts";
import type { JobCall } from "../core/endpoint.ts";

/** Charges as a call uses them: background work flushes them. */
export type CallCharges = Omit<Charges, "flush">;

/** Charging of one call. */
export type Charging = Pick<Context, "charge" | "refund">;

/** Charging without metering: everything is paid. */
export const free: Charging = {
  charge: () => Promise.resolve(),
  refund: () => Promise.resolve(),
};

/** Dependencies of the charge of a call. */
export interface CallChargeDeps {
  readonly charges: CallCharges;
  readonly state: State;
  readonly log: Log;
  readonly trace?: Trace | undefined;
  readonly work?: WorkMetrics | undefined;
}

/** The call that is charged. */
export interface ChargedCall {
  readonly api: string;
  readonly requestId: string;
  /** The job that it is of, whose ID is that of the request; undefined for a call of a client. */
  readonly job?: Pick<JobCall, "onSettled"> | undefined;
  readonly caller: Caller;
  readonly reservation: Reservation | undefined;
}

/** How long an item counts as paid while its charge may be given back: longer than any call. In milliseconds. */
const PENDING_MS = 10 * 60_000;

/** The charge of one call: made once, reduced by refunds, then settled with the response or given back as a whole. */
export class CallCharge implements Charging {
  readonly #deps: CallChargeDeps;
  readonly #call: ChargedCall;
  #charging: Promise<void> | undefined;
  #receipt: Receipt | undefined;
  /** Marks that the key has paid for something once; released where the charge does not stay. */
  #paid: Claim | undefined;
  /** Marks it for its whole time; undefined where nothing is left to do. */
  #confirm: (() => Promise<void>) | undefined;
  #reservation: Reservation | undefined;
  /** Whether the response has begun. */
  #isSettled = false;
  usage: readonly QuotaUsage[] = [];
  onRefund: ((units: number) => void) | undefined;
  /** Called when nothing is left of the charge after the response has begun. */
  onFree: (() => void) | undefined;

  constructor(deps: CallChargeDeps, call: ChargedCall) {
    this.#deps = deps;
    this.#call = call;
    this.#reservation = call.reservation;
  }

  /** Whether something was charged, also where all of it was given back since. */
  get isCharged(): boolean {
    return this.#receipt !== undefined;
  }

  get units(): number {
    return this.#receipt?.units ?? 0;
  }

  // Not methods: operations take them off their context.
  readonly charge = (units: number, once?: Once): Promise<void> => {
    this.#charging = this.#charge(units, once);
    return this.#charging;
  };

  readonly refund = async (units: number): Promise<void> => {
    const before = this.#receipt;
    if (before === undefined) return;
    const { receipt, given } = this.#deps.charges.reduce(before, units);
    // At once: an operation that fails meanwhile is given back the rest.
    this.#receipt = receipt;
    const usage = await given;
    if (before.units > receipt.units) {
      this.#countRefund(before.units - receipt.units);
      this.onRefund?.(before.units - receipt.units);
    }
    if (!this.#isSettled) await this.#reservation?.record(entryOf(receipt, 1));
    if (receipt.units === 0) {
      await this.#forget();
      if (this.#isSettled) this.onFree?.();
    }
    if (usage !== undefined) this.usage = [usage];
  };

  /** Keeps what is charged: the response begins. */
  settle(): void {
    if (this.#receipt !== undefined) this.#deps.charges.settle(this.#receipt);
    this.#isSettled = true;
  }

  /** Lets what was paid once stay paid for: the charge is about to be settled, or that of a job when its row is. */
  async confirm(): Promise<void> {
    const confirm = this.#confirm;
    const { job } = this.#call;
    this.#confirm = undefined;
    if (job === undefined || confirm === undefined) return confirm?.();
    job.onSettled(() =>
      confirm().catch((cause: unknown) =>
        this.#deps.log.warn("what a job has paid for may be charged again", { cause }),
      ),
    );
  }

  /** Gives everything back, and ends the reservation. Resolves with whether something was charged. */
  async giveBack(): Promise<boolean> {
    // An operation may fail beside its charge, which is then given back too.
    await this.#charging?.catch(() => {});
    const { log, charges } = this.#deps;
    await this.#forget().catch((cause: unknown) => log.warn("a charge was not forgotten", { cause }));
    const receipt = this.#receipt;
    if (receipt === undefined) {
      await this.#release();
      return false;
    }
    this.#countRefund(receipt.units);
    // An operation that is still running may give a part back: it is all given back here.
    this.#receipt = undefined;
    if (this.#reservation === undefined) {
      const usage = await charges.refund(receipt);
      this.usage = usage === undefined ? [] : [usage];
      return true;
    }
    // With the reservation, which another process may have taken over: so it is given back once.
    await this.#release(receipt);
    this.usage = await charges.usage(receipt.account, [receipt.held]).catch(() => []);
    return true;
  }

  #countRefund(units: number): void {
    const { api } = this.#call;
    this.#deps.work?.refunds.add({ api });
    this.#deps.work?.refundedUnits.add({ api }, units);
  }

  async #release(receipt?: Receipt): Promise<void> {
    const reservation = this.#reservation;
    this.#reservation = undefined;
    await reservation
      ?.release(receipt && entryOf(receipt, 1))
      .catch((cause: unknown) => this.#deps.log.warn("a request waits for the database", { cause }));
  }

  async #charge(units: number, once?: Once): Promise<void> {
    const { charges, trace, work } = this.#deps;
    const { api, caller, requestId } = this.#call;
    if (this.#receipt !== undefined) {
      if (once !== undefined) return;
      throw new TypeError("a call is charged once");
    }
    if (once !== undefined && !(await this.#claim(once))) return;
    const started = performance.now();
    let failed = true;
    try {
      this.#receipt = await charges.charge(caller.account, caller.grants, api, units);
      failed = false;
      work?.charges.add({ api });
      work?.chargedUnits.add({ api }, units);
    } catch (error) {
      work?.failedCharges.add({ api, code: asProblem(error).code });
      throw error;
    } finally {
      const attributes = { "quintet.units": units };
      trace?.part("internal", { requestId, name: "charge", started, attributes, failed });
    }
    this.usage = [this.#receipt];
    await this.#reservation?.record(entryOf(this.#receipt, 1));
    // Nobody else could give it back where this process is killed.
    if (this.#call.job === undefined && this.#call.reservation === undefined) await this.confirm();
  }

  /** Marks something as paid for, until `confirm` for a short time. False where the key has paid for it before. */
  async #claim({ name, forMs }: Once): Promise<boolean> {
    const { api, requestId, caller, job, reservation } = this.#call;
    // The same for all attempts.
    const holder = job === undefined ? (reservation?.holder ?? crypto.randomUUID()) : requestId;
    const claim = async (ms: number) => {
      this.#paid = await this.#deps.state.claim(`paid ${caller.keyId} ${api} ${name}`, ms, holder);
    };
    await claim(Math.min(forMs, PENDING_MS));
    if (this.#paid === undefined) return false;
    if (forMs > PENDING_MS) this.#confirm = () => claim(forMs);
    return true;
  }

  async #forget(): Promise<void> {
    this.#confirm = undefined;
    await this.#paid?.release();
  }
}
