import { problems } from "../../../upstream/problems.ts";
import type { Page as Answered } from "../../../upstream/source.ts";
import { find, hasClass } from "./html.ts";
import type { Page } from "./page.ts";

/** The one host that is read, whichever country's a caller names. */
export const SITE = "www.linkedin.com";

/** How an answer was asked for: as a visitor, or with the operator's session. */
export type Visitor = "visitor" | "session";

const VISITOR_REST_MS = 3_600_000;

const challenge = (visitor: Visitor) =>
  visitor === "session" ? problems.challenge(SITE) : problems.visitorChallenge(SITE, VISITOR_REST_MS);

/** To whom the site asks to sign in: a lent session is over, a visitor meets a wall. */
const signIn = (visitor: Visitor) =>
  visitor === "session" ? problems.sessionExpired(SITE) : problems.blocked(SITE);

/** What a redirect that is not followed says. */
export function redirected(location: string, answered: Answered, visitor: Visitor): Error {
  const path = URL.parse(location, answered.url)?.pathname ?? "";
  if (/\/authwall/i.test(path)) return problems.blocked(SITE);
  if (/^\/(?:uas\/|m\/)?login|^\/uas\/|^\/checkpoint|^\/(?:signup|join)/i.test(path)) return signIn(visitor);
  if (/^\/(?:404|in\/unavailable)\b/i.test(path)) return problems.notFound("The site has no such page.");
  // An ended session is told by the deletion of its cookie and a redirect to the same address, for ever.
  const cookies = answered.headers.get("set-cookie") ?? [];
  const deleted = cookies.some((cookie) => /^\s*li_at=(?:"?delete|;|"")/i.test(cookie));
  if (visitor === "session" && (deleted || location === answered.url)) return problems.sessionExpired(SITE);
  return problems.unexpectedPage(SITE, "a redirect");
}

/** What a status says by itself; undefined for those that say nothing. */
export function problemOfStatus(status: number, visitor: Visitor, text: string): Error | undefined {
  if (status === 401) return signIn(visitor);
  if (status === 403 && visitor === "visitor") return problems.blocked(SITE);
  if (status === 403 && /csrf/i.test(text.slice(0, 2_000))) return problems.sessionExpired(SITE);
  if (status === 403) {
    return problems.notVisible("The profile is private, restricted or hidden from the operator's account.");
  }
  if (status === 404) return problems.notFound("The site has no such page.");
  if (status === 410) return problems.sourceRetired(SITE);
  if (status === 400 && visitor === "session") {
    return problems.sourceChanged(SITE, "it refuses the decoration that is asked for");
  }
  if (status === 429) return problems.rateLimited(SITE);
  if (status === 999) return problems.blocked(SITE);
  if (status >= 500) return problems.unavailable(SITE);
  return status >= 400 ? problems.unexpectedPage(SITE, `status ${status}`) : undefined;
}

/** What a page says that is none of those that are read. */
export function problemOfPage(html: string, page: Page, visitor: Visitor): Error | undefined {
  const key = page.meta("pageKey") ?? "";
  if (/<input\b[^<>]*\bname\s*=\s*["']?challengeId\b/i.test(html) || /challenge/i.test(key)) {
    return challenge(visitor);
  }
  if (/auth[_-]?wall|join[_-]?form/i.test(key)) return problems.blocked(SITE);
  if (/not[_-]?found|(?:^|[_-])404|unavailable/i.test(key)) {
    return problems.notFound("The site has no such page.");
  }
  return undefined;
}

/**
 * What a page says that shows nobody: that there is nothing, a redirector, a robot check, a form. Looked at
 * last, because true pages hold such forms and links, too.
 */
export function problemOfEmptyPage(html: string, page: Page, visitor: Visitor): Error {
  const missing = hasClass("not-found", "page-not-found", "error-404", "not-found-404", "profile-not-found");
  if (find(page.body, missing) !== undefined || /\/404\/?$/.test(page.address ?? "")) {
    return problems.notFound("The site has no such page.");
  }
  // Any page may link to the wall; a script or a form leads there.
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
