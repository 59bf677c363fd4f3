import { problems } from "../../../upstream/problems.ts";
import type { Page as SitePage } from "../../../upstream/source.ts";
import { find, hasClass } from "./html.ts";
import type { Page } from "./page.ts";

/** The one host that is read, whatever country host a caller names. */
export const SITE = "www.linkedin.com";

/** The kind of request: without a session (`visitor`), or with the operator's. */
export type Visitor = "visitor" | "session";

const VISITOR_REST_MS = 3_600_000;

const challenge = (visitor: Visitor) =>
  visitor === "session" ? problems.challenge(SITE) : problems.visitorChallenge(SITE, VISITOR_REST_MS);

/** The problem of a sign-in page: the session has expired, or the site blocks visitors. */
const signIn = (visitor: Visitor) =>
  visitor === "session" ? problems.sessionExpired(SITE) : problems.blocked(SITE);

const noPage = () => problems.notFound("The site has no such page. Check the URL.");

/** The problem of a redirect that is not followed. */
export function redirected(location: string, page: SitePage, visitor: Visitor): Error {
  const path = URL.parse(location, page.url)?.pathname ?? "";
  if (/\/authwall/i.test(path)) return problems.blocked(SITE);
  if (/^\/(?:uas\/|m\/)?login|^\/uas\/|^\/checkpoint|^\/(?:signup|join)/i.test(path)) return signIn(visitor);
  if (/^\/(?:404|in\/unavailable)\b/i.test(path)) return noPage();
  // An ended session is told by the deletion of its cookie and a redirect to the same address, for ever.
  const cookies = page.headers.get("set-cookie") ?? [];
  const deleted = cookies.some((cookie) => /^\s*li_at=(?:"?delete|;|"")/i.test(cookie));
  if (visitor === "session" && (deleted || location === page.url)) return problems.sessionExpired(SITE);
  return problems.unexpectedPage(SITE, "a redirect");
}

/** The problem of a status; undefined for one that tells nothing. */
export function problemOfStatus(status: number, visitor: Visitor, text: string): Error | undefined {
  if (status === 401) return signIn(visitor);
  if (status === 403 && visitor === "visitor") return problems.blocked(SITE);
  if (status === 403 && /csrf/i.test(text.slice(0, 2_000))) return problems.sessionExpired(SITE);
  if (status === 403) {
    return problems.notVisible("The profile is private, restricted or hidden from the operator's account.");
  }
  if (status === 404) return noPage();
  if (status === 410) return problems.sourceRetired(SITE);
  if (status === 400 && visitor === "session") {
    return problems.sourceChanged(SITE, "it rejects the requested decoration");
  }
  if (status === 429) return problems.rateLimited(SITE);
  if (status === 999) return problems.blocked(SITE);
  if (status >= 500) return problems.unavailable(SITE);
  return status >= 400 ? problems.unexpectedPage(SITE, `status ${status}`) : undefined;
}

/** The problem of a page that is marked as a challenge, a sign-in form or a missing page; undefined for another. */
export function problemOfPage(html: string, page: Page, visitor: Visitor): Error | undefined {
  const key = page.meta("pageKey") ?? "";
  if (/<input\b[^<>]*\bname\s*=\s*["']?challengeId\b/i.test(html) || /challenge/i.test(key)) {
    return challenge(visitor);
  }
  if (/auth[_-]?wall|join[_-]?form/i.test(key)) return problems.blocked(SITE);
  return /not[_-]?found|(?:^|[_-])404|unavailable/i.test(key) ? noPage() : undefined;
}

/**
 * The problem of a page that shows nobody: a missing page, a redirect script, a robot check or a form. Call it last,
 * because real pages have such forms and links, too.
 */
export function problemOfEmptyPage(html: string, page: Page, visitor: Visitor): Error {
  const missing = hasClass("not-found", "page-not-found", "error-404", "not-found-404", "profile-not-found");
  if (find(page.body, missing) !== undefined || /\/404\/?$/.test(page.address ?? "")) {
    return noPage();
  }
  // Any page may link to the sign-in page. Only a script or a form leads there.
  if (/\/authwall\b/i.test(html.replace(/<a\b[^<>]*>/gi, ""))) return problems.blocked(SITE);
  const captcha = /<(?:iframe|form|div|script|input)\b[^<>]*(?:captcha|arkoselabs)/i;
  if (captcha.test(html)) return problems.captcha(SITE);
  const key = page.meta("pageKey") ?? "";
  if (
    /(?:^|[_-])uas|login|sign-?up|registration/i.test(key) ||
    /action=["'][^"']*\/(?:uas|checkpoint|login)/i.test(html)
  ) {
    return signIn(visitor);
  }
  if (/class=["'][^"']*\bjoin-form/i.test(html)) return problems.blocked(SITE);
  return problems.unexpectedPage(SITE, "another page");
}
