import type { Accounts } from "../accounts/create-accounts.ts";
import examples from "../apis/examples.json" with { type: "json" };
import type { Config } from "../config.ts";
import { accountEndpoints } from "../http/accounts/account-endpoints.ts";
import { compatibleAccountEndpoint } from "../http/accounts/compatible-account.ts";
import { planContracts, planEndpoints } from "../http/accounts/plans.ts";
import { adminAccountEndpoints } from "../http/admin/admin-accounts.ts";
import { adminEndpoints, apiAdminEndpoints } from "../http/admin/admin-endpoints.ts";
import { healthEndpoints } from "../http/admin/health-metrics.ts";
import { metricsOf } from "../http/admin/server-metrics.ts";
import { tokenActions } from "../http/admin/token-actions.ts";
import { apiCatalogEndpoint } from "../http/core/api-catalog.ts";
import { availabilityOf } from "../http/core/availability-probes.ts";
import type { Clients } from "../http/core/client-ip.ts";
import type { Endpoint } from "../http/core/endpoint.ts";
import { openPaths } from "../http/core/in-process.ts";
import {
  createIpRateLimit,
  limitRejections,
  NOT_FOUND_LIMIT,
  REJECTION_LIMIT,
} from "../http/core/ip-rate-limit.ts";
import { openApiEndpoints } from "../http/core/openapi-endpoints.ts";
import { securityTxtEndpoint } from "../http/core/security-txt.ts";
import { type DrainOptions, drain, type Listening, listen, type ServerOptions } from "../http/core/server.ts";
import { readKey } from "../http/metering/api-key.ts";
import { compatibleEndpoints } from "../http/metering/compatible.ts";
import { resourceEndpoints } from "../http/metering/resource-endpoints.ts";
import { trialEndpoints } from "../http/metering/trial.ts";
import type { JobService } from "../jobs/job-service.ts";
import { jobResponses } from "../jobs/job-views.ts";
import { lazily } from "../kit/lazily.ts";
import { examplesOf, type ShownContract } from "../kit/resource.ts";
import { VERSION } from "../kit/version.ts";
import { ownWork } from "../kit/work.ts";
import { mcpEndpoint } from "../mcp/endpoint.ts";
import type { DatabaseMetrics } from "../ops/database-metrics.ts";
import { EventLoopMonitor } from "../ops/event-loop.ts";
import type { Log } from "../ops/log.ts";
import { packageEndpoints } from "../packages/package-endpoints.ts";
import { siteAuditPages } from "../site-audits/site-audit-pages.ts";
import type { SiteAuditService } from "../site-audits/site-audit-service.ts";
import { createPages, type Pages } from "../web/pages.ts";
import { trials } from "../web/trials.ts";
import { accountContracts, formContracts } from "./account-contracts.ts";
import { type Calls, offApis, switchedOn } from "./calls.ts";
import { createDemoSend, demoApis } from "./demo-apis.ts";
import type { Jobs } from "./jobs.ts";
import { payOriginsOf } from "./payments.ts";
import { readinessOf } from "./readiness.ts";
import { describedResources, platformResources } from "./resources.ts";
import type { SiteAudits } from "./site-audits.ts";
import type { AppWebhooks } from "./webhooks.ts";

/** The parts of the app that a server shows to the outside. */
export interface ServerParts extends Calls {
  readonly config: Config;
  readonly log: Log;
  readonly accounts: Accounts;
  readonly database: DatabaseMetrics;
  readonly clients: Clients;
  readonly jobs: Jobs;
  readonly siteAudits: SiteAudits;
  readonly webhooks: AppWebhooks;
}

/** Services of a server, in addition to those of every process. */
interface Parts extends ServerParts {
  readonly eventLoop: EventLoopMonitor;
  readonly source: (request: Request) => string | undefined;
  readonly peer: (request: Request) => string | undefined;
  readonly readiness: ReturnType<typeof readinessOf>;
  readonly availability: ReturnType<typeof availabilityOf>;
}

/** The endpoints for agents. */
function agentEndpoint(parts: Parts, endpoints: readonly Endpoint[]): Endpoint {
  const { config, log, accounts, apis, call, services, source, clients, deps } = parts;
  return mcpEndpoint({
    // Made with the first message of an agent: most servers never see one.
    tools: lazily(async () => {
      const { serverTools } = await import("./tools.ts");
      return serverTools(switchedOn(config, apis), call, openPaths(deps, endpoints), config.baseUrl);
    }),
    version: VERSION,
    baseUrl: config.baseUrl,
    uploads: services.uploads,
    identify: config.metering
      ? async (request) => {
          const key = readKey(request.headers);
          return (await accounts.authenticator.identify(key, () => clients.address(request))).account;
        }
      : undefined,
    source,
    onError: (cause) => log.debug("an MCP message was rejected", { cause }),
    onFailure: (requestId, cause) => log.error("request failed", { requestId, cause }),
  });
}

/** How long after a start the code of pages is loaded, in milliseconds. */
const WARM_AFTER_MS = 300;

/** The pages for people. */
function pagesOf(
  { config, accounts, apis, made, services, availability, deps, jobs }: Parts,
  siteAudits: SiteAuditService,
) {
  const shown = demoApis(apis, made.deps);
  return createPages({
    apis: shown,
    resources: () => platformResources(apis),
    baseUrl: config.baseUrl,
    metering: config.metering,
    sendsEmail: config.mailUrl !== undefined,
    catalogue: accounts.catalogue,
    off: offApis(config),
    trial: config.trial,
    report: (token) => jobs.reports.read(token),
    sharedAudit: (token) => siteAudits.sharedAudit(token),
    dataDir: config.dataDir,
    payOrigins: payOriginsOf(config),
    contact: config.contact,
    availability: availability.meter,
    incidents: accounts.incidents,
    send: createDemoSend(shown, deps, { run: services.run, uploads: services.uploads }),
  });
}

/** Makes the calls that visitors may try without a key. */
function trialsOf({ config, accounts, apis, services, source }: Parts): Endpoint[] {
  if (!config.trial) return [];
  return trialEndpoints({ apis, trials, services, state: accounts.state, metering: config.metering, source });
}

/** Endpoints for the operator's programs: health, metrics, and those behind ADMIN_TOKEN. */
function operatorEndpoints(parts: Parts): Endpoint[] {
  const { config, accounts, apis, made, services, deps, database, eventLoop } = parts;
  const { readiness, source, peer } = parts;
  return [
    ...healthEndpoints({
      metricsToken: config.metricsToken,
      readiness,
      metrics: metricsOf(
        config,
        accounts,
        { jobs: parts.jobs.store, webhooks: parts.webhooks.queue },
        {
          ...made.internals,
          requestMetrics: deps.requestMetrics,
          database,
          eventLoop,
          sites: made.coverage,
          pools: made.pools,
          concurrency: () => services.concurrency.counts(),
          endedJobs: () => parts.jobs.ended.report(),
        },
        parts.log,
      ),
      peer,
    }),
    ...adminEndpoints(
      accounts,
      tokenActions(Object.keys(accounts.catalogue.meters)),
      config.adminToken,
      source,
    ),
    ...apis.flatMap((api) => apiAdminEndpoints(api, accounts.state, config.adminToken)),
  ];
}

/** The endpoints of resources that are made from their descriptions, and those descriptions. */
function describedEndpoints(parts: Parts, jobs: JobService, siteAudits: SiteAuditService) {
  const { accounts, clients, source, webhooks, services } = parts;
  const { metering } = services;
  const deps = {
    ...accounts,
    ...metering,
    log: parts.log,
    clients,
    source,
    isMetered: metering !== undefined,
  };
  const { eventLinks, streams } = parts.jobs;
  const platform = { webhooks, keys: accounts.keys, jobs, siteAudits, eventLinks, streams };
  const resources = describedResources(Object.keys(accounts.catalogue.meters));
  return {
    endpoints: resources.flatMap((one) => resourceEndpoints(one, platform, deps)),
    actions: resources.flatMap(({ actions, open = [] }) => [...Object.values(actions), ...open]),
  };
}

const events = (): typeof import("./webhook-events.ts") => require("./webhook-events.ts");

/** Everything in documents beside the APIs. `sold` are the names of those that are sold, `actions` those of resources. */
function documented(sold: readonly string[], actions: readonly ShownContract[]) {
  return {
    contracts: [...Object.values(accountContracts(sold)), ...actions, ...Object.values(formContracts(sold))],
    examples: { ...examples, ...examplesOf([...Object.values(planContracts), ...actions]) },
    events: events().webhookEvents,
    job: jobResponses().Job,
  };
}

/** All endpoints of the server. */
function endpointsOf(parts: Parts, pages: Pages, siteAudits: SiteAuditService): Endpoint[] {
  const { config, accounts, apis, operations, services, source, clients } = parts;
  const { baseUrl, contact, adminToken: token, operatorEmails: emails } = config;
  const ipRateLimit = createIpRateLimit(source, REJECTION_LIMIT);
  const { jobs, ofAccounts } = parts.jobs.open(parts);
  const described = describedEndpoints(parts, jobs, siteAudits);
  const keyed = { ...accounts, clients };
  const account = {
    accounts,
    webhooks: parts.webhooks,
    jobs: ofAccounts,
    pages: pages.accountPages,
    baseUrl,
    off: offApis(config),
    contact,
    sendsEmail: config.mailUrl !== undefined,
    payOrigins: payOriginsOf(config),
    source,
    ipRateLimit,
  };
  return [
    ...operations,
    ...openApiEndpoints({
      apis,
      baseUrl,
      describe: () => documented(Object.keys(accounts.catalogue.meters), described.actions),
    }),
    apiCatalogEndpoint(apis, baseUrl),
    ...planEndpoints(keyed, offApis(config)),
    ...described.endpoints,
    ...apis.flatMap((api) => [
      ...compatibleEndpoints(api, services),
      ...(api.compatibleAccount === undefined
        ? []
        : [compatibleAccountEndpoint(keyed, api.name, api.compatibleAccount)]),
    ]),
    ...accountEndpoints(account),
    ...siteAuditPages({
      account,
      service: siteAudits,
      streams: parts.jobs.streams,
      pages: pages.siteAuditPages,
    }),
    ...limitRejections(operatorEndpoints(parts), ipRateLimit),
    ...adminAccountEndpoints({
      accounts,
      pages: pages.adminPages,
      access: { token, emails, baseUrl, source },
      ipRateLimit,
    }),
    ...pages.endpoints,
    ...trialsOf(parts),
    securityTxtEndpoint(config.contact, baseUrl),
    ...packageEndpoints({
      baseUrl,
      // Whoever asks first may leave: the packages are for everybody.
      run: (job) => services.run(job, undefined, new AbortController().signal, ownWork),
      now: Date.now,
      onFailure: (cause) => parts.log.error("the client packages could not be packed", { cause }),
    }),
    agentEndpoint(parts, described.endpoints),
  ];
}

/** Makes the server of an app; `measures` says whether availability is measured. */
export function createServer(given: ServerParts, measures: boolean) {
  const { config, log, accounts, apis, operations, deps, clients } = given;
  let server: Listening | undefined;
  const peer = (request: Request) => server?.peer(request);
  clients.peer = peer;
  const source = (request: Request) => clients.source(request);
  const eventLoop = new EventLoopMonitor(log);
  const readiness = readinessOf(config, accounts, eventLoop, given.jobs, log);
  const availability = availabilityOf(apis, operations, accounts.database, deps.requestMetrics);
  const parts = { ...given, eventLoop, source, peer, readiness, availability };
  const siteAudits = given.siteAudits.open(given);
  const pages = pagesOf(parts, siteAudits);
  const endpoints = endpointsOf(parts, pages, siteAudits);
  const notWarm = (cause: unknown) => log.warn("pages were not prepared", { cause });
  let warming: Timer | undefined;
  return {
    endpoints,
    start(options: ServerOptions): Listening {
      server = listen(
        options,
        { ...deps, notFoundLimit: createIpRateLimit(source, NOT_FOUND_LIMIT), errorPage: pages.errorPage },
        endpoints,
      );
      accounts.start();
      // After the first responses.
      warming = setTimeout(() => void pages.warm().catch(notWarm), WARM_AFTER_MS);
      if (measures) availability.start();
      eventLoop.start();
      readiness.start();
      return server;
    },
    async stop(options: DrainOptions): Promise<void> {
      clearTimeout(warming);
      if (server === undefined) return;
      given.jobs.streams.close();
      await drain(server, readiness, log, options);
      readiness.stop();
      eventLoop.stop();
      if (measures) await availability.stop();
    },
  };
}
