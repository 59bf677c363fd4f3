import { z } from "zod";
import type { Contract } from "../kit/contract.ts";
import {
  email,
  grace,
  Held,
  Holdings,
  Key,
  keyName,
  MadeKey,
  Offer,
  planList,
  scope,
  Usage,
} from "./account-schemas.ts";

const nothing = z.object({});
const Revoked = z.object({ revoked: z.literal(true) });
const Keys = z.object({ keys: z.array(Key) });
const Plans = z.object({ plans: z.array(Held) });

function contract<Query extends z.ZodObject, Fields extends z.ZodObject>(
  of: Contract<Query, Fields>,
): Contract<Query, Fields> {
  return of;
}

const account = { tag: "Accounts", query: nothing, fields: nothing, status: 200, errors: [] } as const;
const admin = { ...account, tag: "Operator", access: "admin" } as const;

// Longer than 150 lines because it is one table, an entry for each method of an address.
/**
 * What the addresses of accounts promise to programs; people meet the same addresses as pages. `apis` are the
 * names of what is sold.
 */
export function accountContracts(apis: readonly string[]) {
  const newKey = { name: keyName, apis: scope(apis) };
  return {
    plans: contract({
      ...account,
      id: "listPlans",
      method: "GET",
      path: "/plans",
      access: "open",
      summary: "The plans that are offered",
      output: Offer,
    }),
    usage: contract({
      ...account,
      id: "readUsage",
      method: "GET",
      path: "/usage",
      access: "key",
      summary: "What the account of a key has left",
      description: "Free. The figures are those that calls are charged on.",
      output: Usage,
    }),
    signUp: contract({
      ...account,
      id: "signUp",
      method: "POST",
      path: "/signup",
      access: "open",
      summary: "Ask for a link by mail, to sign up or to sign in",
      description:
        "The answer is the same for every address. One mail to an address in ten minutes and three a day, five from one source in an hour; more are left out in silence.",
      fields: z.object({
        email,
        website: z.string().optional().describe("Leave it out: what fills it in is taken for a robot."),
      }),
      status: 202,
      output: z.object({ status: z.literal("accepted"), message: z.string() }),
      errors: ["forbidden"],
    }),
    confirm: contract({
      ...account,
      id: "confirm",
      method: "POST",
      path: "/confirm/{token}",
      access: "open",
      summary: "Use the link of a mail up: signed in, with a key where the account has none",
      description: "The cookie of the answer is the session. A GET of the same address uses nothing up.",
      output: z.object({ email: z.string(), ...MadeKey.partial().shape }),
      errors: ["link-invalid", "forbidden"],
    }),
    account: contract({
      ...account,
      id: "readAccount",
      method: "GET",
      path: "/account",
      access: "session",
      summary: "The account that is signed in: plans, keys, usage",
      output: z.object({ email: z.string(), ...Plans.shape, ...Keys.shape, usage: Usage }),
    }),
    createKey: contract({
      ...account,
      id: "createKey",
      method: "POST",
      path: "/account/keys",
      access: "session",
      summary: "Make a key",
      fields: z.object(newKey),
      status: 201,
      output: MadeKey,
      errors: ["conflict", "forbidden"],
    }),
    rollKey: contract({
      ...account,
      id: "rollKey",
      method: "POST",
      path: "/account/keys/{id}/roll",
      access: "session",
      summary: "Replace a key by a new one of the same name and scope",
      fields: z.object({ grace }),
      status: 201,
      output: MadeKey,
      errors: ["conflict", "forbidden"],
    }),
    revokeKey: contract({
      ...account,
      id: "revokeKey",
      method: "POST",
      path: "/account/keys/{id}/revoke",
      access: "session",
      summary: "End a key, everywhere within five seconds",
      output: Revoked,
      errors: ["conflict", "forbidden"],
    }),
    exportAccount: contract({
      ...account,
      id: "exportAccount",
      method: "GET",
      path: "/account/export",
      access: "session",
      summary: "Everything that is kept about the account",
      output: Holdings,
    }),
    deleteAccount: contract({
      ...account,
      id: "deleteAccount",
      method: "POST",
      path: "/account/delete",
      access: "session",
      summary: "Forget the account: keys and sessions end, every row about it is deleted",
      fields: z.object({
        email: email.describe("The address of the account, so that nobody deletes it by chance."),
      }),
      output: z.object({ deleted: z.literal(true) }),
      errors: ["forbidden"],
    }),
    signOut: contract({
      ...account,
      id: "signOut",
      method: "POST",
      path: "/account/sign-out",
      access: "session",
      summary: "End the session",
      output: z.object({ signedOut: z.literal(true) }),
      errors: ["forbidden"],
    }),
    adminKeys: contract({
      ...admin,
      id: "adminListKeys",
      method: "GET",
      path: "/admin/keys",
      summary: "The keys of an account",
      query: z.object({ email }),
      output: Keys,
      errors: ["unknown-account"],
    }),
    adminCreateKey: contract({
      ...admin,
      id: "adminCreateKey",
      method: "POST",
      path: "/admin/keys",
      summary: "Make a key for an address, and its account where there is none",
      fields: z.object({ email, ...newKey }),
      status: 201,
      output: MadeKey,
      errors: ["conflict"],
    }),
    adminRollKey: contract({
      ...admin,
      id: "adminRollKey",
      method: "POST",
      path: "/admin/keys/{id}/roll",
      summary: "Replace a key by a new one of the same name and scope",
      fields: z.object({ email, grace }),
      status: 201,
      output: MadeKey,
      errors: ["unknown-account", "unknown-key"],
    }),
    adminRevokeKey: contract({
      ...admin,
      id: "adminRevokeKey",
      method: "POST",
      path: "/admin/keys/{id}/revoke",
      summary: "End a key, everywhere within five seconds",
      fields: z.object({ email }),
      output: Revoked,
      errors: ["unknown-account", "unknown-key"],
    }),
    adminPlans: contract({
      ...admin,
      id: "adminListPlans",
      method: "GET",
      path: "/admin/plans",
      summary: "The paid plans of an account",
      query: z.object({ email }),
      output: Plans,
      errors: ["unknown-account"],
    }),
    adminSetPlans: contract({
      ...admin,
      id: "adminSetPlans",
      method: "POST",
      path: "/admin/plans",
      summary: "Make these the paid plans of an account",
      description: "One that it has goes on with its months and its counter; those that are not named end.",
      fields: z.object({ email, plan: planList }),
      output: Plans,
      errors: ["unknown-account"],
    }),
    adminUsage: contract({
      ...admin,
      id: "adminReadUsage",
      method: "GET",
      path: "/admin/usage",
      summary: "What an account has left",
      query: z.object({ email }),
      output: Usage,
      errors: ["unknown-account"],
    }),
  };
}
