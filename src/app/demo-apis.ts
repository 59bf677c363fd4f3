import { modules } from "../apis/index.ts";
import { ConcurrencyLimit } from "../http/core/concurrency-limit.ts";
import type { ServerDeps } from "../http/core/error-response.ts";
import { openPaths, type Send } from "../http/core/in-process.ts";
import type { Services } from "../http/metering/context.ts";
import { operationsOf } from "../http/metering/operation.ts";
import { type ApiDeps, describeApi } from "../kit/define-api.ts";
import type { Api } from "../kit/descriptor.ts";
import { REPORT_MS } from "../kit/shared-report.ts";
import type { State } from "../kit/state.ts";
import { ownWork } from "../kit/work.ts";
import { RequestMetrics } from "../ops/request-metrics.ts";
import { migrateOnFirstUse } from "../store/migrate-on-first-use.ts";
import { openDatabase } from "../store/open-database.ts";
import { createState } from "../store/state.ts";
import { SHOWN_ID, sampleFetch } from "../web/demo-samples.ts";

/** The APIs as pages show them: those that read sites have settings with which they read samples of our own. */
export function demoApis(served: readonly Api[], deps: ApiDeps): readonly Api[] {
  return served.map((api) => {
    const module = modules.find(({ name }) => name === api.name);
    return module === undefined || Object.keys(module.demo).length === 0
      ? api
      : describeApi(module, module.demo, { ...deps, fieldCounter: { note() {}, fail() {} } });
  });
}

/** Requests of one API that pages make at once, and those that may wait. */
const CONCURRENCY = { places: 64, queue: 128 };

/** The link of the example that shares its report: nothing is stored. */
const sharedNow = () => ({
  path: "/reports/4yT0mJ0q8b9J2nq3wW0W4v2n1bG2m5a6" as const,
  expiresAt: new Date(Date.now() + REPORT_MS).toISOString(),
});

/** Dependencies that calls of pages share with the server; without `fetch`, they read samples. */
type Shared = Pick<Services, "run" | "uploads"> & Partial<Pick<Services, "fetch">>;

/** Services of calls that nobody pays for: what they store is in memory. */
function demoServices({ run, uploads, fetch = sampleFetch }: Shared): Services {
  let state: State | undefined;
  return {
    metering: undefined,
    uploads,
    concurrency: new ConcurrencyLimit(CONCURRENCY),
    fetch,
    run: (job, input, client) => run(job, input, client, ownWork),
    pipe: () => Promise.reject(new TypeError("a demo runs no program")),
    browse: () => Promise.reject(new TypeError("a demo has no browser")),
    reports: { share: async () => sharedNow() },
    get state() {
      state ??= createState(migrateOnFirstUse(openDatabase("sqlite::memory:")), { now: Date.now });
      return state;
    },
  };
}

/** Calls operations for the examples of pages: no key, no charge, not counted as requests of this server. */
export function createDemoSend(
  apis: readonly Api[],
  { baseUrl, log }: Pick<ServerDeps, "baseUrl" | "log">,
  services: Shared,
): Send {
  let made: Send | undefined;
  const open = () => {
    const endpoints = operationsOf(apis, demoServices(services));
    const quiet = { ...log, debugs: false };
    return openPaths(
      { baseUrl, newId: () => SHOWN_ID, log: quiet, requestMetrics: new RequestMetrics() },
      endpoints,
    );
  };
  return (...call) => {
    made ??= open();
    return made(...call);
  };
}
