import { describe, expect, test } from "bun:test";
import { configErrors, readConfig, variableNames } from "../config.ts";
import { formerNames, formerVariables, withFormerNames } from "./former.ts";

const url = "postgresql://user:word@db.example.com/q";

describe("a variable of 1.0.0", () => {
  test.each<[Record<string, string>, Record<string, string>]>([
    [{ SHOW_LISTING: "both" }, { PRICE_LIST: "both" }],
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
    [{ AMAZON_TTL_S: "60" }, { AMAZON_LIMITS: "fresh-seconds=60" }],
    [{ AMAZON_CACHE_SECONDS: "60", AMAZON_TTL_S: "50" }, { AMAZON_LIMITS: "fresh-seconds=60" }],
    [{ PDF_OCR_PAGES: "3", PDF_OCR_WEIGHT: "2" }, { PDF_OCR_LIMITS: "weight=2,pages=3" }],
  ])("%p is %p", (before, now) => {
    const { values } = withFormerNames(before);
    const read = Object.fromEntries(Object.entries(values).filter(([name]) => !formerNames.includes(name)));
    expect(read).toEqual(now);
    expect(readConfig(before)).toEqual(readConfig(now));
  });

  test.each([
    ["AMAZON_CONCURRENCY", "65"],
    ["AMAZON_TTL_S", "-1"],
    ["PDF_OCR_WEIGHT", "0"],
    ["SHOW_LISTING", "secret-word"],
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

  test.each(formerNames)(
    "%s is told in one sentence without its value, and stops nothing by itself",
    (name) => {
      expect(variableNames).not.toContain(name);
      const told = formerVariables({ [name]: "secret-word" });
      expect(told).toHaveLength(1);
      expect(told[0]).toStartWith(`${name} is `);
      expect(told[0]).not.toContain("secret-word");
      expect(formerVariables({ [name]: "" })).toEqual([]);
      expect(configErrors({ [name]: "" })).toEqual([]);
    },
  );

  test.each([
    "UPLOAD_PATIENCE_SECONDS",
    "SANDBOX_KEEP",
    "API_QUEUE",
    "API_CONCURRENCY",
    "SANDBOX_QUEUE",
    "UPSTREAM_CONTACT",
    "UPSTREAM_MAX_BYTES",
  ])("%s is ignored, whatever it holds", (name) => {
    expect(readConfig({ [name]: "nonsense" })).toEqual(readConfig({}));
    expect(formerVariables({ [name]: "x" })[0]).toStartWith(`${name} is ignored`);
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
