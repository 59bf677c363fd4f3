import { type KeyServices, keyResource } from "../http/accounts/key-resource.ts";
import { jobContracts, jobExamples } from "../jobs/job-contracts.ts";
import type { Api } from "../kit/descriptor.ts";
import type { DescribedResource, Resource } from "../kit/resource.ts";
import { siteAuditContracts, siteAuditExamples } from "../site-audits/site-audit-contracts.ts";
import { type WebhookServices, webhookResource } from "../webhooks/webhook-resource.ts";
import { crawlingApi } from "./crawling-api.ts";

/** Dependencies of the actions of the platform's resources. */
export type PlatformServices = WebhookServices & KeyServices;

/**
 * The resources whose endpoints are made from their descriptions: to add one, add it to this list. `apis` are the names that
 * a key can be for.
 */
export function describedResources(apis: readonly string[]): readonly DescribedResource<PlatformServices>[] {
  return [webhookResource, keyResource(apis)];
}

/** Every resource of the platform, for commands, tools, clients and docs. */
export function platformResources(apis: readonly Pick<Api, "name" | "access">[]): readonly Resource[] {
  const keyed = apis.filter(({ access }) => access === "key").map(({ name }) => name);
  const jobs = jobContracts;
  const audits = siteAuditContracts(crawlingApi);
  const all: readonly Resource[] = [
    {
      name: "jobs",
      title: "Jobs",
      summary: "Calls that run in the background.",
      examples: jobExamples,
      actions: {
        list: jobs.listJobs,
        get: jobs.readJob,
        result: jobs.readJobResult,
        delete: jobs.cancelJob,
        link: jobs.createJobLink,
        events: jobs.followJob,
        eventLink: jobs.createJobEventLink,
      },
    },
    {
      name: "batches",
      title: "Batches",
      summary: "Many calls of one operation that run in the background.",
      examples: jobExamples,
      actions: {
        create: jobs.createBatch,
        list: jobs.listBatches,
        get: jobs.readBatch,
        results: jobs.readBatchResults,
        delete: jobs.cancelBatch,
        link: jobs.createBatchLink,
        events: jobs.followBatch,
        eventLink: jobs.createBatchEventLink,
      },
      tools: { batch_list: "list" },
    },
    {
      name: "siteAudits",
      api: crawlingApi.name,
      title: "Site audits",
      summary: "Audits of all pages of a site, with their reports.",
      examples: siteAuditExamples,
      actions: {
        create: audits.createSiteAudit,
        list: audits.listSiteAudits,
        get: audits.readSiteAudit,
        report: audits.readSiteAuditReport,
        compare: audits.compareSiteAudits,
        share: audits.shareSiteAudit,
        unshare: audits.unshareSiteAudit,
        delete: audits.removeSiteAudit,
        events: audits.followSiteAudit,
        eventLink: audits.createSiteAuditEventLink,
      },
      tools: { site_audit_list: "list", site_audit_compare: "compare" },
    },
    {
      name: "sharedReports",
      api: crawlingApi.name,
      title: "Shared reports",
      summary: "Reports that a link shows without a key.",
      examples: siteAuditExamples,
      actions: { list: audits.listSharedReports, delete: audits.removeSharedReport },
    },
    {
      name: "siteAuditSchedules",
      api: crawlingApi.name,
      title: "Site audit schedules",
      summary: "Site audits that are repeated daily or weekly.",
      examples: siteAuditExamples,
      actions: {
        create: audits.createSiteAuditSchedule,
        list: audits.listSiteAuditSchedules,
        delete: audits.removeSiteAuditSchedule,
      },
    },
    ...describedResources(keyed).map((resource) => ({
      ...resource,
      examples: Object.fromEntries(
        Object.values(resource.actions).map(({ id, example }) => [id, example] as const),
      ),
    })),
  ];
  return all.filter(({ api }) => api === undefined || keyed.includes(api));
}
