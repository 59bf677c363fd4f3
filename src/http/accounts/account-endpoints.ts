import type { z } from "zod";
import { type Actor, networkOf, ownEntry } from "../../accounts/audit.ts";
import { isFree, offered } from "../../accounts/catalogue.ts";
import type { Accounts } from "../../accounts/create-accounts.ts";
import { planTitle } from "../../accounts/credits.ts";
import { deviceOf } from "../../accounts/device.ts";
import type { NewKey } from "../../accounts/keys.ts";
import { SESSION_SECONDS } from "../../accounts/sessions.ts";
import type { Contract } from "../../kit/contract.ts";
import { Problem } from "../../kit/problem.ts";
import { problemKinds } from "../../kit/problem-kinds.ts";
import { type ContractInput, contractEndpoints, contractHandler } from "../core/contract-endpoints.ts";
import type { Endpoint, RoutedRequest } from "../core/endpoint.ts";
import { type IpRateLimit, limitRejections } from "../core/ip-rate-limit.ts";
import {
  guardedJson,
  htmlAnswer,
  redirect,
  refuseForeignForm,
  sessionCookie,
  sessionOf,
  wantsHtml,
} from "../core/responses.ts";
import { accountContracts } from "./account-contracts.ts";
import type { AccountPages, AccountView } from "./account-pages.ts";
import { billingEndpoints } from "./billing.ts";

export interface AccountDeps {
  readonly accounts: Accounts;
  /** Loads the pages, with the first request for one. */
  pages(): Promise<AccountPages>;
  readonly baseUrl: string;
  /** Whom people write to about plans. */
  readonly contact: string | undefined;
  /** Origins of the pages to pay on; none where nobody pays. */
  readonly payOrigins: readonly string[];
  /** The client's IP address, if it is known and not one that many clients share. */
  source(request: Request): string | undefined;
  /** Bounds guesses of sessions and links. */
  readonly ipRateLimit: IpRateLimit;
}

/** Nobody is signed in: people are sent to the form, programs are told. */
class SignedOut extends Problem {
  constructor() {
    super("unauthorized", "You are not signed in. POST /signup to get a sign-in link by email.", {
      headers: { "WWW-Authenticate": 'Bearer realm="quintet"' },
    });
  }
}

/** Exports of one account that come closer together than this are one entry of the audit log. */
const EXPORT_MS = 60_000;

/** From here on the sign-up page says that its network's requests run out. */
const NEAR = 1;

/** The same for every address; what is known of a network is said to all who come from it. */
function acceptedMessage(waitMinutes: number): string {
  const link = "We sent a sign-in link to this address. It works once and expires in 24 hours.";
  if (waitMinutes === 0) return `${link} You can request one every 10 minutes, up to three a day.`;
  return `Too many sign-up requests from your network. If this address has an account, we sent it a sign-in link. To create a new account, try again in ${waitMinutes} minutes.`;
}

// The file is longer than 150 lines because it is one list: each address, and what it answers people and programs.
/** Sign-up, confirmation and the account page: forms for people, the same URLs as JSON for programs. */
export function accountEndpoints(deps: AccountDeps): Endpoint[] {
  const { accounts, pages, baseUrl, contact, source, ipRateLimit } = deps;
  const apis = Object.keys(accounts.catalogue.meters);
  const contracts = accountContracts(apis);

  const signedOut = sessionCookie("", 0, baseUrl);
  const page = async (
    write: (pages: AccountPages) => string,
    requestId: string,
    status = 200,
    further: Readonly<Record<string, string>> = {},
  ) => {
    const loaded = await pages();
    return htmlAnswer(write(loaded), requestId, status, {
      "Content-Security-Policy": loaded.policy,
      ...further,
    });
  };
  /** Errors as pages for people who came by a form. */
  const forPeople = (endpoint: Endpoint): Endpoint => ({
    ...endpoint,
    async answer(request, requestId) {
      try {
        return await endpoint.answer(request, requestId);
      } catch (error) {
        if (!(error instanceof Problem) || !wantsHtml(request) || error.code === "internal") throw error;
        // A cookie that opens nothing is not to be sent again.
        if (error instanceof SignedOut) return redirect("/signup", requestId, signedOut);
        const { title } = problemKinds[error.code];
        const { headers } = error.options;
        const write = (pages: AccountPages) =>
          error.code === "account-suspended"
            ? pages.suspended(error.message)
            : pages.refused(title, error.message);
        return page(write, requestId, error.status, { ...headers });
      }
    },
  });
  const holderOfSession = async (request: RoutedRequest): Promise<string> => {
    if (request.method === "POST") refuseForeignForm(request, baseUrl);
    const token = sessionOf(request);
    const account = token === undefined ? undefined : await accounts.sessions.find(token);
    if (account === undefined) throw new SignedOut();
    request.caller = { account };
    return account;
  };
  const signedIn = async (request: RoutedRequest): Promise<string> => {
    const account = await holderOfSession(request);
    await accounts.suspensions.check(account);
    return account;
  };
  const owner = (request: Request): Actor => ({ kind: "owner", network: networkOf(source(request)) });
  const isGenuine = async (request: RoutedRequest): Promise<boolean> => {
    const { token } = request.params;
    if (token !== undefined)
      return accounts.signUp.look(token).then(
        () => true,
        () => false,
      );
    return (await accounts.sessions.find(sessionOf(request) ?? "")) !== undefined;
  };
  const read = async (account: string, session: string) => ({
    email: (await accounts.accountStore.byId(account))?.email ?? "",
    plans: await accounts.accountStore.heldPlans(account),
    keys: await accounts.keys.list(account),
    usage: await accounts.usage(account),
    sessions: await accounts.sessions.list(account, session),
  });
  const show = async (
    account: string,
    view: Awaited<ReturnType<typeof read>>,
    requestId: string,
    {
      newKey,
      further = {},
    }: { newKey?: NewKey | undefined; further?: Readonly<Record<string, string>> } = {},
  ): Promise<Response> => {
    const { catalogue, listing } = accounts;
    const titleOf = (plan: string) => planTitle(catalogue.plans, plan);
    const subscriptions = await accounts.subscriptions(account);
    const given = view.plans
      .map(({ plan }) => plan)
      .filter((plan) => !subscriptions.some((one) => one.plan === plan));
    // One that was cancelled may be bought again before it ends.
    const running = subscriptions.filter(({ status }) => status !== "canceled").map(({ plan }) => plan);
    const pays = accounts.billing !== undefined;
    const shown: AccountView = {
      email: view.email,
      keys: view.keys,
      usage: view.usage,
      sessions: view.sessions,
      titleOf,
      plans: given.map(titleOf),
      subscriptions: subscriptions.map((one) => ({ ...one, title: titleOf(one.plan) })),
      offers: offered(catalogue, listing).filter(
        (plan) => !isFree(plan) && !given.includes(plan.id) && !running.includes(plan.id),
      ),
      pays,
      manages: pays && (await accounts.isCustomer(account)),
      now: accounts.now(),
      contact,
      apis,
      newKey,
    };
    return page((pages) => pages.account(shown), requestId, 200, further);
  };
  /** What a person who is signed in may do. `html` answers people, `json` programs. */
  const own = <Fields extends z.ZodObject, Done>(
    contract: Contract<z.ZodObject, Fields>,
    act: (
      asked: ContractInput<unknown, z.output<Fields>>,
      account: string,
      request: RoutedRequest,
    ) => Promise<Done>,
    html: (
      done: Done,
      account: string,
      requestId: string,
      request: RoutedRequest,
    ) => Response | Promise<Response>,
    further: Readonly<Record<string, string>> = {},
    authorize: (request: RoutedRequest) => Promise<string> = signedIn,
  ) =>
    contractHandler(contract, authorize, async (asked, account, request, requestId) => {
      const done = await act(asked, account, request);
      if (wantsHtml(request)) return html(done, account, requestId, request);
      return guardedJson(done, requestId, contract.status, further);
    });
  const showKey = async (made: NewKey, account: string, requestId: string, request: RoutedRequest) =>
    show(account, await read(account, sessionOf(request) ?? ""), requestId, { newKey: made });
  const gone = () => new Problem("conflict", "Your account has no active key with this ID.");

  const signUp = contractHandler(
    contracts.signUp,
    // Else a page elsewhere has its visitors request emails to others, each from an address of its own.
    (request) => refuseForeignForm(request, baseUrl),
    async ({ fields }, _principal, request, requestId) => {
      const client = source(request);
      // `website` is hidden from people; what fills it in is a program, and is answered like everybody.
      const isRobot = fields.website !== undefined;
      const { left, resetsAt } = isRobot
        ? await accounts.signUp.allowance(client)
        : await accounts.signUp.request(fields.email, client);
      const waitMinutes = left > 0 ? 0 : Math.ceil((resetsAt - accounts.now()) / 60_000);
      if (wantsHtml(request)) return page((pages) => pages.sent(fields.email, waitMinutes), requestId, 202);
      return guardedJson({ status: "accepted", message: acceptedMessage(waitMinutes) }, requestId, 202);
    },
  );
  const confirm = contractHandler(
    contracts.confirm,
    (request) => refuseForeignForm(request, baseUrl),
    async (_asked, _principal, request, requestId) => {
      const device = deviceOf(request.headers.get("user-agent"));
      const { account, session, key } = await accounts.signUp.confirm(
        request.params.token ?? "",
        device,
        owner(request),
      );
      const cookie = sessionCookie(session, SESSION_SECONDS, baseUrl);
      if (!wantsHtml(request)) return guardedJson({ email: account.email, ...key }, requestId, 200, cookie);
      if (key === undefined) return redirect("/account", requestId, cookie);
      return show(account.id, await read(account.id, session), requestId, { newKey: key, further: cookie });
    },
  );
  /** A path whose GET is a page alone. */
  const withPage = (
    handling: ReturnType<typeof contractHandler>,
    write: (request: RoutedRequest) => Promise<(pages: AccountPages) => string>,
  ): Endpoint[] =>
    contractEndpoints("accounts", false, [handling]).map((endpoint) => ({
      ...endpoint,
      methods: ["GET", ...endpoint.methods],
      answer: async (request, requestId) =>
        request.method === "POST"
          ? endpoint.answer(request, requestId)
          : page(await write(request), requestId),
    }));

  const [deleting] = contractEndpoints("accounts", false, [
    own(
      contracts.deleteAccount,
      async ({ fields }, account, request) => {
        const known = await accounts.accountStore.byId(account);
        if (fields.email !== known?.email) {
          throw new Problem("invalid-body", "The email does not match this account. Nothing was deleted.", {
            parameter: "email",
          });
        }
        await accounts.accountDeletion.remove(account);
        await accounts.audit.record(owner(request), { action: "account.deleted", account });
        return { deleted: true };
      },
      (_done, _account, requestId) => page((pages) => pages.left(), requestId, 200, signedOut),
      signedOut,
    ),
  ]);
  if (deleting === undefined) throw new TypeError("a contract makes an endpoint");

  const guarded: Endpoint[] = [
    ...billingEndpoints(deps, { signedIn, page }),
    ...withPage(confirm, async (request) => {
      const email = await accounts.signUp.look(request.params.token ?? "");
      return (pages) => pages.confirm(email);
    }),
    ...contractEndpoints("accounts", false, [
      own(
        contracts.account,
        (_asked, account, request) => read(account, sessionOf(request) ?? ""),
        (view, account, requestId) => show(account, view, requestId),
      ),
      own(
        contracts.createKey,
        ({ fields }, account, request) =>
          accounts.keys.create(account, fields.name, fields.apis, owner(request)),
        showKey,
      ),
      own(
        contracts.rollKey,
        async ({ fields }, account, request) => {
          const made = await accounts.keys.roll(
            account,
            request.params.id ?? "",
            fields.grace,
            owner(request),
          );
          if (made === undefined) throw gone();
          return made;
        },
        showKey,
      ),
      own(
        contracts.revokeKey,
        async (_asked, account, request) => {
          if (!(await accounts.keys.revoke(account, request.params.id ?? "", owner(request)))) throw gone();
          return { revoked: true };
        },
        (_done, _account, requestId) => redirect("/account", requestId),
      ),
      contractHandler(contracts.exportAccount, signedIn, async (_asked, account, request, requestId) => {
        // Once a minute: exports are free, and an entry is kept for two years.
        if ((await accounts.state.claim(`audit-export:${account}`, EXPORT_MS)) !== undefined) {
          await accounts.audit.record(owner(request), { action: "account.exported", account });
        }
        return guardedJson(await accounts.accountDeletion.exportData(account), requestId, 200, {
          "Content-Disposition": 'attachment; filename="quintet-account.json"',
        });
      }),
      contractHandler(contracts.accountAudit, signedIn, async ({ query }, account, request, requestId) => {
        const { entries, next } = await accounts.audit.list({ account, ...query });
        const shown = entries.map(ownEntry);
        if (wantsHtml(request)) return page((pages) => pages.audit(shown, next), requestId);
        return guardedJson({ entries: shown, next }, requestId);
      }),
      own(
        contracts.signOut,
        async (_asked, _account, request) => {
          await accounts.sessions.end(sessionOf(request) ?? "");
          return { signedOut: true };
        },
        (_done, _account, requestId) => redirect("/", requestId, signedOut),
        signedOut,
        holderOfSession,
      ),
      own(
        contracts.signOutEverywhere,
        async (_asked, account, request) => {
          await accounts.sessions.endAll(account, owner(request));
          return { signedOut: true };
        },
        (_done, _account, requestId) => redirect("/", requestId, signedOut),
        signedOut,
        holderOfSession,
      ),
      own(
        contracts.revokeSession,
        async (_asked, account, request) => {
          if (await accounts.sessions.revoke(account, request.params.id ?? "", owner(request)))
            return { revoked: true };
          throw new Problem("conflict", "Your account has no session with this ID.");
        },
        (_done, _account, requestId) => redirect("/account", requestId),
      ),
    ]),
    {
      ...deleting,
      methods: ["GET", "POST"],
      async answer(request, requestId) {
        if (request.method === "POST") return deleting.answer(request, requestId);
        const known = await accounts.accountStore.byId(await signedIn(request));
        return page((pages) => pages.leave(known?.email ?? ""), requestId);
      },
    } satisfies Endpoint,
  ];
  return [
    ...withPage(signUp, async (request) => {
      const { left } = await accounts.signUp.allowance(source(request));
      return (pages) => pages.signUp(left <= NEAR);
    }),
    ...limitRejections(guarded, ipRateLimit, isGenuine),
  ].map(forPeople);
}
