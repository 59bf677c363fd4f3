import type { Source } from "../../../upstream/source.ts";
import type { Product } from "../schemas.ts";
import type { Marketplace } from "./marketplaces.ts";
import { readProduct } from "./product.ts";
import { wallOf } from "./walls.ts";

/** One product of one marketplace, in one of its languages. */
export interface ProductQuery {
  readonly asin: string;
  readonly marketplace: Marketplace;
  /** Two letters; undefined for the language that the marketplace chooses. */
  readonly language: string | undefined;
  /** What the operator asks for; undefined for the languages of the marketplace. */
  readonly acceptLanguage: string | undefined;
}

const REDIRECTS = 3;

/** The text of a page in the encoding that it says it is in; old pages of Japan and Europe are not in UTF-8. */
export function decodePage(body: Uint8Array, contentType: string | undefined): string {
  const named = /charset\s*=\s*["']?([\w-]+)/i;
  const head = () => new TextDecoder("latin1").decode(body.subarray(0, 2_048));
  const label = named.exec(contentType ?? "")?.[1] ?? named.exec(head())?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label as Bun.Encoding).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

function acceptLanguage({ marketplace, language, acceptLanguage: set }: ProductQuery): string {
  if (language !== undefined) return `${language},en;q=0.5`;
  return (
    set ??
    marketplace.languages.map((tag, i) => (i === 0 ? tag : `${tag};q=${(1 - i / 10).toFixed(1)}`)).join(",")
  );
}

/** The public page of a product, as anybody sees it who is not signed in. No cookie is ever sent. */
export const pageSource: Source<ProductQuery, Product> = {
  name: "page",
  async read(query, reach) {
    const { asin, marketplace, language } = query;
    const place = language === undefined ? "" : `/-/${language}`;
    const page = await reach.get(`https://${marketplace.host}${place}/dp/${asin}`, {
      headers: { "Accept-Language": acceptLanguage(query) },
      maxRedirects: REDIRECTS,
      follows: (host) =>
        host === `amazon.${marketplace.name}` || host.endsWith(`.amazon.${marketplace.name}`),
    });
    const html = decodePage(page.body, page.headers.get("content-type")?.[0]);
    const product = readProduct(html, { asin, marketplace });
    if (product === undefined) throw wallOf(page, html, reach.now());
    return product;
  },
};
