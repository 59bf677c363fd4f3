import type { Caller } from "../../accounts/authenticate.ts";
import { QuotaExceeded } from "../../accounts/charges.ts";
import { FAILED_CALL_MS } from "../../accounts/free-cpu.ts";
import { payingOrder, type QuotaUsage } from "../../accounts/grants.ts";
import type { Reservation, StoredResponse } from "../../accounts/idempotency-store.ts";
import type { LoggedInput } from "../../accounts/request-log.ts";
import { backgroundTenant } from "../../kit/fair-queue.ts";
import { asProblem, type Problem } from "../../kit/problem.ts";
import { rawQuery } from "../../kit/query.ts";
import type { CallCost } from "../../kit/work.ts";
import { codesOf } from "../../openapi/error-codes.ts";
import { isAbortedJob } from "../core/endpoint.ts";
import { prefersAsync, submitCall } from "./async-call.ts";
import { authorize, freeCpuTenant } from "./authorize.ts";
import { CallCharge, type CallCharges } from "./call-charge.ts";
import type { CallInput } from "./call-input.ts";
import { beginAfterOthers, readOnce } from "./create-once.ts";
import { idempotencyKey, repeatName, replay, storeResponse } from "./idempotency.ts";
import type { JobSubmitter } from "./job-submitter.ts";
import { type CallRequest, type KeyedOperation, priceOf } from "./keyed-operation.ts";
import { loggedText } from "./logged-parameters.ts";
import type { Metering } from "./metering.ts";
import { preferredExample, provokedProblem } from "./provoked-problem.ts";
import { costHeader, quotaHeaders } from "./quota-headers.ts";

/** The error of a metered operation: nothing is charged, and its headers have the remaining quota if it is known. */
function uncharged(error: unknown, headers: Readonly<Record<string, string>>): Problem {
  return asProblem(error).with({ headers, members: { charged: 0 } });
}

function freeCpuOf(error: unknown, { cpuMs }: CallCost): number {
  const { code } = asProblem(error);
  if (code === "storage-unavailable") return 0;
  return code === "busy" ? cpuMs : Math.max(FAILED_CALL_MS, cpuMs);
}

/** One call of a metered operation: its steps in order, and what has to be undone where one of them fails. */
class MeteredCall {
  readonly #operation: KeyedOperation;
  readonly #metering: Metering;
  /** Where the call is stored if it is to run later; undefined if it runs now. */
  readonly #jobs: JobSubmitter | undefined;
  readonly #call: CallRequest;
  readonly #charges: CallCharges;
  #identified: Caller | undefined;
  #caller: Caller | undefined;
  #charge: CallCharge | undefined;
  /** Undefined until it was read. */
  #input: CallInput | undefined;
  #leave: (() => void) | undefined;
  /** Whether work is under way that an account could make us do for free. */
  #isWorking = false;

  constructor(
    operation: KeyedOperation,
    metering: Metering,
    jobs: JobSubmitter | undefined,
    call: CallRequest,
  ) {
    this.#operation = operation;
    this.#metering = metering;
    this.#jobs = prefersAsync(call.request) ? jobs : undefined;
    this.#call = call;
    this.#charges = call.request.job?.charges ?? metering.charges;
  }

  async respond(): Promise<Response> {
    const operation = this.#operation;
    const { request } = this.#call;
    const caller = await this.#authorize();
    const isRepeatable = request.method === "POST" || this.#jobs !== undefined;
    const repeat = isRepeatable ? idempotencyKey(request.headers) : undefined;
    const read = () => this.#read(caller, repeat !== undefined);
    const input = await (isRepeatable
      ? readOnce(this.#metering.idempotencyStore, { caller, request }, read)
      : read());
    this.#input = input;
    const isTest = caller.mode === "test";
    if (isTest) await this.#provoke(caller);
    const price = priceOf(operation.operation, input.input);
    const reserved = repeat === undefined ? undefined : await this.#reserve(caller, repeat, input, price);
    if (reserved instanceof Response) return reserved;
    const charge = this.#openCharge(caller, reserved);
    if (this.#jobs !== undefined) {
      const stored = await this.#submit(this.#jobs, caller, input, price);
      return await this.#settle(caller, charge, reserved, stored);
    }
    const tenant = request.job === undefined ? caller.account : backgroundTenant(caller.account);
    this.#leave = await operation.admit(tenant, this.#call);
    if (isTest) {
      const sample = await operation.sample(this.#call, input, this.#metering.checkUrl);
      return await this.#settle(caller, charge, reserved, sample);
    }
    if (price !== undefined) await charge.charge(price);
    this.#isWorking = true;
    const response = await operation.run(this.#call, input, tenant, charge);
    this.#isWorking = false;
    return await this.#settle(caller, charge, reserved, response);
  }

  /** Gives back whatever was charged and returns the error to respond with. */
  async fail(error: unknown): Promise<Problem> {
    const caller = this.#caller;
    if (caller === undefined) return uncharged(error, this.#headers(0, []));
    if (this.#isWorking) this.#drawFreeCpu(caller, freeCpuOf(error, this.#call.cost));
    const wasCharged = (await this.#charge?.giveBack()) ?? false;
    return uncharged(error, this.#headers(0, await this.#usageAfter(error, caller, wasCharged)));
  }

  /** The usage that an error tells, where it is known. */
  async #usageAfter(error: unknown, caller: Caller, wasCharged: boolean): Promise<readonly QuotaUsage[]> {
    if (wasCharged) return this.#charge?.usage ?? [];
    if (error instanceof QuotaExceeded) return error.usages;
    if (asProblem(error).code === "storage-unavailable") return [];
    return this.#nextUsage(caller).catch(() => []);
  }

  /** Adds the call to the request log of its account, where a key named one. That of a job waits until the job has ended. */
  record(status: number, error: Problem | null, durationMs: number): void {
    const { request } = this.#call;
    const caller = this.#identified;
    if (caller === undefined || isAbortedJob(request, status)) return;
    const record = () => this.#record(caller, status, error, durationMs);
    if (request.job === undefined) record();
    else request.job.onSettled(record);
  }

  #record({ account, keyId, mode }: Caller, status: number, error: Problem | null, durationMs: number): void {
    const { api, id } = this.#operation;
    const { requestId } = this.#call;
    const of = { account, keyId, mode, api: api.name, operation: id, requestId };
    const units = this.#charge?.units ?? 0;
    const code = error?.code ?? null;
    const unlog = this.#metering.requestLog.record({ ...of, status, code, units, durationMs }, () =>
      this.#loggedInput(error),
    );
    if (this.#charge !== undefined) this.#charge.onRefund = unlog;
  }

  #loggedInput(error: Problem | null): LoggedInput {
    const { url, params } = this.#call.request;
    const { fields = [], files = {} } = this.#input ?? {};
    const sent = { query: rawQuery(url), path: params, fields, files: Object.keys(files) };
    return { ...this.#operation.log(sent), ...(error !== null && { detail: loggedText(error.message) }) };
  }

  /** Frees the place among the running requests. */
  end(): void {
    this.#leave?.();
  }

  async #authorize(): Promise<Caller> {
    const { request } = this.#call;
    const { api, operation } = this.#operation;
    const identified = (caller: Caller) => {
      this.#identified = caller;
      request.caller = { account: caller.account, key: caller.keyId };
    };
    const query = rawQuery(request.url);
    const { shape } = operation.input;
    const caller =
      request.job?.caller ?? (await authorize(this.#metering, api.name, request, query, shape, identified));
    identified(caller);
    this.#caller = caller;
    return caller;
  }

  async #read({ account, grants, mode }: Caller, isRepeatable: boolean): Promise<CallInput> {
    const { api, operation } = this.#operation;
    const { accepts, cost = 1 } = operation;
    const isFree = isRepeatable || mode === "test";
    // A file is not read where its price is known and nothing is left to pay it; a stored response costs nothing.
    if (accepts !== undefined && typeof cost === "number" && !isFree) {
      await this.#charges.check(account, grants, api.name, cost);
    }
    const { request, upload } = this.#call;
    upload.tenant = account;
    // A body takes work to read.
    this.#isWorking = accepts !== undefined;
    const input = await this.#operation.read(request, upload);
    this.#isWorking = false;
    return input;
  }

  /** Throws the error that a test asks for. */
  async #provoke(caller: Caller): Promise<void> {
    const example = preferredExample(this.#call.request.headers);
    if (example === undefined) return;
    const { keyLimiter, now } = this.#metering;
    const { api, operation } = this.#operation;
    const usages = await this.#nextUsage(caller);
    const options = { usages, limit: keyLimiter.limit, now: now() };
    throw provokedProblem(example, codesOf(api, operation), options);
  }

  /** Takes the place of this request among those with its `Idempotency-Key`, or resolves with the response of an earlier one. */
  async #reserve(
    caller: Caller,
    repeat: string,
    input: CallInput,
    price: number | undefined,
  ): Promise<Reservation | Response> {
    const { idempotencyStore } = this.#metering;
    const { request, requestId } = this.#call;
    const of = [caller.account, repeatName(caller, repeat), input.fingerprint] as const;
    const jobs = this.#jobs;
    let begun: Reservation | StoredResponse;
    try {
      begun = await (jobs === undefined
        ? idempotencyStore.begin(...of)
        : beginAfterOthers(idempotencyStore, ...of, request.signal));
    } catch (error) {
      if (jobs === undefined || asProblem(error).code !== "response-not-stored") throw error;
      // It finds the job that the first request has made.
      return submitCall(jobs, this.#operation, this.#call, input, caller, price, async () => {});
    }
    if (!("body" in begun)) return begun;
    const headers = this.#headers(0, await this.#nextUsage(caller));
    return replay(begun, { ...headers, "X-Request-Id": requestId });
  }

  #openCharge(caller: Caller, reservation: Reservation | undefined): CallCharge {
    const { requestId, cost } = this.#call;
    const deps = { ...this.#metering, charges: this.#charges };
    const { job } = this.#call.request;
    const of = { api: this.#operation.api.name, requestId, job, caller, reservation };
    const charge = new CallCharge(deps, of);
    charge.onFree = () => this.#drawFreeCpu(caller, cost.cpuMs);
    this.#charge = charge;
    return charge;
  }

  /** Stores the call as a job. Throws `quota-exceeded`. */
  #submit(
    jobs: JobSubmitter,
    caller: Caller,
    input: CallInput,
    price: number | undefined,
  ): Promise<Response> {
    return submitCall(jobs, this.#operation, this.#call, input, caller, price, async () => {
      if (price === undefined || caller.mode === "test") return;
      await this.#charges.check(caller.account, caller.grants, this.#operation.api.name, price);
    });
  }

  async #settle(
    caller: Caller,
    charge: CallCharge,
    reservation: Reservation | undefined,
    response: Response,
  ): Promise<Response> {
    if (charge.units === 0) this.#drawFreeCpu(caller, this.#call.cost.cpuMs);
    const next = charge.isCharged ? [] : await this.#nextUsage(caller);
    await charge.confirm();
    // First, because it waits for the end of a streamed response, which may give back a part of its charge.
    if (reservation !== undefined) await storeResponse(reservation, response);
    const told = this.#headers(charge.units, charge.isCharged ? charge.usage : next);
    for (const [name, value] of Object.entries(told)) response.headers.set(name, value);
    charge.settle();
    return response;
  }

  #nextUsage({ account, grants }: Caller): Promise<QuotaUsage[]> {
    return this.#charges.usage(account, payingOrder(grants, this.#operation.api.name).slice(0, 1));
  }

  #headers(units: number, usage: readonly QuotaUsage[]): Record<string, string> {
    const { api } = this.#operation;
    const { catalogue, now } = this.#metering;
    const meter = catalogue.meters[api.name];
    const unit = meter?.unit ?? api.plans?.unit ?? "calls";
    const price = costHeader({ units, unit, credits: meter?.credits ?? 1 });
    const mode = this.#identified?.mode === "test" ? { "Quintet-Mode": "test" } : {};
    return { ...quotaHeaders(usage, now()), ...price, ...mode };
  }

  #drawFreeCpu(caller: Caller, cpuMs: number): void {
    const { freeCpu, work } = this.#metering;
    freeCpu.count(freeCpuTenant(caller, this.#call.request.job !== undefined), cpuMs);
    work?.freeCpuSeconds.add({ api: this.#operation.api.name }, cpuMs / 1_000);
  }
}

/** Makes the handler of a metered operation: each request is authorized, charged, and refunded where it fails. */
export function meteredHandler(
  operation: KeyedOperation,
  metering: Metering,
  jobs: JobSubmitter | undefined,
): (call: CallRequest) => Promise<Response> {
  return async (of) => {
    const call = new MeteredCall(operation, metering, jobs, of);
    const started = performance.now();
    try {
      const response = await call.respond();
      call.record(response.status, null, performance.now() - started);
      return response;
    } catch (error) {
      const problem = await call.fail(error);
      call.record(problem.status, problem, performance.now() - started);
      throw problem;
    } finally {
      call.end();
    }
  };
}
