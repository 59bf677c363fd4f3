import { expect, test } from "bun:test";
import { BASE } from "../../../test/helpers/demo-send.ts";
import { apis } from "../../apis/default-apis.ts";
import { platformResources } from "../../app/resources.ts";
import { find, search } from "../assets/search.js";
import { searchEntries } from "./search.ts";

const entries = await searchEntries({
  apis,
  resources: () => platformResources(apis),
  baseUrl: BASE,
  metering: true,
  off: new Set(),
});

/** The URLs of the first two results. */
const topOf = (query: string) =>
  search(entries, query)
    .slice(0, 2)
    .map((entry) => entry[2]);

// What newcomers type, some of it misspelled, and the beginning of the URL that they look for.
test.each([
  ["api key", "/docs/keys"],
  ["authentication", "/docs/keys"],
  ["bearer token", "/docs/keys"],
  ["rotate key", "/docs/keys#rotate"],
  ["revoke key", "/docs/keys#rotate"],
  ["test key", "/docs/keys#test-keys"],
  ["rate limit", "/problems/rate-limited"],
  ["429", "/docs/retries"],
  ["timeout", "/docs/retries"],
  ["quota", "/docs/quotas"],
  ["pricing", "/pricing"],
  ["how much does it cost", "/docs/quotas"],
  ["refund", "/docs/quotas"],
  ["usage", "/docs/endpoints#usage-and-plans"],
  ["GET /usage", "/docs/endpoints#usage-and-plans"],
  ["webhook signature", "/docs/webhooks"],
  ["webhok signature", "/docs/webhooks"],
  ["callback", "/docs/webhooks"],
  ["maxPages", "/docs/endpoints/site-audits"],
  ["delayMs", "/docs/endpoints/site-audits"],
  ["POST /batches", "/docs/endpoints/batches#batches-create"],
  ["batch results", "/docs/endpoints/batches#batches-read-the-results"],
  ["cancel job", "/docs/endpoints/jobs#jobs-cancel"],
  ["list jobs", "/docs/endpoints/jobs#jobs-list"],
  ["run in background", "/docs/jobs"],
  ["site audti", "/docs/site-audits"],
  ["broken links", "/docs/site-audits"],
  ["schedule", "/docs/endpoints/site-audit-schedules"],
  ["idempotncy key", "/docs/idempotency"],
  ["quota-exceeded", "/problems/quota-exceeded"],
  ["extract pdf", "/docs/pdf"],
  ["ocr", "/docs/pdf#pdf-extract-parameter-ocr"],
  ["transparent image", "/docs/images"],
  ["bgColor", "/docs/images#images-removeBackground-parameter-bgColor"],
  ["linkedin profile", "/docs/profiles"],
  ["amazon price", "/docs/products"],
  ["seo score", "/docs/seo"],
  ["uuid v7", "/docs/uuid#uuid-v7"],
  ["javascript sdk", "/docs/clients"],
  ["pyhton", "/docs/clients"],
  ["docker", "/docs/self-hosting"],
  ["swagger", "/docs/openapi"],
  ["cli", "/docs/cli"],
  ["remove bg", "/docs/remove-bg"],
  ["rmeove bg", "/docs/remove-bg"],
  ["X-API-Key", "/docs/keys"],
  ["403 forbidden", "/problems/forbidden"],
  ["503", "/docs/retries"],
  ["retry after", "/docs/retries"],
  ["rate limit headers", "/docs/quotas#response-headers"],
  ["DELETE /jobs/{id}", "/docs/endpoints/jobs#jobs-cancel"],
  ["POST /seo/site-audits", "/docs/endpoints/site-audits"],
  ["GET /seo/audit", "/docs/seo#seo-audit"],
  ["PATCH /keys/{id}", "/docs/endpoints/keys"],
  ["verify webhook", "/docs/webhooks#verify"],
  ["webhook retries", "/docs/webhooks"],
  ["ndjson", "/docs/endpoints/batches"],
  ["invalid api key", "/problems/key-invalid"],
  ["ip whitelist", "/docs/keys#limit-a-key"],
  ["allowlist", "/docs/endpoints/keys"],
  ["sandbox mode", "/docs/keys#test-keys"],
  ["subscribe", "/pricing"],
  ["cancel subscription", "/pricing"],
  ["curl example", "/docs/quickstart"],
  ["typescirpt client", "/docs/clients"],
  ["exit code", "/docs/cli#output"],
  ["pdf pasword", "/docs/pdf#pdf-extract-parameter-password"],
  ["max file size", "/problems/payload-too-large"],
  ["file too large", "/problems/payload-too-large"],
  ["too many requests", "/problems/rate-limited"],
  ["duplicate charge", "/docs/idempotency"],
  ["double charged", "/docs/idempotency"],
  ["request id", "/docs/errors"],
  ["postman colection", "/docs/openapi"],
  ["kuberntes", "/docs/self-hosting"],
  ["environment variables", "/docs/self-hosting#configure"],
  ["monitoring", "/docs/self-hosting"],
  ["server sent events", "/docs/endpoints/jobs#jobs-follow"],
  ["create key", "/docs/keys#get-a-key"],
  ["api keys rotation", "/docs/keys"],
  ["javascript rendering", "/docs/seo"],
  ["crawl delay", "/docs/endpoints/site-audits"],
  ["poll job status", "/docs/jobs"],
  ["decode uuid", "/docs/uuid#uuid-decode"],
  ["autentication", "/docs/keys"],
  ["autocomplete shell", "/docs/cli#completions"],
] as const)("“%s” finds %s first or second", (query, url) => {
  const top = topOf(query);
  expect({ found: top.some((one) => one.startsWith(url)), top }).toMatchObject({ found: true });
});

// Queries with the places that are right for each. The first half was written before anybody looked at the index, the rest
// after the search had changed. Those from `free teir` on were written in the
// same way, before a further change.
const queries: readonly (readonly [query: string, ...urls: string[]])[] = [
  ["privacy", "/docs/privacy", "/docs/data"],
  ["data retention", "/docs/privacy", "/docs/data"],
  ["GDPR", "/docs/privacy", "/docs/data"],
  ["delete my account", "/docs/privacy", "/docs/data", "/account/delete", "/account/settings"],
  ["logo", "/docs/self-hosting"],
  ["uptime", "/status"],
  ["SLA", "/status"],
  ["changelog", "/docs/changelog"],
  ["self host", "/docs/self-hosting"],
  ["free tier", "/pricing", "/docs/quotas"],
  ["retry failed request", "/docs/retries"],
  ["verify webhook signature", "/docs/webhooks#verify"],
  ["python sdk", "/docs/clients"],
  ["npm install", "/docs/clients", "/docs/self-hosting"],
  ["scanned pdf", "/docs/pdf"],
  ["password protected pdf", "/docs/pdf#pdf-extract-parameter-password", "/problems/"],
  ["transparent background", "/docs/images", "/tools/remove-background"],
  ["migrate from remove.bg", "/docs/remove-bg"],
  ["crawl whole site", "/docs/site-audits", "/docs/endpoints/site-audits"],
  ["weekly schedule", "/docs/site-audits#repeat", "/docs/endpoints/site-audit-schedules"],
  ["postman", "/docs/openapi"],
  ["claude mcp", "/docs/mcp"],
  ["time ordered uuid", "/docs/uuid#uuid-v7", "/docs/uuid"],
  ["asin", "/docs/products"],
  ["invoice", "/pricing", "/account/plan", "/docs/quotas"],
  ["test mode", "/docs/keys#test-keys"],
  ["cors", "/docs/keys", "/docs/clients", "/docs/errors"],
  ["postgres", "/docs/self-hosting"],
  ["kubernetes", "/docs/self-hosting"],
  ["backup", "/docs/self-hosting"],
  ["pagination", "/docs/endpoints"],
  ["out of credits", "/problems/quota-exceeded", "/docs/quotas"],
  ["error codes", "/docs/errors"],
  ["contact support", "/docs/errors"],
  ["user agent", "/docs/site-audits", "/docs/seo"],
  ["ip allowlist", "/docs/keys#limit-a-key", "/docs/endpoints/keys"],
  ["batch", "/docs/jobs", "/docs/endpoints/batches"],
  ["async", "/docs/jobs"],
  ["versioning", "/docs/changelog", "/docs/openapi"],
  ["ocr languages", "/docs/pdf"],
  ["what is a credit", "/docs/quotas", "/pricing"],
  ["monthly limit", "/docs/quotas", "/pricing"],
  ["status codes", "/docs/errors"],
  ["go client", "/docs/clients"],
  ["php", "/docs/clients"],
  ["base64 image", "/docs/images"],
  ["watch progress", "/docs/jobs", "/docs/site-audits", "/docs/endpoints"],
  ["signed url", "/docs/jobs", "/docs/endpoints"],
  ["csv export", "/docs/site-audits", "/docs/endpoints/site-audits", "/docs/pdf"],
  ["alpha mask", "/docs/images"],
  ["meta description", "/docs/seo"],
  ["canonical", "/docs/seo"],
  ["structured data", "/docs/seo"],
  ["stock availability", "/docs/products"],
  ["gtin", "/docs/products"],
  ["work experience", "/docs/profiles"],
  ["skills", "/docs/profiles"],
  ["is uuid valid", "/docs/uuid#uuid-validate"],
  ["ulid", "/docs/uuid"],
  ["key leaked", "/docs/keys#rotate"],
  ["healthcheck", "/docs/self-hosting#health"],
  ["prometheus", "/docs/self-hosting"],
  ["sqlite", "/docs/self-hosting"],
  ["reverse proxy nginx", "/docs/self-hosting"],
  ["agent tools", "/docs/mcp"],
  ["cursor", "/docs/mcp"],
  ["chatgpt", "/docs/mcp"],
  ["free trial", "/pricing", "/docs/quotas"],
  ["outage", "/status"],
  ["log in", "/signup", "/docs/quickstart", "/docs/keys"],
  ["encrypted pdf", "/docs/pdf#pdf-extract-parameter-password", "/problems/"],
  ["table extraction", "/docs/pdf"],
  ["dead link", "/docs/site-audits"],
  ["sitemap", "/docs/site-audits", "/docs/endpoints/site-audits", "/docs/seo"],
  ["duplicate request", "/docs/idempotency"],
  ["remove backgruond", "/docs/images", "/tools/remove-background", "/docs/remove-bg"],
  ["free teir", "/pricing", "/docs/quotas"],
  ["requests per secnod", "/docs/quotas#limits", "/problems/rate-limited"],
  ["nodejs libary", "/docs/clients"],
  ["auth header", "/docs/keys#send-a-key"],
  ["golang", "/docs/clients"],
  ["402", "/problems/quota-exceeded", "/problems/plan-required", "/docs/quotas", "/pricing"],
  [
    "401 unauthorised",
    "/problems/unauthorized",
    "/problems/key-missing",
    "/problems/key-invalid",
    "/docs/keys#errors",
  ],
  ["throttling", "/problems/rate-limited", "/docs/quotas#limits"],
  ["quota excedeed", "/problems/quota-exceeded"],
  ["gateway timeout", "/problems/upstream-timeout"],
  ["reqest timed out", "/problems/upstream-timeout", "/problems/upload-too-slow", "/docs/retries"],
  ["server overloaded", "/problems/busy"],
  ["internal server eror", "/problems/internal"],
  ["webhook not received", "/docs/webhooks", "/docs/endpoints/webhooks"],
  ["verify signiture", "/docs/webhooks#verify", "/problems/signature-invalid"],
  ["hmac sha256", "/docs/webhooks#verify"],
  ["i lost my api key", "/docs/keys"],
  ["cors error", "/docs/clients#browsers"],
  ["why was I charged for a failed request?", "/docs/quotas"],
  [
    "sign in link not working",
    "/signup",
    "/problems/link-invalid",
    "/problems/link-expired",
    "/docs/quickstart#2-sign-up",
  ],
  ["ssl certificat error", "/problems/upstream-tls"],
  ["localhost url not allowed", "/problems/url-not-public"],
  ["same idempotency key different body", "/problems/idempotency-mismatch", "/docs/idempotency"],
  ["postgress", "/docs/self-hosting"],
  ["upgarde", "/docs/self-hosting#back-up-and-upgrade"],
  ["https", "/docs/self-hosting"],
  ["reverse proxy", "/docs/self-hosting"],
  ["promethues", "/docs/self-hosting"],
  ["smtp server", "/docs/self-hosting"],
  ["data folder", "/docs/self-hosting"],
  ["reset admin password", "/docs/self-hosting"],
  ["How do I run this on my own server?", "/docs/self-hosting"],
  ["licence", "/docs/self-hosting"],
  ["scaned pdf", "/docs/pdf"],
  ["pdf to markdwon", "/docs/pdf", "/tools/pdf-to-markdown"],
  ["bg removal", "/docs/images", "/docs/remove-bg", "/tools/remove-background"],
  ["background colour", "/docs/images"],
  ["price history", "/docs/products"],
  ["amazon marketplaces", "/docs/products"],
  ["uuid7", "/docs/uuid#uuid-v7"],
  ["decode timestmap", "/docs/uuid#uuid-decode", "/tools/uuid"],
  [
    "share report with client",
    "/docs/site-audits",
    "/docs/endpoints/site-audits#site-audits-share",
    "/docs/endpoints/shared-reports",
  ],
  ["invoces", "/pricing", "/docs/quotas", "/account/plan"],
  ["delete my acount", "/docs/privacy#delete-your-account"],
  ["do you store my files?", "/docs/privacy#retention"],
  ["type script types", "/docs/clients#typescript-and-javascript"],
  ["cli instal", "/docs/cli", "/docs/clients#command-line"],
  ["callback url", "/docs/webhooks", "/docs/jobs", "/docs/endpoints/webhooks"],
  ["maximum upload size", "/problems/payload-too-large", "/docs/quotas#limits"],
  ["java client", "/docs/clients"],
  [
    "access denied",
    "/problems/forbidden",
    "/problems/key-scope",
    "/problems/ip-not-allowed",
    "/problems/item-not-accessible",
  ],
  ["corrupt pdf", "/problems/damaged"],
  ["wrong pdf password", "/problems/password-wrong"],
  ["signing secret", "/docs/webhooks", "/docs/endpoints/webhooks"],
  ["redis", "/docs/self-hosting"],
  ["horizontal scaling", "/docs/self-hosting"],
  ["zero downtime deployment", "/docs/self-hosting"],
  ["restore databse", "/docs/self-hosting#back-up"],
  ["convert scanned document to text", "/docs/pdf"],
  ["remove backround from photo", "/docs/images", "/tools/remove-background", "/docs/remove-bg"],
  ["person profile by linkedin url", "/docs/profiles"],
  ["sortable uuid", "/docs/uuid#uuid-v7"],
  ["validate guid", "/docs/uuid#uuid-validate"],
  ["upload many pdfs at once", "/docs/jobs", "/docs/cli#process", "/docs/endpoints/batches"],
  ["how many pages can a pdf have", "/problems/too-many-pages", "/docs/pdf"],
  ["how often are webhooks retried", "/docs/webhooks#rules"],
  ["how can I get the price in another country", "/docs/products"],
  ["how do I test without paying", "/docs/keys#test-keys"],
  ["how do I know a webhook is really from you", "/docs/webhooks"],
  ["which image formats are supported", "/docs/images", "/problems/unsupported-image"],
  ["list all jobs", "/docs/endpoints/jobs#jobs-list"],
  ["what is the difference between a job and a batch", "/docs/jobs", "/docs/endpoints/batches"],
  ["why does my webhook get disabled", "/docs/webhooks", "/docs/endpoints/webhooks"],
  ["shedule site audit", "/docs/site-audits#repeat", "/docs/endpoints/site-audit-schedules"],
  ["webooks signiture", "/docs/webhooks"],
];

test.each(queries)("“%s” finds a right place first or second", (query, ...urls) => {
  const top = topOf(query);
  expect({ found: top.some((one) => urls.some((url) => one.startsWith(url))), top }).toMatchObject({
    found: true,
  });
});

test("the words of a query are marked in other forms and spellings too", () => {
  const marked = (query: string, text: string) =>
    find(entries, query)
      .mark(text)
      .flatMap(([part, isMatch]) => (isMatch ? [part] : []));
  expect(marked("rate limit", "Rate-limited requests")).toEqual(["Rate", "limit"]);
  expect(marked("retries", "Retry after a retry")).toEqual(["Retry", "retry"]);
  expect(marked("pages", "maxPages")).toEqual(["Pages"]);
  expect(marked("score", "testScores, scores")).toEqual(["Score", "score"]);
  expect(marked("webhok", "The webhook secret")).toEqual(["webhook"]);
  expect(marked("key", "<b>key</b> & monkey")).toEqual(["key"]);
  expect(marked("", "All of it")).toEqual([]);
});

test("results whose texts do not show the words quote the line that does, or name what they are also called", () => {
  const { entries: all, mark, textOf } = find(entries, "score");
  const shows = (text: string) => mark(text).some(([, isMatch]) => isMatch);
  for (const entry of all) expect([entry[0], entry[1], textOf(entry)].some(shows)).toBe(true);
  expect(all.map(textOf).join("\n")).not.toContain("Matches:");
  expect(all.map(textOf)).toContain('print(result.data["score"]["value"], result.cost)');
  const guid = find(entries, "guid");
  expect(guid.entries.map(guid.textOf).some((text) => text.endsWith("Matches: guid."))).toBe(true);
});

test("a long line is quoted around the words", () => {
  const line = `${"before ".repeat(40)}needle${" after".repeat(40)}`;
  const { entries: all, textOf } = find([["Title", "Page", "/", "Text.", "Guides", line]], "needle");
  expect(all.map(textOf)).toEqual([expect.stringMatching(/^… (?:before )+needle(?: after)+ …$/)]);
  const [long] = find([["Title", "Page", "/", "", "Guides", `${"x-".repeat(200)}needle`]], "needle").entries;
  expect(long && textOf(long).endsWith("needle")).toBe(true);
});

test("endpoints are found by the fields that they return, and only they are in their group", () => {
  const { entries: all, groups } = find(entries, "score");
  expect(all.map(([title]) => title)).toContain("GET /seo/audit");
  const inside = groups.flatMap(([group, of]) => (group === "Endpoints" ? of : []));
  expect(inside.every(([title]) => /^[A-Z]+ \//.test(title))).toBe(true);
});

test("the best results are first, and the others are in groups", () => {
  const { entries: all, groups } = find(entries, "rate limit");
  const [best, ...others] = groups;
  expect(best).toEqual(["Best matches", all.slice(0, 3)]);
  expect(groups.flatMap(([, inside]) => inside)).toHaveLength(all.length);
  for (const [group, inside] of others) expect(inside.every((entry) => entry[4] === group)).toBe(true);
});

test("results show sentences, not code", () => {
  for (const [, , , text] of entries) expect(text).not.toMatch(/^(?:bash|json) [\n{]|curl "/);
});

test("a word that is nowhere finds nothing, and words that say nothing are ignored", () => {
  expect(search(entries, "xylophones")).toEqual([]);
  expect(search(entries, " ")).toEqual([]);
  expect(search(entries, "how do I use ocr")[0]).toEqual(search(entries, "ocr")[0]);
});
