import { z } from "zod";
import type { Send } from "../http/core/in-process.ts";
import type { Api } from "../kit/descriptor.ts";
import { wireSchema } from "../kit/parameter.ts";
import { isRecord } from "../kit/record.ts";
import {
  ask,
  cancelRunning,
  idempotencyKeyArgument,
  jsonOf,
  onceOf,
  readAgainAfterSeconds,
  resultOfJson,
  type ServerConnection,
  secondsToWait,
  serverTools,
  WAIT_ADVICE,
} from "../mcp/server-tool.ts";
import type { Tool, ToolCaller } from "../mcp/tools.ts";
import { SITE_AUDIT_API } from "./site-audit.ts";
import { siteAuditResource } from "./site-audit-resource.ts";
import { optionFields, reportSchemas } from "./site-audit-schemas.ts";

/** Entries of each list of a report, where a call does not say how many. */
const ITEMS = 3;
/** Characters of a report that are returned at most: a longer one is asked for again, with fewer entries. */
const CHARACTERS_MAX = 60_000;

/** The members of a report that agents get: what is wrong, how much, and where. */
const SHOWN = {
  ending: true,
  totals: true,
  skipped: true,
  score: true,
  issues: true,
  checks: true,
  slowest: true,
  traps: true,
} as const;

const AUDIT = "/seo/site-audits/{id}";
const id = z.string().describe("The ID of the site audit.");

type ToolArguments = Readonly<Record<string, unknown>>;

/** The report in short; null where even its counts are too long. A `Response` is a problem. */
async function reportOf(
  reach: ServerConnection,
  caller: ToolCaller,
  params: Record<string, string>,
  items: number,
): Promise<Record<string, unknown> | Response | null> {
  for (const most of [items, 1, 0].filter((one, i) => i === 0 || one < items)) {
    const query = { format: "json", items: most };
    const response = await ask(reach, caller, "GET", `${AUDIT}/report`, { params, query });
    if (!response.ok) return response;
    const text = await response.text();
    if (text.length > CHARACTERS_MAX) continue;
    const report: unknown = JSON.parse(text);
    if (!isRecord(report)) return null;
    return Object.fromEntries(Object.keys(SHOWN).map((name) => [name, report[name]]));
  }
  return null;
}

async function readAudit(reach: ServerConnection, given: ToolArguments, caller: ToolCaller) {
  const params = { id: String(given.id) };
  const state = await ask(reach, caller, "GET", AUDIT, { params });
  if (!state.ok) return jsonOf(state);
  const audit: unknown = await state.json();
  const hasReport = isRecord(audit) && audit.reportUrl !== null;
  const report = hasReport ? await reportOf(reach, caller, params, Number(given.items ?? ITEMS)) : null;
  if (report instanceof Response) return jsonOf(report);
  const wait = secondsToWait(!isRecord(audit) || audit.finishedAt !== null, undefined);
  return resultOfJson(JSON.stringify({ audit, report, readAgainAfterSeconds: wait }), false);
}

/** The parameters of an audit without a schedule, as they are on the wire. */
function startInput(): z.ZodObject {
  const options = Object.entries<z.ZodType>(optionFields);
  return z.strictObject({
    ...Object.fromEntries(options.map(([name, schema]) => [name, wireSchema(schema)])),
    idempotencyKey: idempotencyKeyArgument,
  });
}

/** Makes the tools for site audits: start, read and cancel. None where the API that crawls is not offered. */
export function siteAuditTools(apis: readonly Api[], send: Send, baseUrl: string): Tool[] {
  if (apis.every(({ name }) => name !== SITE_AUDIT_API)) return [];
  const { create, get } = siteAuditResource.actions;
  const reach = { send, baseUrl };
  const tool = serverTools(baseUrl);
  const audit = get.output();
  return [
    tool(
      "site_audit_start",
      {
        title: "Start a site audit",
        description:
          "Crawl a site from its home page and sitemaps, and check all its pages, in the background. Returns the ID for site_audit_read. Each page costs one call of seo: set maxPages to what the account should spend.",
        changes: true,
      },
      startInput(),
      audit,
      async ({ idempotencyKey, ...given }, caller) => {
        const sent = { body: JSON.stringify(given), once: onceOf({ idempotencyKey }) };
        return jsonOf(await ask(reach, caller, "POST", create.path, sent));
      },
    ),
    tool(
      "site_audit_read",
      {
        title: "Read a site audit",
        description: `The progress of a site audit and, once it has ended, its report in short: totals, scores, issues with their counts and some URLs each. Free. The whole report is at reportUrl. ${WAIT_ADVICE}`,
      },
      z.strictObject({
        id,
        items: z
          .int()
          .min(0)
          .max(100)
          .optional()
          .describe(
            `URLs of each issue at most. Default: ${ITEMS}. Fewer are returned if the report is too long.`,
          ),
      }),
      z.object({ audit, report: reportSchemas().SiteReport.pick(SHOWN).nullable(), readAgainAfterSeconds }),
      (given, caller) => readAudit(reach, given, caller),
    ),
    tool(
      "site_audit_cancel",
      {
        title: "Cancel a site audit",
        description: "End a site audit early. The pages that were read are reported and stay charged. Free.",
        changes: true,
      },
      z.strictObject({ id }),
      audit,
      (given, caller) => cancelRunning(reach, caller, AUDIT, String(given.id)),
    ),
  ];
}
