import { z } from "zod";
import { deviceOf } from "../../accounts/device.ts";
import { done } from "../../kit/contract.ts";
import { Problem } from "../../kit/problem.ts";
import { type Outcome, siteActionsOf } from "../core/contract-endpoints.ts";
import { redirect } from "../core/responses.ts";
import { sessionOf } from "../core/session-cookie.ts";
import { email, views } from "./account-schemas.ts";
import type { AccountSite } from "./account-site.ts";
import { deleteAccount } from "./delete-account.ts";
import { sentAgain, sentCookie } from "./sent-cookie.ts";

const group = { tag: "Accounts", access: "session", errors: [] } as const;
const openAction = siteActionsOf<AccountSite>(group);
const ownAction = siteActionsOf<AccountSite, { readonly account: string }>(group);

/** The response is the same for every email address, so that it does not tell whether an account exists. */
function acceptedMessage(waitMinutes: number, sendsEmail: boolean): string {
  const terminal = "is in the terminal in which this server was started";
  const link = sendsEmail
    ? "We sent a sign-in link to this address."
    : `This server has no email service, so the sign-in link ${terminal}.`;
  if (waitMinutes === 0)
    return `${link} It works once and expires in 24 hours. You can request one every 10 minutes, up to three a day.`;
  const known = sendsEmail ? "we sent it a sign-in link" : `its sign-in link ${terminal}`;
  return `Too many sign-up requests from your network. If this address has an account, ${known}. To create a new account, try again in ${waitMinutes} minutes.`;
}

function signedOut(site: AccountSite, requestId: string): Outcome {
  const headers = site.signOutCookie;
  return { json: { signedOut: true }, headers, html: () => redirect("/", requestId, headers) };
}

/** Actions without a session. */
export const signUpActions = {
  signUp: openAction({
    id: "signUp",
    method: "POST",
    path: "/signup",
    access: "open",
    summary: "Request a link by email, to sign up or to sign in",
    description:
      "The response is the same for every address. One email per mailbox in 10 minutes and three a day; addresses that differ in case, in a +tag or, at providers that ignore them, in dots are one mailbox. Five requests an hour from one IPv4 address or IPv6 /64, up to 20 from one /24 or /48. Further requests send no email; the message says so for requests of your network, and when to try again.",
    fields: z.object({
      email,
      website: z.string().optional().describe("Leave it out: requests with it are treated as automated."),
    }),
    status: 202,
    output: () =>
      z.object({
        status: z.literal("accepted").describe("Always accepted."),
        message: z.string().describe("What to do next, as a sentence."),
      }),
    errors: ["forbidden", "busy"],
    async run({ fields, request, requestId }, site) {
      const { signUp: links, now } = site.accounts;
      const client = site.deps.source(request);
      // `website` is hidden from people; what fills it in is a program, and is answered like everybody.
      const isRobot = fields.website !== undefined;
      const { left, resetsAt } = isRobot
        ? await links.allowance(client)
        : await links.request(fields.email, client);
      const waitMinutes = left > 0 ? 0 : Math.ceil((resetsAt - now()) / 60_000);
      return {
        json: { status: "accepted", message: acceptedMessage(waitMinutes, site.deps.sendsEmail) },
        html: () => {
          const sent = sentAgain(request, { email: fields.email, waitMinutes, at: now() });
          const cookie = sentCookie(sent, site.deps.baseUrl);
          return redirect("/signup/sent", requestId, { "Set-Cookie": cookie });
        },
      };
    },
  }),
  confirm: openAction({
    id: "confirm",
    method: "POST",
    path: "/confirm/{token}",
    access: "open",
    summary: "Redeem an email link",
    description:
      "Signs in, and creates a key if the account has none. The response's cookie is the session. A GET of the same path shows which account the link is for and does not redeem it.",
    output: () =>
      z.object({
        email: z.string().describe("The email address of the account."),
        ...views().MadeKey.partial().shape,
      }),
    errors: ["link-invalid", "account-suspended", "forbidden"],
    async run({ request, requestId }, site) {
      const device = deviceOf(request.headers.get("user-agent"));
      const { token = "" } = request.params;
      const { account, session, key } = await site.accounts.signUp.confirm(
        token,
        device,
        site.owner(request),
      );
      const headers = site.signInCookie(session);
      return {
        json: { email: account.email, ...key },
        headers,
        html: () =>
          key === undefined
            ? site.toRequested(request, requestId, headers)
            : site.toAccount(session, { kind: "key", id: key.id, secret: key.key }, requestId, { headers }),
      };
    },
  }),
};

/** Actions of a session, also where the account is suspended. */
export const signOutActions = {
  signOut: ownAction({
    id: "signOut",
    method: "POST",
    path: "/account/sign-out",
    summary: "Sign out",
    output: () => z.object({ signedOut: done }),
    async run({ request, requestId }, site) {
      await site.accounts.sessions.end(sessionOf(request) ?? "");
      return signedOut(site, requestId);
    },
  }),
  signOutEverywhere: ownAction({
    id: "signOutEverywhere",
    method: "POST",
    path: "/account/sign-out-everywhere",
    summary: "End every session of the account, this one included",
    output: () => z.object({ signedOut: done }),
    async run({ account, request, requestId }, site) {
      await site.accounts.sessions.endAll(account, site.owner(request));
      return signedOut(site, requestId);
    },
  }),
};

/** Actions that end sessions and accounts. */
export const leaveActions = {
  revokeSession: ownAction({
    id: "revokeSession",
    method: "POST",
    path: "/account/sessions/{id}/revoke",
    summary: "End one session of the account",
    output: () => z.object({ revoked: done }),
    errors: ["conflict"],
    async run({ id, account, request, requestId }, site) {
      if (!(await site.accounts.sessions.revoke(account, id, site.owner(request))))
        throw new Problem("conflict", "Your account has no session with this ID.");
      return { json: { revoked: true }, html: () => redirect("/account/settings", requestId) };
    },
  }),
  deleteAccount: ownAction({
    id: "deleteAccount",
    method: "POST",
    path: "/account/delete",
    summary: "Delete the account",
    description:
      "Keys and sessions end, and every row about the account is deleted, for a large account in the background. A keyed hash of the email address keeps this period's free usage until the period ends, so that signing up again continues the same quota.",
    fields: z.object({
      email: email.describe("The email address of the account, as a confirmation."),
    }),
    output: () => z.object({ deleted: done }),
    async run({ account, fields, request, requestId }, site) {
      const { email } = (await site.accounts.accountStore.byId(account)) ?? {};
      await deleteAccount(site.accounts, { id: account, email }, fields.email, site.owner(request));
      const headers = site.signOutCookie;
      return {
        json: { deleted: true },
        headers,
        html: () => redirect("/account/deleted", requestId, headers),
      };
    },
  }),
};
