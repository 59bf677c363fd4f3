import { z } from "zod";
import type { NewKey } from "../../accounts/account-views.ts";
import { done } from "../../kit/contract.ts";
import { Problem } from "../../kit/problem.ts";
import { type AcceptedRequest, type Outcome, siteActionsOf } from "../core/contract-endpoints.ts";
import { redirect } from "../core/responses.ts";
import { sessionOf } from "../core/session-cookie.ts";
import { apiName, grace, views } from "./account-schemas.ts";
import type { AccountSite } from "./account-site.ts";
import { changedKey, newKeyFields } from "./key-resource.ts";

const group = { tag: "Accounts", access: "session", errors: ["conflict", "forbidden"] } as const;
const action = siteActionsOf<AccountSite, { readonly account: string }>(group);

function keyMade(
  site: AccountSite,
  key: NewKey,
  { request, requestId }: Pick<AcceptedRequest<unknown, unknown>, "request" | "requestId">,
): Outcome {
  const flash = { kind: "key", id: key.id, secret: key.key } as const;
  const section = "keys";
  return { json: key, html: () => site.toAccount(sessionOf(request) ?? "", flash, requestId, { section }) };
}

const noSuchKey = () => new Problem("conflict", "Your account has no active key with this ID.");

/** Makes a token for a console; nobody gets none, and no error either: consoles ask whether somebody is signed in. */
export function consoleActions(apis: readonly string[]) {
  const consoleToken = siteActionsOf<AccountSite, { readonly account: string | undefined }>(group)({
    id: "createConsoleToken",
    method: "POST",
    path: "/account/console-token",
    summary: "Create a token for the consoles of the docs",
    description:
      "The token is sent like a key, works for one API and 10 minutes, and ends with the session. Calls are charged to the account. Without a session cookie, `token` is null.",
    fields: z.object({ api: apiName(apis) }),
    output: () =>
      z.object({
        token: z.string().nullable().describe("The token. Null without a session."),
        expiresAt: z.iso.datetime().nullable().describe("When it expires, in UTC."),
      }),
    errors: ["forbidden", "account-suspended"],
    async run({ account, fields, request }, site) {
      if (account === undefined) return { json: { token: null, expiresAt: null } };
      return {
        json: await site.accounts.consoleTokens.create(account, sessionOf(request) ?? "", fields.api),
      };
    },
  });
  return { consoleToken };
}

const updateKey = action({
  id: "updateKey",
  method: "POST",
  path: "/account/keys/{id}",
  summary: "Change the name, expiry or allow-list of a key",
  description: "An empty expiresAt or allowedIps removes the limit.",
  fields: z.object(changedKey),
  clears: true,
  output: () => views().Key,
  async run({ id, account, fields, request, requestId }, site) {
    const json = await site.accounts.keys.update(account, id, fields, site.owner(request));
    if (json === undefined) throw noSuchKey();
    return { json, html: () => redirect("/account/keys", requestId) };
  },
});

const rollKey = action({
  id: "rollKey",
  method: "POST",
  path: "/account/keys/{id}/roll",
  summary: "Rotate a key: replace it with a new one of the same name, scope and limits",
  fields: z.object({ grace }),
  status: 201,
  output: () => views().MadeKey,
  async run(own, site) {
    const { id, account, fields, request } = own;
    const key = await site.accounts.keys.roll(account, id, fields.grace, site.owner(request));
    if (key === undefined) throw noSuchKey();
    return keyMade(site, key, own);
  },
});

const revokeKey = action({
  id: "revokeKey",
  method: "POST",
  path: "/account/keys/{id}/revoke",
  summary: "Revoke a key, on every replica within 5 s",
  output: () => z.object({ revoked: done }),
  async run({ id, account, request, requestId }, site) {
    if (!(await site.accounts.keys.revoke(account, id, site.owner(request)))) throw noSuchKey();
    return { json: { revoked: true }, html: () => redirect("/account/keys", requestId) };
  },
});

const restoreKey = action({
  id: "restoreKey",
  method: "POST",
  path: "/account/keys/{id}/restore",
  summary: "Undo the revocation or rotation of a key, for 10 minutes",
  description: "The key works again. If it was rotated, the key that replaced it is revoked.",
  output: () => z.object({ restored: done }),
  async run({ id, account, request, requestId }, site) {
    if (!(await site.accounts.keys.restore(account, id, site.owner(request))))
      throw new Problem("conflict", "This key was not revoked or rotated in the last 10 minutes.");
    return { json: { restored: true }, html: () => redirect("/account/keys", requestId) };
  },
});

/** The keys of the signed-in account. */
export function keyActions(apis: readonly string[]) {
  return {
    createKey: action({
      id: "createKey",
      method: "POST",
      path: "/account/keys",
      summary: "Create a key",
      fields: z.object(newKeyFields(apis)),
      status: 201,
      output: () => views().MadeKey,
      async run(own, site) {
        const { account, fields, request } = own;
        const by = site.owner(request);
        const key = await site.accounts.keys.create(account, fields.name, fields.apis, fields, by);
        return keyMade(site, key, own);
      },
    }),
    updateKey,
    rollKey,
    revokeKey,
    restoreKey,
  };
}
