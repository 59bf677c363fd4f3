import type { Context } from "../../kit/context.ts";
import { refuse } from "../../kit/parameter.ts";
import { problems } from "../../upstream/problems.ts";
import { readAsin, readProductUrl } from "./amazon/asin.ts";
import { findMarketplace, type Marketplace, marketplaces } from "./amazon/marketplaces.ts";
import { pageSource } from "./amazon/page-source.ts";
import type { LookupInput, ProductAnswer } from "./answer.ts";
import { Product, productFields } from "./schemas.ts";
import type { ProductsSite } from "./settings.ts";

function readMarketplace(text: string): Marketplace {
  const marketplace = findMarketplace(text);
  if (marketplace !== undefined) return marketplace;
  const names = marketplaces.map(({ name }) => name).join(", ");
  throw refuse("marketplace", `marketplace must be one of ${names}, its host or its id.`);
}

/** Reads which product of which marketplace is requested. */
function readItem(input: LookupInput, standard: string): { asin: string; marketplace: Marketplace } {
  const named = input.marketplace === undefined ? undefined : readMarketplace(input.marketplace);
  if ((input.asin === undefined) === (input.url === undefined)) {
    throw refuse(
      "asin",
      "Send either asin or url, the address of the product's page: exactly one of the two.",
    );
  }
  if (input.asin !== undefined)
    return { asin: readAsin(input.asin), marketplace: named ?? readMarketplace(standard) };
  const item = readProductUrl(input.url ?? "");
  if (named !== undefined && named !== item.marketplace) {
    throw refuse("marketplace", "marketplace is not the one in url: leave one of them out.");
  }
  return item;
}

function readLanguage(language: string | undefined, { languages, name }: Marketplace): string | undefined {
  const known = [...new Set(languages.map((tag) => tag.slice(0, 2)))];
  if (language === undefined || known.includes(language)) return language;
  throw refuse(
    "language",
    `language must be one of ${known.join(", ")}: those are the languages of amazon.${name}.`,
  );
}

function readFields(fields: string | undefined): ReadonlySet<string> | undefined {
  if (fields === undefined) return undefined;
  const names = fields.split(",");
  const unknown = names.some((name) => !productFields.includes(name));
  if (!unknown) return new Set(names);
  throw refuse("fields", `fields must be a comma list of ${productFields.join(", ")}.`);
}

/** Fields that are in every response. */
const ALWAYS = new Set(["asin", "requestedAsin", "marketplace", "completeness"]);

/** Looks up a product: from a fresh copy, from its page, or from an older copy if the page cannot be read. */
export async function lookUp(
  input: LookupInput,
  context: Context,
  amazon: ProductsSite,
): Promise<ProductAnswer> {
  const { asin, marketplace } = readItem(input, amazon.defaultMarketplace);
  const language = readLanguage(input.language, marketplace);
  const fields = readFields(input.fields);
  if (amazon.source === undefined) {
    throw problems.notConfigured(
      "Products are switched off on this installation. Its operator sets AMAZON_SOURCE=page, after reading what that means in docs/products.md.",
    );
  }
  const answer = await amazon.ask(
    pageSource,
    { asin, marketplace, language, acceptLanguage: amazon.acceptLanguage },
    {
      name: `${marketplace.name} ${asin} ${language ?? "-"}`,
      lane: marketplace.host,
      schema: Product,
      maxAgeMs: input.maxAge === undefined ? undefined : input.maxAge * 1000,
      coverage: ({ sources, completeness }) => ({
        ...sources,
        ...Object.fromEntries(completeness.missing.map((field) => [field, "missing"])),
      }),
    },
    context,
  );
  const chosen = Object.entries(answer.result).filter(
    ([name]) =>
      (fields === undefined || fields.has(name) || ALWAYS.has(name)) &&
      (name !== "reviews" || input.reviews || fields?.has("reviews") === true),
  );
  return {
    ...(Object.fromEntries(chosen) as Pick<
      Product,
      "asin" | "requestedAsin" | "marketplace" | "completeness"
    > &
      Partial<Product>),
    source: pageSource.name,
    observedAt: new Date(answer.observedAt).toISOString(),
    cache: { state: answer.state, ageS: Math.floor(answer.ageMs / 1000) },
    ...(answer.problem === undefined ? {} : { upstreamError: answer.problem }),
  };
}
