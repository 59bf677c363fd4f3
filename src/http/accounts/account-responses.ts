import { z } from "zod";
import {
  AccountRow,
  AuditRecord,
  CreditGrantView,
  Held,
  Key,
  LoggedRequest,
  OwnAuditEntry,
  PlanVersion,
  Session,
  Usage,
} from "../../accounts/account-views.ts";
import { listings, Plan, SoldMeter } from "../../accounts/catalogue.ts";
import { nextPage } from "../../kit/contract.ts";
import { named } from "../../kit/described-objects.ts";

/** The response to the creation of a key by a key. */
export const ManagedKey = Key.extend({
  key: z
    .string()
    .nullable()
    .describe(
      "The key. It is shown only once; only its hash is stored. Null in a repeated response (`Idempotency-Replayed: true`).",
    ),
}).meta({ id: "ManagedKey" });

/** The plans that are offered. */
export const Offer = named("PlanOffer", {
  listing: z.enum(listings).describe("The price list that is offered."),
  meters: z
    .record(z.string(), SoldMeter)
    .describe("For each API, its unit and the credits that one unit costs."),
  plans: z.array(Plan).describe("The plans for sale, with their quotas."),
});

/** One page of an account's own audit log. */
export const OwnAudit = z.object({
  entries: z.array(OwnAuditEntry).describe("The entries, newest first."),
  next: nextPage,
});

/** One page of the request log. */
export const RequestList = z.object({
  requests: z.array(LoggedRequest).describe("The requests, newest first."),
  next: nextPage,
});

/** One page of the audit log. */
export const AuditLog = z.object({
  entries: z.array(AuditRecord).describe("The entries, newest first."),
  next: nextPage,
});

/** One page of accounts. */
export const AccountList = z.object({
  accounts: z.array(AccountRow).describe("The accounts."),
  next: nextPage,
});

const HeldVersion = Held.extend({
  version: z.int().nullable().describe("The version of the plan whose terms it has."),
}).meta({ id: "HeldPlanVersion" });

/** The operator's view of an account. */
export const AccountDetail = AccountRow.extend({
  plans: z.array(HeldVersion).describe("Paid plans."),
  credits: z.array(CreditGrantView).describe("Credits that an operator granted."),
  keyList: z.array(Key).describe("All keys."),
  sessions: z.array(Session).describe("Browsers and programs that are signed in."),
  usage: Usage,
}).meta({ id: "AccountDetail" });

export const PlanVersionList = z.object({
  versions: z.array(PlanVersion).describe("All versions of all plans."),
});
