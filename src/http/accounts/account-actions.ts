import { z } from "zod";
import { auditActions, ownEntry } from "../../accounts/audit.ts";
import { webhookResponses } from "../../webhooks/webhook-schemas.ts";
import { siteActionsOf } from "../core/contract-endpoints.ts";
import { sessionOf } from "../core/session-cookie.ts";
import {
  after,
  apiName,
  keyFilter,
  pageSize,
  requestIdFilter,
  responses,
  statusFilter,
  views,
} from "./account-schemas.ts";
import type { AccountSite } from "./account-site.ts";

const group = { tag: "Accounts", access: "session", errors: [] } as const;
const action = siteActionsOf<AccountSite, { readonly account: string }>(group);

/** Exports of one account within so many milliseconds are one entry of the audit log: exports are free. */
const EXPORT_MS = 60_000;

/** The lowest and the highest status of a filter such as `4xx`, `429` or `error`. */
function statusesOf(filter: string): readonly [number, number] {
  if (filter === "error") return [400, 599];
  return [Number(filter.replace("xx", "00")), Number(filter.replace("xx", "99"))];
}

function requestsAction(apis: readonly string[]) {
  return action({
    id: "listRequests",
    path: "/account/requests",
    summary: "List the requests of the last 7 days, newest first",
    description:
      "Calls of metered operations with the account's keys, up to the newest 5,000: what was called, its parameters, status, error message, units, duration, request ID and key. Files, secrets, long texts, successful responses and IP addresses are not stored. A request is listed about a second after its response. A site audit is one entry, with the units of its pages so far. Canceled jobs are not listed.",
    query: z.object({
      api: apiName(apis).describe("Only requests of this API.").optional(),
      key: keyFilter.optional(),
      status: statusFilter.optional(),
      requestId: requestIdFilter.optional(),
      after: after.optional(),
      limit: pageSize(50),
    }),
    output: () => responses().RequestList,
    async run({ account, query, requestId }, site) {
      const { requestLog, keys } = site.accounts;
      const { api = "", key = "", status = "", requestId: asked = "" } = query;
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
            filters: { api, key, status, requestId: asked },
            apis: site.apis,
            keys: await keys.list(account),
            units: await site.unitsOf(account),
            isNewest: query.after === undefined,
          };
          return site.page(requestId, (pages) => pages.requests(view));
        },
      };
    },
  });
}

const account = action({
  id: "readAccount",
  path: "/account",
  summary: "Read the signed-in account: plans, keys, usage, sessions",
  output: () =>
    z.object({
      email: z.string().describe("The email address of the account."),
      plans: z.array(views().Held).describe("Paid plans."),
      keys: z.array(views().Key).describe("All keys."),
      usage: views().Usage,
      keyUsage: z
        .array(views().KeyDay)
        .describe("The last 31 days by key, newest first. A server that is killed may lose its last second."),
      sessions: z.array(views().Session).describe("Browsers and programs that are signed in."),
      webhooks: z.array(webhookResponses().Webhook).describe("Webhook endpoints."),
    }),
  async run({ account, request, requestId }, site) {
    const json = await site.read(account, sessionOf(request) ?? "");
    return { json, html: () => site.overview(account, json, request, requestId) };
  },
});

const exportAccount = action({
  id: "exportAccount",
  path: "/account/export",
  summary: "Export everything that is stored about the account",
  headers: { "Content-Disposition": "The name of the file." },
  output: () => views().AccountData,
  async run({ account, request }, site) {
    const { state, audit, accountDeletion, requestLog } = site.accounts;
    if ((await state.claim(`audit-export:${account}`, EXPORT_MS)) !== undefined) {
      await audit.record(site.owner(request), { action: "account.exported", account });
    }
    await requestLog.flush();
    return {
      json: await accountDeletion.exportData(account),
      headers: { "Content-Disposition": 'attachment; filename="quintet-account.json"' },
    };
  },
});

const accountAudit = action({
  id: "readAudit",
  path: "/account/audit",
  summary: "Read the account's audit log, newest first",
  description:
    "Sign-ins, keys, sessions, plans, credits, exports, and what operators did. Entries never change.",
  query: z.object({
    action: z.enum(auditActions).optional().describe("Only entries of this event."),
    after: after.optional(),
    limit: pageSize(50),
  }),
  output: () => responses().OwnAudit,
  async run({ account, query, requestId }, site) {
    const page = await site.accounts.audit.list({ account, ...query });
    const json = { entries: page.entries.map(ownEntry), next: page.next };
    const view = { ...json, filters: { action: query.action ?? "" }, isNewest: query.after === undefined };
    return { json, html: () => site.page(requestId, (pages) => pages.audit(view)) };
  },
});

/** The signed-in account, and what is logged about it. */
export function accountActions(apis: readonly string[]) {
  return { account, exportAccount, accountAudit, accountRequests: requestsAction(apis) };
}
