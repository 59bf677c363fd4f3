import { tmpdir } from "node:os";
import { type Catalogue, catalogue, type Listing } from "../src/accounts/catalogue.ts";
import { type Accounts, type AccountsOptions, createAccounts } from "../src/accounts/create-accounts.ts";
import type { SendEmail } from "../src/accounts/email-queue.ts";
import { apis } from "../src/apis/index.ts";
import { accountEndpoints } from "../src/http/accounts/account-endpoints.ts";
import { planEndpoints } from "../src/http/accounts/plans.ts";
import { adminAccountEndpoints } from "../src/http/admin/admin-accounts.ts";
import { adminEndpoints } from "../src/http/admin/admin-endpoints.ts";
import { clientIp } from "../src/http/core/client-ip.ts";
import { ConcurrencyLimit, type ConcurrencyOptions } from "../src/http/core/concurrency-limit.ts";
import {
  createIpRateLimit,
  limitRejections,
  NOT_FOUND_LIMIT,
  REJECTION_LIMIT,
} from "../src/http/core/ip-rate-limit.ts";
import { type Listening, listen } from "../src/http/core/server.ts";
import { Uploads } from "../src/http/core/upload.ts";
import { operationEndpoints } from "../src/http/metering/operation.ts";
import { Problem } from "../src/kit/problem.ts";
import { createLog, type LogLevel } from "../src/ops/log.ts";
import { RequestMetrics } from "../src/ops/request-metrics.ts";
import type { Database } from "../src/store/database.ts";
import { openDatabase } from "../src/store/open-database.ts";
import type { Upstreams } from "../src/upstream/upstreams.ts";
import { accountPages } from "../src/web/account.tsx";
import { adminPages } from "../src/web/admin.tsx";
import { loadAssets } from "../src/web/assets.ts";
import { paidApi } from "./paid-api.ts";
import { RETENTION } from "./retention.ts";
import { dump, secretsIn } from "./secrets.ts";

export interface HouseOptions {
  readonly address: string;
  /** Wraps the database, to watch its statements. */
  readonly wrap?: (database: Database) => Database;
  readonly unsettledFolder?: string;
  readonly catalogue?: Catalogue;
  readonly listing?: Listing;
  readonly metering?: boolean;
  readonly perSecond?: number;
  readonly burst?: number;
  readonly freeCpuSeconds?: number;
  readonly lanes?: ConcurrencyOptions;
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
  readonly upstreams?: Upstreams;
}

const noUpstreams: Upstreams = {
  get amazon(): never {
    throw new TypeError("a test of accounts reads no site");
  },
  get linkedin(): never {
    throw new TypeError("a test of accounts reads no site");
  },
};

/** The whole house on a free port of loopback, with the invented API beside the real ones. */
export interface House extends AsyncDisposable {
  readonly url: string;
  readonly accounts: Accounts;
  readonly server: Listening;
  /** Lines of the log. When the house closes, it throws where they or the database hold a secret. */
  readonly lines: string[];
  /** Keys and tokens that are known to have been given out. */
  readonly secrets: Set<string>;
  /** A new account with one key. */
  key(email: string, options?: { plans?: string[]; apis?: string[] }): Promise<string>;
  get(path: string, key?: string, headers?: Record<string, string>): Promise<Response>;
}

export const ADMIN_TOKEN = "admin-token-of-the-tests";

export async function openHouse(options: HouseOptions): Promise<House> {
  const lines: string[] = [];
  const secrets = new Set<string>([ADMIN_TOKEN]);
  const { send = async () => {}, wrap = (database) => database } = options;
  const log = createLog(options.level ?? "debug", options.write ?? ((line) => void lines.push(line)));
  const accounts = createAccounts({
    database: wrap(openDatabase(options.address)),
    catalogue: options.catalogue ?? catalogue,
    listing: options.listing ?? "landing",
    baseUrl: "http://quintet.test",
    keyPrefix: "qt_live_",
    burst: { perSecond: options.perSecond ?? 1e6, burst: options.burst ?? 1e6 },
    freeCpuSeconds: options.freeCpuSeconds ?? 6e7,
    log,
    unsettledFolder: options.unsettledFolder,
    send(message) {
      const token = /\/confirm\/([\w-]+)/.exec(message.text)?.[1];
      if (token !== undefined) secrets.add(token);
      return send(message);
    },
    mailPerHour: options.mailPerHour ?? 500,
    retention: options.retention ?? RETENTION,
    payments: options.payments,
    now: options.now ?? Date.now,
  });
  const services = {
    concurrency: new ConcurrencyLimit(options.lanes ?? { places: 64, queue: 128 }),
    metering: options.metering === false ? undefined : accounts,
    state: accounts.state,
    uploads: new Uploads({
      maxBytes: 1_000_000,
      patienceMs: 15_000,
      deadlineMs: 120_000,
      folders: [tmpdir()],
      keepFreeBytes: 0,
      inMemory: 2,
    }),
    upstreams: options.upstreams ?? noUpstreams,
    fetch: () => Promise.reject(new TypeError("a test of accounts fetches nothing")),
    run: () => {
      throw new TypeError("a test of accounts runs no job");
    },
    recogniser: undefined,
    pipe: () => Promise.reject(new TypeError("a test of accounts runs no program")),
  };
  const source = (request: Request) => clientIp(request, server.peer(request), true);
  const ipRateLimit = createIpRateLimit(source, REJECTION_LIMIT);
  const site = async () => ({ baseUrl: "http://quintet.test", assets: await loadAssets(), metering: true });
  const server: Listening = listen(
    { port: options.port ?? 0, host: "127.0.0.1", reusePort: options.reusePort ?? false },
    {
      baseUrl: "http://quintet.test",
      log,
      requestMetrics: new RequestMetrics(),
      notFoundLimit: createIpRateLimit(source, NOT_FOUND_LIMIT),
      newId: () => Bun.randomUUIDv7(),
    },
    [
      ...[...apis.filter((api) => api.access === "open"), paidApi].flatMap((api) =>
        Object.entries(api.operations).flatMap(([id, operation]) =>
          operationEndpoints(api, id, operation, services),
        ),
      ),
      ...planEndpoints(accounts),
      ...accountEndpoints({
        accounts,
        pages: async () =>
          accountPages(await site(), options.payments === undefined ? [] : [options.payments.apiUrl]),
        contact: options.contact,
        payOrigins: options.payments === undefined ? [] : [options.payments.apiUrl],
        baseUrl: "http://quintet.test",
        source,
        ipRateLimit,
      }),
      ...limitRejections(adminEndpoints(accounts, ADMIN_TOKEN, source), ipRateLimit),
      ...adminAccountEndpoints({
        accounts,
        pages: async () => adminPages(await site()),
        access: {
          token: ADMIN_TOKEN,
          emails: options.operators ?? [],
          baseUrl: "http://quintet.test",
          source,
        },
        ipRateLimit,
      }),
    ],
  );
  accounts.start();
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    accounts,
    server,
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
      await accounts.close();
    },
  };
}
