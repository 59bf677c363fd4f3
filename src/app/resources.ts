import { accountContracts } from "../http/accounts/account-contracts.ts";
import { jobContracts } from "../http/jobs/job-contracts.ts";
import { siteAuditContracts } from "../http/site-audits/site-audit-contracts.ts";
import type { DescribedResource, Resource } from "../kit/resource.ts";
import { type WebhookServices, webhookResource } from "../webhooks/webhook-resource.ts";
import { siteAuditSchemas } from "./site-audit-schemas.ts";

/** What the actions of the platform's resources need. */
export type PlatformServices = WebhookServices;

/** The resources whose endpoints are made from their descriptions: to add one, add it to this list. */
export const describedResources: readonly DescribedResource<PlatformServices>[] = [webhookResource];

/** Every resource of the platform, for commands, tools, clients and docs. `apis` are the names that a key can be for. */
export function platformResources(apis: readonly string[]): readonly Resource[] {
  const jobs = jobContracts;
  const audits = siteAuditContracts(siteAuditSchemas);
  const keys = accountContracts(apis);
  const all: readonly Resource[] = [
    {
      name: "jobs",
      title: "Jobs",
      summary: "Calls that run in the background.",
      actions: {
        list: jobs.listJobs,
        get: jobs.readJob,
        result: jobs.readJobResult,
        delete: jobs.cancelJob,
        link: jobs.createJobLink,
      },
    },
    {
      name: "batches",
      title: "Batches",
      summary: "Many calls of one operation that run in the background.",
      actions: {
        create: jobs.createBatch,
        list: jobs.listBatches,
        get: jobs.readBatch,
        results: jobs.readBatchResults,
        delete: jobs.cancelBatch,
        link: jobs.createBatchLink,
      },
      tools: { batch_list: "list" },
    },
    {
      name: "siteAudits",
      api: "seo",
      title: "Site audits",
      summary: "Audits of all pages of a site, with their reports.",
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
      },
      tools: { site_audit_list: "list", site_audit_compare: "compare" },
    },
    {
      name: "sharedReports",
      api: "seo",
      title: "Shared reports",
      summary: "Reports that a link shows without a key.",
      actions: { list: audits.listSharedReports, delete: audits.removeSharedReport },
    },
    {
      name: "siteAuditSchedules",
      api: "seo",
      title: "Site audit schedules",
      summary: "Site audits that are repeated daily or weekly.",
      actions: {
        create: audits.createSiteAuditSchedule,
        list: audits.listSiteAuditSchedules,
        delete: audits.removeSiteAuditSchedule,
      },
    },
    {
      name: "keys",
      title: "Keys",
      summary: "The API keys of the account, for keys with the scope keys.",
      actions: {
        list: keys.listKeys,
        create: keys.createManagedKey,
        update: keys.updateManagedKey,
        roll: keys.rollManagedKey,
        revoke: keys.revokeManagedKey,
      },
      // `quintet keys` is the command of the operator, on the server itself.
      commands: [],
    },
    ...describedResources,
  ];
  return all.filter(({ api }) => api === undefined || apis.includes(api));
}
