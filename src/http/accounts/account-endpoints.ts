import type { z } from "zod";
import { consoleKeyId } from "../../accounts/console-tokens.ts";
import type { Contract } from "../../kit/contract.ts";
import { Problem } from "../../kit/problem.ts";
import {
  contractHandler,
  type Outcome,
  outcomeResponse,
  type PathMethod,
  pathEndpoints,
  withErrorPages,
} from "../core/contract-endpoints.ts";
import type { Endpoint, RoutedRequest } from "../core/endpoint.ts";
import { limitRejections } from "../core/ip-rate-limit.ts";
import { redirect, wantsHtml } from "../core/responses.ts";
import { sessionOf } from "../core/session-cookie.ts";
import type { AccountContracts } from "./account-contracts.ts";
import * as handlers from "./account-handlers.ts";
import { accountJobContracts } from "./account-jobs.ts";
import { type AccountDeps, AccountSite } from "./account-site.ts";
import { billingRoutes, stripeEndpoint } from "./billing.ts";
import { ownWebhookContracts } from "./own-webhook-contracts.ts";
import { nextPage, returnCookie, returnPage } from "./return-path.ts";
import { sentOf } from "./sent-cookie.ts";

/** From here on the sign-up page says that its network's requests run out. */
const NEAR = 1;

/** A route without access control; a POST must come from a form of this site. */
function openRoute<Query extends z.ZodObject, Fields extends z.ZodObject>(
  site: AccountSite,
  contract: Contract<Query, Fields>,
  act: (
    site: AccountSite,
    of: handlers.ContractRequest<z.output<Query>, z.output<Fields>>,
  ) => Promise<Outcome>,
): PathMethod {
  const authorize = (request: RoutedRequest) => site.ownForm(request);
  return contractHandler(contract, authorize, async (input, _principal, request, requestId) => {
    const outcome = await act(site, { ...input, request, requestId });
    return outcomeResponse(outcome, request, requestId, contract.status);
  });
}

/** A route for the owner of an account, by default of one that is not suspended. */
function ownRoute<Query extends z.ZodObject, Fields extends z.ZodObject>(
  site: AccountSite,
  contract: Contract<Query, Fields>,
  act: (site: AccountSite, of: handlers.OwnRequest<z.output<Query>, z.output<Fields>>) => Promise<Outcome>,
  authorize = (request: RoutedRequest) => site.signedIn(request),
): PathMethod {
  return contractHandler(contract, authorize, async (input, account, request, requestId) => {
    const outcome = await act(site, { ...input, account, request, requestId });
    return outcomeResponse(outcome, request, requestId, contract.status);
  });
}

/** The route of console tokens. It also responds if nobody is signed in. */
function consoleTokenRoute(site: AccountSite, contract: AccountContracts["consoleToken"]): PathMethod {
  const authorize = async (request: RoutedRequest) => {
    site.ownForm(request);
    return sessionOf(request) === undefined ? undefined : await site.signedIn(request);
  };
  return contractHandler(contract, authorize, async (input, account, request, requestId) => {
    const outcome = await handlers.createConsoleToken(site, { ...input, account, request, requestId });
    return outcomeResponse(outcome, request, requestId, contract.status);
  });
}

/** The maximum size of a form, in bytes. */
const FORM_BYTES = 2_000;

/** The email address that a person typed into the form of this request. */
async function typedEmail(request: { text(): Promise<string> }): Promise<string> {
  return new URLSearchParams(await request.text()).get("email") ?? "";
}

/** The sign-up route; people whose email address is not accepted get the form again, with what they typed. */
function keepingTyped(site: AccountSite, route: PathMethod): PathMethod {
  return {
    ...route,
    async answer(request, requestId) {
      const length = Number(request.headers.get("content-length") ?? FORM_BYTES);
      if (!wantsHtml(request) || length >= FORM_BYTES) return route.answer(request, requestId);
      const copy = request.clone();
      try {
        return await route.answer(request, requestId);
      } catch (error) {
        if (!(error instanceof Problem) || error.options.parameter !== "email") throw error;
        const rejected = { email: await typedEmail(copy), reason: error.message };
        const next = returnPage(request);
        return site.page(requestId, (pages) => pages.signUp({ isNear: false, next, rejected }), error.status);
      }
    },
  };
}

/** The page to sign in or up, which remembers the page that it leads back to. Who is signed in is sent on. */
async function signInPage(site: AccountSite, request: RoutedRequest, requestId: string): Promise<Response> {
  const { baseUrl, accounts, source } = site.deps;
  const next = nextPage(request);
  if ((await accounts.sessions.find(sessionOf(request) ?? "")) !== undefined)
    return redirect(next ?? "/account", requestId);
  const { left } = await accounts.signUp.allowance(source(request));
  const headers = next === undefined ? {} : { "Set-Cookie": returnCookie(next, baseUrl) };
  return site.page(requestId, (pages) => pages.signUp({ isNear: left <= NEAR, next }), 200, headers);
}

/** The page with the form of a POST, at its path. */
function formPage({ id, path }: Contract, answer: Endpoint["handle"]): PathMethod {
  return { id, path, method: "GET", answer };
}

/** The forms of webhook endpoints. */
function webhookRoutes(site: AccountSite): PathMethod[] {
  const c = ownWebhookContracts;
  return [
    ownRoute(site, c.createOwnWebhook, handlers.createWebhook),
    ownRoute(site, c.readOwnWebhook, handlers.readWebhook),
    ownRoute(site, c.updateOwnWebhook, handlers.updateWebhook),
    ownRoute(site, c.deleteOwnWebhook, handlers.deleteWebhook),
    ownRoute(site, c.rollOwnWebhook, handlers.rollWebhook),
    ownRoute(site, c.testOwnWebhook, handlers.testWebhook),
    ownRoute(site, c.replayOwnWebhookDelivery, handlers.replayDelivery),
    ownRoute(site, c.replayOwnWebhook, handlers.replayWebhook),
  ];
}

/** Starts a batch with the files of a form. Why they were not accepted is shown above the form. */
async function startBatch(site: AccountSite, request: RoutedRequest, requestId: string): Promise<Response> {
  const { jobs } = site.deps;
  const account = await site.signedIn(request);
  const caller = await site.accounts.authenticator.identifyById(consoleKeyId(account), account);
  try {
    return redirect(`/account/jobs#${await jobs.createBatch(caller, request)}`, requestId);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const page = await jobs.list(account, undefined, accountJobContracts.list.query.parse({}).limit);
    return site.page(requestId, (pages) => pages.jobs(page, error.message), error.status);
  }
}

/** The routes of the page with the account's jobs. */
function jobRoutes(site: AccountSite): PathMethod[] {
  const { jobs } = site.deps;
  const { list, result, cancel } = accountJobContracts;
  const authorize = (request: RoutedRequest) => site.signedIn(request);
  return [
    ownRoute(site, list, async (_, { account, query, requestId }) => {
      const page = await jobs.list(account, query.after, query.limit);
      return { json: page, html: () => site.page(requestId, (pages) => pages.jobs(page)) };
    }),
    {
      id: "startBatchPage",
      method: "POST",
      path: list.path,
      answer: (request, requestId) => startBatch(site, request, requestId),
    },
    contractHandler(result, authorize, ({ query }, account, { params }, requestId) =>
      jobs.result(account, params.id ?? "", query.format, requestId),
    ),
    ownRoute(site, cancel, async (_, { account, request, requestId }) => {
      await jobs.cancel(account, request.params.id ?? "");
      return { json: { canceled: true }, html: () => redirect("/account/jobs", requestId) };
    }),
  ];
}

/** Redirects a browser that opens or sends a used link again to its account, if it is signed in to that. */
function orAccount(site: AccountSite, route: PathMethod): PathMethod {
  return {
    ...route,
    async answer(request, requestId) {
      try {
        return await route.answer(request, requestId);
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

/** The pages of the account besides its overview and its lists. */
const SECTIONS = ["keys", "webhooks", "plan", "settings"] as const;

/** The routes behind a session or a link, whose guesses are limited. */
function guardedRoutes(site: AccountSite, contracts: AccountContracts): PathMethod[] {
  const { signUp, accountStore } = site.accounts;
  const ofSession = (request: RoutedRequest) => site.sessionAccount(request);
  return [
    ...billingRoutes(site),
    ...webhookRoutes(site),
    orAccount(site, openRoute(site, contracts.confirm, handlers.confirm)),
    orAccount(
      site,
      formPage(contracts.confirm, async (request, requestId) => {
        const email = await signUp.look(request.params.token ?? "");
        return site.page(requestId, (pages) => pages.confirm(email));
      }),
    ),
    ownRoute(site, contracts.account, handlers.readAccount),
    consoleTokenRoute(site, contracts.consoleToken),
    ownRoute(site, contracts.createKey, handlers.createKey),
    ownRoute(site, contracts.updateKey, handlers.updateKey),
    ownRoute(site, contracts.rollKey, handlers.rollKey),
    ownRoute(site, contracts.revokeKey, handlers.revokeKey),
    ownRoute(site, contracts.restoreKey, handlers.restoreKey),
    ownRoute(site, contracts.exportAccount, handlers.exportAccount),
    ownRoute(site, contracts.accountAudit, handlers.readAudit),
    ownRoute(site, contracts.accountRequests, handlers.readRequests),
    {
      id: "requestPage",
      method: "GET",
      path: "/account/requests/{id}",
      answer: (request, requestId) => handlers.requestPage(site, request, requestId),
    },
    ...SECTIONS.map(
      (section): PathMethod => ({
        id: `${section}Page`,
        method: "GET",
        path: `/account/${section}`,
        answer: (request, requestId) => site.section(request, requestId, section),
      }),
    ),
    ...jobRoutes(site),
    ownRoute(site, contracts.signOut, handlers.signOut, ofSession),
    ownRoute(site, contracts.signOutEverywhere, handlers.signOutEverywhere, ofSession),
    ownRoute(site, contracts.revokeSession, handlers.revokeSession),
    ownRoute(site, contracts.deleteAccount, handlers.deleteAccount),
    formPage(contracts.deleteAccount, async (request, requestId) => {
      const known = await accountStore.byId(await site.signedIn(request));
      return site.page(requestId, (pages) => pages.leave(known?.email ?? ""));
    }),
  ];
}

/** Sign-up, sign-in and the account page: forms for people, the same URLs as JSON for programs. */
export function accountEndpoints(deps: AccountDeps, contracts: AccountContracts): Endpoint[] {
  const site = new AccountSite(deps);
  const signUp: PathMethod[] = [
    {
      id: "deleted",
      path: "/account/deleted",
      method: "GET",
      answer: (_request, requestId) => site.page(requestId, (pages) => pages.left()),
    },
    keepingTyped(site, openRoute(site, contracts.signUp, handlers.signUp)),
    formPage(contracts.signUp, (request, requestId) => signInPage(site, request, requestId)),
    {
      id: "signUpSent",
      path: "/signup/sent",
      method: "GET",
      answer: (request, requestId) => {
        const sent = sentOf(request);
        if (sent === undefined) return redirect("/signup", requestId);
        return site.page(requestId, (pages) => pages.sent(sent.email, sent.waitMinutes));
      },
    },
  ];
  const guarded = [
    ...pathEndpoints("accounts", false, guardedRoutes(site, contracts)),
    stripeEndpoint(deps.accounts),
  ];
  return [
    ...pathEndpoints("accounts", false, signUp),
    ...limitRejections(guarded, deps.ipRateLimit, (request) => site.isGenuine(request)),
  ].map((endpoint) => withErrorPages(endpoint, (error, requestId) => site.errorPage(error, requestId)));
}
