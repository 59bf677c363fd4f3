import { availableParallelism } from "node:os";
import { apis } from "./apis/index.ts";
import { whenClockGoesBack } from "./apis/uuid/api.ts";
import { createSingle } from "./apis/uuid/encode.ts";
import { createV7 } from "./apis/uuid/generate.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import type { SafeFetch } from "./egress/fetch.ts";
import { join, lead } from "./http/cluster.ts";
import { documentEndpoints } from "./http/documents.ts";
import { operationEndpoints, type Services } from "./http/operation.ts";
import { operatorEndpoints } from "./http/operator.ts";
import { drain, ListenError, listen } from "./http/server.ts";
import { createLog, type Log } from "./ops/log.ts";
import type { MetricsReport } from "./ops/metrics.ts";
import { createReadiness } from "./ops/readiness.ts";
import { Tally } from "./ops/tally.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { pageEndpoints } from "./web/pages.tsx";

/** The version that upstreams are told. */
const VERSION = "1.0.0";

/** How long answers in progress may take once the process stops, in milliseconds. */
const GRACE_MS = 30_000;

/** Two signals closer than this are one. */
const SAME_SIGNAL_MS = 500;

async function openEgress(config: Config): Promise<SafeFetch> {
  const { createFetch } = await import("./egress/fetch.ts");
  return createFetch({
    allowance: config.egressAllow,
    userAgent: `Quintet/${VERSION} (+${config.baseUrl})`,
  });
}

async function openSandbox(config: Config, log: Log): Promise<Sandbox> {
  const { createSandbox } = await import("./sandbox/sandbox.ts");
  const inAll = config.sandboxProcesses ?? availableParallelism();
  return createSandbox({
    size: Math.max(1, Math.ceil(inAll / config.webConcurrency)),
    queue: config.sandboxQueue,
    onFailure: (fields) => log.warn("a process of the sandbox was ended", fields),
  });
}

function serve(config: Config): void {
  const log = createLog(config.logLevel);
  const tally = new Tally();
  const readiness = createReadiness();
  whenClockGoesBack((ms) => log.warn("the clock went back; version 7 UUIDs follow it", { ms }));

  let poolCounts: Sandbox["counts"] = () => [];

  // Loaded when first asked for: the metrics library takes longer to load than the server to start.
  let own: Promise<() => Promise<MetricsReport>> | undefined;
  const ownMetrics = async (): Promise<MetricsReport> => {
    own ??= import("./ops/metrics.ts").then(({ createMetrics }) => createMetrics(tally, () => poolCounts()));
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
  // These too: the UUID service alone never needs them.
  let sandbox: Promise<Sandbox> | undefined;
  let egress: Promise<SafeFetch> | undefined;
  const services: Services = {
    async fetch(url, options, client) {
      egress ??= openEgress(config);
      return (await egress)(url, options, client);
    },
    async *run(job, input, client) {
      sandbox ??= openSandbox(config, log).then((opened) => {
        poolCounts = opened.counts;
        return opened;
      });
      yield* (await sandbox).run(job, input, client);
    },
    uploadMaxBytes: config.uploadMaxBytes,
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
      ...pageEndpoints(apis, config.baseUrl),
    ],
  );
  log.info("listening", { url: config.baseUrl, port: server.port, worker: config.worker, pid: process.pid });

  let endingSince: number | undefined;
  const end = (drainMs: number) => async () => {
    // A terminal and a launcher may each pass the same signal on; only a later one is a person's second.
    if (endingSince !== undefined && performance.now() - endingSince > SAME_SIGNAL_MS) process.exit(1);
    if (endingSince !== undefined) return;
    endingSince = performance.now();
    await drain(server, readiness, log, { drainMs, graceMs: GRACE_MS });
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

function main(): void {
  const [command = "serve", ...rest] = process.argv.slice(2);
  if (command !== "serve" || rest.length > 0) {
    process.stderr.write("quintet: the one command is: quintet serve\n");
    process.exit(2);
  }
  try {
    const config = readConfig(process.env);
    if (config.webConcurrency > 1 && config.worker === undefined) serveMany(config);
    else serve(config);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof ListenError)) throw error;
    process.stderr.write(`quintet: ${error.message}\n`);
    process.exit(2);
  }
}

main();
