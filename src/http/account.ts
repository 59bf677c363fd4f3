import { isFree, offered } from "../accounts/catalogue.ts";
import type { NewKey } from "../accounts/keys.ts";
import type { Accounts } from "../accounts/open.ts";
import { SESSION_SECONDS } from "../accounts/sessions.ts";
import type { Confirmed } from "../accounts/sign-up.ts";
import { sourceOf } from "../accounts/sign-up.ts";
import { Problem } from "../kit/problem.ts";
import { problemKinds } from "../kit/problem-kinds.ts";
import type { AccountPages, AccountView } from "./account-pages.ts";
import { type AccountTools, billingEndpoints } from "./billing.ts";
import type { Endpoint } from "./endpoint.ts";
import { readFields, readGrace, readName, readScope, required } from "./fields.ts";
import { everywhere } from "./headers.ts";

export interface AccountDoor {
  readonly accounts: Accounts;
  /** Loads the pages, with the first request for one. */
  pages(): Promise<AccountPages>;
  readonly baseUrl: string;
  /** Whom people write to about plans. */
  readonly contact: string | undefined;
  /** Origins of the pages to pay on; none where nobody pays. */
  readonly payOrigins: readonly string[];
  /** The client's address, if it is known and not one that many clients share. */
  source(request: Request): string | undefined;
}

const COOKIE = "quintet_session";

/** Answers about accounts tell no other site where the visitor was and are kept nowhere. */
const guarded = {
  ...everywhere,
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
} as const;

function wantsHtml(request: Request): boolean {
  return /\btext\/html\b/.test(request.headers.get("accept") ?? "");
}

function cookieOf(request: Request): string | undefined {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}

/** Sign-up, confirmation and the account page: forms for people, the same addresses as JSON for programs. */
export function accountEndpoints(door: AccountDoor): Endpoint[] {
  const { accounts, pages, baseUrl, contact, source } = door;
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  const cookie = (token: string, seconds: number) =>
    `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;

  const html = async (
    write: (pages: AccountPages) => string,
    requestId: string,
    status = 200,
    headers: Record<string, string> = {},
  ) => {
    const loaded = await pages();
    return new Response(write(loaded), {
      status,
      headers: {
        ...guarded,
        "Content-Security-Policy": loaded.policy,
        "Content-Type": "text/html; charset=utf-8",
        "X-Request-Id": requestId,
        ...headers,
      },
    });
  };
  const json = (value: unknown, requestId: string, status = 200, headers: Record<string, string> = {}) =>
    new Response(JSON.stringify(value), {
      status,
      headers: { ...guarded, "Content-Type": "application/json", "X-Request-Id": requestId, ...headers },
    });
  const redirect = (path: string, requestId: string, headers: Record<string, string> = {}) =>
    new Response(null, {
      status: 303,
      headers: { ...guarded, Location: path, "X-Request-Id": requestId, ...headers },
    });

  /** Refusals as pages for people who came by a form. */
  const forPeople =
    (answer: Endpoint["answer"]): Endpoint["answer"] =>
    async (request, requestId) => {
      try {
        return await answer(request, requestId);
      } catch (error) {
        if (!(error instanceof Problem) || !wantsHtml(request) || error.code === "internal") throw error;
        const { title } = problemKinds[error.code];
        const { headers } = error.options;
        return html((pages) => pages.refused(title, error.message), requestId, error.status, { ...headers });
      }
    };
  /** SameSite=Lax keeps the cookie from foreign forms; this refuses them also where there is no cookie. */
  const ownForm = (request: Request): void => {
    const origin = request.headers.get("origin");
    const site = request.headers.get("sec-fetch-site");
    const foreign = site === "cross-site" || site === "same-site";
    if (!foreign && (origin === null || origin === "null" || origin === baseUrl || site === "same-origin"))
      return;
    throw new Problem(
      "forbidden",
      "This form was sent from another site: open the page here and send it again.",
    );
  };
  const signedIn = async (request: Request): Promise<string | undefined> => {
    const token = cookieOf(request);
    return token === undefined ? undefined : accounts.sessions.find(token);
  };
  const viewOf = async (account: string, newKey: NewKey | undefined): Promise<AccountView> => {
    const { catalogue, listing, people } = accounts;
    const owner = await people.byId(account);
    const titleOf = (plan: string) => catalogue.plans.find((one) => one.id === plan)?.title ?? plan;
    const subscriptions = await accounts.subscriptions(account);
    const given = (await people.heldPlans(account))
      .map(({ plan }) => plan)
      .filter((plan) => !subscriptions.some((one) => one.plan === plan));
    // One that was cancelled may be bought again before it ends.
    const running = subscriptions.filter(({ status }) => status !== "canceled").map(({ plan }) => plan);
    const pays = accounts.billing !== undefined;
    return {
      email: owner?.email ?? "",
      keys: await accounts.keys.list(account),
      usage: await accounts.usage(account),
      plans: given.map(titleOf),
      subscriptions: subscriptions.map((one) => ({ ...one, title: titleOf(one.plan) })),
      offers: offered(catalogue, listing).filter(
        (plan) => !isFree(plan) && !given.includes(plan.id) && !running.includes(plan.id),
      ),
      pays,
      manages: pays && (await accounts.isCustomer(account)),
      now: accounts.now(),
      contact,
      apis: Object.keys(catalogue.meters),
      newKey,
    };
  };
  const show = async (account: string, requestId: string, newKey?: NewKey): Promise<Response> => {
    const view = await viewOf(account, newKey);
    return html((pages) => pages.account(view), requestId);
  };
  const page = (
    path: `/${string}`,
    operation: string,
    methods: Endpoint["methods"],
    answer: Endpoint["answer"],
  ): Endpoint => ({
    path,
    labels: ["accounts", operation],
    methods,
    shared: false,
    answer: forPeople(answer),
  });
  const read: AccountTools["read"] = (members, act) => async (request, requestId) => {
    ownForm(request);
    const account = await signedIn(request);
    if (account === undefined) return redirect("/signup", requestId);
    return act(account, await readFields(request, members), request, requestId);
  };
  const form = (
    path: `/${string}`,
    operation: string,
    members: readonly string[],
    act: Parameters<AccountTools["read"]>[1],
  ): Endpoint => page(path, operation, ["POST"], read(members, act));
  const gone = () => new Problem("conflict", "The account has no such live key any more.");

  const confirmed = ({ account, session, key }: Confirmed, request: Request, requestId: string) => {
    const headers = { "Set-Cookie": cookie(session, SESSION_SECONDS) };
    if (!wantsHtml(request)) {
      return json({ email: account.email, ...(key === undefined ? {} : key) }, requestId, 200, headers);
    }
    if (key === undefined) return redirect("/account", requestId, headers);
    return show(account.id, requestId, key).then((response) => {
      response.headers.set("Set-Cookie", headers["Set-Cookie"]);
      return response;
    });
  };

  return [
    page("/signup", "signUp", ["GET", "POST"], async (request, requestId) => {
      if (request.method !== "POST") return html((pages) => pages.signUp(), requestId);
      // `website` is hidden from people; what fills it in is a program.
      const fields = await readFields(request, ["email", "website"]);
      const email = required(fields, "email");
      if ((fields.website ?? "") === "") {
        const client = source(request);
        await accounts.signUp.request(email, client === undefined ? undefined : sourceOf(client));
      }
      if (wantsHtml(request)) return html((pages) => pages.sent(), requestId, 202);
      const message =
        "If the address is right, a mail with a link is on its way. It works once, within 24 hours. One mail in ten minutes, three a day.";
      return json({ status: "accepted", message }, requestId, 202);
    }),
    page("/confirm/{token}", "confirm", ["GET", "POST"], async (request, requestId) => {
      if (request.method !== "POST") return html((pages) => pages.confirm(), requestId);
      return confirmed(await accounts.signUp.confirm(request.params.token ?? ""), request, requestId);
    }),
    page("/account", "account", ["GET"], async (request, requestId) => {
      const account = await signedIn(request);
      return account === undefined ? redirect("/signup", requestId) : show(account, requestId);
    }),
    form("/account/keys", "createKey", ["name", "apis"], async (account, fields, _request, requestId) => {
      const scope = readScope(fields.apis, Object.keys(accounts.catalogue.meters));
      const key = await accounts.keys.create(account, readName(fields.name), scope);
      return show(account, requestId, key);
    }),
    form("/account/keys/{id}/roll", "rollKey", ["grace"], async (account, fields, request, requestId) => {
      const key = await accounts.keys.roll(account, request.params.id ?? "", readGrace(fields.grace));
      if (key === undefined) throw gone();
      return show(account, requestId, key);
    }),
    form("/account/keys/{id}/revoke", "revokeKey", [], async (account, _fields, request, requestId) => {
      if (!(await accounts.keys.revoke(account, request.params.id ?? ""))) throw gone();
      return redirect("/account", requestId);
    }),
    page("/account/export", "export", ["GET"], async (request, requestId) => {
      const account = await signedIn(request);
      if (account === undefined) return redirect("/signup", requestId);
      return json(await accounts.leaving.holdings(account), requestId, 200, {
        "Content-Disposition": 'attachment; filename="quintet-account.json"',
      });
    }),
    page("/account/delete", "deleteAccount", ["GET", "POST"], async (request, requestId) => {
      if (request.method === "POST") ownForm(request);
      const account = await signedIn(request);
      if (account === undefined) return redirect("/signup", requestId);
      if (request.method !== "POST") {
        const owner = await accounts.people.byId(account);
        return html((pages) => pages.leave(owner?.email ?? ""), requestId);
      }
      const { email } = await readFields(request, ["email"]);
      const owner = await accounts.people.byId(account);
      if (email === undefined || email.trim().toLowerCase() !== owner?.email) {
        throw new Problem("invalid-body", "Type the address of this account: nothing was deleted.", {
          parameter: "email",
        });
      }
      await accounts.leaving.remove(account);
      return html((pages) => pages.left(), requestId, 200, { "Set-Cookie": cookie("", 0) });
    }),
    form("/account/sign-out", "signOut", [], async (_account, _fields, request, requestId) => {
      await accounts.sessions.end(cookieOf(request) ?? "");
      return redirect("/", requestId, { "Set-Cookie": cookie("", 0) });
    }),
    ...billingEndpoints(door, { page, read, signedIn, redirect, html }),
  ];
}
