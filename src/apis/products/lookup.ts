import type { Context } from "../../kit/context.ts";
import { invalidParameter } from "../../kit/parameter.ts";
import { problems } from "../../upstream/problems.ts";
import { creatorsSource } from "./amazon/creators/source.ts";
import { findMarketplace, type Marketplace } from "./amazon/marketplaces.ts";
import { pageSource } from "./amazon/page-source.ts";
import type { LookupInput } from "./lookup-input.ts";
import { ProductResponse } from "./responses.ts";
import { Product } from "./schemas.ts";
import type { ProductsSite } from "./settings.ts";

/** Which product of which marketplace is requested; `standard` is the marketplace of a request that names none. */
function itemOf(
  { asin, url, marketplace }: LookupInput,
  standard: string,
): { readonly asin: string; readonly marketplace: Marketplace } {
  if ((asin === undefined) === (url === undefined)) {
    throw invalidParameter("asin", "Send exactly one of asin and url (the URL of the product page).");
  }
  if (url === undefined) {
    const chosen = marketplace ?? findMarketplace(standard);
    if (asin === undefined || chosen === undefined)
      throw new TypeError("AMAZON_DEFAULT_MARKETPLACE is checked");
    return { asin, marketplace: chosen };
  }
  if (marketplace !== undefined && marketplace !== url.marketplace) {
    throw invalidParameter(
      "marketplace",
      "marketplace differs from the marketplace in url. Leave out one of them.",
    );
  }
  return url;
}

function languageOf(language: string | undefined, { languages, name }: Marketplace): string | undefined {
  const known = [...new Set(languages.map((tag) => tag.slice(0, 2)))];
  if (language === undefined || known.includes(language)) return language;
  throw invalidParameter(
    "language",
    `language must be one of ${known.join(", ")}, the languages of amazon.${name}.`,
  );
}

/** Fields that are in every response. */
const ALWAYS = new Set(["asin", "requestedAsin", "marketplace", "completeness"]);

function isWanted(name: string, { fields, reviews }: LookupInput): boolean {
  return (
    (fields === undefined || fields.has(name) || ALWAYS.has(name)) &&
    (name !== "reviews" || reviews || fields?.has("reviews") === true)
  );
}

/** An invented product, with the members that are asked for. Throws for an input that `lookUp` rejects before it asks. */
export async function sampleProduct(
  input: LookupInput,
  { defaultMarketplace }: ProductsSite,
): Promise<ProductResponse> {
  const { marketplace } = itemOf(input, defaultMarketplace);
  languageOf(input.language, marketplace);
  const { default: recorded } = await import("./samples/product.json");
  const of = new Set(["source", "observedAt", "cache"]);
  const members = Object.entries(recorded).filter(([name]) => of.has(name) || isWanted(name, input));
  return ProductResponse.parse(Object.fromEntries(members));
}

/** Looks up a product: from a fresh copy, from its source, or from an older copy if the source cannot be read. */
export async function lookUp(
  input: LookupInput,
  context: Context,
  amazon: ProductsSite,
): Promise<ProductResponse> {
  const { asin, marketplace } = itemOf(input, amazon.defaultMarketplace);
  const language = languageOf(input.language, marketplace);
  if (amazon.source === undefined) {
    throw problems.notConfigured(
      "The products API is not enabled on this server. Operators: see docs/products.md before you set AMAZON_SOURCE.",
    );
  }
  const source = amazon.source === "api" ? creatorsSource(amazon.credentials) : pageSource;
  const item = await amazon.ask(
    source,
    { asin, marketplace, language },
    {
      name: `${source === pageSource ? "" : `${source.name} `}${marketplace.name} ${asin} ${language ?? "-"}`,
      limitKey: marketplace.host,
      schema: Product,
      maxAgeMs: input.maxAge === undefined ? undefined : input.maxAge * 1000,
      coverage: ({ sources, completeness }) => ({
        ...sources,
        ...Object.fromEntries(completeness.missing.map((field) => [field, "missing"])),
      }),
    },
    context,
  );
  const chosen = Object.entries(item.result).filter(([name]) => isWanted(name, input));
  return {
    ...(Object.fromEntries(chosen) as Pick<
      Product,
      "asin" | "requestedAsin" | "marketplace" | "completeness"
    > &
      Partial<Product>),
    source: source.name,
    observedAt: new Date(item.observedAt).toISOString(),
    cache: { state: item.state, ageS: Math.floor(item.ageMs / 1000) },
    ...(item.problem === undefined ? {} : { upstreamError: item.problem }),
  };
}
