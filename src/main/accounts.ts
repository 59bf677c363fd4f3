import { readFileSync } from "node:fs";
import { join } from "node:path";
import { catalogue, readCatalogue } from "../accounts/catalogue.ts";
import { type Accounts, openAccounts } from "../accounts/open.ts";
import { createOutbox } from "../accounts/outbox.ts";
import { createSmtp } from "../accounts/smtp.ts";
import { ConfigError } from "../config/config-error.ts";
import type { Config } from "../config.ts";
import { DatabaseTally, measured } from "../ops/database-tally.ts";
import type { Log } from "../ops/log.ts";
import { openDatabase } from "../store/database.ts";
import { paymentsOf } from "./payments.ts";

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

/** Opens the database of this installation, or the one at `address`. */
export function databaseOf(config: Config, address = config.databaseUrl) {
  const { databaseConnections: connections, databasePrepare: prepare } = config;
  return openDatabase(address, { connections, prepare, durableCounters: config.databaseDurableCounters });
}

/** Text for a person as one line of the form of the log: what is no terminal may collect lines of JSON. */
function asJsonLine(text: string): string {
  const message = text.trim().replaceAll("\n", " ");
  return `${JSON.stringify({ time: new Date().toISOString(), level: "info", message })}\n`;
}

/** Opens the accounts room as the environment says; what it asks of its database is counted in `tally`. */
export function accountsOf(config: Config, log: Log, tally = new DatabaseTally()): Accounts {
  // Not through the log, whose level may be silent: a link is for the person who started the server.
  const print = (text: string) => void process.stderr.write(process.stderr.isTTY ? text : asJsonLine(text));
  const shareOf = (perSecond: number, burst: number) => ({
    perSecond: perSecond / config.webConcurrency,
    burst: burst / config.webConcurrency,
  });
  return openAccounts({
    database: measured(databaseOf(config), tally),
    catalogue: config.catalogueFile === undefined ? catalogue : readCatalogueFile(config.catalogueFile),
    listing: config.showListing,
    baseUrl: config.baseUrl,
    keyPrefix: config.keyPrefix,
    burst: shareOf(config.burstPerSecond, 2 * config.burstPerSecond),
    freeCpuSeconds: config.freeCpuSecondsPerMinute / config.webConcurrency,
    log,
    unsettledFolder: join(config.dataDir, "unsettled-charges"),
    send:
      config.mailUrl === undefined
        ? createOutbox(join(config.dataDir, "outbox"), print)
        : createSmtp(config.mailUrl, config.mailFrom),
    mailPerHour: config.mailPerHour,
    retention: config.retention,
    payments: paymentsOf(config),
  });
}
