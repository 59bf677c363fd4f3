import { describe, expect, test } from "bun:test";
import { configErrors, readConfig, variableNames } from "../config.ts";
import { deprecatedVariables, formerNames, removedVariables, withFormerNames } from "./former.ts";

const url = "postgresql://user:word@db.example.com/q";

/** What is read of these values, without the functions that make the APIs. */
function settingsOf(values: Record<string, string>) {
  const { apis, ...config } = readConfig(values);
  return { ...config, apis: apis.map(({ name, settings, isOff }) => ({ name, settings, isOff })) };
}

describe("a variable of 1.0.0", () => {
  test.each<[Record<string, string>, Record<string, string>]>([
    [{ CONTACT: "a@example.com" }, { SALES_EMAIL: "a@example.com" }],
    [{ CONTACT: "a@example.com", SALES_EMAIL: "b@example.com" }, { SALES_EMAIL: "b@example.com" }],
    [{ FAILURES_PER_MINUTE: "61" }, { FREE_CPU_SECONDS_PER_MINUTE: "31" }],
    [{ DATABASE_URL: url, DATABASE_PREPARE: "off" }, { DATABASE_URL: `${url}?prepare=false` }],
    [
      { DATABASE_URL: url, DATABASE_DURABLE_COUNTERS: "off" },
      { DATABASE_URL: `${url}?durable_counters=false` },
    ],
    [{ DATABASE_URL: url, DATABASE_PREPARE: "on" }, { DATABASE_URL: url }],
    [{ DATABASE_PREPARE: "off" }, {}],
    [{ DATABASE_URL: "sqlite:q.db", DATABASE_PREPARE: "off" }, { DATABASE_URL: "sqlite:q.db" }],
    [{ PDF_OCR: "on", PDF_OCR_LANGUAGE: "deu" }, { PDF_OCR: "deu" }],
    [{ PDF_OCR_LANGUAGE: "deu" }, {}],
    [{ PDF_OCR: "off", PDF_OCR_LANGUAGE: "deu" }, { PDF_OCR: "off" }],
    [
      { AMAZON_MIN_INTERVAL_MS: "5", AMAZON_CONCURRENCY: "3", AMAZON_STALE_S: "0" },
      { AMAZON_LIMITS: "interval-ms=5,concurrency=3,stale-seconds=0" },
    ],
    [{ LINKEDIN_DAILY_CAP: "9", LINKEDIN_LIMITS: "daily=7" }, { LINKEDIN_LIMITS: "daily=7" }],
    [{ LINKEDIN_CIRCUIT_MS: "9", LINKEDIN_LIMITS: "daily=7" }, { LINKEDIN_LIMITS: "daily=7,pause-ms=9" }],
    [
      { AMAZON_BASE_URL: "http://a.test/{host}", STRIPE_API_URL: "http://s.test" },
      { UPSTREAM_URLS: "amazon=http://a.test/{host},stripe=http://s.test" },
    ],
    [{ LINKEDIN_BASE_URL: "http://l.test/{host}" }, { UPSTREAM_URLS: "linkedin=http://l.test/{host}" }],
    [
      { MODELS_BASE_URL: "http://m.test", UPSTREAM_URLS: "models=http://n.test" },
      { UPSTREAM_URLS: "models=http://n.test" },
    ],
    [{ AMAZON_TTL_S: "60" }, { AMAZON_LIMITS: "fresh-seconds=60" }],
    [{ PDF_OCR_PAGES: "3", PDF_OCR_WEIGHT: "2" }, { PDF_OCR_LIMITS: "weight=2,pages=3" }],
  ])("%p is %p", (before, now) => {
    const { values } = withFormerNames(before);
    const read = Object.fromEntries(Object.entries(values).filter(([name]) => !formerNames.includes(name)));
    expect(read).toEqual(now);
    expect(settingsOf(before)).toEqual(settingsOf(now));
  });

  test.each([
    ["AMAZON_CONCURRENCY", "65"],
    ["AMAZON_TTL_S", "-1"],
    ["PDF_OCR_WEIGHT", "0"],
    ["STRIPE_API_URL", "secret-word"],
    ["CONTACT", "nobody"],
    ["FAILURES_PER_MINUTE", "many"],
    ["LINKEDIN_COOKIE_LI_AT", "secret-word"],
  ])("%s=%s is an error that names it", (name, value) => {
    const [message = ""] = configErrors({ [name]: value });
    expect(message).toMatch(
      new RegExp(`^${name} is not accepted: it is read as [A-Z_]+, which must be .+\\.$`),
    );
    expect(message).not.toContain("secret-word");
  });

  test.each(formerNames)("%s has a warning or an error, one sentence without its value", (name) => {
    expect(variableNames).not.toContain(name);
    const set = { [name]: "secret-word" };
    const [sentence = "", ...more] = [...deprecatedVariables(set), ...removedVariables(set)];
    expect(more).toEqual([]);
    expect(sentence).toMatch(
      new RegExp(`^${name} (?:is deprecated: set [A-Z_]+ instead|was removed: unset it)\\. `),
    );
    expect(sentence).not.toContain("secret-word");
    const unset = { [name]: "" };
    expect([...deprecatedVariables(unset), ...configErrors(unset)]).toEqual([]);
  });

  test.each([
    "UPLOAD_PATIENCE_SECONDS",
    "SANDBOX_KEEP",
    "API_QUEUE",
    "API_CONCURRENCY",
    "SANDBOX_QUEUE",
    "UPSTREAM_CONTACT",
    "UPSTREAM_MAX_BYTES",
    "SHOW_LISTING",
    "KEY_PREFIX",
    "MODELS_DIR",
  ])("%s stops the start with what to do", (name) => {
    const [error = "", ...more] = configErrors({ [name]: "nonsense" });
    expect(more).toEqual([]);
    expect(error).toStartWith(`${name} was removed: unset it. `);
    expect(() => readConfig({ [name]: "nonsense" })).toThrow(error);
  });
});

describe("a list of numbers", () => {
  test.each([
    "audit",
    "audit=",
    "audit=x",
    "audit=-1",
    "audit=31,audit=31",
    "audits=31",
    "audit=30",
    "audit=31;emails=1",
    "__proto__=1",
  ])("%p is not accepted", (value) => {
    expect(configErrors({ RETENTION_DAYS: value })).toEqual([
      "RETENTION_DAYS is not accepted: it must be a comma-separated list of counters (40 to 3660), daily-usage (40 to 3660), emails (1 to 3660), ended-keys (2 to 3660), availability (31 to 3660), audit (31 to 3660), such as counters=400,daily-usage=400.",
    ]);
  });
  test("names some, the others keep their default", () => {
    expect(readConfig({ RETENTION_DAYS: " audit=3660, daily-usage=40 ,emails=031," }).retention).toEqual({
      counters: 400,
      dailyUsage: 40,
      emails: 31,
      endedKeys: 90,
      availability: 90,
      audit: 3660,
    });
  });
});
