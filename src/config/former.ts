/** How a variable of the release before is read: the name that has its place, and what that one holds with it. */
interface Replaced {
  readonly by: string;
  /** The value of `by`, which wins where it is set too; undefined where the old variable changes nothing. */
  as(value: string, current: string | undefined): string | undefined;
}

/** A variable with another name. */
const renamed = (by: string): Replaced => ({ by, as: (value, current) => current ?? value });

/** A variable that is now one entry of a list. */
function entry(by: string, name: string, separator = ","): Replaced {
  return {
    by,
    as(value, current = "") {
      const names = current.split(separator).map((part) => part.split("=", 1)[0]?.trim());
      if (names.includes(name)) return current;
      return [...(current === "" ? [] : [current]), `${name}=${value}`].join(separator);
    },
  };
}

/** A switch that is now a parameter of the database's URL. */
function databaseParameter(name: string): Replaced {
  return {
    by: "DATABASE_URL",
    as(value, current) {
      const url = value === "off" && current !== undefined ? URL.parse(current) : null;
      if (url === null || !/^postgres/.test(url.protocol) || url.searchParams.has(name)) return current;
      url.searchParams.set(name, "false");
      return url.href;
    },
  };
}

const limits = (site: string) => ({
  [`${site}_MIN_INTERVAL_MS`]: entry(`${site}_LIMITS`, "interval-ms"),
  [`${site}_CONCURRENCY`]: entry(`${site}_LIMITS`, "concurrency"),
  [`${site}_DAILY_CAP`]: entry(`${site}_LIMITS`, "daily"),
  [`${site}_CIRCUIT_MS`]: entry(`${site}_LIMITS`, "pause-ms"),
  [`${site}_STALE_S`]: entry(`${site}_LIMITS`, "stale-seconds"),
  [`${site}_TTL_S`]: entry(`${site}_LIMITS`, "fresh-seconds"),
});

/** Variables of 1.0.0 with another name or form. docs/releases.md says how long they are read. */
const replaced: Readonly<Record<string, Replaced>> = {
  CONTACT: renamed("SALES_EMAIL"),
  // One failure was worth half a CPU second.
  FAILURES_PER_MINUTE: {
    by: "FREE_CPU_SECONDS_PER_MINUTE",
    as: (value, current) =>
      current ?? (/^\d{1,9}$/.test(value) ? String(Math.ceil(Number(value) / 2)) : value),
  },
  DATABASE_PREPARE: databaseParameter("prepare"),
  DATABASE_DURABLE_COUNTERS: databaseParameter("durable_counters"),
  PDF_OCR_LANGUAGE: { by: "PDF_OCR", as: (value, current) => (current === "on" ? value : current) },
  PDF_OCR_WEIGHT: entry("PDF_OCR_LIMITS", "weight"),
  PDF_OCR_PAGES: entry("PDF_OCR_LIMITS", "pages"),
  ...limits("AMAZON"),
  ...limits("LINKEDIN"),
  AMAZON_BASE_URL: entry("UPSTREAM_URLS", "amazon"),
  LINKEDIN_BASE_URL: entry("UPSTREAM_URLS", "linkedin"),
  MODELS_BASE_URL: entry("UPSTREAM_URLS", "models"),
  STRIPE_API_URL: entry("UPSTREAM_URLS", "stripe"),
  LINKEDIN_COOKIE_LI_AT: entry("LINKEDIN_COOKIE", "li_at", "; "),
  LINKEDIN_COOKIE_JSESSIONID: entry("LINKEDIN_COOKIE", "JSESSIONID", "; "),
};

/** Variables that were removed since 1.0.0, and what replaces each: one that is set stops the start. */
const removed: Readonly<Record<string, string>> = {
  SHOW_LISTING: "The plans of the landing page are sold; sell others with CATALOGUE_FILE.",
  KEY_PREFIX: "New keys begin with qt_live_; existing keys keep working.",
  MODELS_DIR: "Move the models to the folder models in DATA_DIR.",
  QUINTET_WORKER: "Quintet numbers its processes by itself.",
  UPLOAD_PATIENCE_SECONDS: "After 15 s, an upload must have reached 10 KB a second.",
  SANDBOX_KEEP: "One process of each kind stays ready.",
  SANDBOX_IDLE_SECONDS: "Other processes end after 30 s without work.",
  SANDBOX_QUEUE: "32 runs may wait for a process, or 16 for each of SANDBOX_PROCESSES.",
  API_CONCURRENCY: "A process runs 64 requests of an API at once.",
  API_QUEUE: "128 requests of an API may wait in a process.",
  IMAGES_THREADS: "A model runs on 2 threads.",
  PDF_OCR_SECONDS: "OCR has 60 s for each request.",
  UPSTREAM_CONTACT: "Add the address to UPSTREAM_USER_AGENT.",
  UPSTREAM_MAX_WAIT_MS: "A request waits at most 1.5 s for its turn at a site.",
  UPSTREAM_TIMEOUT_MS: "A site has 10 s to respond.",
  UPSTREAM_MAX_BYTES: "A page of a site may have 8 MB.",
  AMAZON_ACCEPT_LANGUAGE: "Pages are requested in the language of the marketplace.",
  LINKEDIN_PROFILE_DECORATION: "The newest known one is used.",
  LINKEDIN_COMPANY_DECORATION: "The newest known one is used.",
};

/** Secrets among the variables of 1.0.0: each may be in a file too. */
export const formerSecrets = ["LINKEDIN_COOKIE_LI_AT", "LINKEDIN_COOKIE_JSESSIONID"] as const;

/** The name of every variable of 1.0.0 that has another name or form, or is gone. */
export const formerNames: readonly string[] = [...Object.keys(replaced), ...Object.keys(removed)];

/** The variables of 1.0.0 that are aliases of a current one. */
export function formerNamesOf(name: string): readonly string[] {
  return Object.keys(replaced).filter((former) => replaced[former]?.by === name);
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads variables of 1.0.0 as those of today. `sources` has the old names that a value comes from, for errors: an
 * operator looks for the name that is written down.
 */
export function withFormerNames(environment: Environment): {
  readonly values: Environment;
  readonly sources: ReadonlyMap<string, readonly string[]>;
} {
  const values = { ...environment };
  const sources = new Map<string, readonly string[]>();
  for (const [former, { by, as }] of Object.entries(replaced)) {
    const value = environment[former];
    if (value === undefined) continue;
    const next = as(value, values[by]);
    if (next === values[by]) continue;
    values[by] = next;
    sources.set(by, [...(sources.get(by) ?? []), former]);
  }
  return { values, sources };
}

const isSet = (environment: Environment, name: string) => (environment[name] ?? "") !== "";

/** Lists a warning for each variable of 1.0.0 that is set and has another name now. Values are not repeated. */
export function deprecatedVariables(environment: Environment): string[] {
  return Object.entries(replaced)
    .filter(([name]) => isSet(environment, name) || isSet(environment, `${name}_FILE`))
    .map(([name, { by }]) => `${name} is deprecated: set ${by} instead. A later release ignores ${name}.`);
}

/** Lists an error for each removed variable that is set. Values are not repeated. */
export function removedVariables(environment: Environment): string[] {
  return Object.entries(removed)
    .filter(([name]) => isSet(environment, name))
    .map(([name, rule]) => `${name} was removed: unset it. ${rule}`);
}
