import type { Log } from "../../ops/log.ts";
import type { People } from "../account-store.ts";
import type { Catalogue, Listing } from "../catalogue.ts";
import type { PlanVersions } from "../plan-versions.ts";
import type { Ledger } from "./billing-store.ts";
import type { StripeDoor } from "./stripe-client.ts";

/** What taking payments works with. */
export interface BillingOptions {
  readonly stripe: StripeDoor;
  readonly ledger: Ledger;
  readonly people: People;
  readonly catalogue: Catalogue;
  readonly planVersions: PlanVersions;
  readonly listing: Listing;
  readonly baseUrl: string;
  readonly log: Log;
  now(): number;
}
