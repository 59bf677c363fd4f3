import { readFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import { catalogue, readCatalogue } from "./accounts/catalogue.ts";
import { type Accounts, openAccounts } from "./accounts/open.ts";
import { createOutbox } from "./accounts/outbox.ts";
import { createSmtp } from "./accounts/smtp.ts";
import { apis } from "./apis/index.ts";
import { whenClockGoesBack } from "./apis/uuid/api.ts";
import { createSingle } from "./apis/uuid/encode.ts";
import { createV7 } from "./apis/uuid/generate.ts";
import { OPERATOR_USAGE, runOperator } from "./cli/operator.ts";
import { UsageError } from "./cli/usage-error.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import type { SafeFetch } from "./egress/fetch.ts";
import { accountEndpoints } from "./http/account.ts";
import { adminEndpoints } from "./http/admin.ts";
import { clientOf } from "./http/client.ts";
import { join, lead } from "./http/cluster.ts";
import type { Services } from "./http/context.ts";
import { documentEndpoints } from "./http/documents.ts";
import { operationEndpoints } from "./http/operation.ts";
import { operatorEndpoints } from "./http/operator.ts";
import { planEndpoints } from "./http/plans.ts";
import { drain, ListenError, listen } from "./http/server.ts";
import { Problem } from "./kit/problem.ts";
import { createLog, type Log } from "./ops/log.ts";
import type { MetricsReport } from "./ops/metrics.ts";
import { createReadiness } from "./ops/readiness.ts";
import { Tally } from "./ops/tally.ts";
import { CopyError, copyDatabase } from "./store/copy.ts";
import { openDatabase } from "./store/database.ts";
import { ADDRESSES, isDatabaseAddress } from "./store/location.ts";
import { migrate } from "./store/migrate.ts";
import { accountPages } from "./web/account.tsx";
import { pageEndpoints } from "./web/pages.tsx";

/** The version that upstreams are told. */
const VERSION = "1.0.0";

/** How long answers in progress may take once the process stops, in milliseconds. */
const GRACE_MS = 30_000;

function readCatalogueFile(path: string) {
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new ConfigError("CATALOGUE_FILE is not accepted: it must be a readable file of JSON.");
  }
  try {
    return readCatalogue(data);
  } catch (error) {
    throw new ConfigError(`CATALOGUE_FILE is not accepted: ${(error as Error).message}.`);
  }
}

function databaseOf(config: Config, address = config.databaseUrl) {
  const { databaseConnections: connections, databasePrepare: prepare } = config;
  return openDatabase(address, { connections, prepare });
}

function accountsOf(config: Config, log: Log): Accounts {
  // Printed, not logged: a link is for the person at the terminal, and no log may hold one.
  const print = (line: string) => void process.stderr.write(line);
  const perSecond = config.burstPerSecond;
  return openAccounts({
    database: databaseOf(config),
    catalogue: config.catalogueFile === undefined ? catalogue : readCatalogueFile(config.catalogueFile),
    listing: config.showListing,
    baseUrl: config.baseUrl,
    keyPrefix: config.keyPrefix,
    burst: { perSecond: perSecond / config.webConcurrency, burst: (2 * perSecond) / config.webConcurrency },
    log,
    send:
      config.mailUrl === undefined
        ? createOutbox(joinPath(config.dataDir, "outbox"), print)
        : createSmtp(config.mailUrl, config.mailFrom),
    mailPerHour: config.mailPerHour,
  });
}

/** Two signals closer than this are one. */
const SAME_SIGNAL_MS = 500;

async function openEgress(config: Config): Promise<SafeFetch> {
  const { createFetch } = await import("./egress/fetch.ts");
  return createFetch({
    allowance: config.egressAllow,
    userAgent: `Quintet/${VERSION} (+${config.baseUrl})`,
  });
}

function serve(config: Config): void {
  const log = createLog(config.logLevel);
  const accounts = accountsOf(config, log);
  const tally = new Tally();
  const readiness = createReadiness(
    config.metering ? { database: async () => void (await accounts.database.query`select 1`) } : {},
  );
  whenClockGoesBack((ms) => log.warn("the clock went back; version 7 UUIDs follow it", { ms }));

  // Loaded when first asked for: the metrics library takes longer to load than the server to start.
  let own: Promise<() => Promise<MetricsReport>> | undefined;
  const ownMetrics = async (): Promise<MetricsReport> => {
    own ??= import("./ops/metrics.ts").then(({ createMetrics }) =>
      createMetrics(tally, [
        {
          name: "quintet_mail_oldest_pending_seconds",
          help: "How long the oldest mail that waits has waited; sign-up links are promised within 24 hours.",
          read: accounts.mail.oldestSeconds,
        },
      ]),
    );
    return (await own)();
  };
  const allMetrics = config.worker === undefined ? async () => [await ownMetrics()] : join(ownMetrics);
  const operator = operatorEndpoints({
    metricsToken: config.metricsToken,
    readiness,
    async metrics() {
      const { METRICS_TYPE, writeMetrics } = await import("./ops/metrics.ts");
      return [METRICS_TYPE, await writeMetrics(await allMetrics())];
    },
    peer: (request) => server.peer(request),
  });
  // The HTTP client too: the UUID service alone never needs it.
  let egress: Promise<SafeFetch> | undefined;
  const services: Services = {
    metering: config.metering ? accounts : undefined,
    state: accounts.state,
    async fetch(url, options, client) {
      egress ??= openEgress(config);
      return (await egress)(url, options, client);
    },
  };
  const operations = apis.flatMap((api) =>
    Object.entries(api.operations).flatMap(([id, operation]) =>
      operationEndpoints(api, id, operation, services),
    ),
  );
  const server = listen(
    { port: config.port, host: config.host, reusePort: config.worker !== undefined },
    { baseUrl: config.baseUrl, log, tally, newId: createSingle(createV7()) },
    [
      ...operations,
      ...documentEndpoints(apis, config.baseUrl),
      ...operator,
      ...planEndpoints(accounts),
      ...accountEndpoints({
        accounts,
        pages: accountPages(config.baseUrl),
        baseUrl: config.baseUrl,
        source: (request) => clientOf(request, server.peer(request), config.trustProxy),
      }),
      ...adminEndpoints(accounts, config.adminToken),
      ...pageEndpoints(apis, config.baseUrl),
    ],
  );
  accounts.start();
  log.info("listening", { url: config.baseUrl, port: server.port, worker: config.worker, pid: process.pid });

  let endingSince: number | undefined;
  const end = (drainMs: number) => async () => {
    // A terminal and a launcher may each pass the same signal on; only a later one is a person's second.
    if (endingSince !== undefined && performance.now() - endingSince > SAME_SIGNAL_MS) process.exit(1);
    if (endingSince !== undefined) return;
    endingSince = performance.now();
    await drain(server, readiness, log, { drainMs, graceMs: GRACE_MS });
    await accounts.close();
    process.exit(0);
  };
  process.on("SIGTERM", end(config.drainMs));
  // A person at the keyboard does not wait for a load balancer.
  process.on("SIGINT", end(0));
}

function serveMany(config: Config): void {
  const log = createLog(config.logLevel);
  const command = [process.execPath, import.meta.path, "serve"];
  const cluster = lead({ size: config.webConcurrency, command, environment: process.env, log });
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => void cluster.stop(signal).then(() => process.exit(0)));
  }
}

const USAGE = `quintet serve
${OPERATOR_USAGE}
quintet db migrate
quintet db copy FROM TO`;

const print = (text: string) => void process.stdout.write(text);

/** Runs a command that ends, with the accounts room open. */
async function withAccounts(config: Config, run: (accounts: Accounts) => Promise<void>): Promise<void> {
  const accounts = accountsOf(
    config,
    createLog("error", (line) => void process.stderr.write(line)),
  );
  try {
    await run(accounts);
  } finally {
    await accounts.close();
  }
}

async function runDatabase(config: Config, words: readonly string[]): Promise<void> {
  const [command, from = "", to = "", ...more] = words;
  if (command === "migrate" && words.length === 1) {
    const database = databaseOf(config);
    const ran = await migrate(database);
    await database.close();
    print(ran.length === 0 ? "The tables are up to date.\n" : `Done: ${ran.join(", ")}\n`);
  } else if (
    command === "copy" &&
    more.length === 0 &&
    from !== to &&
    [from, to].every((address) => isDatabaseAddress(address))
  ) {
    const [source, target] = [databaseOf(config, from), databaseOf(config, to)];
    try {
      print(`${JSON.stringify(await copyDatabase(source, target), undefined, 2)}\n`);
    } finally {
      await Promise.all([source.close(), target.close()]);
    }
  } else {
    throw new UsageError(`quintet db migrate\nquintet db copy FROM TO, each ${ADDRESSES}`);
  }
}

async function main(): Promise<void> {
  const [command = "serve", ...rest] = process.argv.slice(2);
  try {
    const config = readConfig(process.env);
    if (command === "serve" && rest.length === 0) {
      if (config.webConcurrency > 1 && config.worker === undefined) serveMany(config);
      else serve(config);
    } else if (["keys", "plan", "usage"].includes(command)) {
      await withAccounts(config, (accounts) => runOperator([command, ...rest], accounts, print));
    } else if (command === "db") {
      await runDatabase(config, rest);
    } else {
      throw new UsageError(USAGE);
    }
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`quintet: the commands are:\n${error.message}\n`);
      process.exit(2);
    }
    const wrong = error instanceof ConfigError || error instanceof ListenError;
    if (!(wrong || error instanceof CopyError || error instanceof Problem)) throw error;
    process.stderr.write(`quintet: ${error.message}\n`);
    process.exit(wrong ? 2 : 1);
  }
}

await main();
