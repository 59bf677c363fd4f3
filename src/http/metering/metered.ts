import type { Caller } from "../../accounts/authenticate.ts";
import type { Catalogue } from "../../accounts/catalogue.ts";
import type { Charges } from "../../accounts/charges.ts";
import { FAILED_CALL_MS } from "../../accounts/free-cpu.ts";
import { payingOrder } from "../../accounts/grants.ts";
import type { IdempotencyStore, Reservation } from "../../accounts/idempotency-store.ts";
import { entryOf, type Meter, QuotaExceeded, type Receipt, type Standing } from "../../accounts/meter.ts";
import type { Entry } from "../../accounts/usage-batch.ts";
import type { Once } from "../../kit/context.ts";
import type { AnyOperation, Api } from "../../kit/descriptor.ts";
import { asProblem, Problem } from "../../kit/problem.ts";
import type { Claim, State } from "../../kit/state.ts";
import type { CallCost } from "../../kit/work.ts";
import type { Log } from "../../ops/log.ts";
import type { Trace } from "../../ops/trace.ts";
import type { Charging } from "../core/context.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import { type AuthorizeDeps, authorize } from "./authorize.ts";
import { answerAgain, idempotencyKey, keepAnswer } from "./idempotency.ts";
import { costHeader, quotaHeaders } from "./quota-headers.ts";
import { tracedCharge } from "./traced-charge.ts";

/** What metered operations need of the accounts room. */
export interface Metering extends AuthorizeDeps {
  readonly charges: Charges;
  readonly meter: Meter;
  readonly idempotencyStore: IdempotencyStore;
  readonly catalogue: Catalogue;
  readonly state: State;
  readonly log: Log;
  readonly trace?: Trace | undefined;
  now(): number;
}

/** One call of an operation: what the door of metered operations is wrapped round. */
export interface Call {
  readonly requestId: string;
  /** Where the processes that work for the call add up their time. */
  readonly cost: Readonly<CallCost>;
  /** Whether its input may be a body, which takes work to read. */
  readonly readsBody: boolean;
  /** Reads the input, whose body counts for `account`; rejects with a `Problem` for one that is not accepted. */
  readInput(account: string): Promise<unknown>;
  /** What makes the request, once its body was read, the same as another with its `Idempotency-Key`. */
  fingerprint(): string;
  /** Waits for the turn of `tenant` and gives the function that ends it. Throws `busy`. */
  begin(tenant: string): Promise<() => void>;
  /** Runs the operation for `tenant`, which may charge, and makes the answer. */
  run(input: unknown, tenant: string, charging: Charging): Promise<Response>;
}

/** Headers that a page of another origin may read, beside those that every one may. */
const EXPOSED = {
  "Access-Control-Expose-Headers":
    "RateLimit, RateLimit-Policy, Quintet-Cost, Retry-After, X-Request-Id, Idempotency-Replayed",
} as const;

/** What a call has been charged, and where its quota stands. */
class Bill {
  receipt: Receipt | undefined;
  /** Whether the answer has begun. */
  isSettled = false;
  standings: readonly Standing[] = [];
  /** That the key has paid for this thing: given up where the charge does not stay. */
  paid: Claim | undefined;
}

/** A refusal as a metered operation gives it: nothing charged, and what is left where that is known. */
function uncharged(error: unknown, headers: Readonly<Record<string, string>>): Problem {
  const problem = asProblem(error);
  const { options } = problem;
  return new Problem(problem.code, problem.message, {
    ...options,
    headers: { ...EXPOSED, ...headers, ...options.headers },
    members: { ...options.members, charged: 0 },
  });
}

/** What a call that failed draws on the free processor time of its account; 0 where that is not to blame. */
function drawnBy(error: unknown, { cpuMs }: CallCost): number {
  const { code } = asProblem(error);
  if (code === "storage-unavailable") return 0;
  return code === "busy" ? cpuMs : Math.max(FAILED_CALL_MS, cpuMs);
}

function costOf(operation: AnyOperation, input: unknown): number | undefined {
  const { cost = 1 } = operation;
  if (cost === "measured") return undefined;
  return typeof cost === "number" ? cost : cost(input);
}

// The file is longer than 150 lines because a charge, and each way in which it is given back, is read in one go.
/**
 * Makes the door of a metered operation: key, guards of its rate, input, a repeated request, its turn, charge, run. The
 * charge is settled with the answer; whatever fails after it, it is given back and the problem says `charged: 0`.
 */
export function meteredHandler(api: Api, operation: AnyOperation, metering: Metering) {
  const { charges, meter, catalogue, state, now } = metering;
  const unit = catalogue.meters[api.name]?.unit ?? api.unit ?? "calls";
  const credits = catalogue.meters[api.name]?.credits ?? 1;
  const cost = (units: number) => costHeader({ units, unit, credits });
  const drawFree = (account: string, cpuMs: number): void => {
    metering.freeCpu.draw(account, cpuMs);
    metering.work?.usedFreeCpu(api.name, cpuMs);
  };

  const release = (reservation: Reservation, charge?: Entry): Promise<void> =>
    reservation
      .release(charge)
      .catch((cause: unknown) => metering.log.warn("a request waits for the database", { cause }));

  return async (request: RoutedRequest, query: string, call: Call): Promise<Response> => {
    const bill = new Bill();
    let caller: Caller | undefined;
    let reservation: Reservation | undefined;
    let leave: (() => void) | undefined;
    let isWorking = false;
    try {
      caller = await authorize(metering, api.name, request.headers, query, operation.input.shape);
      const { account, grants, keyId } = caller;
      request.caller = { account, key: keyId };
      const repeat = request.method === "POST" ? idempotencyKey(request.headers) : undefined;
      // A file is not read where its price is known and there is nothing left to pay it; an answer may be kept.
      const { accepts, cost: price = 1 } = operation;
      if (accepts !== undefined && typeof price === "number" && repeat === undefined) {
        await charges.check(account, grants, api.name, price);
      }
      isWorking = call.readsBody;
      const input = await call.readInput(account);
      isWorking = false;
      if (repeat !== undefined) {
        const begun = await metering.idempotencyStore.begin(account, repeat, call.fingerprint());
        if ("body" in begun) {
          bill.standings = await meter.standings(account, payingOrder(grants, api.name).slice(0, 1));
          return answerAgain(begun, { ...quotaHeaders(bill.standings, now()), ...cost(0) });
        }
        reservation = begun;
      }
      const charge = async (units: number, once?: Once): Promise<void> => {
        if (bill.receipt !== undefined) throw new TypeError("a call is charged once");
        if (once !== undefined) {
          bill.paid = await state.claim(`paid ${keyId} ${api.name} ${once.name}`, once.forMs);
          if (bill.paid === undefined) return;
        }
        const taking = charges.charge(account, grants, api.name, units);
        bill.receipt = await tracedCharge(metering.trace, call.requestId, units, taking);
        bill.standings = [bill.receipt];
        await reservation?.record(entryOf(bill.receipt, 1));
      };
      const giveBack = async (units: number): Promise<void> => {
        const { receipt } = bill;
        if (receipt === undefined) return;
        const reduced = await charges.reduce(receipt, units);
        bill.receipt = reduced.receipt;
        if (!bill.isSettled) await reservation?.record(entryOf(reduced.receipt, 1));
        if (reduced.receipt.units === 0) {
          await bill.paid?.release();
          if (bill.isSettled) drawFree(account, call.cost.cpuMs);
        }
        if (reduced.standing !== undefined) bill.standings = [reduced.standing];
      };
      leave = await call.begin(account);
      const known = costOf(operation, input);
      if (known !== undefined) await charge(known);
      isWorking = true;
      const response = await call.run(input, account, { charge, giveBack });
      isWorking = false;
      if ((bill.receipt?.units ?? 0) === 0) drawFree(account, call.cost.cpuMs);
      if (bill.receipt === undefined) {
        bill.standings = await meter.standings(account, payingOrder(grants, api.name).slice(0, 1));
      }
      // First, because it waits for the end of a streamed answer, which may give back a part of its charge.
      if (reservation !== undefined) await keepAnswer(reservation, response);
      const told = { ...quotaHeaders(bill.standings, now()), ...cost(bill.receipt?.units ?? 0) };
      for (const [name, value] of Object.entries(told)) response.headers.set(name, value);
      for (const [name, value] of Object.entries(EXPOSED)) response.headers.append(name, value);
      if (bill.receipt !== undefined) charges.settle(bill.receipt);
      bill.isSettled = true;
      return response;
    } catch (error) {
      if (isWorking && caller !== undefined) drawFree(caller.account, drawnBy(error, call.cost));
      await bill.paid
        ?.release()
        .catch((cause: unknown) => metering.log.warn("a charge was not forgotten", { cause }));
      if (bill.receipt !== undefined) {
        const { receipt } = bill;
        metering.work?.refunded(api.name, receipt.units);
        // What is still running may want to give a part back: it is all given back here.
        bill.receipt = undefined;
        // With the request that another process may have taken over, so that it is given back once.
        if (reservation === undefined) {
          const standing = await charges.refund(receipt);
          bill.standings = standing === undefined ? [] : [standing];
        } else {
          await release(reservation, entryOf(receipt, 1));
          bill.standings = await meter.standings(receipt.account, [receipt.held]).catch(() => []);
        }
        reservation = undefined;
      } else if (error instanceof QuotaExceeded) {
        bill.standings = error.standings;
      } else if (caller !== undefined && asProblem(error).code !== "storage-unavailable") {
        const first = payingOrder(caller.grants, api.name).slice(0, 1);
        bill.standings = await meter.standings(caller.account, first).catch(() => []);
      }
      if (reservation !== undefined) await release(reservation);
      throw uncharged(error, { ...quotaHeaders(bill.standings, now()), ...cost(0) });
    } finally {
      leave?.();
    }
  };
}
