import { migrateOnFirstUse } from "../store/migrate-on-first-use.ts";
import { openDatabase } from "../store/open-database.ts";
import { createState } from "../store/state.ts";
import { Coverage } from "../upstream/coverage.ts";
import type { Settings } from "../upstream/settings.ts";
import { createUpstream } from "../upstream/upstream.ts";
import type { DemoSites } from "../web/demos.ts";

const HOUR_MS = 3_600_000;

/** Nothing is asked of anybody, so nothing is spared. */
const settings: Settings = {
  baseUrl: "https://{host}",
  userAgent: "Quintet",
  robots: "permitted",
  robotsVariable: "",
  concurrency: 0,
  minIntervalMs: 0,
  dailyCap: 0,
  circuitMs: 0,
  circuitMaxMs: HOUR_MS,
  retries: 0,
  freshMs: 0,
  staleMs: 0,
  keepMs: HOUR_MS,
  absentMs: 0,
  maxWaitMs: 1_000,
  timeoutMs: 1_000,
  maxBytes: 1_000_000,
};

let opened: DemoSites | undefined;

/** The sites of the demos, with a database in memory: pages of our own stand in for the sites' pages. */
export function demoSites(): DemoSites {
  opened ??= open();
  return opened;
}

function open(): DemoSites {
  const coverage = new Coverage();
  return {
    state: createState(migrateOnFirstUse(openDatabase("sqlite::memory:")), { now: Date.now }),
    upstreams: {
      amazon: {
        ...createUpstream("products", settings, coverage),
        source: "page",
        defaultMarketplace: "com",
      },
      linkedin: {
        ...createUpstream("profiles", settings, coverage),
        source: "public",
        cookies: undefined,
      },
    },
  };
}
