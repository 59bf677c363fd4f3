import type { Problem } from "../../../kit/problem.ts";
import { problems, retryAfterMs } from "../../../upstream/problems.ts";
import type { ProductPage } from "./page-source.ts";

/** Marks of pages that hold no product. They are URLs in the page, which are the same in every language. */
const CAPTCHA =
  /\/errors\/validateCaptcha|(?:&#x2f;|&#47;|%2f)errors(?:&#x2f;|&#47;|%2f)validateCaptcha|\bopfcaptcha\b/i;
const FAULT_PAGE = /\/images\/G\/\d+\/error\/(?:[a-z]{2}_[A-Z]{2}\/)?(?:500_503|500-title|503)/;
const MISSING_PAGE = /\/images\/G\/\d+\/error\/(?:[a-z]{2}_[A-Z]{2}\/)?(?:title\._TTD_|404)/;
const INTERSTITIAL = /black-curtain(?:-redirect\.html|\/)/;

const noProduct = () => problems.notFound("This marketplace has no product with this ASIN.");

function isSignIn(address: string): boolean {
  return /^\/(?:ap\/|(?:[-\w]+\/)*)signin(?:[/?]|$)/.test(URL.parse(address)?.pathname ?? "");
}

/**
 * The problem of a response that holds no product. Call it only after no product was found, so that a word in a review
 * cannot turn a product into a problem. The body decides before the status: error pages come with status 200, too.
 */
export function detectBlock(
  page: Pick<ProductPage, "url" | "status" | "location" | "retryAfter" | "now">,
  html: string,
): Problem {
  const { host } = new URL(page.url);
  const { status, now } = page;
  const target = URL.parse(page.location ?? "", page.url)?.href ?? "";
  if (CAPTCHA.test(html)) return problems.captcha(host);
  if (isSignIn(page.url) || isSignIn(target)) return problems.blocked(host);
  if (FAULT_PAGE.test(html)) return problems.unavailable(host);
  if (MISSING_PAGE.test(html)) return noProduct();
  if (INTERSTITIAL.test(html) || INTERSTITIAL.test(target)) return problems.interstitial(host);
  if (status === 404 || status === 410) return noProduct();
  if (status === 429 || status === 503) {
    return problems.rateLimited(host, retryAfterMs(page.retryAfter, now));
  }
  if (status >= 500) return problems.unavailable(host);
  if (status === 401 || status === 403 || status === 407) return problems.blocked(host);
  if (/<form[^<>]+name=["']?signIn\b|id=["']?ap_email\b/.test(html)) return problems.blocked(host);
  if (status >= 300 && status < 400) return problems.unexpectedPage(host, "a redirect to another page");
  return problems.unexpectedPage(host, "a page without a product");
}
