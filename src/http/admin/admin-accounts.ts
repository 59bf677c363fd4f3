import { z } from "zod";
import type { AccountSummary } from "../../accounts/account-directory.ts";
import { type Actor, networkOf } from "../../accounts/audit.ts";
import { isFree } from "../../accounts/catalogue.ts";
import type { Accounts } from "../../accounts/create-accounts.ts";
import { planTitle } from "../../accounts/credits.ts";
import type { Contract } from "../../kit/contract.ts";
import { Problem } from "../../kit/problem.ts";
import { problemKinds } from "../../kit/problem-kinds.ts";
import { accountContracts } from "../accounts/account-contracts.ts";
import { secretsEqual } from "../core/constant-time.ts";
import { type ContractInput, contractEndpoints, contractHandler } from "../core/contract-endpoints.ts";
import type { Endpoint, RoutedRequest } from "../core/endpoint.ts";
import { readFields } from "../core/form-body.ts";
import { type IpRateLimit, limitRejections } from "../core/ip-rate-limit.ts";
import { guardedJson, htmlAnswer, redirect, refuseForeignForm, wantsHtml } from "../core/responses.ts";
import {
  type AdminAccess,
  adminCookie,
  endedCookie,
  identifyOperator,
  NotOperator,
  refuseClosed,
} from "./admin-access.ts";
import type { AccountDetailView, AdminPages } from "./admin-pages.ts";

// Longer than 150 lines because it is one list: each address for operators, and what it answers people and programs.

export interface AdminDeps {
  readonly accounts: Accounts;
  readonly access: AdminAccess;
  /** Loads the pages, with the first request for one. */
  pages(): Promise<AdminPages>;
  /** Bounds guesses of ADMIN_TOKEN. */
  readonly ipRateLimit: IpRateLimit;
}

const SignIn = z.object({ token: z.string().max(256) });
const DAY_MS = 86_400_000;
/** Entries of its audit log that the page of an account shows. */
const RECENT = 10;

/** What an operator sees of an account, for people and for programs. */
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

/** An account as JSON: a suspension that is not there is null. */
export function withSuspension<Of extends AccountSummary>({ suspension, ...rest }: Of) {
  return { ...rest, suspension: suspension ?? null };
}

/** Accounts, plans and the audit log for operators: pages for people, the same URLs as JSON for programs. */
export function adminAccountEndpoints({ accounts, access, pages, ipRateLimit }: AdminDeps): Endpoint[] {
  const { catalogue, directory } = accounts;
  const contracts = accountContracts(Object.keys(catalogue.meters));
  const page = async (write: (pages: AdminPages) => string, requestId: string, status = 200) => {
    const loaded = await pages();
    const policy = { "Content-Security-Policy": loaded.policy };
    return htmlAnswer(write(loaded), requestId, status, policy);
  };
  const find = async (request: RoutedRequest): Promise<AccountSummary> => {
    const found = await directory.byId(request.params.id ?? "");
    if (found !== undefined) return found;
    throw new Problem("unknown-account", "No account has this ID.", { parameter: "id" });
  };
  const operator = (request: RoutedRequest) => identifyOperator(accounts, access, request);
  /** A page for people; what `read` gives, as JSON, for programs. */
  const view = <Query extends z.ZodObject, Read>(
    contract: Contract<Query>,
    read: (query: z.output<Query>, request: RoutedRequest) => Promise<Read>,
    write: (
      of: Read,
      query: z.output<Query>,
      request: RoutedRequest,
    ) => Promise<(pages: AdminPages) => string>,
    toJson: (of: Read) => unknown = (of) => of,
  ) =>
    contractHandler(contract, operator, async ({ query }, _by, request, requestId) => {
      const of = await read(query, request);
      if (!wantsHtml(request)) return guardedJson(toJson(of), requestId);
      return page(await write(of, query, request), requestId);
    });
  /** An act on the account of the path; people come back to its page. */
  const act = <Fields extends z.ZodObject>(
    contract: Contract<z.ZodObject, Fields>,
    run: (
      asked: ContractInput<unknown, z.output<Fields>>,
      account: AccountSummary,
      by: Actor,
    ) => Promise<unknown>,
    back: (account: AccountSummary) => string = ({ id }) => `/admin/accounts/${id}`,
  ) =>
    contractHandler(contract, operator, async (asked, by, request, requestId) => {
      const account = await find(request);
      const done = await run(asked, account, by);
      if (wantsHtml(request)) return redirect(back(account), requestId);
      return guardedJson(done, requestId, contract.status);
    });
  const sold = () => catalogue.plans.filter((plan) => !isFree(plan));

  const all = [
    view(
      contracts.adminAccounts,
      ({ q = "", state, after, limit }) =>
        directory.search({ text: q, isSuspended: state !== undefined, after, limit }),
      async (found, { q = "", state, after }) => {
        const shown = { ...found, text: q, isSuspended: state !== undefined, isLater: after !== undefined };
        return (pages) => pages.accounts(shown);
      },
      ({ accounts: found, next }) => ({ accounts: found.map(withSuspension), next }),
    ),
    view(
      contracts.adminAccount,
      async (_query, request) => accountDetail(accounts, await find(request)),
      async (detail) => {
        const audit = await accounts.audit.list({ account: detail.id, limit: RECENT });
        const paid = (await accounts.subscriptions(detail.id)).map(({ plan }) => plan);
        const titleOf = (plan: string) => planTitle(catalogue.plans, plan);
        return (pages) => pages.account({ ...detail, audit, paid, sold: sold(), titleOf });
      },
      withSuspension,
    ),
    act(contracts.adminSuspend, async ({ fields }, { id }, by) => {
      await accounts.suspensions.suspend(id, fields.reason, by);
      return { suspended: true };
    }),
    act(contracts.adminUnsuspend, async (_asked, { id }, by) => {
      if (await accounts.suspensions.lift(id, by)) return { suspended: false };
      throw new Problem("conflict", "The account is not suspended.");
    }),
    act(
      contracts.adminDelete,
      async ({ fields }, { id, email }, by) => {
        if (fields.email !== email) {
          throw new Problem("invalid-body", "The email does not match this account. Nothing was deleted.", {
            parameter: "email",
          });
        }
        await accounts.accountDeletion.remove(id);
        await accounts.audit.record(by, { action: "account.deleted", account: id });
        return { deleted: true };
      },
      () => "/admin/accounts",
    ),
    contractHandler(contracts.adminExport, operator, async (_asked, by, request, requestId) => {
      const { id } = await find(request);
      await accounts.audit.record(by, { action: "account.exported", account: id });
      return guardedJson(await accounts.accountDeletion.exportData(id), requestId, 200, {
        "Content-Disposition": `attachment; filename="quintet-${id}.json"`,
      });
    }),
    act(contracts.adminCredits, async ({ fields }, { id }, by) => {
      const expiresAt = accounts.now() + fields.days * DAY_MS;
      return accounts.credits.grant(id, fields.amount, expiresAt, fields.note, by);
    }),
    act(contracts.adminAccountPlans, async ({ fields }, { id }, by) => {
      await accounts.accountStore.setPlans(id, fields.plan ?? [], by);
      return { plans: await accounts.accountStore.heldPlans(id) };
    }),
    act(contracts.adminAccountKey, async ({ fields }, { id }, by) => {
      if (await accounts.keys.revoke(id, fields.key, by)) return { revoked: true };
      throw new Problem("unknown-key", "The account has no active key with this ID.", { parameter: "key" });
    }),
    act(contracts.adminSessions, async (_asked, { id }, by) => ({
      revoked: await accounts.sessions.endAll(id, by),
    })),
    view(
      contracts.adminAudit,
      (query) => accounts.audit.list(query),
      async (log, { account, after }) =>
        (pages) =>
          pages.audit(log, account, after !== undefined),
    ),
    view(
      contracts.adminPlanVersions,
      async () => ({ versions: await accounts.planVersions.holders() }),
      async ({ versions }) =>
        (pages) =>
          pages.plans(versions, sold(), undefined),
    ),
    contractHandler(contracts.adminMovePlan, operator, async ({ fields }, by, request, requestId) => {
      const { from, to, version } = fields;
      const moved = await accounts.planVersions.move(from, to, version, by);
      if (!wantsHtml(request)) return guardedJson({ moved }, requestId);
      const versions = await accounts.planVersions.holders();
      return page((pages) => pages.plans(versions, sold(), moved), requestId);
    }),
  ];

  const form = (
    path: `/${string}`,
    operation: string,
    methods: Endpoint["methods"],
    answer: Endpoint["answer"],
  ): Endpoint => ({ path, labels: ["admin", operation], methods, shared: false, answer });
  const signInPage = (requestId: string, isWrong: boolean) =>
    page(
      (pages) => pages.signIn(access.token !== undefined, access.emails.length > 0, isWrong),
      requestId,
      isWrong ? 401 : 200,
    );
  const signIn: Endpoint["answer"] = async (request, requestId) => {
    refuseClosed(access);
    if (request.method !== "POST") return signInPage(requestId, false);
    refuseForeignForm(request, access.baseUrl);
    ipRateLimit.check(request);
    const { token } = await readFields(request, SignIn);
    if (access.token === undefined || !secretsEqual(token, access.token)) {
      ipRateLimit.count(request);
      if (wantsHtml(request)) return signInPage(requestId, true);
      throw new NotOperator();
    }
    const network = networkOf(access.source(request));
    const by = { kind: "operator", name: "ADMIN_TOKEN", network } as const;
    await accounts.audit.record(by, { action: "operator.signed-in" });
    return redirect("/admin/accounts", requestId, adminCookie(access, accounts.now()));
  };

  return [
    form("/admin", "home", ["GET"], (_request, requestId) => redirect("/admin/accounts", requestId)),
    form("/admin/sign-in", "signIn", ["GET", "POST"], signIn),
    form("/admin/sign-out", "signOut", ["POST"], (request, requestId) => {
      refuseForeignForm(request, access.baseUrl);
      return redirect("/admin/sign-in", requestId, endedCookie(access));
    }),
    ...limitRejections(contractEndpoints("admin", false, all), ipRateLimit, (request) =>
      operator(request).then(
        () => true,
        () => false,
      ),
    ),
  ].map((endpoint) => forPeople(endpoint, page));
}

/** Errors as pages for people who came by a form or a link. */
function forPeople(
  endpoint: Endpoint,
  page: (write: (pages: AdminPages) => string, requestId: string, status?: number) => Promise<Response>,
): Endpoint {
  return {
    ...endpoint,
    async answer(request, requestId) {
      try {
        return await endpoint.answer(request, requestId);
      } catch (error) {
        if (!(error instanceof Problem) || !wantsHtml(request) || error.code === "internal") throw error;
        if (error instanceof NotOperator) return redirect("/admin/sign-in", requestId);
        const { title } = problemKinds[error.code];
        return page((pages) => pages.refused(title, error.message), requestId, error.status);
      }
    },
  };
}
