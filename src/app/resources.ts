import { type KeyServices, keyResource } from "../http/accounts/key-resource.ts";
import type { ServerCall } from "../http/metering/resource-endpoints.ts";
import { batchResource, type JobServices, jobResource } from "../jobs/job-resource.ts";
import type { Api } from "../kit/descriptor.ts";
import type { DescribedResource, Resource } from "../kit/resource.ts";
import { type SiteAuditServices, siteAuditResources } from "../site-audits/site-audit-resource.ts";
import { type WebhookServices, webhookResource } from "../webhooks/webhook-resource.ts";

type PlatformServices = WebhookServices & KeyServices & JobServices & SiteAuditServices;

/**
 * The resources of the platform: to add one, add its description to this list. `apis` are the names that a key can be for.
 */
export function describedResources(
  apis: readonly string[],
): readonly DescribedResource<PlatformServices, ServerCall>[] {
  return [jobResource, batchResource, ...siteAuditResources, webhookResource, keyResource(apis)];
}

/** The resources that a server with these APIs has, for commands, tools, clients and docs. */
export function platformResources(apis: readonly Pick<Api, "name" | "access">[]): readonly Resource[] {
  const keyed = apis.filter(({ access }) => access === "key").map(({ name }) => name);
  return describedResources(keyed).filter(({ api }) => api === undefined || keyed.includes(api));
}
