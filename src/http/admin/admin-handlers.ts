import { z } from "zod";
import type { AccountSummary } from "../../accounts/account-directory.ts";
import { type Actor, networkOf } from "../../accounts/audit.ts";
import type { Accounts } from "../../accounts/create-accounts.ts";
import { planTitle } from "../../accounts/credits.ts";
import { Problem } from "../../kit/problem.ts";
import type { accountContracts } from "../accounts/account-contracts.ts";
import { secretsEqual } from "../core/constant-time.ts";
import type { ContractInput, Outcome } from "../core/contract-endpoints.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import { readFields } from "../core/form-body.ts";
import { redirect, requireOwnOrigin, wantsHtml } from "../core/responses.ts";
import { adminCookie, NotOperator, requireAdminEnabled } from "./admin-access.ts";
import type { AccountDetailView } from "./admin-pages.ts";
import type { AdminSite } from "./admin-site.ts";

type Contracts = ReturnType<typeof accountContracts>;

/** A request of an operator that its contract has accepted. */
export interface OperatorRequest<Query, Fields> extends ContractInput<Query, Fields> {
  readonly by: Actor;
  readonly request: RoutedRequest;
  readonly requestId: string;
}

type Of<Id extends keyof Contracts> = OperatorRequest<
  z.output<Contracts[Id]["query"]>,
  z.output<Contracts[Id]["fields"]>
>;

const DAY_MS = 86_400_000;
/** Entries of its audit log that the page of an account shows. */
const RECENT = 10;

/** The operator's view of an account, as a page and as JSON. */
export async function accountDetail(
  accounts: Accounts,
  summary: AccountSummary,
): Promise<Omit<AccountDetailView, "audit" | "paid" | "sold" | "titleOf">> {
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

/** An account as JSON: `suspension` is null where the account is not suspended. */
export function withSuspension<Of extends AccountSummary>({ suspension, ...rest }: Of) {
  return { ...rest, suspension: suspension ?? null };
}

/** Searches accounts. */
export async function listAccounts(
  site: AdminSite,
  { query, requestId }: Of<"adminAccounts">,
): Promise<Outcome> {
  const { q: text = "", state, after, limit } = query;
  const isSuspended = state !== undefined;
  const found = await site.accounts.directory.search({ text, isSuspended, after, limit });
  const view = { ...found, text, isSuspended, isLater: after !== undefined };
  return {
    json: { accounts: found.accounts.map(withSuspension), next: found.next },
    html: () => site.page(requestId, (pages) => pages.accounts(view)),
  };
}

/** Full view of one account. */
export async function readAccount(
  site: AdminSite,
  { request, requestId }: Of<"adminAccount">,
): Promise<Outcome> {
  const { accounts } = site;
  const detail = await accountDetail(accounts, await site.find(request));
  return {
    json: withSuspension(detail),
    async html() {
      const audit = await accounts.audit.list({ account: detail.id, limit: RECENT });
      const paid = (await accounts.subscriptions(detail.id)).map(({ plan }) => plan);
      const titleOf = (plan: string) => planTitle(accounts.catalogue.plans, plan);
      const view = { ...detail, audit, paid, sold: site.soldPlans(), titleOf };
      return site.page(requestId, (pages) => pages.account(view));
    },
  };
}

/** The outcome of a change to an account: browsers are redirected to its page. */
function changed(json: unknown, { id }: AccountSummary, requestId: string): Outcome {
  return { json, html: () => redirect(`/admin/accounts/${id}`, requestId) };
}

/** Suspends an account. */
export async function suspend(
  site: AdminSite,
  { fields, by, request, requestId }: Of<"adminSuspend">,
): Promise<Outcome> {
  const account = await site.find(request);
  await site.accounts.suspensions.suspend(account.id, fields.reason, by);
  return changed({ suspended: true }, account, requestId);
}

/** Lifts a suspension. */
export async function unsuspend(
  site: AdminSite,
  { by, request, requestId }: Of<"adminUnsuspend">,
): Promise<Outcome> {
  const account = await site.find(request);
  if (!(await site.accounts.suspensions.lift(account.id, by)))
    throw new Problem("conflict", "The account is not suspended.");
  return changed({ suspended: false }, account, requestId);
}

/** Deletes an account, where its email address was repeated. */
export async function deleteAccount(
  site: AdminSite,
  { fields, by, request, requestId }: Of<"adminDelete">,
): Promise<Outcome> {
  const { id, email } = await site.find(request);
  if (fields.email !== email) {
    throw new Problem("invalid-body", "The email does not match this account. Nothing was deleted.", {
      parameter: "email",
    });
  }
  await site.accounts.accountDeletion.remove(id);
  await site.accounts.audit.record(by, { action: "account.deleted", account: id });
  return { json: { deleted: true }, html: () => redirect("/admin/accounts", requestId) };
}

/** Download of everything that is stored about an account. */
export async function exportAccount(site: AdminSite, { by, request }: Of<"adminExport">): Promise<Outcome> {
  const { id } = await site.find(request);
  await site.accounts.audit.record(by, { action: "account.exported", account: id });
  return {
    json: await site.accounts.accountDeletion.exportData(id),
    headers: { "Content-Disposition": `attachment; filename="quintet-${id}.json"` },
  };
}

/** Grants credits that expire. */
export async function grantCredits(
  site: AdminSite,
  { fields, by, request, requestId }: Of<"adminCredits">,
): Promise<Outcome> {
  const { credits, now } = site.accounts;
  const account = await site.find(request);
  const expiresAt = now() + fields.days * DAY_MS;
  const granted = await credits.grant(account.id, fields.amount, expiresAt, fields.note, by);
  return changed(granted, account, requestId);
}

/** Sets the plans that the operator gives an account. */
export async function setPlans(
  site: AdminSite,
  { fields, by, request, requestId }: Of<"adminAccountPlans">,
): Promise<Outcome> {
  const account = await site.find(request);
  await site.accounts.accountStore.setPlans(account.id, fields.plan ?? [], by);
  return changed({ plans: await site.accounts.accountStore.heldPlans(account.id) }, account, requestId);
}

/** Revokes a key of an account. */
export async function revokeKey(
  site: AdminSite,
  { fields, by, request, requestId }: Of<"adminAccountKey">,
): Promise<Outcome> {
  const account = await site.find(request);
  if (!(await site.accounts.keys.revoke(account.id, fields.key, by)))
    throw new Problem("unknown-key", "The account has no active key with this ID.", { parameter: "key" });
  return changed({ revoked: true }, account, requestId);
}

/** Ends every session of an account. */
export async function endSessions(
  site: AdminSite,
  { by, request, requestId }: Of<"adminSessions">,
): Promise<Outcome> {
  const account = await site.find(request);
  return changed({ revoked: await site.accounts.sessions.endAll(account.id, by) }, account, requestId);
}

/** The audit log of this server. */
export async function readAudit(site: AdminSite, { query, requestId }: Of<"adminAudit">): Promise<Outcome> {
  const log = await site.accounts.audit.list(query);
  const isLater = query.after !== undefined;
  return { json: log, html: () => site.page(requestId, (pages) => pages.audit(log, query.account, isLater)) };
}

/** The versions of plans, and how many accounts hold each. */
export async function listPlanVersions(
  site: AdminSite,
  { requestId }: Of<"adminPlanVersions">,
): Promise<Outcome> {
  const versions = await site.accounts.planVersions.holders();
  return {
    json: { versions },
    html: () => site.page(requestId, (pages) => pages.plans(versions, site.soldPlans(), undefined)),
  };
}

/** Moves the accounts on one plan to another, or to the newest version of the same. */
export async function movePlan(
  site: AdminSite,
  { fields, by, requestId }: Of<"adminMovePlan">,
): Promise<Outcome> {
  const { planVersions } = site.accounts;
  const moved = await planVersions.move(fields.from, fields.to, fields.version, by);
  return {
    json: { moved },
    async html() {
      const versions = await planVersions.holders();
      return site.page(requestId, (pages) => pages.plans(versions, site.soldPlans(), moved));
    },
  };
}

const SignIn = z.object({ token: z.string().max(256) });

/** Signs an operator in who sends ADMIN_TOKEN by the form. */
export async function signIn(site: AdminSite, request: RoutedRequest, requestId: string): Promise<Response> {
  const { access, ipRateLimit } = site.deps;
  requireAdminEnabled(access);
  requireOwnOrigin(request, access.baseUrl);
  ipRateLimit.check(request);
  const { token } = await readFields(request, SignIn);
  if (access.token === undefined || !secretsEqual(token, access.token)) {
    ipRateLimit.count(request);
    if (wantsHtml(request)) return site.signInPage(requestId, true);
    throw new NotOperator();
  }
  const network = networkOf(access.source(request));
  const by = { kind: "operator", name: "ADMIN_TOKEN", network } as const;
  await site.accounts.audit.record(by, { action: "operator.signed-in" });
  return redirect("/admin/accounts", requestId, adminCookie(access, site.accounts.now()));
}
