import { z } from "zod";
import { done } from "../../kit/contract.ts";
import { Problem } from "../../kit/problem.ts";
import { siteActionsOf } from "../core/contract-endpoints.ts";
import { redirect } from "../core/responses.ts";
import { sessionOf } from "../core/session-cookie.ts";
import type { ManagedKey } from "./account-responses.ts";
import { apiName, views } from "./account-schemas.ts";
import type { AccountSite } from "./account-site.ts";
import { type KeyServices, keyChanges, newKeyFields } from "./key-resource.ts";
import { type OwnRequest, ownActions, toSecret } from "./own-actions.ts";

const group = { tag: "Accounts", access: "session", errors: ["conflict"] } as const;
const action = siteActionsOf<AccountSite, { readonly account: string }>(group);

const own = ownActions<KeyServices>(
  ({ accounts }) => accounts,
  (error) => {
    if (error instanceof Problem && error.code === "unknown-key")
      throw new Problem("conflict", "Your account has no active key with this ID.");
    throw error;
  },
);

const { errors } = group;
const toKeys = ({ requestId }: OwnRequest) => redirect("/account/keys", requestId);
const toKey = (asked: OwnRequest, site: AccountSite, { id, key }: z.output<typeof ManagedKey>) =>
  toSecret(site, asked, { kind: "key", id, secret: key ?? "" });

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
    errors: [],
    async run({ account, fields, request }, site) {
      if (account === undefined) return { json: { token: null, expiresAt: null } };
      return {
        json: await site.accounts.consoleTokens.create(account, sessionOf(request) ?? "", fields.api),
      };
    },
  });
  return { consoleToken };
}

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
      async run(asked, site) {
        const { account, fields, request } = asked;
        const by = site.owner(request);
        const json = await site.accounts.keys.create(account, fields.name, fields.apis, fields, by);
        return { json, html: () => toKey(asked, site, json) };
      },
    }),
    updateKey: own(
      keyChanges.update,
      { id: "updateKey", description: "An empty expiresAt or allowedIps removes the limit.", errors },
      toKeys,
    ),
    rollKey: own(
      keyChanges.roll,
      {
        id: "rollKey",
        description: "Replaces the key with a new one of the same name, scope and limits.",
        output: () => views().MadeKey,
        errors,
      },
      toKey,
    ),
    revokeKey: own(
      keyChanges.revoke,
      {
        id: "revokeKey",
        path: "/account/keys/{id}/revoke",
        description: "Takes effect within 5 s on every replica.",
        errors,
      },
      toKeys,
    ),
    restoreKey,
  };
}
