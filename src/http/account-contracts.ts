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
  Session,
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

// Longer than 150 lines because it is one table, an entry for each method of a path.
/** The account endpoints for programs; people see the same paths as pages. `apis` are the names of what is sold. */
export function accountContracts(apis: readonly string[]) {
  const newKey = { name: keyName, apis: scope(apis) };
  return {
    plans: contract({
      ...account,
      id: "listPlans",
      method: "GET",
      path: "/plans",
      access: "open",
      summary: "List plans",
      output: Offer,
    }),
    usage: contract({
      ...account,
      id: "readUsage",
      method: "GET",
      path: "/usage",
      access: "key",
      summary: "Read quotas and usage",
      description: "Free. These are the counters that calls are charged against.",
      output: Usage,
    }),
    signUp: contract({
      ...account,
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
      output: z.object({ status: z.literal("accepted"), message: z.string() }),
      errors: ["forbidden", "busy"],
    }),
    confirm: contract({
      ...account,
      id: "confirm",
      method: "POST",
      path: "/confirm/{token}",
      access: "open",
      summary: "Redeem an email link",
      description:
        "Signs in, and creates a key if the account has none. The response's cookie is the session. A GET of the same path shows which account the link is for and does not redeem it.",
      output: z.object({ email: z.string(), ...MadeKey.partial().shape }),
      errors: ["link-invalid", "forbidden"],
    }),
    account: contract({
      ...account,
      id: "readAccount",
      method: "GET",
      path: "/account",
      access: "session",
      summary: "Read the signed-in account: plans, keys, usage, sessions",
      output: z.object({
        email: z.string(),
        ...Plans.shape,
        ...Keys.shape,
        usage: Usage,
        sessions: z.array(Session),
      }),
    }),
    createKey: contract({
      ...account,
      id: "createKey",
      method: "POST",
      path: "/account/keys",
      access: "session",
      summary: "Create a key",
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
      summary: "Rotate a key: replace it with a new one of the same name and scope",
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
      summary: "Revoke a key, on every replica within 5 s",
      output: Revoked,
      errors: ["conflict", "forbidden"],
    }),
    exportAccount: contract({
      ...account,
      id: "exportAccount",
      method: "GET",
      path: "/account/export",
      access: "session",
      summary: "Export everything that is stored about the account",
      output: Holdings,
    }),
    deleteAccount: contract({
      ...account,
      id: "deleteAccount",
      method: "POST",
      path: "/account/delete",
      access: "session",
      summary: "Delete the account",
      description:
        "Keys and sessions end, and every row about the account is deleted, for a large account in the background. A keyed hash of the email address keeps this period's free usage until the period ends, so that signing up again continues the same quota.",
      fields: z.object({
        email: email.describe("The email address of the account, as a confirmation."),
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
      summary: "Sign out",
      output: z.object({ signedOut: z.literal(true) }),
      errors: ["forbidden"],
    }),
    signOutEverywhere: contract({
      ...account,
      id: "signOutEverywhere",
      method: "POST",
      path: "/account/sign-out-everywhere",
      access: "session",
      summary: "End every session of the account, this one included",
      output: z.object({ signedOut: z.literal(true) }),
      errors: ["forbidden"],
    }),
    revokeSession: contract({
      ...account,
      id: "revokeSession",
      method: "POST",
      path: "/account/sessions/{id}/revoke",
      access: "session",
      summary: "End one session of the account",
      output: Revoked,
      errors: ["conflict", "forbidden"],
    }),
    adminKeys: contract({
      ...admin,
      id: "adminListKeys",
      method: "GET",
      path: "/admin/keys",
      summary: "List the keys of an account",
      query: z.object({ email }),
      output: Keys,
      errors: ["unknown-account"],
    }),
    adminCreateKey: contract({
      ...admin,
      id: "adminCreateKey",
      method: "POST",
      path: "/admin/keys",
      summary: "Create a key for an email address, and its account if there is none",
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
      summary: "Rotate a key: replace it with a new one of the same name and scope",
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
      summary: "Revoke a key, on every replica within 5 s",
      fields: z.object({ email }),
      output: Revoked,
      errors: ["unknown-account", "unknown-key"],
    }),
    adminPlans: contract({
      ...admin,
      id: "adminListPlans",
      method: "GET",
      path: "/admin/plans",
      summary: "List the paid plans of an account",
      query: z.object({ email }),
      output: Plans,
      errors: ["unknown-account"],
    }),
    adminSetPlans: contract({
      ...admin,
      id: "adminSetPlans",
      method: "POST",
      path: "/admin/plans",
      summary: "Set the paid plans of an account",
      description:
        "A plan that it already has keeps its billing months and its counter. Plans that are not named end.",
      fields: z.object({ email, plan: planList }),
      output: Plans,
      errors: ["unknown-account"],
    }),
    adminUsage: contract({
      ...admin,
      id: "adminReadUsage",
      method: "GET",
      path: "/admin/usage",
      summary: "Read quotas and usage of an account",
      query: z.object({ email }),
      output: Usage,
      errors: ["unknown-account"],
    }),
  };
}
