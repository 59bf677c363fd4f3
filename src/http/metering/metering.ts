import type { Catalogue } from "../../accounts/catalogue.ts";
import type { IdempotencyStore } from "../../accounts/idempotency-store.ts";
import type { RequestLog } from "../../accounts/request-log.ts";
import type { SampleContext } from "../../kit/descriptor.ts";
import type { AuthorizeDeps } from "./authorize.ts";
import type { CallChargeDeps } from "./call-charge.ts";

/** Dependencies of metered operations on accounts. */
export interface Metering extends AuthorizeDeps, CallChargeDeps {
  readonly requestLog: Pick<RequestLog, "record">;
  readonly idempotencyStore: Pick<IdempotencyStore, "begin" | "rejectOther">;
  readonly catalogue: Catalogue;
  readonly checkUrl: SampleContext["checkUrl"];
  now(): number;
}
