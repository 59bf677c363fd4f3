import { z } from "zod";
import type { RetentionDays } from "./accounts/retention.ts";
import { type AccountsConfig, accountsConfig, accountsVariables } from "./config/accounts.ts";
import { ConfigError } from "./config/config-error.ts";
import { type DatabaseConfig, databaseConfig, databaseVariables } from "./config/database.ts";
import { type EgressConfig, egressConfig, egressVariables } from "./config/egress.ts";
import { formerNames, formerNamesOf, formerSecrets, withFormerNames } from "./config/former.ts";
import { type ImagesConfig, imagesConfig, imagesVariables } from "./config/images.ts";
import { findMisspelled, type Misspelled } from "./config/misspelled.ts";
import { paymentsVariables, type StripeConfig, stripeConfig } from "./config/payments.ts";
import { type PdfConfig, pdfConfig, pdfVariables } from "./config/pdf.ts";
import { retentionConfig, retentionVariables } from "./config/retention.ts";
import { fileVariableOf, secretVariables, withSecretFiles } from "./config/secrets.ts";
import { type ServerConfig, serverConfig, serverVariables } from "./config/server.ts";
import { type TracesConfig, tracesConfig, traceVariables } from "./config/traces.ts";
import { type UpstreamConfig, upstreamConfig, upstreamVariables } from "./config/upstreams.ts";
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

type Environment = Readonly<Record<string, string | undefined>>;

const names = Object.keys(variables.shape);

/** The name of every variable, with those that say in which file a secret is. */
export const variableNames: readonly string[] = [...names, ...secretVariables.map(fileVariableOf)];

/** A variable of today, and those of 1.0.0 that are read in its place, secrets also as the file that they are in. */
export function spellingsOf(name: string): readonly string[] {
  const secrets = new Set<string>([...secretVariables, ...formerSecrets]);
  return [name, ...formerNamesOf(name)].flatMap((spelling) =>
    secrets.has(spelling) ? [spelling, fileVariableOf(spelling)] : [spelling],
  );
}

/** What the commands and the launcher read beside `variables`. */
const OTHER_VARIABLES = ["QUINTET_SERVER", "QUINTET_KEY", "QUINTET_CWD"];

/** A variable of the environment that was probably meant to be one of ours. */
export function misspelledIn(environment: Environment): Misspelled | undefined {
  const known = new Set([...formerNames, ...formerSecrets.map(fileVariableOf)]);
  const set = Object.keys(environment).filter((name) => (environment[name] ?? "") !== "" && !known.has(name));
  return findMisspelled(set, [...variableNames, ...OTHER_VARIABLES]);
}

/**
 * Finds everything in the environment that stops a start, one line each; values are not repeated, because one may be a
 * secret in the wrong place. Without errors there are the values.
 */
function parse(environment: Environment): {
  readonly errors: readonly string[];
  readonly data: z.output<typeof variables> | undefined;
} {
  const misspelled = misspelledIn(environment);
  const errors =
    misspelled === undefined
      ? []
      : [`${misspelled.name}: did you mean ${misspelled.meant}? Correct the name, or unset the variable.`];
  let values: Environment;
  let sources: ReadonlyMap<string, readonly string[]>;
  try {
    ({ values, sources } = withFormerNames(withSecretFiles(environment, names)));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { errors: [...errors, error.message], data: undefined };
  }
  // Read once: compiling a parser for it would take longer than it saves.
  const read = variables.safeParse(values, { jitless: true });
  if (read.success) return { errors, data: read.data };
  const invalid = read.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    const spelled = sources.get(name) ?? [name];
    const source = spelled.map((one) =>
      values[fileVariableOf(one)] === undefined ? one : fileVariableOf(one),
    );
    const isOld = !spelled.includes(name);
    const rule = isOld ? `it is read as ${name}, which must be` : "it must be";
    return `${source.join(" and ")} is not accepted: ${rule} ${message}.`;
  });
  return { errors: [...errors, ...invalid], data: undefined };
}

/** Lists everything in the environment that stops a start, one line each; empty where nothing does. */
export function configErrors(environment: Environment): readonly string[] {
  const { errors } = parse(environment);
  if (errors.length > 0) return errors;
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return [error.message];
    throw error;
  }
}

/**
 * Reads the environment. Throws a `ConfigError` that names the first variable at fault and what it
 * accepts; the value itself is not repeated, because it may be a secret in the wrong place.
 */
export function readConfig(environment: Environment): Config {
  const { errors, data } = parse(environment);
  const [first] = errors;
  if (data === undefined || first !== undefined)
    throw new ConfigError(first ?? "The environment is not accepted.");
  if (data.LINKEDIN_SOURCE === "session" && data.LINKEDIN_COOKIE === undefined)
    throw new ConfigError("LINKEDIN_SOURCE=session needs LINKEDIN_COOKIE.");
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
