import { readFileSync } from "node:fs";
import { z } from "zod";
import type { RetentionDays } from "./accounts/retention.ts";
import { type AccountsConfig, accountsConfig, accountsVariables } from "./config/accounts.ts";
import { ConfigError } from "./config/config-error.ts";
import { type DatabaseConfig, databaseConfig, databaseVariables } from "./config/database.ts";
import { type EgressConfig, egressConfig, egressVariables } from "./config/egress.ts";
import { type ImagesConfig, imagesConfig, imagesVariables } from "./config/images.ts";
import { paymentsVariables, type StripeConfig, stripeConfig } from "./config/payments.ts";
import { type PdfConfig, pdfConfig, pdfVariables } from "./config/pdf.ts";
import { retentionConfig, retentionVariables } from "./config/retention.ts";
import { type ServerConfig, serverConfig, serverVariables } from "./config/server.ts";
import { type TracesConfig, tracesConfig, traceVariables } from "./config/traces.ts";
import { fileVariables, type UpstreamConfig, upstreamConfig, upstreamVariables } from "./config/upstreams.ts";
import { type WorkConfig, workConfig, workVariables } from "./config/work.ts";

/**
 * Every environment variable that Quintet reads, with its default and its meaning. A variable that is set
 * to nothing counts as not set. `.env.example` and the README's table are held against this by a test.
 */
export const variables = z.object({
  ...serverVariables,
  ...databaseVariables,
  ...accountsVariables,
  ...retentionVariables,
  ...paymentsVariables,
  ...egressVariables,
  ...workVariables,
  ...imagesVariables,
  ...pdfVariables,
  ...upstreamVariables,
  ...traceVariables,
});

/** The environment, read and checked. */
export interface Config
  extends ServerConfig,
    DatabaseConfig,
    AccountsConfig,
    EgressConfig,
    WorkConfig,
    ImagesConfig,
    PdfConfig {
  /** How long rows are kept. */
  readonly retention: RetentionDays;
  /** Undefined where nobody pays. */
  readonly stripe: StripeConfig | undefined;
  readonly upstreams: UpstreamConfig;
  /** Undefined: nothing is traced. */
  readonly traces: TracesConfig | undefined;
}

/** Puts in what `NAME_FILE` names, for the variables that may stand in a file. */
function withFiles(set: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const values = { ...set };
  for (const name of fileVariables) {
    const path = set[`${name}_FILE`];
    if (path === undefined) continue;
    if (set[name] !== undefined) throw new ConfigError(`Set either ${name} or ${name}_FILE, not both.`);
    try {
      values[name] = readFileSync(path, "utf8").trim();
    } catch {
      throw new ConfigError(`${name}_FILE is not accepted: it must be the name of a readable file.`);
    }
  }
  return values;
}

/**
 * Reads the environment. Throws a `ConfigError` that names the first variable at fault and what it
 * accepts; the value itself is not repeated, because it may be a secret in the wrong place.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  // Read once: compiling a parser for it would take longer than it saves.
  const read = variables.safeParse(withFiles(set), { jitless: true });
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new ConfigError(`${issue?.path.join(".")} is not accepted: it must be ${issue?.message}.`);
  }
  const { data } = read;
  if (data.LINKEDIN_SOURCE === "session") {
    for (const name of fileVariables) {
      if (data[name] === undefined) throw new ConfigError(`LINKEDIN_SOURCE=session needs ${name}.`);
    }
  }
  const server = serverConfig(data);
  const database = databaseConfig(data);
  const egress = egressConfig(data, server.baseUrl);
  return {
    ...server,
    ...database,
    ...accountsConfig(data),
    ...retentionConfig(data),
    stripe: stripeConfig(data),
    ...egress,
    ...workConfig(data),
    ...imagesConfig(data, database.dataDir),
    ...pdfConfig(data),
    upstreams: upstreamConfig(data, egress.userAgent),
    traces: tracesConfig(data),
  };
}
