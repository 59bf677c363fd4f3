import { z } from "zod";
import { accountSorts } from "../../accounts/account-directory.ts";
import type { AccountSummary } from "../../accounts/account-views.ts";
import { type Actor, auditActions } from "../../accounts/audit.ts";
import type { Accounts } from "../../accounts/create-accounts.ts";
import { planTitle } from "../../accounts/credits.ts";
import { done } from "../../kit/contract.ts";
import { Problem } from "../../kit/problem.ts";
import type { AccountDetail } from "../accounts/account-responses.ts";
import {
  accountSearch,
  after,
  creditAmount,
  creditDays,
  email,
  note,
  pageSize,
  planList,
  planVersion,
  reason,
  responses,
  views,
} from "../accounts/account-schemas.ts";
import { deleteAccount } from "../accounts/delete-account.ts";
import { knownKey } from "../accounts/key-resource.ts";
import { type Outcome, type RejectedForm, siteActionsOf } from "../core/contract-endpoints.ts";
import { redirect } from "../core/responses.ts";
import type { AccountChange, PlansView } from "./admin-pages.ts";
import { type AdminSite, findAccount } from "./admin-site.ts";

const group = { tag: "Operator", access: "admin", errors: [] } as const;
/** The part of the operator's site that actions use. */
export type OperatorSite = Pick<AdminSite, "accounts" | "page" | "soldPlans">;
const action = siteActionsOf<OperatorSite, { readonly by: Actor }>(group);
const accountAction = siteActionsOf<OperatorSite, { readonly by: Actor }>({
  ...group,
  errors: ["unknown-account"],
});
const DAY_MS = 86_400_000;
/** Entries of its audit log that the page of an account shows. */
const RECENT = 10;

async function accountDetail(
  accounts: Accounts,
  summary: AccountSummary,
): Promise<z.output<typeof AccountDetail>> {
  const { id } = summary;
  const held = await accounts.accountStore.heldTerms(id);
  return {
    ...summary,
    plans: held.map(({ plan, startedOn, terms }) => ({ plan, startedOn, version: terms?.version ?? null })),
    credits: await accounts.credits.list(id),
    keyList: await accounts.keys.list(id),
    sessions: await accounts.sessions.list(id),
    usage: await accounts.usage(id),
  };
}

async function accountPage(
  site: OperatorSite,
  detail: z.output<typeof AccountDetail>,
  requestId: string,
  rejected?: RejectedForm,
): Promise<Response> {
  const { audit, catalogue, now, subscriptions } = site.accounts;
  const view = {
    ...detail,
    audit: await audit.list({ account: detail.id, limit: RECENT }),
    paid: (await subscriptions(detail.id)).map(({ plan }) => plan),
    sold: site.soldPlans(),
    titleOf: (plan: string) => planTitle(catalogue.plans, plan),
    now: now(),
    rejected,
  };
  return site.page(requestId, (pages) => pages.account(view), rejected?.error.status);
}

async function plansPage(
  site: OperatorSite,
  requestId: string,
  { rejected, ...of }: Pick<PlansView, "moved" | "rejected">,
): Promise<Response> {
  const view = {
    versions: await site.accounts.planVersions.holders(),
    sold: site.soldPlans(),
    rejected,
    ...of,
  };
  return site.page(requestId, (pages) => pages.plans(view), rejected?.error.status);
}

/** The page of the operator's form at a path that was not accepted. Throws its error where there is no such page. */
export async function rejectedPage(
  site: OperatorSite,
  path: string,
  rejected: RejectedForm,
  requestId: string,
): Promise<Response> {
  const { error, id } = rejected;
  if (error.status === 401 || error.status === 403) throw error;
  if (path === operatorActions.adminMovePlan.path) return plansPage(site, requestId, { rejected });
  if (id === undefined) throw error;
  const detail = await accountDetail(site.accounts, await findAccount(site.accounts, id));
  return accountPage(site, detail, requestId, rejected);
}

/** The outcome of a change to an account: browsers are redirected to what its page says of the change. */
function changed(json: unknown, { id }: AccountSummary, change: AccountChange, requestId: string): Outcome {
  return { json, html: () => redirect(`/admin/accounts/${id}#${change}`, requestId) };
}

/** The actions of operators, with their pages. */
export const operatorActions = {
  adminAccounts: action({
    id: "adminListAccounts",
    path: "/admin/accounts",
    summary: "List or search accounts",
    description: "Sorted by email address where one is searched for, otherwise as `sort` says.",
    query: z.object({
      q: accountSearch.optional(),
      state: z.enum(["suspended"]).optional().describe("Only suspended accounts."),
      sort: z.enum(accountSorts).default("newest").describe("The order of accounts."),
      after: after.optional(),
      limit: pageSize(25),
    }),
    output: () => responses().AccountList,
    async run({ query, requestId }, site) {
      const { q: text = "", state, sort, after, limit } = query;
      const isSuspended = state !== undefined;
      const { accountStore, catalogue, directory } = site.accounts;
      const search = { text, isSuspended, sort, after, limit };
      const found = await directory.search(search);
      return {
        json: { accounts: found.accounts, next: found.next },
        async html() {
          const held = await Promise.all(found.accounts.map(({ id }) => accountStore.heldPlans(id)));
          const plans = held.map((of) => of.map(({ plan }) => planTitle(catalogue.plans, plan)));
          const place = await directory.place(search);
          const { count } = await directory.place({ text: "", isSuspended: true, limit });
          const view = { ...found, ...search, plans, isLater: after !== undefined, place, suspended: count };
          return site.page(requestId, (pages) => pages.accounts(view));
        },
      };
    },
  }),
  adminAccount: accountAction({
    id: "adminReadAccount",
    path: "/admin/accounts/{id}",
    summary: "Read an account: plans, credits, keys, sessions, usage",
    output: () => responses().AccountDetail,
    async run({ id, requestId }, site) {
      const detail = await accountDetail(site.accounts, await findAccount(site.accounts, id));
      return { json: detail, html: () => accountPage(site, detail, requestId) };
    },
  }),
  adminSuspend: accountAction({
    id: "adminSuspendAccount",
    method: "POST",
    path: "/admin/accounts/{id}/suspend",
    summary: "Suspend an account, on every replica within 5 s",
    description:
      "Its keys, account pages, new keys and sign-in links get 403 account-suspended, and no other address of its mailbox can sign up. Payments go on: end them at the payment provider.",
    fields: z.object({ reason }),
    output: () => z.object({ suspended: done }),
    async run({ fields, by, id, requestId }, site) {
      const account = await findAccount(site.accounts, id);
      await site.accounts.suspensions.suspend(account.id, fields.reason, by);
      return changed({ suspended: true }, account, "suspended", requestId);
    },
  }),
  adminUnsuspend: accountAction({
    id: "adminUnsuspendAccount",
    method: "POST",
    path: "/admin/accounts/{id}/unsuspend",
    summary: "Lift the suspension of an account",
    output: () => z.object({ suspended: z.literal(false).describe("Always false.") }),
    errors: ["unknown-account", "conflict"],
    async run({ by, id, requestId }, site) {
      const account = await findAccount(site.accounts, id);
      if (!(await site.accounts.suspensions.lift(account.id, by)))
        throw new Problem("conflict", "The account is not suspended.");
      return changed({ suspended: false }, account, "lifted", requestId);
    },
  }),
  adminDelete: accountAction({
    id: "adminDeleteAccount",
    method: "POST",
    path: "/admin/accounts/{id}/delete",
    summary: "Delete an account, as its owner could",
    fields: z.object({ email: email.describe("The email address of the account, as a confirmation.") }),
    output: () => z.object({ deleted: done }),
    async run({ fields, by, id, requestId }, site) {
      const account = await findAccount(site.accounts, id);
      await deleteAccount(site.accounts, account, fields.email, by);
      return { json: { deleted: true }, html: () => redirect("/admin/accounts", requestId) };
    },
  }),
  adminExport: accountAction({
    id: "adminExportAccount",
    path: "/admin/accounts/{id}/export",
    summary: "Export everything that is stored about an account",
    headers: { "Content-Disposition": "The name of the file." },
    output: () => views().AccountData,
    async run({ by, id: named }, site) {
      const { id } = await findAccount(site.accounts, named);
      await site.accounts.audit.record(by, { action: "account.exported", account: id });
      return {
        json: await site.accounts.accountDeletion.exportData(id),
        headers: { "Content-Disposition": `attachment; filename="quintet-${id}.json"` },
      };
    },
  }),
  adminCredits: accountAction({
    id: "adminGrantCredits",
    method: "POST",
    path: "/admin/accounts/{id}/credits",
    summary: "Grant credits to an account",
    description:
      "Credits pay calls of every API, at the weights of GET /plans, once, after the quotas of its plans are used up.",
    fields: z.object({ amount: creditAmount, days: creditDays, note: note.optional() }),
    status: 201,
    output: () => views().CreditGrantView,
    async run({ fields, by, id, requestId }, site) {
      const { credits, now } = site.accounts;
      const account = await findAccount(site.accounts, id);
      const expiresAt = now() + fields.days * DAY_MS;
      const granted = await credits.grant(account.id, fields.amount, expiresAt, fields.note, by);
      return changed(granted, account, "granted", requestId);
    },
  }),
  adminAccountPlans: accountAction({
    id: "adminSetAccountPlans",
    method: "POST",
    path: "/admin/accounts/{id}/plans",
    summary: "Set the plans that the operator gives an account",
    description:
      "A plan that it already has keeps its billing months, its counter and its terms. Plans that are not named end. Plans that the account pays for are not touched.",
    fields: z.object({ plan: planList.optional() }),
    output: () => z.object({ plans: z.array(views().Held).describe("Paid plans.") }),
    async run({ fields, by, id, requestId }, site) {
      const account = await findAccount(site.accounts, id);
      const { accountStore } = site.accounts;
      await accountStore.setPlans(account.id, fields.plan ?? [], by);
      return changed({ plans: await accountStore.heldPlans(account.id) }, account, "planned", requestId);
    },
  }),
  adminAccountKey: accountAction({
    id: "adminRevokeAccountKey",
    method: "POST",
    path: "/admin/accounts/{id}/keys/revoke",
    summary: "Revoke a key of an account, on every replica within 5 s",
    fields: z.object({ key: z.string().max(64).describe("The ID of the key.") }),
    output: () => z.object({ revoked: done }),
    errors: ["unknown-account", "unknown-key"],
    async run({ fields, by, id, requestId }, site) {
      const account = await findAccount(site.accounts, id);
      const revoked = knownKey(await site.accounts.keys.revoke(account.id, fields.key, by), "key");
      return changed({ revoked }, account, "revoked", requestId);
    },
  }),
  adminSessions: accountAction({
    id: "adminRevokeSessions",
    method: "POST",
    path: "/admin/accounts/{id}/sessions/revoke",
    summary: "End every session of an account",
    output: () => z.object({ revoked: z.int().describe("How many sessions ended.") }),
    async run({ by, id, requestId }, site) {
      const account = await findAccount(site.accounts, id);
      const revoked = await site.accounts.sessions.endAll(account.id, by);
      return changed({ revoked }, account, "ended", requestId);
    },
  }),
  adminAudit: action({
    id: "adminReadAudit",
    path: "/admin/audit",
    summary: "Read the audit log, newest first",
    query: z.object({
      account: accountSearch
        .optional()
        .describe("Only entries of the account with this ID or email address."),
      action: z.enum(auditActions).optional().describe("Only entries of this event."),
      actor: z.enum(["owner", "operator", "system"]).optional().describe("Only entries of this actor."),
      after: after.optional(),
      limit: pageSize(50),
    }),
    output: () => responses().AuditLog,
    async run({ query, requestId }, site) {
      const { accountStore, audit } = site.accounts;
      const { account: given = "", action, actor, after } = query;
      // An account that is deleted has entries still, by its ID.
      const named = given.includes("@") ? await accountStore.byEmail(given.toLowerCase()) : undefined;
      const account = given === "" ? undefined : (named?.id ?? given);
      const log = await audit.list({ ...query, account });
      return {
        json: log,
        async html() {
          const ids = [...new Set(log.entries.flatMap((entry) => entry.account ?? []))];
          const known = await Promise.all(ids.map((id) => accountStore.byId(id)));
          const emails = new Map(
            known.flatMap((one) => (one?.email.includes("@") ? [[one.id, one.email]] : [])),
          );
          const view = { ...log, account: given, action, actor, emails, isLater: after !== undefined };
          return site.page(requestId, (pages) => pages.audit(view));
        },
      };
    },
  }),
  adminPlanVersions: action({
    id: "adminListPlanVersions",
    path: "/admin/plan-versions",
    summary: "List the versions of plans and how many accounts hold each",
    query: z.object({
      moved: z.int().min(0).optional().describe("The number of accounts that the page says were moved."),
    }),
    output: () => responses().PlanVersionList,
    async run({ query, requestId }, site) {
      return {
        json: { versions: await site.accounts.planVersions.holders() },
        html: () => plansPage(site, requestId, query),
      };
    },
  }),
  adminMovePlan: action({
    id: "adminMovePlan",
    method: "POST",
    path: "/admin/plan-versions/move",
    summary: "Move the holders of a plan to what the catalogue sells now",
    description:
      "Holders keep their billing months. To move them to the present terms of the same plan, name it twice.",
    fields: z.object({
      from: z.string().max(32).describe("The plan that they have."),
      to: z.string().max(32).describe("The plan that they get; it may be the same."),
      version: planVersion.optional(),
    }),
    output: () => z.object({ moved: z.int().describe("How many accounts were moved.") }),
    async run({ fields, by, requestId }, site) {
      const moved = await site.accounts.planVersions.move(fields.from, fields.to, fields.version, by);
      return { json: { moved }, html: () => redirect(`/admin/plan-versions?moved=${moved}`, requestId) };
    },
  }),
};
