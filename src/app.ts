import type { Accounts, AccountsOptions } from "./accounts/create-accounts.ts";
import { createSingle } from "./apis/uuid/encode.ts";
import { createV7 } from "./apis/uuid/generate.ts";
import { demoApis, demoReach } from "./app/demo-apis.ts";
import { accountsOf, registerPlans, reloadCatalogue } from "./app/open-accounts.ts";
import { payOriginsOf } from "./app/payments.ts";
import { readinessOf } from "./app/readiness.ts";
import { prepareApis, servicesOf } from "./app/services.ts";
import { tracesOf } from "./app/traces.ts";
import type { Config } from "./config.ts";
import { accountContracts } from "./http/accounts/account-contracts.ts";
import { accountEndpoints } from "./http/accounts/account-endpoints.ts";
import { compatibleAccountEndpoint } from "./http/accounts/compatible-account.ts";
import { planEndpoints } from "./http/accounts/plans.ts";
import { adminAccountEndpoints } from "./http/admin/admin-accounts.ts";
import { adminEndpoints, apiAdminEndpoints } from "./http/admin/admin-endpoints.ts";
import { healthEndpoints } from "./http/admin/health-metrics.ts";
import { metricsOf } from "./http/admin/server-metrics.ts";
import { availabilityOf } from "./http/core/availability-probes.ts";
import { clientIp } from "./http/core/client-ip.ts";
import type { Endpoint } from "./http/core/endpoint.ts";
import type { ServerDeps } from "./http/core/error-response.ts";
import { createInProcess, type Send } from "./http/core/in-process.ts";
import {
  createIpRateLimit,
  limitRejections,
  NOT_FOUND_LIMIT,
  REJECTION_LIMIT,
} from "./http/core/ip-rate-limit.ts";
import { openApiEndpoints } from "./http/core/openapi-endpoints.ts";
import { securityTxtEndpoint } from "./http/core/security-txt.ts";
import { drain, type Listening, listen, type ServerOptions } from "./http/core/server.ts";
import { readKey } from "./http/metering/api-key.ts";
import { compatibleEndpoints } from "./http/metering/compatible.ts";
import type { Services } from "./http/metering/context.ts";
import { operationEndpoints } from "./http/metering/operation.ts";
import type { Api } from "./kit/descriptor.ts";
import type { OpenDownload } from "./kit/download.ts";
import { VERSION } from "./kit/version.ts";
import { ownWork } from "./kit/work.ts";
import { mcpEndpoint } from "./mcp/endpoint.ts";
import { type Tool, toolsOf } from "./mcp/tools.ts";
import { DatabaseMetrics } from "./ops/database-metrics.ts";
import { EventLoopMonitor } from "./ops/event-loop.ts";
import { createLog, type Log } from "./ops/log.ts";
import { RequestMetrics } from "./ops/request-metrics.ts";
import type { Trace } from "./ops/trace.ts";
import { createPages } from "./web/pages.tsx";

/** What a caller of `createApp` puts in place of what the configuration makes. */
export interface AppOverrides {
  readonly log?: Log;
  /** The APIs, made already. */
  readonly apis?: readonly Api[];
  readonly accounts?: Partial<AccountsOptions>;
  readonly services?: Partial<Services>;
  /** False: availability is not measured. */
  readonly measures?: boolean;
}

/** How long a server may take to stop, in milliseconds. */
export interface StopOptions {
  /** How long it goes on answering while `/health/ready` says 503. */
  readonly drainMs: number;
  /** How long responses in progress may take after that. */
  readonly graceMs: number;
}

/** Quintet in this process, for one configuration. */
export interface App {
  /** The APIs with the settings of the configuration. */
  readonly apis: readonly Api[];
  readonly accounts: Accounts;
  readonly log: Log;
  /** Everything that the server answers. */
  readonly endpoints: readonly Endpoint[];
  /** Calls an operation inside this process: checked, metered, counted and logged like a call over HTTP. */
  readonly call: Send;
  /**
   * Checks what takes too long for `createApp`: the plans that are held, models. Only the first process of a server tries
   * models out. Throws a `ConfigError` for what would stop a start.
   */
  prepare(isFirst: boolean): Promise<void>;
  /** Listens, and begins what runs beside requests. Throws a `ListenError` if the port is not free. */
  start(options?: ServerOptions): Listening;
  /** Ends what was started, after `drainMs` and `graceMs` where it listens, and closes the database. */
  stop(options?: StopOptions): Promise<void>;
  /** Reads CATALOGUE_FILE again. An invalid file changes nothing: the log says why. */
  reloadCatalogue(): Promise<void>;
  /** Opens downloads from a server that the operator named, which may be private. */
  downloadFrom(baseUrl: string): OpenDownload;
}

/** The parts of an app that its endpoints are made of. */
interface Parts {
  readonly config: Config;
  readonly log: Log;
  readonly accounts: Accounts;
  readonly apis: readonly Api[];
  readonly made: ReturnType<typeof servicesOf>;
  readonly services: Services;
  readonly trace: Trace | undefined;
  readonly requestMetrics: RequestMetrics;
  readonly database: DatabaseMetrics;
  readonly eventLoop: EventLoopMonitor;
  readonly deps: ServerDeps;
  readonly operations: readonly Endpoint[];
  readonly call: Send;
  readonly source: (request: Request) => string | undefined;
  readonly peer: (request: Request) => string | undefined;
  readonly readiness: ReturnType<typeof readinessOf>;
  readonly availability: ReturnType<typeof availabilityOf>;
}

/** The endpoints for agents. */
function agentEndpoint({ config, log, accounts, apis, call, services, source }: Parts): Endpoint {
  // Made with the first message of an agent: most servers never see one.
  let tools: readonly Tool[] | undefined;
  return mcpEndpoint({
    tools: () => {
      tools ??= toolsOf(apis, call, config.baseUrl);
      return tools;
    },
    version: VERSION,
    baseUrl: config.baseUrl,
    uploads: services.uploads,
    identify: config.metering
      ? async (headers) => (await accounts.authenticator.identify(readKey(headers))).account
      : undefined,
    source,
    onError: (cause) => log.debug("an MCP message was rejected", { cause }),
  });
}

/** The pages for people. */
function pagesOf({ config, accounts, apis, made, services, availability }: Parts) {
  return createPages({
    apis: demoApis(apis, made.deps),
    baseUrl: config.baseUrl,
    metering: config.metering,
    catalogue: accounts.catalogue,
    listing: accounts.listing,
    payOrigins: payOriginsOf(config),
    availability: availability.meter,
    run: (signal) => (job, input) => services.run(job, input, signal, ownWork),
    demoReach: demoReach(),
  });
}

/** What the operator's programs ask: health, metrics, and the endpoints behind ADMIN_TOKEN. */
function operatorEndpoints(parts: Parts): Endpoint[] {
  const { config, accounts, apis, made, requestMetrics, database, eventLoop, readiness, source, peer } =
    parts;
  const internals = { ...made.internals, database };
  return [
    ...healthEndpoints({
      metricsToken: config.metricsToken,
      readiness,
      metrics: metricsOf(config, requestMetrics, accounts, made.pools, made.coverage, internals, eventLoop),
      peer,
    }),
    ...adminEndpoints(accounts, config.adminToken, source),
    ...apis.flatMap((api) => apiAdminEndpoints(api, accounts.state, config.adminToken)),
  ];
}

/** Everything that the server answers. */
function endpointsOf(parts: Parts): Endpoint[] {
  const { config, accounts, apis, operations, services, source } = parts;
  const { baseUrl, contact, adminToken: token, operatorEmails: emails } = config;
  const pages = pagesOf(parts);
  const ipRateLimit = createIpRateLimit(source, REJECTION_LIMIT);
  const contracts = Object.values(accountContracts(Object.keys(accounts.catalogue.meters)));
  return [
    ...operations,
    ...openApiEndpoints(apis, contracts, baseUrl),
    ...planEndpoints(accounts),
    ...apis.flatMap((api) => [
      ...(api.compatible ?? []).flatMap((one) => compatibleEndpoints(api, one, services)),
      ...(api.compatibleAccount === undefined
        ? []
        : [compatibleAccountEndpoint(accounts, api.name, api.compatibleAccount)]),
    ]),
    ...accountEndpoints({
      accounts,
      pages: pages.accountPages,
      baseUrl,
      contact,
      payOrigins: payOriginsOf(config),
      source,
      ipRateLimit,
    }),
    ...limitRejections(operatorEndpoints(parts), ipRateLimit),
    ...adminAccountEndpoints({
      accounts,
      pages: pages.adminPages,
      access: { token, emails, baseUrl, source },
      ipRateLimit,
    }),
    ...pages.endpoints,
    securityTxtEndpoint(config.securityContact, baseUrl),
    agentEndpoint(parts),
  ];
}

/** Puts the parts together. Nothing is connected to. */
async function partsOf(config: Config, overrides: AppOverrides, peer: Parts["peer"]): Promise<Parts> {
  const { log = createLog(config.logLevel) } = overrides;
  const database = new DatabaseMetrics();
  const accounts = accountsOf(config, log, database, overrides.accounts);
  const requestMetrics = new RequestMetrics();
  const eventLoop = new EventLoopMonitor(log);
  const trace = await tracesOf(config, log);
  const made = servicesOf(config, accounts, log, trace);
  const services = { ...made.services, ...overrides.services };
  const apis = overrides.apis ?? made.apis;
  const operations = apis.flatMap((api) =>
    Object.entries(api.operations).flatMap(([id, operation]) =>
      operationEndpoints(api, id, operation, services),
    ),
  );
  const source = (request: Request) => clientIp(request, peer(request), config.trustProxy);
  const deps = {
    baseUrl: config.baseUrl,
    log,
    requestMetrics,
    trace,
    work: made.internals.work,
    notFoundLimit: createIpRateLimit(source, NOT_FOUND_LIMIT),
    newId: createSingle(createV7()),
  };
  const call = createInProcess(deps, operations);
  const readiness = readinessOf(config, accounts, eventLoop, log);
  const availability = availabilityOf(apis, operations, accounts.database, requestMetrics);
  const shared = { config, log, accounts, apis, made, services, trace, requestMetrics, database, eventLoop };
  return { ...shared, deps, operations, call, source, peer, readiness, availability };
}

/**
 * Puts Quintet together: the one place where its parts meet. The server, the commands, MCP over standard input and tests
 * use it. Nothing is connected to or opened before it is needed. Throws a `ConfigError` for settings that this machine
 * cannot meet.
 */
export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  let server: Listening | undefined;
  const parts = await partsOf(config, overrides, (request) => server?.peer(request));
  const { log, accounts, apis, made, trace, readiness, availability, eventLoop, call } = parts;
  const { measures = true } = overrides;
  // Made when they are asked for: a command makes calls without them.
  let endpoints: readonly Endpoint[] | undefined;
  const all = () => {
    endpoints ??= endpointsOf(parts);
    return endpoints;
  };
  return {
    apis,
    accounts,
    log,
    call,
    get endpoints() {
      return all();
    },
    async prepare(isFirst) {
      if (config.metering && isFirst) await registerPlans(accounts);
      await prepareApis(apis, isFirst);
    },
    start({ port, host, reusePort } = { ...config, reusePort: config.worker !== undefined }) {
      server = listen({ port, host, reusePort }, parts.deps, all());
      accounts.start();
      if (measures) availability.start();
      eventLoop.start();
      readiness.start();
      return server;
    },
    async stop(options = { drainMs: 0, graceMs: 0 }) {
      if (server !== undefined) {
        await drain(server, readiness, log, options);
        readiness.stop();
        if (measures) await availability.stop();
      }
      await made.close();
      await accounts.close();
      await trace?.close();
    },
    reloadCatalogue: () => reloadCatalogue(config, accounts),
    downloadFrom(baseUrl) {
      return async (url, options) => {
        const [{ allowTarget }, { createDownload }] = await Promise.all([
          import("./egress/allowance.ts"),
          import("./egress/download.ts"),
        ]);
        // What the address redirects to may not be private.
        const allowance = allowTarget(config.egressAllow, baseUrl);
        return createDownload({ allowance, userAgent: config.userAgent })(url, options);
      };
    },
  };
}
