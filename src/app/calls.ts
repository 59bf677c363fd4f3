import type { Config } from "../config.ts";
import { openPaths } from "../http/core/in-process.ts";
import type { Services } from "../http/metering/context.ts";
import { operationsOf } from "../http/metering/operation.ts";
import type { Api } from "../kit/descriptor.ts";
import type { Log } from "../ops/log.ts";
import { RequestMetrics } from "../ops/request-metrics.ts";
import { createCrawler } from "../site-audits/crawler.ts";
import { migrateOnFirstUse } from "../store/migrate-on-first-use.ts";
import { createState } from "../store/state.ts";
import { databaseOf, prepareApis, type ServicesOptions, servicesOf } from "./services.ts";
import { tracesOf } from "./traces.ts";

/** Parts that replace those of the configuration. */
export interface CallsOverrides {
  readonly apis?: readonly Api[];
  readonly services?: Partial<Services>;
}

/** The names of the APIs that need a source that is not set. */
export function offApis({ apis }: Config): ReadonlySet<string> {
  return new Set(apis.filter(({ isOff }) => isOff).map(({ name }) => name));
}

/** The APIs that can deliver something with these settings. */
export function switchedOn(config: Config, apis: readonly Api[]): readonly Api[] {
  const off = offApis(config);
  return apis.filter(({ name }) => !off.has(name));
}

/** Makes the operations of the APIs, and the way to call them inside this process. */
export function createCalls(
  config: Config,
  log: Log,
  options: ServicesOptions,
  overrides: CallsOverrides = {},
) {
  const made = servicesOf(config, log, options);
  const services = { ...made.services, ...overrides.services };
  const apis = overrides.apis ?? made.createApis();
  const operations = operationsOf(apis, services);
  const deps = {
    baseUrl: config.baseUrl,
    log,
    requestMetrics: new RequestMetrics(),
    trace: options.trace,
    work: made.internals.work,
    // A third of the time that our generator takes for one UUID as a string, and IDs of requests promise no order.
    newId: () => Bun.randomUUIDv7(),
  };
  return { made, services, apis, operations, deps, call: openPaths(deps, operations) };
}

export type Calls = ReturnType<typeof createCalls>;

/**
 * Opens the operations for calls by the person at this machine: no key, no charge, no accounts. Nothing is connected to
 * before it is needed.
 */
export async function openLocalCalls(config: Config, log: Log) {
  const database = migrateOnFirstUse(databaseOf(config));
  const trace = await tracesOf(config, log);
  const state = createState(database, { now: Date.now });
  const { apis, call, made } = createCalls(config, log, { state, metering: undefined, trace });
  return {
    apis,
    call,
    /** Crawls sites. */
    crawler: () => createCrawler(made.services, undefined, config.userAgent),
    /** Finds the programs and models that operations use. Throws a `ConfigError` for one that is missing. */
    prepare: () => prepareApis(apis, false),
    async close() {
      await made.close();
      await database.close();
      await trace?.close();
    },
  };
}
