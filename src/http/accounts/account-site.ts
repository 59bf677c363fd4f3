import { networkOf } from "../../accounts/audit.ts";
import { isFree, plansOnSale } from "../../accounts/catalogue.ts";
import type { Accounts } from "../../accounts/create-accounts.ts";
import { planTitle } from "../../accounts/credits.ts";
import { quotaUnits } from "../../accounts/quota-units.ts";
import { SESSION_SECONDS } from "../../accounts/sessions.ts";
import type { AccountJobs } from "../../jobs/account-jobs.ts";
import { Problem } from "../../kit/problem.ts";
import { problemKinds } from "../../kit/problem-kinds.ts";
import type { ActionCaller } from "../../kit/resource.ts";
import type { WebhookServices } from "../../webhooks/webhook-resource.ts";
import { bearerChallenge } from "../core/bearer.ts";
import type { PathMethod, RejectedForm } from "../core/contract-endpoints.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import type { IpRateLimit } from "../core/ip-rate-limit.ts";
import { type ExtraHeaders, htmlResponse, redirect, requireOwnOrigin } from "../core/responses.ts";
import { sessionCookie, sessionOf } from "../core/session-cookie.ts";
import type { AccountPages, AccountSection, AccountView } from "./account-pages.ts";
import { endedFlash, type Flash, flashCookie, flashOf, hasFlash } from "./flash.ts";
import { requestedPage, returnCookie, returnPage, signInPath } from "./return-path.ts";

/** Dependencies of the account endpoints. */
export interface AccountDeps extends WebhookServices {
  readonly accounts: Accounts;
  /** Loads the pages, with the first request for one. */
  pages(): Promise<AccountPages>;
  readonly baseUrl: string;
  /** Names of the APIs that are off: they are not listed. */
  readonly off: ReadonlySet<string>;
  /** Whether emails are sent: without, links are in the terminal. */
  readonly sendsEmail: boolean;
  readonly contact: string | undefined;
  readonly payOrigins: readonly string[];
  readonly jobs: AccountJobs;
  /** The client's IP address, if it is known and not one that many clients share. */
  source(request: Request): string | undefined;
  /** Limits guesses of sessions and links. */
  readonly ipRateLimit: IpRateLimit;
}

/** Response without a session: people are sent to the form, which leads back to the page, and programs get the error. */
class SignedOut extends Problem {
  /** Where the page to sign in is. */
  readonly path: string;

  constructor(request: Request) {
    super("unauthorized", "You are not signed in. POST /signup to get a sign-in link by email.", {
      headers: bearerChallenge("quintet"),
    });
    this.path = signInPath(requestedPage(request), request.method === "POST");
  }
}

type AccountState = Pick<AccountView, "email" | "keys" | "usage" | "keyUsage" | "sessions" | "webhooks"> & {
  readonly plans: Awaited<ReturnType<Accounts["accountStore"]["heldPlans"]>>;
};

const NEWEST = 6;

/** Handles a request of the account pages. */
export type SiteHandler = (
  site: AccountSite,
  request: RoutedRequest,
  requestId: string,
) => Response | Promise<Response>;

/** Shared parts of the account handlers: sessions, pages, and the acting user. */
export class AccountSite {
  readonly accounts: Accounts;
  readonly apis: readonly string[];
  readonly deps: AccountDeps;

  constructor(deps: AccountDeps) {
    this.deps = deps;
    this.accounts = deps.accounts;
    this.apis = Object.keys(deps.accounts.catalogue.meters);
  }

  /** Joins a handler without a contract to its path: JSON has the same in the account. */
  route(method: PathMethod["method"], path: PathMethod["path"], id: string, handle: SiteHandler): PathMethod {
    return { id, method, path, handle: (request, requestId) => handle(this, request, requestId) };
  }

  async page(
    requestId: string,
    write: (pages: AccountPages) => string,
    status = 200,
    headers: ExtraHeaders = {},
  ): Promise<Response> {
    const pages = await this.deps.pages();
    const policy = { "Content-Security-Policy": pages.policy };
    return htmlResponse(write(pages), requestId, status, { ...policy, ...headers });
  }

  /** Responds with an error as a page; without a session, with a redirect to the sign-in page. */
  async errorPage(error: Problem, requestId: string): Promise<Response> {
    // A cookie that opens nothing is not to be sent again.
    if (error instanceof SignedOut) return redirect(error.path, requestId, this.signOutCookie);
    const { title } = problemKinds[error.code];
    const write = (pages: AccountPages) =>
      error.code === "account-suspended"
        ? pages.suspended(error.message)
        : pages.refused(title, error.options.shown ?? error.message);
    return this.page(requestId, write, error.status, error.options.headers);
  }

  signInCookie(session: string): ExtraHeaders {
    return sessionCookie(session, SESSION_SECONDS, this.deps.baseUrl);
  }

  get signOutCookie(): ExtraHeaders {
    return sessionCookie("", 0, this.deps.baseUrl);
  }

  owner(request: Request) {
    return { kind: "owner", network: networkOf(this.deps.source(request)) } as const;
  }

  caller(account: string, request: Request): ActionCaller {
    return { account, mode: "live", apis: null, by: this.owner(request) };
  }

  /** Throws `forbidden` for a form of another site. */
  ownForm(request: Request): void {
    requireOwnOrigin(request, this.deps.baseUrl);
  }

  /** The account of the request's session, which may be suspended. Throws `SignedOut`, and `forbidden` for a foreign form. */
  async sessionAccount(request: RoutedRequest): Promise<string> {
    if (request.method === "POST") this.ownForm(request);
    const token = sessionOf(request);
    const account = token === undefined ? undefined : await this.accounts.sessions.find(token);
    if (account === undefined) throw new SignedOut(request);
    request.caller = { account };
    return account;
  }

  /** The account that is signed in. Throws as `sessionAccount` does, and `account-suspended`. */
  async signedIn(request: RoutedRequest): Promise<string> {
    const account = await this.sessionAccount(request);
    await this.accounts.suspensions.check(account);
    return account;
  }

  /** Whether the link or the session of a request is valid. */
  async isGenuine(request: RoutedRequest): Promise<boolean> {
    const { token } = request.params;
    if (token === undefined)
      return (await this.accounts.sessions.find(sessionOf(request) ?? "")) !== undefined;
    return this.accounts.signUp.look(token).then(
      () => true,
      () => false,
    );
  }

  async read(account: string, session: string): Promise<AccountState> {
    const { accountStore, keys, sessions } = this.accounts;
    return {
      email: (await accountStore.byId(account))?.email ?? "",
      plans: await accountStore.heldPlans(account),
      keys: await keys.list(account),
      usage: await this.accounts.usage(account),
      keyUsage: await this.accounts.keyUsage(account),
      sessions: await sessions.list(account, session),
      webhooks: await this.deps.webhooks.endpoints.list(account),
    };
  }

  /** Redirects a browser that has signed in to the page that it asked for. */
  toRequested(request: Request, requestId: string, headers: ExtraHeaders): Response {
    const response = redirect(returnPage(request) ?? "/account", requestId, headers);
    response.headers.append("Set-Cookie", returnCookie("", this.deps.baseUrl));
    return response;
  }

  /** Redirects a browser to the overview or another page of the account, which shows a new secret once. */
  toAccount(
    session: string,
    flash: Flash,
    requestId: string,
    to: { readonly section?: AccountSection; readonly headers?: ExtraHeaders } = {},
  ): Response {
    const path = to.section === undefined ? "/account" : `/account/${to.section}`;
    const response = redirect(path, requestId, to.headers);
    response.headers.append("Set-Cookie", flashCookie(flash, session, this.deps.baseUrl));
    return response;
  }

  async overview(account: string, state: AccountState, request: Request, requestId: string) {
    const { requestLog } = this.accounts;
    // What this process has answered is listed at once.
    await requestLog.flush();
    const [{ requests }, codes] = await Promise.all([
      requestLog.list(account, { limit: NEWEST }),
      requestLog.countCodes(account),
    ]);
    return this.#flashPage(account, state, request, requestId, (pages, view) =>
      pages.overview(view, { requests, codes }),
    );
  }

  /** Responds with another page of the account, as `overview` does. `rejected`: a form of it that was not accepted. */
  async section(
    request: RoutedRequest,
    requestId: string,
    section: AccountSection,
    rejected?: RejectedForm,
  ): Promise<Response> {
    const account = await this.signedIn(request);
    const state = await this.read(account, sessionOf(request) ?? "");
    const deliveries = section === "webhooks" ? await this.deps.webhooks.log.countByEndpoint(account) : [];
    const write = (pages: AccountPages, view: AccountView) =>
      pages.section({ ...view, deliveries, rejected }, section);
    return this.#flashPage(account, state, request, requestId, write, rejected?.error);
  }

  async #flashPage(
    account: string,
    state: AccountState,
    request: Request,
    requestId: string,
    write: (pages: AccountPages, view: AccountView) => string,
    error?: Problem,
  ): Promise<Response> {
    const own = await this.#view(account, state, flashOf(request, sessionOf(request) ?? ""));
    const view = { ...own, deliveries: [], returnPage: own.newKey && returnPage(request) };
    const response = await this.page(
      requestId,
      (pages) => write(pages, view),
      error?.status,
      error?.options.headers,
    );
    if (hasFlash(request)) {
      for (const ended of [endedFlash(this.deps.baseUrl), returnCookie("", this.deps.baseUrl)])
        response.headers.append("Set-Cookie", ended);
    }
    return response;
  }

  async unitsOf(account: string): Promise<ReadonlyMap<string, string>> {
    return quotaUnits(await this.accounts.usage(account));
  }

  async #view(
    account: string,
    { plans, ...shown }: AccountState,
    flash: Flash | undefined,
  ): Promise<Omit<AccountView, "returnPage" | "deliveries">> {
    const newKey = flash?.kind === "key" ? shown.keys.find(({ id }) => id === flash.id) : undefined;
    const newWebhook =
      flash?.kind === "webhook" ? shown.webhooks.find(({ id }) => id === flash.id) : undefined;
    const { catalogue, billing } = this.accounts;
    const { off } = this.deps;
    const isShown = (api: string) => !off.has(api);
    const titleOf = (plan: string) => planTitle(catalogue.plans, plan);
    const subscriptions = await this.accounts.subscriptions(account);
    const given = plans
      .map(({ plan }) => plan)
      .filter((plan) => !subscriptions.some((one) => one.plan === plan));
    // One that was cancelled may be bought again before it ends.
    const running = subscriptions.filter(({ status }) => status !== "canceled").map(({ plan }) => plan);
    const pays = billing !== undefined;
    const { usage } = shown;
    return {
      ...shown,
      // What was used of an API before it was switched off stays.
      usage: {
        ...usage,
        apis: usage.apis.filter(({ api }) => isShown(api) || usage.days.some((day) => day.api === api)),
      },
      titleOf,
      catalogue,
      plans: given.map(titleOf),
      subscriptions: subscriptions.map((one) => ({ ...one, title: titleOf(one.plan) })),
      offers: plansOnSale(catalogue, off).filter(
        (plan) => !isFree(plan) && !given.includes(plan.id) && !running.includes(plan.id),
      ),
      pays,
      manages: pays && (await this.accounts.isCustomer(account)),
      now: this.accounts.now(),
      contact: this.deps.contact,
      apis: this.apis.filter(isShown),
      newKey: newKey && { ...newKey, key: flash?.secret ?? "" },
      newWebhook: newWebhook && { ...newWebhook, secret: flash?.secret ?? "" },
      payment: flash?.kind === "payment" ? flash.secret : undefined,
    };
  }
}
