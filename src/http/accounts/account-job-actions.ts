import { z } from "zod";
import { consoleKeyId } from "../../accounts/console-tokens.ts";
import {
  type AccountJobsPage,
  type AccountJobsQuery,
  type BatchItemFilter,
  jobFilters,
} from "../../jobs/account-jobs.ts";
import { jobResponses } from "../../jobs/job-views.ts";
import { done, listQuery, nextPage } from "../../kit/contract.ts";
import { Problem } from "../../kit/problem.ts";
import { rawQuery } from "../../kit/query.ts";
import { siteActionsOf } from "../core/contract-endpoints.ts";
import { redirect } from "../core/responses.ts";
import type { JobsView } from "./account-pages.ts";
import { apiName } from "./account-schemas.ts";
import type { AccountSite, SiteHandler } from "./account-site.ts";

const PAGE = 25;

const group = { tag: "Accounts", access: "session", errors: ["unknown-job"] } as const;
const action = siteActionsOf<AccountSite, { readonly account: string }>(group);

/** The path of the page with the account's jobs. */
export const JOBS_PATH = "/account/jobs";

async function viewOf(
  site: AccountSite,
  account: string,
  page: AccountJobsPage,
  query: AccountJobsQuery,
  apis: readonly string[],
): Promise<JobsView> {
  const { api = "", kind = "", state = "" } = query;
  return {
    ...page,
    filters: { api, kind, state },
    apis,
    units: await site.unitsOf(account),
    isNewest: query.after === undefined,
    inputs: await site.deps.jobs.parametersOf(account, page.jobs),
  };
}

/** The endpoints of the page with the account's jobs. `apis` are the names of what is sold. */
export const accountJobActions = (apis: readonly string[]) => ({
  list: action({
    id: "listAccountJobs",
    path: JOBS_PATH,
    summary: "List jobs and batches, newest first",
    description: "Those of every key of the account, live and test, for 48 hours.",
    query: listQuery.extend({
      api: apiName(apis).describe("Only jobs and batches of this API.").optional(),
      ...jobFilters,
      limit: listQuery.shape.limit.unwrap().default(PAGE),
    }),
    output: () =>
      z.object({
        jobs: z.array(jobResponses().AccountJob).describe("Jobs and batches."),
        next: nextPage,
      }),
    errors: [],
    async run({ account, query, requestId }, site) {
      const page = await site.deps.jobs.list(account, query);
      const html = async () => {
        const view = await viewOf(site, account, page, query, apis);
        return site.page(requestId, (pages) => pages.jobs(view));
      };
      return { json: page, html };
    },
  }),
  result: action({
    id: "downloadAccountJob",
    path: "/account/jobs/{id}/result",
    summary: "Download the result of a job, or the results of a batch",
    headers: { "Content-Disposition": "The name of the file." },
    query: z.object({
      format: z.enum(["zip", "ndjson"]).default("zip").describe("How the results of a batch are sent."),
      state: z
        .literal("failed")
        .optional()
        .describe("Only the jobs of a batch that failed, with their errors."),
    }),
    output: () => z.unknown().meta({ description: "The response of the call, or the results of the batch." }),
    produces: ["*/*"],
    errors: ["unknown-job", "job-not-finished", "job-without-result"],
    run: ({ account, id, query, requestId }, { deps }) => deps.jobs.result(account, id, query, requestId),
  }),
  cancel: action({
    id: "cancelAccountJob",
    method: "POST",
    path: "/account/jobs/{id}/cancel",
    summary: "Cancel a job, or the jobs of a batch that have not ended",
    description: "What has ended keeps its result.",
    output: () => z.object({ canceled: done }),
    async run({ account, id, requestId }, { deps }) {
      await deps.jobs.cancel(account, id);
      return { json: { canceled: true }, html: () => redirect(`/account/jobs/${id}`, requestId) };
    },
  }),
});

/** What the query of a batch's page asks for: `state=failed`, and `after`, the index of the last job before. */
function itemFilterOf(url: string): BatchItemFilter {
  const query = new URLSearchParams(rawQuery(url));
  const after = query.get("after") ?? "";
  return { isFailed: query.get("state") === "failed", after: /^\d{1,6}$/.test(after) ? Number(after) : -1 };
}

/** The page of one job or batch, with the deliveries of its webhooks. */
export const jobPage: SiteHandler = async (site, request, requestId) => {
  const { jobs, webhooks } = site.deps;
  const { requestLog, keys } = site.accounts;
  const account = await site.signedIn(request);
  const { id = "" } = request.params;
  const filter = itemFilterOf(request.url);
  const detail = await jobs.read(account, id, filter);
  await requestLog.flush();
  const logged = await requestLog.list(account, { requestId: id, limit: 1 });
  const { finishedAt } = detail;
  const view = {
    ...detail,
    filter,
    parameters: detail.parameters ?? logged.requests[0]?.parameters ?? null,
    request: logged.requests[0]?.id,
    keyName: (await keys.list(account)).find((key) => key.id === detail.key)?.name,
    inputs: await jobs.parametersOf(
      account,
      detail.counts === undefined ? [] : [detail.job, ...detail.items],
    ),
    deliveries: finishedAt === null ? [] : await webhooks.log.about(account, id, finishedAt),
  };
  const [api = ""] = detail.job.operation.split(".");
  const units = await site.unitsOf(account);
  return site.page(requestId, (pages) => pages.job(view, units.get(api)));
};

/** Starts a batch with the files of a form. Why they were not accepted is shown above the form. */
export const startBatch: SiteHandler = async (site, request, requestId) => {
  const { jobs } = site.deps;
  const account = await site.signedIn(request);
  const caller = await site.accounts.authenticator.identifyById(consoleKeyId(account), account);
  try {
    return redirect(`/account/jobs#${await jobs.createBatch(caller, request)}`, requestId);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const query = { limit: PAGE };
    const view = await viewOf(site, account, await jobs.list(account, query), query, site.apis);
    return site.page(requestId, (pages) => pages.jobs(view, error.message), error.status);
  }
};
