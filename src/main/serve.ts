import { apis } from "../apis/index.ts";
import { whenClockGoesBack } from "../apis/uuid/api.ts";
import { createSingle } from "../apis/uuid/encode.ts";
import { createV7 } from "../apis/uuid/generate.ts";
import type { Config } from "../config.ts";
import { accountContracts } from "../http/accounts/account-contracts.ts";
import { accountEndpoints } from "../http/accounts/account-endpoints.ts";
import { planEndpoints } from "../http/accounts/plans.ts";
import { adminAccountEndpoints } from "../http/admin/admin-accounts.ts";
import { adminEndpoints } from "../http/admin/admin-endpoints.ts";
import { healthEndpoints } from "../http/admin/health-metrics.ts";
import { clientIp } from "../http/core/client-ip.ts";
import { createInProcess } from "../http/core/in-process.ts";
import {
  createIpRateLimit,
  limitRejections,
  NOT_FOUND_LIMIT,
  REJECTION_LIMIT,
} from "../http/core/ip-rate-limit.ts";
import { openApiEndpoints } from "../http/core/openapi-endpoints.ts";
import { securityTxtEndpoint } from "../http/core/security-txt.ts";
import { drain, listen } from "../http/core/server.ts";
import { readKey } from "../http/metering/api-key.ts";
import { operationEndpoints } from "../http/metering/operation.ts";
import { VERSION } from "../kit/version.ts";
import { ownWork } from "../kit/work.ts";
import { mcpEndpoint } from "../mcp/endpoint.ts";
import { type Tool, toolsOf } from "../mcp/tools.ts";
import { DatabaseMetrics } from "../ops/database-metrics.ts";
import { EventLoopMonitor } from "../ops/event-loop.ts";
import { createLog } from "../ops/log.ts";
import { RequestMetrics } from "../ops/request-metrics.ts";
import { createPages } from "../web/pages.tsx";
import { accountsOf, registerPlans, reloadCatalogue } from "./accounts.ts";
import { availabilityOf } from "./availability.ts";
import { captureOutput } from "./captured-output.ts";
import { factsOf } from "./facts.ts";
import { metricsOf } from "./metrics.ts";
import { payOriginsOf } from "./payments.ts";
import { peopleEndpoints } from "./people.ts";
import { readinessOf } from "./readiness.ts";
import { servicesOf } from "./services.ts";
import { tracesOf } from "./traces.ts";

// Longer than 150 lines because all parts of a serving process meet here.

/** How long answers in progress may take once the process stops, in milliseconds. */
export const GRACE_MS = 30_000;

/** Two signals closer than this are one. */
const SAME_SIGNAL_MS = 500;

// The file is longer than 150 lines because it is one list: what a server is put together from.
/** Serves in this process until a signal ends it. Throws a `ListenError` when the port cannot be had. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  captureOutput(log);
  const database = new DatabaseMetrics();
  const accounts = accountsOf(config, log, database);
  if (config.metering && config.worker === undefined) await registerPlans(accounts);
  const requestMetrics = new RequestMetrics();
  const eventLoop = new EventLoopMonitor(log);
  const readiness = readinessOf(config, accounts, eventLoop, log);
  whenClockGoesBack((ms) => log.warn("the clock went back; version 7 UUIDs follow it", { ms }));
  const trace = await tracesOf(config, log);
  const { services, pools, coverage, ...counted } = servicesOf(config, accounts, log, trace);
  const internals = { ...counted.internals, database };
  const operator = healthEndpoints({
    metricsToken: config.metricsToken,
    readiness,
    metrics: metricsOf(config, requestMetrics, accounts, pools, coverage, internals, eventLoop),
    peer: (request) => server.peer(request),
  });
  const operations = apis.flatMap((api) =>
    Object.entries(api.operations).flatMap(([id, operation]) =>
      operationEndpoints(api, id, operation, services),
    ),
  );
  const source = (request: Request) => clientIp(request, server.peer(request), config.trustProxy);
  const door = {
    baseUrl: config.baseUrl,
    log,
    requestMetrics,
    trace,
    work: internals.work,
    notFoundLimit: createIpRateLimit(source, NOT_FOUND_LIMIT),
    newId: createSingle(createV7()),
  };
  // Made with the first message of an agent: most installations never see one.
  let tools: readonly Tool[] | undefined;
  const mcp = mcpEndpoint({
    tools: () => {
      tools ??= toolsOf(apis, createInProcess(door, operations), config.baseUrl);
      return tools;
    },
    version: VERSION,
    baseUrl: config.baseUrl,
    uploads: services.uploads,
    identify: config.metering
      ? async (headers) => (await accounts.authenticator.identify(readKey(headers))).account
      : undefined,
    source,
    onError: (cause) => log.debug("an agent's message was refused", { cause }),
  });
  const payOrigins = payOriginsOf(config);
  const ipRateLimit = createIpRateLimit(source, REJECTION_LIMIT);
  const availability = availabilityOf(apis, operations, accounts.database, requestMetrics);
  const pages = createPages({
    apis,
    baseUrl: config.baseUrl,
    metering: config.metering,
    catalogue: accounts.catalogue,
    listing: accounts.listing,
    payOrigins,
    availability: availability.meter,
    run: (signal) => (job, input) => services.run(job, input, signal, ownWork),
    sites: async () => (await import("./demo-sites.ts")).demoSites(),
  });
  const server = listen(
    { port: config.port, host: config.host, reusePort: config.worker !== undefined },
    door,
    [
      ...operations,
      ...openApiEndpoints(
        apis,
        Object.values(accountContracts(Object.keys(accounts.catalogue.meters))),
        config.baseUrl,
      ),
      ...planEndpoints(accounts),
      ...accountEndpoints({
        accounts,
        pages: pages.accountPages,
        baseUrl: config.baseUrl,
        contact: config.contact,
        payOrigins,
        source,
        ipRateLimit,
      }),
      ...limitRejections(
        [
          ...operator,
          ...adminEndpoints(accounts, config.adminToken, source),
          ...peopleEndpoints(accounts.state, config.adminToken),
        ],
        ipRateLimit,
      ),
      ...adminAccountEndpoints({
        accounts,
        pages: pages.adminPages,
        access: { token: config.adminToken, emails: config.operatorEmails, baseUrl: config.baseUrl, source },
        ipRateLimit,
      }),
      ...pages.endpoints,
      securityTxtEndpoint(config.securityContact, config.baseUrl),
      mcp,
    ],
  );
  accounts.start();
  availability.start();
  eventLoop.start();
  readiness.start();
  log.info("listening", {
    url: config.baseUrl,
    port: server.port,
    ...factsOf(config),
    worker: config.worker,
    pid: process.pid,
  });

  let endingSince: number | undefined;
  const end = (drainMs: number) => async () => {
    // A terminal and a launcher may each pass the same signal on; only a later one is a person's second.
    if (endingSince !== undefined && performance.now() - endingSince > SAME_SIGNAL_MS) process.exit(1);
    if (endingSince !== undefined) return;
    endingSince = performance.now();
    await drain(server, readiness, log, { drainMs, graceMs: GRACE_MS });
    readiness.stop();
    await availability.stop();
    await accounts.close();
    await trace?.close();
    process.exit(0);
  };
  process.on("SIGTERM", end(config.drainMs));
  // A person at the keyboard does not wait for a load balancer.
  process.on("SIGINT", end(0));
  // From a terminal that was closed it means the same; else it asks for the catalogue to be read again.
  const hangUp = process.stdout.isTTY ? end(0) : () => reloadCatalogue(config, accounts);
  process.on("SIGHUP", () => void hangUp());
}
