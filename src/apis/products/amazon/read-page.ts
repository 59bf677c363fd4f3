import { inRange } from "../../../upstream/page-job.ts";
import { Product } from "../schemas.ts";
import { detectBlock } from "./block-detection.ts";
import type { ProductPage } from "./page-source.ts";
import { readProduct } from "./product.ts";

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

/**
 * Reads a product from a response of its marketplace; its lists and texts are cut to what a true page has.
 * Throws the problem that `detectBlock` gives for a page that holds none, and `upstream-unexpected-page` for one whose
 * values are out of range.
 */
export function readPage(page: ProductPage): Product {
  const html = decodePage(page.body, page.contentType);
  const product = readProduct(html, page);
  if (product === undefined) throw detectBlock(page, html);
  return inRange(Product, product, page.url);
}
