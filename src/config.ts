import { z } from "zod";
import { modules } from "./apis/index.ts";
import { type AccountsConfig, accountsConfig, accountsVariables } from "./config/accounts.ts";
import { type DatabaseConfig, databaseConfig, databaseVariables } from "./config/database.ts";
import { type EgressConfig, egressConfig, egressVariables } from "./config/egress.ts";
import {
  formerNames,
  formerNamesOf,
  formerSecrets,
  removedVariables,
  withFormerNames,
} from "./config/former.ts";
import { findMisspelled, type Misspelled } from "./config/misspelled.ts";
import { paymentsVariables, type StripeConfig, stripeConfig } from "./config/payments.ts";
import { fileVariableOf, withSecretFiles } from "./config/secrets.ts";
import { type ServerConfig, serverConfig, serverVariables } from "./config/server.ts";
import { type TracesConfig, tracesConfig, traceVariables } from "./config/traces.ts";
import { type WorkConfig, workConfig, workVariables } from "./config/work.ts";
import { ConfigError } from "./kit/config-error.ts";
import type { ConfiguredApi, Environment, Variables } from "./kit/define-api.ts";
import { isSecret } from "./kit/setting-kinds.ts";

/** The variables of everything but the APIs. */
const serverShape = z.object({
  ...serverVariables,
  ...databaseVariables,
  ...accountsVariables,
  ...paymentsVariables,
  ...egressVariables,
  ...workVariables,
  ...traceVariables,
});

/**
 * Every environment variable that Quintet reads, with its default and its meaning: those of the server, and those that
 * the modules of the APIs declare. A variable that is set to nothing counts as not set. `.env.example` and the README's
 * table are held against this by a test.
 */
export const variables: Variables = Object.assign(
  { ...serverShape.shape },
  ...modules.map((module) => module.variables),
);

/** The environment, read and checked. */
export interface Config extends ServerConfig, DatabaseConfig, AccountsConfig, EgressConfig, WorkConfig {
  /** The number of this worker, from its command line; undefined for a single process and for the primary. */
  readonly worker?: number | undefined;
  /** Whether the database is a copy, whose jobs, site audits and webhooks another server runs; from the command line. */
  readonly isDrill?: boolean;
  /** Undefined where nobody pays. */
  readonly stripe: StripeConfig | undefined;
  /** Each API with its settings, in the order of `apis/index.ts`. */
  readonly apis: readonly ConfiguredApi[];
  /** Undefined: nothing is traced. */
  readonly traces: TracesConfig | undefined;
}

const names = Object.keys(variables);

/** The variables that hold a secret. Each may be in a file instead: `NAME_FILE` is its path. */
export const secretVariables: readonly string[] = names.filter((name) => {
  const schema = variables[name];
  return schema !== undefined && isSecret(schema);
});

/** The name of every variable, with those that say in which file a secret is. */
export const variableNames: readonly string[] = [...names, ...secretVariables.map(fileVariableOf)];

/** A variable of today, and those of 1.0.0 that are read in its place, secrets also as the file that they are in. */
export function spellingsOf(name: string): readonly string[] {
  const secrets = new Set<string>([...secretVariables, ...formerSecrets]);
  return [name, ...formerNamesOf(name)].flatMap((spelling) =>
    secrets.has(spelling) ? [spelling, fileVariableOf(spelling)] : [spelling],
  );
}

/** Variables that the commands and the launcher read besides `variables`. */
const OTHER_VARIABLES = ["QUINTET_SERVER", "QUINTET_KEY", "QUINTET_CWD"];

/** Lists the variables of the environment that are probably misspelled settings. */
export function misspelledIn(environment: Environment): readonly Misspelled[] {
  const known = new Set([...formerNames, ...formerSecrets.map(fileVariableOf)]);
  const set = Object.keys(environment).filter((name) => (environment[name] ?? "") !== "" && !known.has(name));
  return findMisspelled(set, [...variableNames, ...OTHER_VARIABLES]);
}

/** The configuration, or all errors that stop a start. */
type Outcome = { readonly config: Config } | { readonly errors: readonly [string, ...string[]] };

/** Reads the environment; errors are a line each and repeat no value, which may be a secret in the wrong place. */
function readAll(environment: Environment): Outcome {
  const errors = [
    ...removedVariables(environment),
    ...misspelledIn(environment).map(
      ({ name, meant }) => `${name}: did you mean ${meant}? Correct the name, or unset the variable.`,
    ),
  ];
  /** The result of a step that may throw a `ConfigError`; undefined after one. */
  const attempt = <Result>(step: () => Result): Result | undefined => {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      errors.push(error.message);
      return undefined;
    }
  };
  const config = attempt(() => {
    const secrets = [...secretVariables, ...formerSecrets];
    const { values, sources } = withFormerNames(withSecretFiles(environment, names, secrets));
    const explain = ({ path, message }: z.core.$ZodIssue) => {
      const name = String(path[0]);
      const spelled = sources.get(name) ?? [name];
      const source = spelled.map((one) =>
        values[fileVariableOf(one)] === undefined ? one : fileVariableOf(one),
      );
      const rule = spelled.includes(name) ? "it must be" : `it is read as ${name}, which must be`;
      return `${source.join(" and ")} is not accepted: ${rule} ${message}.`;
    };
    // Read once: compiling a parser for it would take longer than it saves.
    const read = serverShape.safeParse(values, { jitless: true });
    if (!read.success) errors.push(...read.error.issues.map(explain));
    const apis = modules.flatMap((module) => {
      const configured = attempt(() => module.configure(values));
      if (configured === undefined || !("issues" in configured)) return configured ?? [];
      errors.push(...configured.issues.map(explain));
      return [];
    });
    return read.success ? configOf(read.data, apis) : undefined;
  });
  // Two modules may share a variable.
  const [first, ...more] = new Set(errors);
  if (first !== undefined) return { errors: [first, ...more] };
  if (config === undefined) throw new TypeError("an environment without errors has a configuration");
  return { config };
}

/** Lists everything in the environment that stops a start, one line each; empty where nothing does. */
export function configErrors(environment: Environment): readonly string[] {
  const read = readAll(environment);
  return "errors" in read ? read.errors : [];
}

/**
 * Reads the environment. Throws a `ConfigError` that names the first variable at fault and what it
 * accepts; the value itself is not repeated, because it may be a secret in the wrong place.
 */
export function readConfig(environment: Environment): Config {
  const read = readAll(environment);
  if ("errors" in read) throw new ConfigError(read.errors[0]);
  return read.config;
}

function configOf(data: z.output<typeof serverShape>, apis: readonly ConfiguredApi[]): Config {
  const server = serverConfig(data);
  return {
    ...server,
    ...databaseConfig(data),
    ...accountsConfig(data),
    stripe: stripeConfig(data),
    ...egressConfig(data, server.baseUrl),
    ...workConfig(data),
    apis,
    traces: tracesConfig(data),
  };
}
