import { readFileSync } from "node:fs";
import { z } from "zod";
import { secret, wholeNumber } from "../kit/setting-kinds.ts";
import { ADDRESSES, isDatabaseAddress, rootCertificateOf } from "../store/location.ts";

/** Whether the file of the CA is there, where the address names one: the library would fail with each connection. */
function hasCertificate(address: string): boolean {
  const path = rootCertificateOf(address);
  if (path === undefined) return true;
  try {
    return readFileSync(path, "utf8").includes("-----BEGIN CERTIFICATE-----");
  } catch {
    return false;
  }
}

/** The variables of what is kept, and where. */
export const databaseVariables = {
  DATA_DIR: z.string().default("./data").describe("The folder for Quintet's data."),
  DATABASE_URL: secret(
    z
      .string()
      .refine(isDatabaseAddress, ADDRESSES)
      .refine(hasCertificate, "a URL whose sslrootcert is the path of a readable file of certificates (PEM)")
      .optional(),
    `${ADDRESSES}. Default: a SQLite file in DATA_DIR. Parameters of PostgreSQL: sslmode, sslrootcert, prepare=false, durable_counters=false.`,
  ),
  DATABASE_CONNECTIONS: wholeNumber(1, 100)
    .default(10)
    .describe("The maximum number of PostgreSQL connections of each process, in all its pools together."),
};

/** Where what is kept is kept, and how it is reached. */
export interface DatabaseConfig {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly databaseConnections: number;
}

/** The folder and the database as the environment has them. */
export function databaseConfig(data: z.output<z.ZodObject<typeof databaseVariables>>): DatabaseConfig {
  return {
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL ?? `sqlite:${data.DATA_DIR}/quintet.db`,
    databaseConnections: data.DATABASE_CONNECTIONS,
  };
}
