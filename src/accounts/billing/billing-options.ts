import type { Log } from "../../ops/log.ts";
import type { AccountStore } from "../account-store.ts";
import type { Catalogue } from "../catalogue.ts";
import type { PlanVersions } from "../plan-versions.ts";
import type { BillingStore } from "./billing-store.ts";
import type { StripeClient } from "./stripe-client.ts";

/** Dependencies of payments. */
export interface BillingOptions {
  readonly stripe: StripeClient;
  readonly store: BillingStore;
  readonly accountStore: AccountStore;
  readonly catalogue: Catalogue;
  readonly planVersions: PlanVersions;
  readonly baseUrl: string;
  readonly log: Log;
  now(): number;
}
