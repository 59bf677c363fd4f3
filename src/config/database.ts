import { readFileSync } from "node:fs";
import { z } from "zod";
import { readS3Url, S3_URLS } from "../egress/s3-place.ts";
import { numbers, secret, wholeNumber } from "../kit/setting-kinds.ts";
import {
  ADDRESS_PARAMETERS,
  ADDRESSES,
  hasKnownParameters,
  isDatabaseAddress,
  rootCertificateOf,
} from "../store/location.ts";

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

/** Keys of an operator, the newest first, separated by commas. */
function encryptionKeys(text: string): readonly string[] {
  return text.split(",").map((key) => key.trim());
}

/** The total where inputs and results are in the database, in megabytes. */
const TOTAL_MB = 4_000;
const MEGABYTE = 1_000_000;

/** The variables of what is kept, and where. */
export const databaseVariables = {
  DATA_DIR: z.string().default("./data").describe("The folder for Quintet's data."),
  DATABASE_URL: secret(
    z
      .string()
      .refine(hasKnownParameters, { error: ADDRESS_PARAMETERS, abort: true })
      .refine(isDatabaseAddress, ADDRESSES)
      .refine(hasCertificate, "a URL whose sslrootcert is the path of a readable file of certificates (PEM)")
      .optional(),
    `${ADDRESSES}. Default: a SQLite file in DATA_DIR. Parameters of PostgreSQL: sslmode, sslrootcert, prepare=false, durable_counters=false.`,
  ),
  DATABASE_CONNECTIONS: wholeNumber(1, 100)
    .default(10)
    .describe("The maximum number of PostgreSQL connections of each process, in all its pools together."),
  STORAGE_URL: secret(
    z
      .string()
      .refine((text) => readS3Url(text) !== undefined, S3_URLS)
      .optional(),
    "An S3-compatible store for inputs and results of jobs over 64 KB: s3://KEY:SECRET@HOST/BUCKET/PREFIX. If not set, they are in the database. Parameters: region, style=virtual, tls=false.",
  ),
  JOB_STORAGE_MB: numbers({ account: [1, 100_000_000, 500], total: [0, 100_000_000, 0] }).describe(
    `The megabytes that inputs and results of jobs may take, of one account and in total. total=0 means ${TOTAL_MB}, and no limit with STORAGE_URL.`,
  ),
  ENCRYPTION_KEY: secret(
    z
      .string()
      .refine(
        (text) => encryptionKeys(text).every((key) => /^[\x21-\x2b\x2d-\x7e]{32,256}$/.test(key)),
        "32 to 256 visible characters without spaces and commas, such as the output of openssl rand -hex 32; to rotate it, the new key, a comma and the earlier one",
      )
      .optional(),
    "The key that protects the keys of accounts, with which inputs and results of jobs are encrypted. If not set, it is generated and stored in the database.",
  ),
};

/** The folder and the database as the environment has them. */
export function databaseConfig(data: z.output<z.ZodObject<typeof databaseVariables>>) {
  const { account, total } = data.JOB_STORAGE_MB;
  const totalMb = total || (data.STORAGE_URL === undefined ? TOTAL_MB : undefined);
  return {
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL ?? `sqlite:${data.DATA_DIR}/quintet.db`,
    databaseConnections: data.DATABASE_CONNECTIONS,
    /** Where long inputs and results of jobs are; undefined for the database. */
    storage: data.STORAGE_URL === undefined ? undefined : readS3Url(data.STORAGE_URL),
    /** What inputs and results of jobs may take. */
    jobLimits: {
      accountBytes: account * MEGABYTE,
      totalBytes: totalMb === undefined ? undefined : totalMb * MEGABYTE,
    },
    /** The newest first; empty for a key in the database. */
    encryptionKeys: data.ENCRYPTION_KEY === undefined ? [] : encryptionKeys(data.ENCRYPTION_KEY),
  };
}
export type DatabaseConfig = ReturnType<typeof databaseConfig>;
