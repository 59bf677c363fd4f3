import { problems, retryAfterMs } from "../../../upstream/problems.ts";
import type { Page as Answered } from "../../../upstream/source.ts";
import { find, hasClass, isReadable, Page } from "./page.ts";

/** The one host that is read, whichever country's a caller names. */
export const SITE = "www.linkedin.com";

/** How an answer was asked for: as a visitor, or with the operator's session. */
export type Visitor = "visitor" | "session";

const VISITOR_REST_MS = 3_600_000;

/** The text of an answer. */
export function textOf({ body }: Answered): string {
  return new TextDecoder().decode(body);
}

/** The JSON of an answer; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const challenge = (visitor: Visitor) =>
  visitor === "session" ? problems.challenge(SITE) : problems.visitorChallenge(SITE, VISITOR_REST_MS);

/** To whom the site asks to sign in: a lent session is over, a visitor meets a wall. */
const signIn = (visitor: Visitor) =>
  visitor === "session" ? problems.sessionExpired(SITE) : problems.blocked(SITE);

/** What a redirect that is not followed says. */
function redirected(location: string, answered: Answered, visitor: Visitor): Error {
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
function problemOfPage(html: string, page: Page, visitor: Visitor): Error | undefined {
  const key = page.meta("pageKey") ?? "";
  if (/<input\b[^>]*\bname\s*=\s*["']?challengeId\b/i.test(html) || /challenge/i.test(key)) {
    return challenge(visitor);
  }
  if (/auth[_-]?wall|join[_-]?form/i.test(key)) return problems.blocked(SITE);
  if (/not[_-]?found|(?:^|[_-])404|unavailable/i.test(key)) {
    return problems.notFound("The site has no such page.");
  }
  return undefined;
}

/** What a page says that shows nobody: a wall of words, a redirector, a form. Looked at last, because pages of people hold such links too. */
function problemOfEmptyPage(html: string, page: Page, visitor: Visitor): Error {
  if (/\/authwall\b/i.test(html)) return problems.blocked(SITE);
  const captcha = /<(?:iframe|form|div|script|input)\b[^>]*(?:captcha|arkoselabs|funcaptcha)/i;
  if (captcha.test(html)) return problems.captcha(SITE);
  const key = page.meta("pageKey") ?? "";
  if (
    /(?:^|[_-])uas|login|sign-?up|registration/i.test(key) ||
    /action=["'][^"']*\/(?:uas|checkpoint|login)/i.test(html)
  ) {
    return signIn(visitor);
  }
  if (/class=["'][^"']*\bjoin-form/i.test(html)) return problems.blocked(SITE);
  const missing = hasClass("not-found", "page-not-found", "error-404", "not-found-404", "profile-not-found");
  if (find(page.body, missing) !== undefined || /\/404\/?$/.test(page.link("canonical") ?? "")) {
    return problems.notFound("The site has no such page.");
  }
  return problems.unexpectedPage(SITE, "another page");
}

/** Throws what an answer says by its status, its redirect or its address. */
function refuseAnswer(answered: Answered, visitor: Visitor, now: number): void {
  const { status, headers, url } = answered;
  if (status === 429) {
    throw problems.rateLimited(SITE, retryAfterMs(headers.get("retry-after")?.[0], now));
  }
  if (status === 999) throw problems.blocked(SITE);
  const location = headers.get("location")?.[0];
  if (status >= 300 && status < 400) throw redirected(location ?? "", answered, visitor);
  if (/\/authwall\b/i.test(new URL(url).pathname)) throw problems.blocked(SITE);
}

/**
 * Opens a page for a visitor, or throws what stands in its place: the walls by their marks, whatever their
 * status and language, then the status. `read` gives null where the page does not show what was asked for.
 */
export function openPage<Result>(
  answered: Answered,
  now: number,
  read: (page: Page) => Result | null,
): Result {
  refuseAnswer(answered, "visitor", now);
  const html = textOf(answered);
  if (!isReadable(html)) throw problems.unexpectedPage(SITE, "a page of a size that is not read");
  const page = new Page(html);
  const wall = problemOfPage(html, page, "visitor") ?? problemOfStatus(answered.status, "visitor", html);
  if (wall !== undefined) throw wall;
  const result = read(page);
  if (result === null) throw problemOfEmptyPage(html, page, "visitor");
  return result;
}

/** Opens an answer in JSON for the operator's session, or throws what stands in its place. */
export function openJson(answered: Answered, now: number): unknown {
  refuseAnswer(answered, "session", now);
  const text = textOf(answered);
  const json = jsonOf(text);
  if (json === undefined && /^\s*</.test(text) && isReadable(text)) {
    const page = new Page(text);
    throw (
      problemOfPage(text, page, "session") ??
      problemOfStatus(answered.status, "session", text) ??
      problemOfEmptyPage(text, page, "session")
    );
  }
  const problem = problemOfStatus(statusIn(json) ?? answered.status, "session", text);
  if (problem !== undefined) throw problem;
  if (typeof json !== "object" || json === null) throw problems.unexpectedPage(SITE, "no JSON");
  return json;
}

/** The status that an answer in JSON tells in its body, up to two levels deep. */
function statusIn(json: unknown): number | undefined {
  for (let value = json, depth = 0; typeof value === "object" && value !== null && depth < 3; depth++) {
    const status: unknown = Reflect.get(value, "status");
    if (typeof status === "number" && status >= 400 && status < 1000) return status;
    value = Reflect.get(value, "data");
  }
  return undefined;
}
