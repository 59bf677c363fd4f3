import { LINK_PAUSE_MS } from "../../accounts/email-limits.ts";
import type { Contract } from "../../kit/contract.ts";
import { Problem } from "../../kit/problem.ts";
import { rawQuery } from "../../kit/query.ts";
import {
  keepingTyped,
  type PathMethod,
  pathEndpoints,
  type SiteAction,
  siteRoutes,
  withErrorPages,
} from "../core/contract-endpoints.ts";
import type { Endpoint, RoutedRequest } from "../core/endpoint.ts";
import { limitRejections } from "../core/ip-rate-limit.ts";
import { redirect, wantsHtml } from "../core/responses.ts";
import { sessionOf } from "../core/session-cookie.ts";
import { accountActions } from "./account-actions.ts";
import { accountJobActions, JOBS_PATH, jobPage, startBatch } from "./account-job-actions.ts";
import { type AccountDeps, AccountSite, type SiteHandler } from "./account-site.ts";
import { billingRoutes, stripeEndpoint } from "./billing.ts";
import { consoleActions, keyActions } from "./own-key-actions.ts";
import { ownWebhookActions, rejectedWebhookPage } from "./own-webhook-actions.ts";
import { nextPage, returnCookie, returnPage } from "./return-path.ts";
import { sentOf } from "./sent-cookie.ts";
import { leaveActions, signOutActions, signUpActions } from "./sign-in-actions.ts";

/** From here on the sign-up page says that its network's requests run out. */
const NEAR = 1;

function signUpRoute(site: AccountSite, route: PathMethod): PathMethod {
  return keepingTyped(route, async ({ error, typed }, request, requestId) => {
    if (error.options.parameter !== "email") throw error;
    const rejected = { email: typed.get("email") ?? "", reason: error.message };
    const next = returnPage(request);
    return site.page(requestId, (pages) => pages.signUp({ isNear: false, next, rejected }), error.status);
  });
}

/** The page to sign in or up, which remembers the page that it leads back to. Who is signed in is sent on. */
const signInPage: SiteHandler = async (site, request, requestId) => {
  const { baseUrl, accounts, source } = site.deps;
  const next = nextPage(request);
  if ((await accounts.sessions.find(sessionOf(request) ?? "")) !== undefined)
    return redirect(next ?? "/account", requestId);
  const { left } = await accounts.signUp.allowance(source(request));
  const headers = next === undefined ? {} : { "Set-Cookie": returnCookie(next, baseUrl) };
  const isUnsent = new URLSearchParams(rawQuery(request.url)).has("unsent");
  return site.page(
    requestId,
    (pages) => pages.signUp({ isNear: left <= NEAR, next, isUnsent }),
    200,
    headers,
  );
};

const sentPage: SiteHandler = (site, request, requestId) => {
  const sent = sentOf(request);
  if (sent === undefined) return redirect("/signup", requestId);
  const { email, waitMinutes, at } = sent;
  const passedMs = Math.max(0, site.accounts.now() - at);
  const minutesAgo = Math.floor(passedMs / 60_000);
  const nextLinkMinutes = Math.max(0, Math.ceil((LINK_PAUSE_MS - passedMs) / 60_000));
  const view = { email, waitMinutes, minutesAgo, nextLinkMinutes };
  return site.page(requestId, (pages) => pages.sent(view));
};

/** Routes without access control; a POST must come from a form of this site. */
function openRoutes(
  site: AccountSite,
  actions: Readonly<Record<string, SiteAction<AccountSite>>>,
): PathMethod[] {
  return siteRoutes(actions, site, (request) => {
    site.ownForm(request);
    return {};
  });
}

function formPage(site: AccountSite, { id, path }: Contract, handle: SiteHandler): PathMethod {
  return site.route("GET", path, id, handle);
}

/** Redirects a browser that opens or sends a used link again to its account, if it is signed in to that. */
function orAccount(site: AccountSite, route: PathMethod): PathMethod {
  return {
    ...route,
    async handle(request, requestId) {
      try {
        return await route.handle(request, requestId);
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== "link-invalid" || !wantsHtml(request)) throw error;
        const { sessions, accountStore, signUp } = site.accounts;
        const id = await sessions.find(sessionOf(request) ?? "");
        const account = id === undefined ? undefined : await accountStore.byId(id);
        if (account === undefined || account.email !== (await signUp.usedBy(request.params.token ?? "")))
          throw error;
        return redirect("/account", requestId);
      }
    },
  };
}

const SECTIONS = ["keys", "webhooks", "plan", "settings"] as const;

/** Finds the account of a session for consoles, which also ask where nobody is signed in. */
async function consoleAccount(site: AccountSite, request: RoutedRequest) {
  site.ownForm(request);
  return { account: sessionOf(request) === undefined ? undefined : await site.signedIn(request) };
}

const requestPage: SiteHandler = async (site, request, requestId) => {
  const { requestLog } = site.accounts;
  const account = await site.signedIn(request);
  await requestLog.flush();
  const found = await requestLog.find(account, request.params.id ?? "");
  if (found === undefined) {
    throw new Problem("not-found", "Your account has no request with this ID in the last 7 days.");
  }
  const job = (await site.deps.jobs.has(account, found.requestId)) ? found.requestId : undefined;
  const units = await site.unitsOf(account);
  return site.page(requestId, (pages) => pages.request(found, units.get(found.api), job));
};

const deliveryPage: SiteHandler = async (site, request, requestId) => {
  const account = await site.signedIn(request);
  const { id = "", event = "" } = request.params;
  const { endpoints, log } = site.deps.webhooks;
  const webhook = await endpoints.find(account, id);
  const view = { webhook, delivery: await log.find(id, event), now: site.accounts.now() };
  return site.page(requestId, (pages) => pages.delivery(view));
};

function pageRoutes(site: AccountSite): PathMethod[] {
  return [
    site.route("GET", "/account/requests/{id}", "requestPage", requestPage),
    site.route("GET", "/account/jobs/{id}", "jobPage", jobPage),
    site.route("GET", "/account/webhooks/{id}/deliveries/{event}", "deliveryPage", deliveryPage),
    ...SECTIONS.map((section) =>
      site.route("GET", `/account/${section}`, `${section}Page`, (_site, request, requestId) =>
        site.section(request, requestId, section),
      ),
    ),
  ];
}

function guardedRoutes(site: AccountSite): PathMethod[] {
  const { signUp, accountStore } = site.accounts;
  const own = async (request: RoutedRequest) => ({ account: await site.signedIn(request) });
  const ofSession = async (request: RoutedRequest) => ({ account: await site.sessionAccount(request) });
  const { confirm } = signUpActions;
  return [
    ...billingRoutes(site),
    ...siteRoutes(ownWebhookActions, site, own),
    ...openRoutes(site, { confirm }).map((route) => orAccount(site, route)),
    orAccount(
      site,
      formPage(site, confirm, async (_site, request, requestId) => {
        const email = await signUp.look(request.params.token ?? "");
        return site.page(requestId, (pages) => pages.confirm(email));
      }),
    ),
    ...siteRoutes(
      {
        ...accountActions(site.apis),
        ...keyActions(site.apis),
        ...leaveActions,
        ...accountJobActions(site.apis),
      },
      site,
      own,
    ),
    ...siteRoutes(consoleActions(site.apis), site, (request) => consoleAccount(site, request)),
    ...siteRoutes(signOutActions, site, ofSession),
    ...pageRoutes(site),
    site.route("POST", JOBS_PATH, "startBatchPage", startBatch),
    formPage(site, leaveActions.deleteAccount, async (_site, request, requestId) => {
      const known = await accountStore.byId(await site.signedIn(request));
      return site.page(requestId, (pages) => pages.leave(known?.email ?? ""));
    }),
  ].map((route) => {
    const section = SECTIONS.find((one) => route.path.startsWith(`/account/${one}`));
    if (section === undefined || route.method !== "POST") return route;
    return keepingTyped(route, (rejected, request, requestId) =>
      route.path.startsWith("/account/webhooks/{id}") && rejected.error.code !== "unknown-webhook"
        ? rejectedWebhookPage(site, request, requestId, rejected)
        : site.section(request, requestId, section, rejected),
    );
  });
}

/** Sign-up, sign-in and the account page: forms for people, the same URLs as JSON for programs. */
export function accountEndpoints(deps: AccountDeps): Endpoint[] {
  const site = new AccountSite(deps);
  const { signUp: action } = signUpActions;
  const signUp: PathMethod[] = [
    site.route("GET", "/account/deleted", "deleted", (_site, _request, requestId) =>
      site.page(requestId, (pages) => pages.left()),
    ),
    ...openRoutes(site, { action }).map((route) => signUpRoute(site, route)),
    formPage(site, action, signInPage),
    site.route("GET", "/signup/sent", "signUpSent", sentPage),
  ];
  const guarded = [...pathEndpoints("accounts", false, guardedRoutes(site)), stripeEndpoint(deps.accounts)];
  return [
    ...pathEndpoints("accounts", false, signUp),
    ...limitRejections(guarded, deps.ipRateLimit, (request) => site.isGenuine(request)),
  ].map((endpoint) => withErrorPages(endpoint, (error, requestId) => site.errorPage(error, requestId)));
}
