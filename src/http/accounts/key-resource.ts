import { z } from "zod";
import type { Accounts } from "../../accounts/create-accounts.ts";
import { KEYS_SCOPE, MANAGEMENT_SCOPES, WEBHOOKS_SCOPE } from "../../accounts/keys.ts";
import { done } from "../../kit/contract.ts";
import { Problem } from "../../kit/problem.ts";
import { actionsOf, type DescribedResource } from "../../kit/resource.ts";
import { allowList, expiry, grace, keyMode, keyName, responses, scope, views } from "./account-schemas.ts";

/** Dependencies of the actions. */
export type KeyServices = Pick<Accounts, "keys">;

/** Throws `unknown-key` for what an account does not have. */
export function knownKey<T>(found: T | undefined | false, parameter = "id", hint = ""): T {
  if (found !== undefined && found !== false) return found;
  throw new Problem("unknown-key", `The account has no active key with this ID.${hint}`, { parameter });
}

const known = <T>(found: T | undefined | false) => knownKey(found, "id", " GET /keys lists its keys.");

const limits = { expiresAt: expiry, allowedIps: allowList };
/** The members of requests that change a key. */
export const changedKey = {
  name: keyName.unwrap().optional().describe("A new name for the key."),
  ...limits,
};

/** The members of requests that create a key. `apis` are the names that it can be for, beside these management scopes. */
export function newKeyFields(apis: readonly string[], management = MANAGEMENT_SCOPES) {
  return { name: keyName, apis: scope(apis, management), mode: keyMode, ...limits };
}

const action = actionsOf<KeyServices>({ tag: "Keys", access: "key", errors: ["key-scope"] });

const shown = {
  id: "01a1f985-ace8-7193-a290-1e9daeb3803b",
  name: "ci",
  hint: "qt_live_…bOqF",
  mode: "live",
  apis: ["seo"],
  allowedIps: ["203.0.113.0/24"],
  createdAt: "2026-11-20T15:14:09.768Z",
  expiresAt: "2027-01-31T00:00:00.000Z",
  isRotated: false,
  revokedAt: null,
  lastUsedOn: null,
  undoUntil: null,
};

/** A new key as examples show it. Its secret is not valid: secret scanners find none in documents. */
const made = { ...shown, key: "qt_live_EXAMPLE", hint: "qt_live_…MPLE" };

const list = action({
  id: "listKeys",
  path: "/keys",
  summary: "List keys, newest first",
  output: () => z.object({ keys: z.array(views().Key).describe("All keys.") }),
  example: { response: { keys: [shown] } },
  run: async ({ caller }, { keys }) => ({ keys: await keys.list(caller.account) }),
});

const update = action({
  id: "updateManagedKey",
  method: "PATCH",
  path: "/keys/{id}",
  summary: "Update the name, expiry or allow-list of a key",
  description:
    "Changes take effect within 5 s on every replica. Members that you leave out do not change. `null` removes an expiry or an allow-list. Scope and mode cannot be changed, nor can keys with the scope `keys`.",
  fields: z.object(changedKey),
  clears: true,
  output: () => views().Key,
  errors: ["key-scope", "unknown-key", "conflict"],
  example: { request: { name: "ci" }, response: shown },
  run: async ({ id, fields, caller }, { keys }) =>
    known(await keys.update(caller.account, id, fields, caller.by)),
});

const roll = action({
  id: "rollManagedKey",
  method: "POST",
  path: "/keys/{id}/roll",
  summary: "Rotate a key",
  description:
    "Replaces the key with a new one of the same name, scope and limits. A retry with the same `Idempotency-Key` returns the new key without its secret.",
  fields: z.object({ grace }),
  status: 201,
  repeatable: true,
  secret: "key",
  output: () => responses().ManagedKey,
  errors: ["key-scope", "unknown-key", "conflict"],
  example: { request: { grace: "24h" }, response: made },
  run: async ({ id, fields, caller }, { keys }) =>
    known(await keys.roll(caller.account, id, fields.grace, caller.by)),
});

const revoke = action({
  id: "revokeManagedKey",
  method: "DELETE",
  path: "/keys/{id}",
  summary: "Revoke a key",
  description:
    "Takes effect within 5 s on every replica. You can revoke any key of the account, including the one that sends the request.",
  output: () => z.object({ revoked: done }),
  errors: ["key-scope", "unknown-key"],
  example: { response: { revoked: true } },
  run: async ({ id, caller }, { keys }) => ({
    revoked: known(await keys.revoke(caller.account, id, caller.by)),
  }),
});

/** The actions that change a key. */
export const keyChanges = { update, roll, revoke };

/** An account's keys, for its own programs: keys with the scope `keys`. `apis` are the names that a key can be for. */
export function keyResource(apis: readonly string[]) {
  return {
    name: "keys",
    title: "Keys",
    summary: "The API keys of the account. Only keys with the scope `keys` can manage them.",
    scope: KEYS_SCOPE,
    // `quintet keys` is the command of the operator, on the server itself.
    commands: [],
    actions: {
      list,
      create: action({
        id: "createManagedKey",
        method: "POST",
        path: "/keys",
        summary: "Create a key",
        description:
          "Requires a key with the scope `keys`. A retry with the same `Idempotency-Key` returns the same key without its secret. The new key cannot have the scope `keys`: create such a key on the account page.",
        fields: z.object(newKeyFields(apis, [WEBHOOKS_SCOPE])),
        status: 201,
        output: () => responses().ManagedKey,
        repeatable: true,
        secret: "key",
        errors: ["key-scope", "conflict"],
        example: {
          request: {
            name: "ci",
            apis: ["seo"],
            expiresAt: "2027-01-31",
            allowedIps: ["203.0.113.0/24"],
          },
          response: made,
        },
        run({ fields: { name, apis: of, ...options }, caller }, { keys }) {
          return keys.create(caller.account, name, of, options, caller.by);
        },
      }),
      ...keyChanges,
    },
  } satisfies DescribedResource<KeyServices>;
}
