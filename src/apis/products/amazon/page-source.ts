import { type PageJob, pageJob } from "../../../upstream/page-job.ts";
import type { Page, Source } from "../../../upstream/source.ts";
import type { Product } from "../schemas.ts";
import type { Marketplace } from "./marketplaces.ts";

/** One product of one marketplace, in one of its languages. */
export interface ProductQuery {
  readonly asin: string;
  readonly marketplace: Marketplace;
  /** Two letters; undefined for the language that the marketplace chooses. */
  readonly language: string | undefined;
}

/** A response with what was asked for: all that reading it needs. Of its headers, others may set cookies. */
export function pageFor(
  { url, status, headers, body }: Page,
  { asin, marketplace }: ProductQuery,
  now: number,
) {
  const header = (name: string) => headers.get(name)?.[0];
  return {
    url,
    status,
    body,
    contentType: header("content-type"),
    location: header("location"),
    retryAfter: header("retry-after"),
    /** Milliseconds since 1970. */
    now,
    asin,
    marketplace,
  };
}
export type ProductPage = ReturnType<typeof pageFor>;

const REDIRECTS = 3;

const productJob: PageJob<ProductPage, Product> = pageJob(
  "products-page",
  new URL("./page.worker.ts", import.meta.url).href,
);

function acceptLanguage({ marketplace, language }: ProductQuery): string {
  if (language !== undefined) return `${language},en;q=0.5`;
  return marketplace.languages
    .map((tag, i) => (i === 0 ? tag : `${tag};q=${(1 - i / 10).toFixed(1)}`))
    .join(",");
}

/** The public page of a product, as a visitor who is not signed in sees it. No cookie is sent. */
export const pageSource: Source<ProductQuery, Product> = {
  name: "page",
  async read(query, siteClient) {
    const { asin, marketplace, language } = query;
    const place = language === undefined ? "" : `/-/${language}`;
    const page = await siteClient.get(`https://${marketplace.host}${place}/dp/${asin}`, {
      headers: { "Accept-Language": acceptLanguage(query) },
      maxRedirects: REDIRECTS,
      follows: (host) =>
        host === `amazon.${marketplace.name}` || host.endsWith(`.amazon.${marketplace.name}`),
    });
    return siteClient.parse(productJob, pageFor(page, query, siteClient.now()));
  },
};
