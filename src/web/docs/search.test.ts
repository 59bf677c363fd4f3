import { expect, test } from "bun:test";
import { BASE } from "../../../test/helpers/demo-send.ts";
import { apis } from "../../apis/default-apis.ts";
import { platformResources } from "../../app/resources.ts";
import { search } from "../assets/search.js";
import { searchEntries } from "./search.ts";

const entries = await searchEntries({
  apis,
  resources: () => platformResources(apis),
  baseUrl: BASE,
  metering: true,
  off: new Set(),
});

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
  ["remove backgruond", "/docs/images"],
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
  const [first, second] = search(entries, query).map((entry) => entry[2]);
  const found = [first, second].some((one) => one?.startsWith(url));
  expect({ found, first, second }).toMatchObject({ found: true });
});

test("a word that is nowhere finds nothing, and words that say nothing are ignored", () => {
  expect(search(entries, "xylophones")).toEqual([]);
  expect(search(entries, " ")).toEqual([]);
  expect(search(entries, "how do I use ocr")[0]).toEqual(search(entries, "ocr")[0]);
});
