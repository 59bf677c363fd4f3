import type { z } from "zod";
import { ownEntry } from "../../accounts/audit.ts";
import { deviceOf } from "../../accounts/device.ts";
import type { NewKey } from "../../accounts/keys.ts";
import { Problem } from "../../kit/problem.ts";
import type { NewEndpoint } from "../../webhooks/webhook-endpoints.ts";
import type { ContractInput, Outcome } from "../core/contract-endpoints.ts";
import type { RoutedRequest } from "../core/endpoint.ts";
import { redirect } from "../core/responses.ts";
import { sessionOf } from "../core/session-cookie.ts";
import type { accountContracts } from "./account-contracts.ts";
import type { AccountSite } from "./account-site.ts";
import type { ownWebhookContracts } from "./own-webhook-contracts.ts";
import { sentCookie } from "./sent-cookie.ts";

type Contracts = ReturnType<typeof accountContracts> & typeof ownWebhookContracts;

/** A request that its contract has accepted. */
export interface ContractRequest<Query, Fields> extends ContractInput<Query, Fields> {
  readonly request: RoutedRequest;
  readonly requestId: string;
}

/** A request of a signed-in user. */
export interface OwnRequest<Query, Fields> extends ContractRequest<Query, Fields> {
  readonly account: string;
}

type PublicRequest<Id extends keyof Contracts> = ContractRequest<
  z.output<Contracts[Id]["query"]>,
  z.output<Contracts[Id]["fields"]>
>;
type SignedInRequest<Id extends keyof Contracts> = OwnRequest<
  z.output<Contracts[Id]["query"]>,
  z.output<Contracts[Id]["fields"]>
>;

/** Exports of one account within so many milliseconds are one entry of the audit log: exports are free. */
const EXPORT_MS = 60_000;

/** The response is the same for every email address, so that it does not tell whether an account exists. */
function acceptedMessage(waitMinutes: number): string {
  const link = "We sent a sign-in link to this address. It works once and expires in 24 hours.";
  if (waitMinutes === 0) return `${link} You can request one every 10 minutes, up to three a day.`;
  return `Too many sign-up requests from your network. If this address has an account, we sent it a sign-in link. To create a new account, try again in ${waitMinutes} minutes.`;
}

/** Sends a sign-in link. */
export async function signUp(
  site: AccountSite,
  { fields, request, requestId }: PublicRequest<"signUp">,
): Promise<Outcome> {
  const { signUp: links, now } = site.accounts;
  const client = site.deps.source(request);
  // `website` is hidden from people; what fills it in is a program, and is answered like everybody.
  const isRobot = fields.website !== undefined;
  const { left, resetsAt } = isRobot
    ? await links.allowance(client)
    : await links.request(fields.email, client);
  const waitMinutes = left > 0 ? 0 : Math.ceil((resetsAt - now()) / 60_000);
  return {
    json: { status: "accepted", message: acceptedMessage(waitMinutes) },
    html: () => {
      const cookie = sentCookie({ email: fields.email, waitMinutes }, site.deps.baseUrl);
      return redirect("/signup/sent", requestId, { "Set-Cookie": cookie });
    },
  };
}

/** Redeems a sign-in link: signs in, and makes the first key of a new account. */
export async function confirm(
  site: AccountSite,
  { request, requestId }: PublicRequest<"confirm">,
): Promise<Outcome> {
  const device = deviceOf(request.headers.get("user-agent"));
  const { token = "" } = request.params;
  const { account, session, key } = await site.accounts.signUp.confirm(token, device, site.owner(request));
  const headers = site.signInCookie(session);
  return {
    json: { email: account.email, ...key },
    headers,
    html: () =>
      key === undefined
        ? site.toRequested(request, requestId, headers)
        : site.toAccount(session, { kind: "key", id: key.id, secret: key.key }, requestId, { headers }),
  };
}

/** The account, its keys, usage and sessions. */
export async function readAccount(
  site: AccountSite,
  { account, request, requestId }: SignedInRequest<"account">,
): Promise<Outcome> {
  const json = await site.read(account, sessionOf(request) ?? "");
  return { json, html: () => site.overview(account, json, request, requestId) };
}

/** A key that was just made; browsers are redirected to the page of keys, which shows it once. */
function keyMade(
  site: AccountSite,
  key: NewKey,
  { request, requestId }: Pick<SignedInRequest<"createKey">, "request" | "requestId">,
): Outcome {
  const flash = { kind: "key", id: key.id, secret: key.key } as const;
  const section = "keys";
  return { json: key, html: () => site.toAccount(sessionOf(request) ?? "", flash, requestId, { section }) };
}

const noSuchKey = () => new Problem("conflict", "Your account has no active key with this ID.");

/** Makes a token for a console; nobody gets none, and no error either: consoles ask whether somebody is signed in. */
export async function createConsoleToken(
  site: AccountSite,
  {
    account,
    fields,
    request,
  }: Omit<SignedInRequest<"consoleToken">, "account"> & { readonly account: string | undefined },
): Promise<Outcome> {
  if (account === undefined) return { json: { token: null, expiresAt: null } };
  return { json: await site.accounts.consoleTokens.create(account, sessionOf(request) ?? "", fields.api) };
}

/** Creates a key for the signed-in account. */
export async function createKey(site: AccountSite, own: SignedInRequest<"createKey">): Promise<Outcome> {
  const { name, apis } = own.fields;
  const key = await site.accounts.keys.create(own.account, name, apis, own.fields, site.owner(own.request));
  return keyMade(site, key, own);
}

/** Changes a key's name and limits. */
export async function updateKey(site: AccountSite, own: SignedInRequest<"updateKey">): Promise<Outcome> {
  const { account, fields, request, requestId } = own;
  const { id = "" } = request.params;
  const json = await site.accounts.keys.update(account, id, fields, site.owner(request));
  if (json === undefined) throw noSuchKey();
  return { json, html: () => redirect("/account/keys", requestId) };
}

/** Replaces a key by a new one. */
export async function rollKey(site: AccountSite, own: SignedInRequest<"rollKey">): Promise<Outcome> {
  const { account, fields, request } = own;
  const { id = "" } = request.params;
  const key = await site.accounts.keys.roll(account, id, fields.grace, site.owner(request));
  if (key === undefined) throw noSuchKey();
  return keyMade(site, key, own);
}

/** Revokes a key at once. */
export async function revokeKey(
  site: AccountSite,
  { account, request, requestId }: SignedInRequest<"revokeKey">,
): Promise<Outcome> {
  const { id = "" } = request.params;
  if (!(await site.accounts.keys.revoke(account, id, site.owner(request)))) throw noSuchKey();
  return { json: { revoked: true }, html: () => redirect("/account/keys", requestId) };
}

/** Undoes the revocation or rotation of a key. */
export async function restoreKey(
  site: AccountSite,
  { account, request, requestId }: SignedInRequest<"restoreKey">,
): Promise<Outcome> {
  const { id = "" } = request.params;
  if (!(await site.accounts.keys.restore(account, id, site.owner(request))))
    throw new Problem("conflict", "This key was not revoked or rotated in the last 10 minutes.");
  return { json: { restored: true }, html: () => redirect("/account/keys", requestId) };
}

/** Download of everything that is stored about the account. */
export async function exportAccount(
  site: AccountSite,
  { account, request }: SignedInRequest<"exportAccount">,
): Promise<Outcome> {
  const { state, audit, accountDeletion, requestLog } = site.accounts;
  if ((await state.claim(`audit-export:${account}`, EXPORT_MS)) !== undefined) {
    await audit.record(site.owner(request), { action: "account.exported", account });
  }
  await requestLog.flush();
  return {
    json: await accountDeletion.exportData(account),
    headers: { "Content-Disposition": 'attachment; filename="quintet-account.json"' },
  };
}

/** The audit log of the account. */
export async function readAudit(
  site: AccountSite,
  { account, query, requestId }: SignedInRequest<"accountAudit">,
): Promise<Outcome> {
  const { entries, next } = await site.accounts.audit.list({ account, ...query });
  const shown = entries.map(ownEntry);
  return {
    json: { entries: shown, next },
    html: () => site.page(requestId, (pages) => pages.audit(shown, next)),
  };
}

/** The lowest and the highest status of a filter such as `4xx` or `429`. */
function statusesOf(filter: string): readonly [number, number] {
  return [Number(filter.replace("xx", "00")), Number(filter.replace("xx", "99"))];
}

/** The request log of the account. */
export async function readRequests(
  site: AccountSite,
  { account, query, requestId }: SignedInRequest<"accountRequests">,
): Promise<Outcome> {
  const { requestLog, keys } = site.accounts;
  const { api = "", key = "", status = "" } = query;
  // What this process has answered is listed at once; without a database, reading fails too.
  await requestLog.flush();
  const page = await requestLog.list(account, {
    ...query,
    status: status === "" ? undefined : statusesOf(status),
  });
  return {
    json: page,
    html: async () => {
      const view = {
        ...page,
        filters: { api, key, status },
        apis: site.apis,
        keys: await keys.list(account),
      };
      return site.page(requestId, (pages) => pages.requests(view));
    },
  };
}

/** The page of one request. */
export async function requestPage(
  site: AccountSite,
  request: RoutedRequest,
  requestId: string,
): Promise<Response> {
  const { requestLog, catalogue } = site.accounts;
  const account = await site.signedIn(request);
  await requestLog.flush();
  const found = await requestLog.find(account, request.params.id ?? "");
  if (found === undefined) {
    throw new Problem("not-found", "Your account has no request with this ID in the last 7 days.");
  }
  return site.page(requestId, (pages) => pages.request(found, catalogue));
}

/** The outcome of signing out. */
function signedOut(site: AccountSite, requestId: string): Outcome {
  const headers = site.signOutCookie;
  return { json: { signedOut: true }, headers, html: () => redirect("/", requestId, headers) };
}

/** Ends the session of the request. */
export async function signOut(
  site: AccountSite,
  { request, requestId }: SignedInRequest<"signOut">,
): Promise<Outcome> {
  await site.accounts.sessions.end(sessionOf(request) ?? "");
  return signedOut(site, requestId);
}

/** Ends every session of the account. */
export async function signOutEverywhere(
  site: AccountSite,
  { account, request, requestId }: SignedInRequest<"signOutEverywhere">,
): Promise<Outcome> {
  await site.accounts.sessions.endAll(account, site.owner(request));
  return signedOut(site, requestId);
}

/** Ends another session of the account. */
export async function revokeSession(
  site: AccountSite,
  { account, request, requestId }: SignedInRequest<"revokeSession">,
): Promise<Outcome> {
  const { id = "" } = request.params;
  if (!(await site.accounts.sessions.revoke(account, id, site.owner(request))))
    throw new Problem("conflict", "Your account has no session with this ID.");
  return { json: { revoked: true }, html: () => redirect("/account/settings", requestId) };
}

/** Deletes the account, where its email address was repeated. */
export async function deleteAccount(
  site: AccountSite,
  { account, fields, request, requestId }: SignedInRequest<"deleteAccount">,
): Promise<Outcome> {
  const { accountStore, accountDeletion, audit } = site.accounts;
  const known = await accountStore.byId(account);
  if (fields.email !== known?.email) {
    throw new Problem("invalid-body", "The email does not match this account. Nothing was deleted.", {
      parameter: "email",
    });
  }
  await accountDeletion.remove(account);
  await audit.record(site.owner(request), { action: "account.deleted", account });
  const headers = site.signOutCookie;
  return {
    json: { deleted: true },
    headers,
    html: () => redirect("/account/deleted", requestId, headers),
  };
}

/** A webhook endpoint with a new secret; browsers are redirected to the page of webhooks, which shows it once. */
function webhookMade(
  site: AccountSite,
  webhook: NewEndpoint,
  { request, requestId }: Pick<SignedInRequest<"rollOwnWebhook">, "request" | "requestId">,
): Outcome {
  const flash = { kind: "webhook", id: webhook.id, secret: webhook.secret } as const;
  const section = "webhooks";
  return {
    json: webhook,
    html: () => site.toAccount(sessionOf(request) ?? "", flash, requestId, { section }),
  };
}

/** Creates a webhook endpoint. */
export async function createWebhook(
  site: AccountSite,
  own: SignedInRequest<"createOwnWebhook">,
): Promise<Outcome> {
  const { account, fields, request } = own;
  return webhookMade(site, await site.webhooks(account, request).create(fields), own);
}

/** Replaces the secret of a webhook endpoint. */
export async function rollWebhook(
  site: AccountSite,
  own: SignedInRequest<"rollOwnWebhook">,
): Promise<Outcome> {
  const { account, request } = own;
  return webhookMade(site, await site.webhooks(account, request).roll(request.params.id ?? ""), own);
}

/** A webhook endpoint and its deliveries. */
export async function readWebhook(
  site: AccountSite,
  own: SignedInRequest<"readOwnWebhook">,
): Promise<Outcome> {
  const { account, query, request, requestId } = own;
  const { id = "" } = request.params;
  const webhooks = site.webhooks(account, request);
  const webhook = await webhooks.read(id);
  const page = await webhooks.deliveries(id, query);
  return {
    json: { webhook, ...page },
    html: () => {
      const view = { webhook, ...page, state: query.state ?? "", now: site.accounts.now() };
      return site.page(requestId, (pages) => pages.webhook(view));
    },
  };
}

/** Changes a webhook endpoint. */
export async function updateWebhook(
  site: AccountSite,
  own: SignedInRequest<"updateOwnWebhook">,
): Promise<Outcome> {
  const { account, fields, request, requestId } = own;
  const json = await site.webhooks(account, request).update(request.params.id ?? "", fields);
  return { json, html: () => redirect("/account/webhooks", requestId) };
}

/** Deletes a webhook endpoint. */
export async function deleteWebhook(
  site: AccountSite,
  own: SignedInRequest<"deleteOwnWebhook">,
): Promise<Outcome> {
  const { account, request, requestId } = own;
  const json = await site.webhooks(account, request).remove(request.params.id ?? "");
  return { json, html: () => redirect("/account/webhooks", requestId) };
}

/** The page of a webhook endpoint, after an action on its deliveries. */
function toWebhook(json: unknown, { request, requestId }: SignedInRequest<"testOwnWebhook">): Outcome {
  return { json, html: () => redirect(`/account/webhooks/${request.params.id}`, requestId) };
}

/** Sends a test event to a webhook endpoint. */
export async function testWebhook(
  site: AccountSite,
  own: SignedInRequest<"testOwnWebhook">,
): Promise<Outcome> {
  const { account, request } = own;
  return toWebhook(await site.webhooks(account, request).test(request.params.id ?? ""), own);
}

/** Sends an event to a webhook endpoint again. */
export async function replayDelivery(
  site: AccountSite,
  own: SignedInRequest<"replayOwnWebhookDelivery">,
): Promise<Outcome> {
  const { account, request } = own;
  const { id = "", event = "" } = request.params;
  return toWebhook(await site.webhooks(account, request).replay(id, event), own);
}

/** Sends the failed events of a webhook endpoint again. */
export async function replayWebhook(
  site: AccountSite,
  own: SignedInRequest<"replayOwnWebhook">,
): Promise<Outcome> {
  const { account, fields, request } = own;
  const { id = "" } = request.params;
  return toWebhook(await site.webhooks(account, request).replayFailed(id, fields), { ...own, fields: {} });
}
