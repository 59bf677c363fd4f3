import type { Catalogue } from "../../src/accounts/catalogue.ts";
import type { Accounts, AccountsOptions } from "../../src/accounts/create-accounts.ts";
import type { SendEmail } from "../../src/accounts/email-queue.ts";
import { apis } from "../../src/apis/default-apis.ts";
import { type App, type AppOverrides, createApp } from "../../src/app.ts";
import { type Config, readConfig } from "../../src/config.ts";
import { readAllowance } from "../../src/egress/allowance.ts";
import {
  type ConcurrencyCounts,
  ConcurrencyLimit,
  type ConcurrencyOptions,
} from "../../src/http/core/concurrency-limit.ts";
import type { Listening } from "../../src/http/core/server.ts";
import { Problem } from "../../src/kit/problem.ts";
import { createLog, type LogLevel } from "../../src/ops/log.ts";
import type { Database } from "../../src/store/database.ts";
import { openDatabase } from "../../src/store/open-database.ts";
import { paidApi } from "../fixtures/paid-api.ts";
import { catalogue } from "../fixtures/suite-catalogue.ts";
import { CONNECTIONS } from "./connections.ts";
import { RETENTION } from "./retention.ts";
import { dump, secretsIn } from "./secrets.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { testUploads } from "./uploads.ts";

export interface TestAppOptions {
  readonly address: string;
  /** Connections to PostgreSQL. */
  readonly connections?: number;
  /** Wraps the database, to watch its statements. */
  readonly wrap?: (database: Database) => Database;
  readonly unsettledFolder?: string;
  readonly catalogue?: Catalogue;
  readonly metering?: boolean;
  readonly perSecond?: number;
  readonly burst?: number;
  readonly freeCpuSeconds?: number;
  readonly concurrency?: ConcurrencyOptions;
  readonly send?: SendEmail;
  readonly mailPerHour?: number;
  readonly retention?: AccountsOptions["retention"];
  readonly now?: () => number;
  readonly payments?: AccountsOptions["payments"];
  readonly contact?: string;
  readonly operators?: readonly string[];
  readonly port?: number;
  readonly reusePort?: boolean;
  readonly level?: LogLevel;
  readonly write?: (line: string) => void;
  readonly jobs?: AppOverrides["jobs"];
  readonly jobLimits?: Config["jobLimits"];
  readonly siteAudits?: AppOverrides["siteAudits"];
  readonly webhooks?: AppOverrides["webhooks"];
  /** Whether it has every API with what it fetches and runs, instead of the invented one. */
  readonly everyApi?: boolean;
  /** What outgoing requests may reach in spite of the rules, as `EGRESS_ALLOW`. */
  readonly allow?: string;
}

/** The whole app on a free port of loopback, with the invented API beside the real ones. */
export interface TestApp extends AsyncDisposable {
  readonly url: string;
  readonly accounts: Accounts;
  readonly server: Listening;
  /** Every endpoint of the server. */
  endpoints: App["endpoints"];
  /** What each API works on now. */
  concurrency(): ConcurrencyCounts[];
  /** Lines of the log. When the app closes, it throws where they or the database hold a secret. */
  readonly lines: string[];
  /** Keys and tokens that are known to have been given out. */
  readonly secrets: Set<string>;
  /** A new account with one key. */
  key(email: string, options?: { plans?: string[]; apis?: string[] }): Promise<string>;
  get(path: string, key?: string, headers?: Record<string, string>): Promise<Response>;
}

export const ADMIN_TOKEN = "admin-token-of-the-tests";

/** Services that no test of accounts uses. */
const idle = {
  fetch: () => Promise.reject(new TypeError("a test of accounts fetches nothing")),
  run: () => {
    throw new TypeError("a test of accounts runs no job");
  },
  pipe: () => Promise.reject(new TypeError("a test of accounts runs no program")),
  browse: () => Promise.reject(new TypeError("a test of accounts renders no page")),
};

/** The configuration without variables, read once: that takes a tenth of the time of opening an app. */
let defaults: Config | undefined;

export async function openTestApp(options: TestAppOptions): Promise<TestApp> {
  defaults ??= readConfig({});
  const lines: string[] = [];
  const secrets = new Set<string>([ADMIN_TOKEN]);
  const { send = async () => {}, wrap = (database) => database } = options;
  const log = createLog(options.level ?? "debug", options.write ?? ((line) => void lines.push(line)));
  const { payments, now = Date.now, everyApi: isWhole = false } = options;
  const concurrency = new ConcurrencyLimit(options.concurrency ?? { places: 64, queue: 128 });
  const config: Config = {
    ...defaults,
    baseUrl: "http://quintet.test",
    dataDir: temporaryFolder(),
    trustProxy: true,
    metering: options.metering ?? true,
    contact: options.contact,
    adminToken: ADMIN_TOKEN,
    operatorEmails: [...(options.operators ?? [])],
    stripe: payments,
    egressAllow: readAllowance(options.allow ?? ""),
    ...(options.jobLimits === undefined ? {} : { jobLimits: options.jobLimits }),
  };
  const app = await createApp(config, {
    log,
    ...(isWhole ? {} : { apis: [...apis.filter((api) => api.access === "open"), paidApi] }),
    measures: false,
    ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
    ...(options.siteAudits === undefined ? {} : { siteAudits: options.siteAudits }),
    ...(options.webhooks === undefined ? {} : { webhooks: options.webhooks }),
    accounts: {
      database: wrap(openDatabase(options.address, { connections: options.connections ?? CONNECTIONS })),
      catalogue: options.catalogue ?? catalogue,
      burst: { perSecond: options.perSecond ?? 1e6, burst: options.burst ?? 1e6 },
      freeCpuSeconds: options.freeCpuSeconds ?? 6e7,
      unsettledFolder: options.unsettledFolder,
      send(message) {
        const token = /\/confirm\/([\w-]+)/.exec(message.text)?.[1];
        if (token !== undefined) secrets.add(token);
        return send(message);
      },
      mailPerHour: options.mailPerHour ?? 500,
      retention: options.retention ?? RETENTION,
      payments,
      now,
    },
    services: {
      concurrency,
      uploads: testUploads(),
      ...(isWhole ? {} : idle),
    },
  });
  const { accounts } = app;
  const server = await app.start({
    port: options.port ?? 0,
    host: "127.0.0.1",
    reusePort: options.reusePort ?? false,
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    accounts,
    server,
    endpoints: app.endpoints,
    concurrency: () => concurrency.counts(),
    lines,
    secrets,
    async key(email, { plans = [], apis: scope } = {}) {
      const { account } = await accounts.accountStore.ensure(email);
      if (plans.length > 0) await accounts.accountStore.setPlans(account.id, plans);
      return (await accounts.keys.create(account.id, "test", scope ?? null)).key;
    },
    get: (path, key, headers = {}) =>
      fetch(url + path, {
        headers: { ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }), ...headers },
      }),
    async [Symbol.asyncDispose]() {
      await server.stop(1_000);
      const stored = await dump(accounts.database).catch((error: unknown) => {
        // A test may have ended with its database away.
        if (error instanceof Problem && error.code === "storage-unavailable") return "";
        throw error;
      });
      const found = [...secretsIn(lines.join(""), secrets, true), ...secretsIn(stored, secrets, false)];
      if (found.length > 0) throw new Error(`secrets in the log or the database: ${found.join(", ")}`);
      await app.stop();
    },
  };
}
