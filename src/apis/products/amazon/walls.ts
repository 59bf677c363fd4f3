import type { Problem } from "../../../kit/problem.ts";
import { problems, retryAfterMs } from "../../../upstream/problems.ts";

/** What a page that is no product looks like, in every language: by addresses in it, never by words. */
const CAPTCHA =
  /\/errors\/validateCaptcha|(?:&#x2f;|&#47;|%2f)errors(?:&#x2f;|&#47;|%2f)validateCaptcha|\bopfcaptcha\b/i;
const DOG_FAULT = /\/images\/G\/\d+\/error\/(?:[a-z]{2}_[A-Z]{2}\/)?(?:500_503|500-title|503)/;
const DOG_MISSING = /\/images\/G\/\d+\/error\/(?:[a-z]{2}_[A-Z]{2}\/)?(?:title\._TTD_|404)/;
const INTERSTITIAL = /black-curtain-redirect\.html/;

function isSignIn(address: string): boolean {
  return /^\/(?:ap\/|(?:[-\w]+\/)*)signin(?:[/?]|$)/.test(URL.parse(address)?.pathname ?? "");
}

/** What a wall is told by, beside the page's text. */
export interface Answered {
  readonly url: string;
  readonly status: number;
  readonly location: string | undefined;
  readonly retryAfter: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Why an answer holds no product: the problem for it. It is asked only where the page has no product in it, so
 * that a word in a review cannot make a wall of a product. The body decides before the status: fault pages
 * come with 200 too.
 */
export function wallOf(page: Answered, html: string): Problem {
  const { host } = new URL(page.url);
  const { status, now } = page;
  const target = URL.parse(page.location ?? "", page.url)?.href ?? "";
  if (CAPTCHA.test(html)) return problems.captcha(host);
  if (isSignIn(page.url) || isSignIn(target)) return problems.blocked(host);
  if (DOG_FAULT.test(html)) return problems.unavailable(host);
  if (DOG_MISSING.test(html)) {
    return problems.notFound("This marketplace has no product of this ASIN.");
  }
  if (INTERSTITIAL.test(html) || INTERSTITIAL.test(target)) return problems.interstitial(host);
  if (status === 404 || status === 410)
    return problems.notFound("This marketplace has no product of this ASIN.");
  if (status === 429 || status === 503) {
    return problems.rateLimited(host, retryAfterMs(page.retryAfter, now));
  }
  if (status >= 500) return problems.unavailable(host);
  if (status === 401 || status === 403 || status === 407) return problems.blocked(host);
  if (/<form[^<>]+name=["']?signIn\b|id=["']?ap_email\b/.test(html)) return problems.blocked(host);
  if (status >= 300 && status < 400) return problems.unexpectedPage(host, "a redirect to another place");
  return problems.unexpectedPage(host, "a page that is no product's");
}
