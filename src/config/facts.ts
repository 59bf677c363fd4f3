import type { Config } from "../config.ts";
import { VERSION } from "../kit/version.ts";
import { locate, type SslMode } from "../store/location.ts";

const encryption: Readonly<Record<SslMode, string>> = {
  disable: "without TLS",
  allow: "TLS only if the server insists",
  prefer: "TLS if the server offers it",
  require: "TLS, certificate not checked",
  "verify-ca": "TLS, certificate checked",
  "verify-full": "TLS, certificate and host name checked",
};

function databaseFact(address: string): string {
  const place = locate(address);
  if (place.engine === "sqlite") return `SQLite file ${place.filename}`;
  const { host, name, sslMode, isLocal } = place;
  const tls = isLocal && sslMode === "disable" ? "" : ` (${encryption[sslMode]})`;
  return `PostgreSQL at ${host}/${name}${tls}`;
}

function emailFact({ mailUrl, dataDir }: Config): string {
  if (mailUrl === undefined) return `files in ${dataDir}/outbox`;
  const { protocol, host } = new URL(mailUrl);
  return `SMTP at ${protocol}//${host}`;
}

function storageFact({ storage }: Config): string {
  if (storage === undefined) return "in the database";
  const { endpoint, bucket, prefix } = storage;
  return `bucket ${bucket} at ${endpoint}${prefix === "" ? "" : `, under ${prefix}`}`;
}

/** Describes a configuration. */
export function factsOf(config: Config) {
  return {
    version: VERSION,
    database: databaseFact(config.databaseUrl),
    /** Where long inputs and results of jobs are. */
    storage: storageFact(config),
    email: emailFact(config),
    metering: config.metering ? "on" : "off",
    /** Names of the enabled APIs. The others need a source that is not set. */
    apis: config.apis.filter(({ isOff }) => !isOff).map(({ name }) => name),
  };
}
export type Facts = ReturnType<typeof factsOf>;
