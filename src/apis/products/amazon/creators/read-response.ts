import { parseJson } from "../../../../kit/parse-json.ts";
import type { Problem } from "../../../../kit/problem.ts";
import { inRange } from "../../../../upstream/page-job.ts";
import { problems, retryAfterMs } from "../../../../upstream/problems.ts";
import { Product } from "../../schemas.ts";
import type { ProductPage } from "../page-source.ts";
import { productOf } from "./product.ts";
import { GetItems, Item } from "./response.ts";

/** Reasons of errors that only other credentials, or another partner tag, solve. Source: the models of Amazon's SDK. */
const CREDENTIALS = new Set([
  "AssociateNotEligible",
  "AuthorizationFailed",
  "InvalidAssociate",
  "InvalidClient",
  "InvalidIssuer",
  "InvalidPartnerTag",
  "InvalidToken",
  "MissingClaim",
  "MissingCredential",
  "MissingKeyId",
  "TokenExpired",
  "UnsupportedClient",
]);

/** Codes of errors that are about the item. */
const MISSING = new Set([
  "InvalidItemId",
  "InvalidParameterValue",
  "ItemNotFound",
  "NoResults",
  "ResourceNotFound",
]);

function problemOf(
  { url, status, retryAfter, now, asin, marketplace }: ProductPage,
  codes: readonly string[],
): Problem {
  const site = new URL(url).host;
  if (status === 429) {
    return problems.rateLimited(site, retryAfterMs(retryAfter, now));
  }
  const rejected = codes.find((code) => CREDENTIALS.has(code));
  if (rejected !== undefined || status === 401 || status === 403) {
    return problems.credentialsRejected(site, rejected ?? `status ${status}`);
  }
  if (codes.includes("ItemNotAccessible")) return problems.notAccessible(asin, site);
  if (codes.some((code) => MISSING.has(code)) || status === 404) {
    return problems.notFound(`amazon.${marketplace.name} has no product with the ASIN ${asin}.`);
  }
  if (status >= 500) return problems.unavailable(site);
  return problems.unexpectedPage(site, "a response without an item");
}

/**
 * Reads the product from a response of the Creators API. Throws `upstream-rate-limited`,
 * `upstream-credentials-rejected`, `item-not-accessible`, `not-found`, `upstream-unavailable` and
 * `upstream-unexpected-page`.
 */
export function readResponse(page: ProductPage): Product {
  const read = GetItems.safeParse(parseJson(new TextDecoder().decode(page.body)));
  const { itemsResult, errors = [], reason, type } = read.success ? read.data : {};
  const items = page.status === 200 ? (itemsResult?.items ?? []) : [];
  const item = items.map((one) => Item.safeParse(one)).find(({ data }) => data?.asin === page.asin)?.data;
  if (item === undefined) {
    const codes = [reason, type, ...errors.map(({ code }) => code)];
    throw problemOf(
      page,
      codes.filter((code) => code !== undefined),
    );
  }
  return inRange(Product, productOf(item, page.asin, page.marketplace), page.url);
}
