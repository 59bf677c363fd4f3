import type { Caller } from "../../accounts/authenticate.ts";
import type { Catalogue } from "../../accounts/catalogue.ts";
import { type Charges, entryOf, QuotaExceeded, type Receipt } from "../../accounts/charges.ts";
import { FAILED_CALL_MS } from "../../accounts/free-cpu.ts";
import { payingOrder, type QuotaUsage } from "../../accounts/grants.ts";
import type { IdempotencyStore, Reservation } from "../../accounts/idempotency-store.ts";
import type { RequestLog } from "../../accounts/request-log.ts";
import type { Entry } from "../../accounts/usage-batch.ts";
import type { Context, Once } from "../../kit/context.ts";
import type { AnyOperation, Api, SampleContext } from "../../kit/descriptor.ts";
import { backgroundTenant } from "../../kit/fair-queue.ts";
import { asProblem, Problem } from "../../kit/problem.ts";
import type { ProblemCode } from "../../kit/problem-kinds.ts";
import type { Claim, State } from "../../kit/state.ts";
import type { CallCost } from "../../kit/work.ts";
import type { Log } from "../../ops/log.ts";
import type { Trace } from "../../ops/trace.ts";
import type { JobCall, RoutedRequest } from "../core/endpoint.ts";
import { type AuthorizeDeps, authorize, freeCpuTenant } from "./authorize.ts";
import { beginAfterOthers, isNotStored } from "./create-once.ts";
import { idempotencyKey, keepAnswer, repeatName, replay } from "./idempotency.ts";
import type { Submit } from "./job-submitter.ts";
import { preferredExample, provokedProblem } from "./provoked-problem.ts";
import { costHeader, quotaHeaders } from "./quota-headers.ts";

/** Charges as a call uses them: background work flushes them. */
type CallCharges = Omit<Charges, "flush">;

/** Dependencies of metered operations on accounts. */
export interface Metering extends AuthorizeDeps {
  readonly charges: CallCharges;
  readonly requestLog: Pick<RequestLog, "record">;
  readonly idempotencyStore: Pick<IdempotencyStore, "begin">;
  readonly catalogue: Catalogue;
  readonly state: State;
  readonly log: Log;
  readonly trace?: Trace | undefined;
  readonly checkUrl: SampleContext["checkUrl"];
  now(): number;
}

/** Charging of one call. */
export type Charging = Pick<Context, "charge" | "refund">;

/** Charging without metering: everything is paid. */
export const free: Charging = {
  charge: () => Promise.resolve(),
  refund: () => Promise.resolve(),
};

/** One call of an operation, before anything about its key and its price is known. */
export interface Call {
  readonly requestId: string;
  /** The ID of the operation. */
  readonly operation: string;
  /** Where the processes that work for the call add up their time. */
  readonly cost: Readonly<CallCost>;
  /** Whether its input may be a body, which takes work to read. */
  readonly readsBody: boolean;
  /** Reads the input, whose body counts for `account`; rejects with a `Problem` for one that is not accepted. */
  readInput(account: string): Promise<unknown>;
  /**
   * The fingerprint of a request whose body was read. Two requests with the same `Idempotency-Key` are compared
   * by it.
   */
  fingerprint(): string;
  /** Waits for a place among the running requests of `tenant` and returns the function that frees it. Throws `busy`. */
  begin(tenant: string): Promise<() => void>;
  /** Runs the operation for `tenant`, which may charge, and returns the response. */
  run(input: unknown, tenant: string, charging: Charging): Promise<Response>;
  /** The response for a test key: nothing runs. */
  sample(): Promise<Response>;
  /** The codes of the problems that the operation can return. */
  codes(): readonly ProblemCode[];
  /** Stores the call instead of running it; undefined for a call that runs now. */
  readonly submit?: Submit | undefined;
}

/**
 * The error of a metered operation: nothing is charged, and its headers have the remaining quota if it is
 * known.
 */
function uncharged(error: unknown, headers: Readonly<Record<string, string>>): Problem {
  const problem = asProblem(error);
  const { options } = problem;
  return new Problem(problem.code, problem.message, {
    ...options,
    headers: { ...headers, ...options.headers },
    members: { ...options.members, charged: 0 },
  });
}

/** Returns the free CPU time that a failed call uses, in ms; 0 if the account is not the cause. */
function freeCpuOf(error: unknown, { cpuMs }: CallCost): number {
  const { code } = asProblem(error);
  if (code === "storage-unavailable") return 0;
  return code === "busy" ? cpuMs : Math.max(FAILED_CALL_MS, cpuMs);
}

/** The price of a call in the API's unit; undefined where the operation measures it while it runs. */
export function costOf(operation: AnyOperation, input: unknown): number | undefined {
  const { cost = 1 } = operation;
  if (cost === "measured") return undefined;
  return typeof cost === "number" ? cost : cost(input);
}

/**
 * One call of a metered operation and its charge. The charge goes from `context.charge`, which is `charge` here, to
 * `Charges.charge` (which grant pays), to the batcher of the account's counters, to the transaction of `applyCharges`.
 * It is settled with the response; whatever fails after it gives it back.
 */
class MeteredCall implements Charging {
  readonly #api: Api;
  readonly #operation: AnyOperation;
  readonly #metering: Metering;
  readonly #call: Call;
  /** The job that the call belongs to; undefined for a call of a client. */
  readonly #job: JobCall | undefined;
  readonly #charges: CallCharges;
  #caller: Caller | undefined;
  /** The caller, who may not be allowed to call. */
  #identified: Caller | undefined;
  /** Takes units back from the entry of the request log. */
  #unlog: ((units: number) => void) | undefined;
  /** The place of this request among those with its `Idempotency-Key`. */
  #reservation: Reservation | undefined;
  #leave: (() => void) | undefined;
  /** Whether work is under way that an account could make us do for free. */
  #isWorking = false;
  #charging: Promise<void> | undefined;
  #receipt: Receipt | undefined;
  /** Whether the response has begun. */
  #isSettled = false;
  /** The usage that the headers of the response tell. */
  #standings: readonly QuotaUsage[] = [];
  /** Marks that the key has paid for something once; released where the charge does not stay. */
  #paid: Claim | undefined;

  constructor(api: Api, operation: AnyOperation, metering: Metering, call: Call, job: JobCall | undefined) {
    this.#job = job;
    this.#charges = job?.charges ?? metering.charges;
    this.#api = api;
    this.#operation = operation;
    this.#metering = metering;
    this.#call = call;
  }

  /** Authorizes, reads the input, charges what is known of its price, and runs the operation. */
  async respond(request: RoutedRequest, query: string): Promise<Response> {
    const { shape } = this.#operation.input;
    const { name } = this.#api;
    const identified = (known: Caller) => {
      this.#identified = known;
    };
    const caller =
      this.#job?.caller ?? (await authorize(this.#metering, name, request, query, shape, identified));
    this.#identified = caller;
    const { account, keyId } = caller;
    this.#caller = caller;
    request.caller = { account, key: keyId };
    const { submit } = this.#call;
    const isRepeatable = request.method === "POST" || submit !== undefined;
    const repeat = isRepeatable ? idempotencyKey(request.headers) : undefined;
    const input = await this.#readInput(caller, repeat !== undefined);
    if (caller.mode === "test") await this.#provoke(caller, request.headers);
    const cost = costOf(this.#operation, input);
    if (repeat !== undefined) {
      const before = await this.#begin(caller, repeat, cost, request.signal);
      if (before !== undefined) return before;
    }
    const checkQuota = async () => {
      if (cost === undefined || caller.mode === "test") return;
      await this.#charges.check(account, caller.grants, name, cost);
    };
    if (submit !== undefined) return await this.#settle(caller, await submit(caller, cost, checkQuota));
    const tenant = this.#job === undefined ? account : backgroundTenant(account);
    this.#leave = await this.#call.begin(tenant);
    if (caller.mode === "test") return await this.#settle(caller, await this.#call.sample());
    if (cost !== undefined) await this.charge(cost);
    this.#isWorking = true;
    const response = await this.#call.run(input, tenant, this);
    this.#isWorking = false;
    return await this.#settle(caller, response);
  }

  /** Takes the place of this request among those with its `Idempotency-Key`; resolves with the response of an earlier one. */
  async #begin(
    caller: Caller,
    repeat: string,
    cost: number | undefined,
    signal: AbortSignal,
  ): Promise<Response | undefined> {
    const { idempotencyStore } = this.#metering;
    const { submit, requestId } = this.#call;
    const of = [caller.account, repeatName(caller, repeat), this.#call.fingerprint()] as const;
    const begin = async () =>
      submit === undefined
        ? idempotencyStore.begin(...of)
        : beginAfterOthers(idempotencyStore, ...of, signal);
    const begun = await begin().catch((error: unknown) => {
      // The store finds the job that the first request has made.
      if (submit !== undefined && isNotStored(error)) return submit(caller, cost, async () => {});
      throw error;
    });
    if (begun instanceof Response) return begun;
    if ("body" in begun) {
      this.#standings = await this.#firstStanding(caller);
      return replay(begun, { ...this.#headers(0), "X-Request-Id": requestId });
    }
    this.#reservation = begun;
    return undefined;
  }

  // Not methods: operations take them off their context.
  readonly charge = (units: number, once?: Once): Promise<void> => {
    this.#charging = this.#charge(units, once);
    return this.#charging;
  };

  readonly refund = async (units: number): Promise<void> => {
    const before = this.#receipt;
    if (before === undefined) return;
    const { receipt, given } = this.#charges.reduce(before, units);
    // At once: an operation that fails meanwhile is given back the rest.
    this.#receipt = receipt;
    const standing = await given;
    if (before.units > receipt.units) {
      this.#metering.work?.refunded(this.#api.name, before.units - receipt.units);
      this.#unlog?.(before.units - receipt.units);
    }
    if (!this.#isSettled) await this.#reservation?.record(entryOf(receipt, 1));
    if (receipt.units === 0) {
      await this.#paid?.release();
      if (this.#isSettled) this.#drawFreeCpu(this.#known(), this.#call.cost.cpuMs);
    }
    if (standing !== undefined) this.#standings = [standing];
  };

  /** Gives back whatever was charged and returns the error to respond with. */
  async fail(error: unknown): Promise<Problem> {
    const caller = this.#caller;
    // An operation may fail beside its charge, which is then given back too.
    await this.#charging?.catch(() => {});
    if (this.#isWorking && caller !== undefined) this.#drawFreeCpu(caller, freeCpuOf(error, this.#call.cost));
    await this.#paid
      ?.release()
      .catch((cause: unknown) => this.#metering.log.warn("a charge was not forgotten", { cause }));
    if (this.#receipt !== undefined) {
      await this.#refund(this.#receipt);
    } else if (error instanceof QuotaExceeded) {
      this.#standings = error.standings;
    } else if (caller !== undefined && asProblem(error).code !== "storage-unavailable") {
      this.#standings = await this.#firstStanding(caller).catch(() => []);
    }
    if (this.#reservation !== undefined) await this.#release(this.#reservation);
    return uncharged(error, this.#headers(0));
  }

  /** Adds the call to the request log of its account, where a key named one. */
  record(status: number, code: string | null, durationMs: number): void {
    if (this.#identified === undefined) return;
    const { account, keyId, mode } = this.#identified;
    const { requestId, operation } = this.#call;
    const units = this.#receipt?.units ?? 0;
    const { requestLog } = this.#metering;
    const call = { account, keyId, mode, api: this.#api.name, operation, requestId };
    this.#unlog = requestLog.record({ ...call, status, code, units, durationMs });
  }

  /** Frees the place among the running requests. */
  end(): void {
    this.#leave?.();
  }

  /** Throws the error that a test asks for. */
  async #provoke(caller: Caller, headers: Headers): Promise<void> {
    const example = preferredExample(headers);
    if (example === undefined) return;
    const { keyLimiter, now } = this.#metering;
    const standings = await this.#firstStanding(caller);
    throw provokedProblem(example, this.#call.codes(), { standings, limit: keyLimiter.limit, now: now() });
  }

  async #readInput({ account, grants, mode }: Caller, isRepeatable: boolean): Promise<unknown> {
    const { accepts, cost = 1 } = this.#operation;
    const isFree = isRepeatable || mode === "test";
    // A file is not read where its price is known and nothing is left to pay it; a stored response costs nothing.
    if (accepts !== undefined && typeof cost === "number" && !isFree) {
      await this.#charges.check(account, grants, this.#api.name, cost);
    }
    this.#isWorking = this.#call.readsBody;
    const input = await this.#call.readInput(account);
    this.#isWorking = false;
    return input;
  }

  async #charge(units: number, once?: Once): Promise<void> {
    const { state, trace, work } = this.#metering;
    const { name: api } = this.#api;
    const { account, grants, keyId } = this.#known();
    if (this.#receipt !== undefined) throw new TypeError("a call is charged once");
    if (once !== undefined) {
      this.#paid = await state.claim(`paid ${keyId} ${api} ${once.name}`, once.forMs);
      if (this.#paid === undefined) return;
    }
    const { requestId } = this.#call;
    const started = performance.now();
    let failed = true;
    try {
      this.#receipt = await this.#charges.charge(account, grants, api, units);
      failed = false;
      work?.charged(api, units);
    } catch (error) {
      work?.notCharged(api, asProblem(error).code);
      throw error;
    } finally {
      const attributes = { "quintet.units": units };
      trace?.part("internal", { requestId, name: "charge", started, attributes, failed });
    }
    this.#standings = [this.#receipt];
    await this.#reservation?.record(entryOf(this.#receipt, 1));
  }

  async #settle(caller: Caller, response: Response): Promise<Response> {
    if ((this.#receipt?.units ?? 0) === 0) this.#drawFreeCpu(caller, this.#call.cost.cpuMs);
    if (this.#receipt === undefined) this.#standings = await this.#firstStanding(caller);
    // First, because it waits for the end of a streamed response, which may give back a part of its charge.
    if (this.#reservation !== undefined) await keepAnswer(this.#reservation, response);
    const told = this.#headers(this.#receipt?.units ?? 0);
    for (const [name, value] of Object.entries(told)) response.headers.set(name, value);
    if (this.#receipt !== undefined) this.#charges.settle(this.#receipt);
    this.#isSettled = true;
    return response;
  }

  async #refund(receipt: Receipt): Promise<void> {
    const { work } = this.#metering;
    const charges = this.#charges;
    work?.refunded(this.#api.name, receipt.units);
    // An operation that is still running may give a part back: it is all given back here.
    this.#receipt = undefined;
    if (this.#reservation === undefined) {
      const standing = await charges.refund(receipt);
      this.#standings = standing === undefined ? [] : [standing];
      return;
    }
    // With the reservation, which another process may have taken over: so it is given back once.
    await this.#release(this.#reservation, entryOf(receipt, 1));
    this.#reservation = undefined;
    this.#standings = await charges.standings(receipt.account, [receipt.held]).catch(() => []);
  }

  #release(reservation: Reservation, charge?: Entry): Promise<void> {
    return reservation
      .release(charge)
      .catch((cause: unknown) => this.#metering.log.warn("a request waits for the database", { cause }));
  }

  /** The usage of the grant that would pay next. */
  #firstStanding({ account, grants }: Caller): Promise<QuotaUsage[]> {
    return this.#charges.standings(account, payingOrder(grants, this.#api.name).slice(0, 1));
  }

  #headers(units: number): Record<string, string> {
    const meter = this.#metering.catalogue.meters[this.#api.name];
    const unit = meter?.unit ?? this.#api.plans?.unit ?? "calls";
    const price = costHeader({ units, unit, credits: meter?.credits ?? 1 });
    const mode = this.#identified?.mode === "test" ? { "Quintet-Mode": "test" } : {};
    return { ...quotaHeaders(this.#standings, this.#metering.now()), ...price, ...mode };
  }

  #drawFreeCpu(caller: Caller, cpuMs: number): void {
    this.#metering.freeCpu.draw(freeCpuTenant(caller, this.#job !== undefined), cpuMs);
    this.#metering.work?.usedFreeCpu(this.#api.name, cpuMs);
  }

  #known(): Caller {
    if (this.#caller !== undefined) return this.#caller;
    throw new TypeError("a call is charged when its caller is known");
  }
}

/** Makes the handler of a metered operation: each request is authorized, charged, and refunded where it fails. */
export function meteredHandler(api: Api, operation: AnyOperation, metering: Metering) {
  return async (request: RoutedRequest, query: string, of: Call): Promise<Response> => {
    const call = new MeteredCall(api, operation, metering, of, request.job);
    const started = performance.now();
    try {
      const response = await call.respond(request, query);
      call.record(response.status, null, performance.now() - started);
      return response;
    } catch (error) {
      const problem = await call.fail(error);
      call.record(problem.status, problem.code, performance.now() - started);
      throw problem;
    } finally {
      call.end();
    }
  };
}
