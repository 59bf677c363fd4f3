import { z } from "zod";
import type { Account } from "../../accounts/account-store.ts";
import type { Actor } from "../../accounts/audit.ts";
import type { Accounts } from "../../accounts/create-accounts.ts";
import { done } from "../../kit/contract.ts";
import { Problem } from "../../kit/problem.ts";
import { email, grace, planList, views } from "../accounts/account-schemas.ts";
import { changedKey, knownKey, newKeyFields } from "../accounts/key-resource.ts";
import { siteActionsOf } from "../core/contract-endpoints.ts";

const action = siteActionsOf<{ readonly accounts: Accounts }, { readonly by: Actor }>({
  tag: "Operator",
  access: "admin",
  errors: ["unknown-account"],
});

async function find({ accountStore }: Accounts, address: string): Promise<Account> {
  const account = await accountStore.byEmail(address);
  if (account !== undefined) return account;
  throw new Problem("unknown-account", "No account has this email address.", { parameter: "email" });
}

const heldPlans = () => z.object({ plans: z.array(views().Held).describe("Paid plans.") });

const byEmail = {
  adminKeys: action({
    id: "adminListKeys",
    path: "/admin/keys",
    summary: "List the keys of an account",
    query: z.object({ email }),
    output: () => z.object({ keys: z.array(views().Key).describe("All keys.") }),
    run: async ({ query }, { accounts }) => ({
      json: { keys: await accounts.keys.list((await find(accounts, query.email)).id) },
    }),
  }),
  adminUpdateKey: action({
    id: "adminUpdateKey",
    method: "POST",
    path: "/admin/keys/{id}",
    summary: "Change the name, expiry or allow-list of a key",
    description: "An empty expiresAt or allowedIps removes the limit.",
    fields: z.object({ email, ...changedKey }),
    clears: true,
    output: () => views().Key,
    errors: ["unknown-account", "unknown-key", "conflict", "account-suspended"],
    async run({ fields: { email: address, ...change }, id, by }, { accounts }) {
      return {
        json: knownKey(await accounts.keys.update((await find(accounts, address)).id, id, change, by)),
      };
    },
  }),
  adminRollKey: action({
    id: "adminRollKey",
    method: "POST",
    path: "/admin/keys/{id}/roll",
    summary: "Rotate a key: replace it with a new one of the same name, scope and limits",
    fields: z.object({ email, grace }),
    status: 201,
    output: () => views().MadeKey,
    errors: ["unknown-account", "unknown-key", "account-suspended"],
    async run({ fields, id, by }, { accounts }) {
      const account = await find(accounts, fields.email);
      return { json: knownKey(await accounts.keys.roll(account.id, id, fields.grace, by)) };
    },
  }),
  adminRevokeKey: action({
    id: "adminRevokeKey",
    method: "POST",
    path: "/admin/keys/{id}/revoke",
    summary: "Revoke a key, on every replica within 5 s",
    fields: z.object({ email }),
    output: () => z.object({ revoked: done }),
    errors: ["unknown-account", "unknown-key"],
    async run({ fields, id, by }, { accounts }) {
      const account = await find(accounts, fields.email);
      return { json: { revoked: knownKey(await accounts.keys.revoke(account.id, id, by)) } };
    },
  }),
  adminPlans: action({
    id: "adminListPlans",
    path: "/admin/plans",
    summary: "List the paid plans of an account",
    query: z.object({ email }),
    output: heldPlans,
    run: async ({ query }, { accounts }) => ({
      json: { plans: await accounts.accountStore.heldPlans((await find(accounts, query.email)).id) },
    }),
  }),
  adminSetPlans: action({
    id: "adminSetPlans",
    method: "POST",
    path: "/admin/plans",
    summary: "Set the paid plans of an account",
    description:
      "A plan that it already has keeps its billing months and its counter. Plans that are not named end.",
    fields: z.object({ email, plan: planList }),
    output: heldPlans,
    async run({ fields, by }, { accounts }) {
      const { id } = await find(accounts, fields.email);
      await accounts.accountStore.setPlans(id, fields.plan, by);
      return { json: { plans: await accounts.accountStore.heldPlans(id) } };
    },
  }),
  adminUsage: action({
    id: "adminReadUsage",
    path: "/admin/usage",
    summary: "Read quotas and usage of an account",
    query: z.object({ email }),
    output: () => views().Usage,
    run: async ({ query }, { accounts }) => ({
      json: await accounts.usage((await find(accounts, query.email)).id),
    }),
  }),
};

/** The actions of the holder of ADMIN_TOKEN. `apis` are the names that a key can be for. */
export function tokenActions(apis: readonly string[]) {
  return {
    ...byEmail,
    adminCreateKey: action({
      id: "adminCreateKey",
      method: "POST",
      path: "/admin/keys",
      summary: "Create a key for an email address, and its account if necessary",
      fields: z.object({ email, ...newKeyFields(apis) }),
      status: 201,
      output: () => views().MadeKey,
      errors: ["conflict", "account-suspended"],
      async run({ fields, by }, { accounts: { accountStore, keys } }) {
        const { account } = await accountStore.ensure(fields.email, by);
        return { json: await keys.create(account.id, fields.name, fields.apis, fields, by) };
      },
    }),
  };
}
