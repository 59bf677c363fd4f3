import { consoleKeyId } from "../accounts/console-tokens.ts";
import type { Accounts } from "../accounts/create-accounts.ts";
import type { Config } from "../config.ts";
import type { Log } from "../ops/log.ts";
import { type Crawler, createCrawler } from "../site-audits/crawler.ts";
import { SITE_AUDIT_API } from "../site-audits/site-audit.ts";
import { SiteAuditQueue } from "../site-audits/site-audit-queue.ts";
import { type SiteAuditMetering, SiteAuditRunner } from "../site-audits/site-audit-runner.ts";
import { createSiteAuditSchedules } from "../site-audits/site-audit-schedules.ts";
import { SiteAuditService } from "../site-audits/site-audit-service.ts";
import { type AuditEnded, SiteAuditStore } from "../site-audits/site-audit-store.ts";
import { siteAuditView } from "../site-audits/site-audit-views.ts";
import { emitWebhook } from "../webhooks/emit-webhook.ts";
import type { Calls } from "./calls.ts";
import type { Jobs } from "./jobs.ts";

/** Overrides of the defaults by which this process runs site audits. */
export interface SiteAuditsOptions {
  readonly slots?: number | undefined;
  readonly leaseMs?: number | undefined;
  /** Crawls instead of the API. */
  readonly crawler?: Crawler | undefined;
}

/**
 * Tells webhook endpoints that an audit has ended, and by email that the site of a schedule got worse: in the transaction
 * that ends the audit.
 */
function tellEnded({ emailQueue, now }: Accounts): AuditEnded {
  return async (query, audit, change) => {
    const { account } = audit;
    const at = now();
    // Test keys start none.
    const data = siteAuditView(audit, at);
    await emitWebhook(query, { account, mode: "live", type: "site-audit.completed", data, at });
    if (change?.isWorse !== true) return;
    const { newCount, fixedCount } = change;
    const facts = { url: audit.url, audit: audit.id, newCount, fixedCount };
    await emailQueue.tell("site-audit", account, facts, query);
  };
}

/** Makes what identifies and charges the accounts of audits that run. */
function meteringOf({ authenticator, chargesBy, requestLog }: Accounts): SiteAuditMetering {
  return {
    identify: (keyId, account) => authenticator.identifyById(keyId, account),
    chargesBy,
    requestLog,
  };
}

/** Site audits in the database of the accounts: where they are stored, and what runs them. */
export function createSiteAudits(
  config: Config,
  accounts: Accounts,
  jobs: Pick<Jobs, "bodies" | "reports">,
  log: Log,
  checkUrl: (url: string, parameter: string) => Promise<void>,
  options: SiteAuditsOptions = {},
) {
  const { database, now, state } = accounts;
  const { bodies, reports } = jobs;
  let runner: SiteAuditRunner | undefined;
  const ended = tellEnded(accounts);
  const store = new SiteAuditStore({ database, state, bodies, now, ended, added: () => runner?.wake() });
  const queue = new SiteAuditQueue({ database, now, leaseMs: options.leaseMs, ended });
  const schedules = createSiteAuditSchedules({
    database,
    now,
    start: (audit) => store.create({ ...audit, keyId: consoleKeyId(audit.account) }),
    failed: ({ id }, cause) => log.info("a scheduled site audit was not started", { schedule: id, cause }),
  });
  const crawlerOf = ({ services }: Calls) =>
    options.crawler ?? createCrawler(services, state, config.userAgent);
  return {
    /** Site audits, for every interface. */
    open(calls: Calls) {
      const { metering } = calls.services;
      return new SiteAuditService({
        store,
        schedules,
        crawler: crawlerOf(calls),
        reports,
        baseUrl: config.baseUrl,
        checkUrl,
        checkQuota: async ({ account, grants }) =>
          metering?.charges.check(account, grants, SITE_AUDIT_API, 1),
        brand: async () => {
          const { printedBrand } = await import("../web/brand.ts");
          return printedBrand(config.dataDir);
        },
        now,
      });
    },
    /** Runs site audits in this process until it is stopped. */
    startRunner(calls: Calls): SiteAuditRunner {
      const metering = config.metering ? meteringOf(accounts) : undefined;
      const { startDue } = schedules;
      const parts = { queue, store, crawler: crawlerOf(calls), metering, log, now, startDue };
      runner = new SiteAuditRunner({ ...parts, slots: options.slots, leaseMs: options.leaseMs });
      runner.start();
      return runner;
    },
  };
}

export type SiteAudits = ReturnType<typeof createSiteAudits>;
