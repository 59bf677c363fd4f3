import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Catalogue, readCatalogue } from "../accounts/catalogue.ts";
import { type Accounts, type AccountsOptions, createAccounts } from "../accounts/create-accounts.ts";
import { defaultCatalogue } from "../accounts/default-catalogue.ts";
import { type EmailTemplates, readEmailTemplates } from "../accounts/email-templates.ts";
import { createOutbox } from "../accounts/outbox.ts";
import { PlansInUse } from "../accounts/plan-versions.ts";
import { createSmtp } from "../accounts/smtp.ts";
import { modules } from "../apis/index.ts";
import type { Config } from "../config.ts";
import { ConfigError } from "../kit/config-error.ts";
import { type DatabaseMetrics, measured } from "../ops/database-metrics.ts";
import { type Log, logLine } from "../ops/log.ts";
import { paymentsOf } from "./payments.ts";
import { databaseOf } from "./services.ts";

/** More than a price list of ten thousand plans has. */
const CATALOGUE_BYTES = 1_000_000;

/** Reads CATALOGUE_FILE. Throws a `ConfigError` that says what is wrong with it. */
export function readCatalogueFile(path: string): Catalogue {
  let data: unknown;
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > CATALOGUE_BYTES) {
    throw new ConfigError("CATALOGUE_FILE is not accepted: it must be at most 1 MB.");
  }
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

const TEMPLATES_FOLDER = "email-templates";

/** The operator's email templates; undefined without a folder of them. Throws a `ConfigError`. */
function emailTemplatesOf({ dataDir }: Config): EmailTemplates | undefined {
  const folder = join(dataDir, TEMPLATES_FOLDER);
  if (!existsSync(folder)) return undefined;
  try {
    return readEmailTemplates(folder);
  } catch (error) {
    const reason = error instanceof TypeError ? error.message : "it must be a folder that can be read";
    throw new ConfigError(`DATA_DIR/${TEMPLATES_FOLDER} is not accepted: ${reason}.`);
  }
}

/** Opens the accounts with this configuration; their database statements are counted in `metrics`. */
export function accountsOf(
  config: Config,
  log: Log,
  metrics: DatabaseMetrics,
  overrides: Partial<AccountsOptions> = {},
): Accounts {
  // Not through the log, whose level may be silent: a link is for the person who started the server. What reads standard error
  // without a terminal may expect lines of JSON.
  const print = (text: string) =>
    void process.stderr.write(
      process.stderr.isTTY ? text : logLine("info", text.trim().replaceAll("\n", " ")),
    );
  const shareOf = (perSecond: number, burst: number) => ({
    perSecond: perSecond / config.webConcurrency,
    burst: burst / config.webConcurrency,
  });
  return createAccounts({
    database: measured(databaseOf(config), metrics),
    catalogue:
      config.catalogueFile === undefined
        ? defaultCatalogue(modules)
        : readCatalogueFile(config.catalogueFile),
    baseUrl: config.baseUrl,
    burst: shareOf(config.burstPerSecond, 2 * config.burstPerSecond),
    freeCpuSeconds: config.freeCpuSecondsPerMinute / config.webConcurrency,
    log,
    unsettledFolder: join(config.dataDir, "unsettled-charges"),
    send:
      config.mailUrl === undefined
        ? createOutbox(join(config.dataDir, "outbox"), print)
        : createSmtp(config.mailUrl, config.mailFrom),
    emailTemplates: emailTemplatesOf(config),
    mailPerHour: config.mailPerHour,
    retention: config.retention,
    encryptionKeys: config.encryptionKeys,
    payments: paymentsOf(config),
    ...overrides,
  });
}

/** How long a start waits for the database to compare plans, in milliseconds. */
const PLANS_MS = 2_000;

/**
 * Compares the plans for sale with those that accounts have. Throws a `ConfigError` if one in use was
 * removed. An unavailable database delays the start by at most two seconds; then the first call compares them.
 */
export async function registerPlans({ planVersions, catalogue: sold, log }: Accounts): Promise<void> {
  const registering = planVersions.register(sold).catch((error: unknown) => {
    if (error instanceof PlansInUse)
      throw new ConfigError(`CATALOGUE_FILE is not accepted. ${error.message}`);
    log.warn("plans are not compared with those that accounts hold yet", { cause: error });
  });
  // A failure after the wait is reported by the first call.
  await Promise.race([registering, Bun.sleep(PLANS_MS)]);
}

/** Reads CATALOGUE_FILE again, for SIGHUP. An invalid file changes nothing: the log says why. */
export async function reloadCatalogue(config: Config, accounts: Accounts): Promise<void> {
  const { log } = accounts;
  if (config.catalogueFile === undefined) {
    log.warn("SIGHUP: CATALOGUE_FILE is not set, so there is nothing to reload");
    return;
  }
  try {
    await accounts.replaceCatalogue(readCatalogueFile(config.catalogueFile));
    log.info("the catalogue is reloaded", { plans: accounts.catalogue.plans.length });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.error("the catalogue is not reloaded: the one before stays in use", { reason });
  }
}
