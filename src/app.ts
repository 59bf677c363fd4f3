import type { Accounts, AccountsOptions } from "./accounts/create-accounts.ts";
import { type CallsOverrides, createCalls } from "./app/calls.ts";
import { createJobs, type JobsOptions } from "./app/jobs.ts";
import { accountsOf, registerPlans, reloadCatalogue } from "./app/open-accounts.ts";
import type { createServer } from "./app/server.ts";
import { prepareApis } from "./app/services.ts";
import { createSiteAudits, type SiteAuditsOptions } from "./app/site-audits.ts";
import { tracesOf } from "./app/traces.ts";
import { createWebhooks, type WebhooksOptions } from "./app/webhooks.ts";
import type { Config } from "./config.ts";
import { Clients } from "./http/core/client-ip.ts";
import type { Endpoint } from "./http/core/endpoint.ts";
import type { Send } from "./http/core/in-process.ts";
import type { DrainOptions, Listening, ServerOptions } from "./http/core/server.ts";
import type { Api, SampleContext } from "./kit/descriptor.ts";
import type { OpenDownload } from "./kit/download.ts";
import { DatabaseMetrics } from "./ops/database-metrics.ts";
import { createLog, type Log } from "./ops/log.ts";
import { SITE_AUDIT_API } from "./site-audits/site-audit.ts";

/** Parts that replace those of the configuration. */
export interface AppOverrides extends CallsOverrides {
  readonly log?: Log;
  readonly accounts?: Partial<AccountsOptions>;
  readonly jobs?: JobsOptions;
  readonly siteAudits?: SiteAuditsOptions;
  readonly webhooks?: WebhooksOptions;
  /** False: availability is not measured. */
  readonly measures?: boolean;
}

/** Quintet in this process, for one configuration. */
export interface App {
  /** The APIs with the settings of the configuration. */
  readonly apis: readonly Api[];
  readonly accounts: Accounts;
  readonly log: Log;
  /** Calls an operation inside this process: checked, metered, counted and logged like a call over HTTP. */
  readonly call: Send;
  /** All endpoints of the server. */
  endpoints(): Promise<readonly Endpoint[]>;
  /**
   * Checks what takes too long for `createApp`: the plans that are held, models. Only the first process of a server tries
   * models out. Throws a `ConfigError` for what would stop a start.
   */
  prepare(isFirst: boolean): Promise<void>;
  /** Listens, and begins what runs beside requests. Throws a `ListenError` if the port is not free. */
  start(options?: ServerOptions): Promise<Listening>;
  /** Runs jobs of these APIs, without a server. */
  work(apis: ReadonlySet<string>): void;
  /** Ends what was started, after `drainMs` and `graceMs` where it listens, and closes the database. */
  stop(options?: DrainOptions): Promise<void>;
  /** Reads CATALOGUE_FILE again. An invalid file changes nothing: the log says why. */
  reloadCatalogue(): Promise<void>;
  /** Opens downloads from a server that the operator named, which may be private. */
  downloadFrom(baseUrl: string): OpenDownload;
}

/** Opens downloads from `baseUrl`, which may be private; what it redirects to may not. */
function openDownload(config: Config, baseUrl: string): OpenDownload {
  return async (url, options) => {
    const [{ allowTarget }, { createDownload }] = await Promise.all([
      import("./egress/allowance.ts"),
      import("./egress/download.ts"),
    ]);
    const allowance = allowTarget(config.egressAllow, baseUrl);
    return createDownload({ allowance, userAgent: config.userAgent })(url, options);
  };
}

/** Checks URLs as those that are fetched are checked, without a request. */
function urlCheck({ egressAllow }: Config): SampleContext["checkUrl"] {
  return async (url, parameter) => {
    const { checkUrl } = await import("./egress/url-policy.ts");
    checkUrl(url, undefined, egressAllow, parameter);
  };
}

/** Background work: jobs and site audits of some APIs, and deliveries of webhooks. */
function createBackground(
  config: Config,
  calls: ReturnType<typeof createCalls>,
  parts: {
    readonly jobs: ReturnType<typeof createJobs>;
    readonly siteAudits: ReturnType<typeof createSiteAudits>;
    readonly webhooks: ReturnType<typeof createWebhooks>;
  },
) {
  const running: { stop(graceMs: number): Promise<void> }[] = [];
  return {
    /** `crawls`: whether this process runs site audits too. */
    start(names: ReadonlySet<string>, crawls: boolean): void {
      running.push(parts.jobs.startWorker(calls, names));
      if (crawls) running.push(parts.siteAudits.startRunner(calls));
      if (config.metering) running.push(parts.webhooks.startSender(calls.made.internals.work));
    },
    /** `graceMs`: how long work in progress may take to end, in milliseconds. */
    async stop(graceMs: number): Promise<void> {
      await Promise.all(running.map((one) => one.stop(graceMs)));
    },
  };
}

/**
 * Puts Quintet together: the one place where its parts meet. The server, the commands of operators and tests use it.
 * Nothing is connected to or opened before it is needed, and the server is loaded when it starts. Throws a `ConfigError`
 * for settings that this machine cannot meet.
 */
export async function createApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const { log = createLog(config.logLevel), measures = true } = overrides;
  const database = new DatabaseMetrics();
  const accounts = accountsOf(config, log, database, overrides.accounts);
  const trace = await tracesOf(config, log);
  const clients = new Clients(config.trustProxy);
  const metering = config.metering ? { ...accounts, clients, checkUrl: urlCheck(config) } : undefined;
  const jobs = createJobs(config, accounts, log, overrides.jobs);
  const { submitter } = jobs;
  const webhooks = createWebhooks(config, accounts, log, overrides.webhooks);
  const calls = createCalls(
    config,
    log,
    { state: accounts.state, metering, trace, jobs: submitter, reports: jobs.reports },
    overrides,
  );
  const { apis, call, made } = calls;
  let server: ReturnType<typeof createServer> | undefined;
  const siteAudits = createSiteAudits(config, accounts, jobs, log, urlCheck(config), overrides.siteAudits);
  const background = createBackground(config, calls, { jobs, siteAudits, webhooks });
  const opened = async () => {
    const module = await import("./app/server.ts");
    const parts = { ...calls, jobs, siteAudits, webhooks, config, log, accounts, database, clients };
    server ??= module.createServer(parts, measures);
    return server;
  };
  return {
    apis,
    accounts,
    log,
    call,
    endpoints: async () => (await opened()).endpoints,
    async prepare(isFirst) {
      if (config.metering && isFirst) await registerPlans(accounts);
      if (isFirst) await jobs.prepare();
      await prepareApis(apis, isFirst);
    },
    async start(options = { ...config, reusePort: config.worker !== undefined }) {
      const listening = (await opened()).start(options);
      if (config.isDrill !== true) background.start(new Set(apis.map(({ name }) => name)), true);
      return listening;
    },
    work(names) {
      accounts.start();
      background.start(names, names.has(SITE_AUDIT_API));
    },
    async stop(options = { drainMs: 0, graceMs: 0 }) {
      await Promise.all([server?.stop(options), background.stop(options.graceMs)]);
      await made.close();
      await accounts.close();
      await trace?.close();
    },
    reloadCatalogue: () => reloadCatalogue(config, accounts),
    downloadFrom: (baseUrl) => openDownload(config, baseUrl),
  };
}
