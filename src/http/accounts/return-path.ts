import { percentDecoded } from "../../kit/percent-encoding.ts";
import { rawPath, rawQuery } from "../../kit/query.ts";
import { cookieOf, cookieText } from "../core/session-cookie.ts";

const NAME = "quintet_return";

const SECONDS = 3_600;

const LENGTH_MAX = 500;

/** The path of a page of the account; undefined for every other text, because it comes from the query. */
function accountPath(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text.length > LENGTH_MAX || text.includes(".."))
    return undefined;
  return /^\/account(?:[/?][\w/?=&%.~+-]*)?$/.test(text) ? text : undefined;
}

/** The path and query of a request for a page of the account; of a form, those of its page; undefined for other requests. */
export function requestedPage({ method, url, headers }: Request): string | undefined {
  if (method !== "GET" && method !== "HEAD") {
    const { pathname = "", search = "" } = URL.parse(headers.get("referer") ?? "") ?? {};
    return accountPath(pathname + search) ?? "/account";
  }
  const query = rawQuery(url);
  return accountPath(rawPath(url) + (query === "" ? "" : `?${query}`));
}

/** The path of the sign-in page that leads back to a page of the account. It says so if a form was not sent. */
export function signInPath(page: string | undefined, isUnsent = false): string {
  if (page === undefined) return "/signup";
  return `/signup?${new URLSearchParams({ next: page, ...(isUnsent && { unsent: "" }) })}`;
}

/** The page to which the query of the sign-in page leads back. */
export function nextPage(request: Request): string | undefined {
  return accountPath(new URLSearchParams(rawQuery(request.url)).get("next"));
}

/** Makes the `Set-Cookie` header that keeps the page to return to; an empty path removes it. */
export function returnCookie(page: string, baseUrl: string): string {
  return cookieText(NAME, encodeURIComponent(page), page === "" ? 0 : SECONDS, baseUrl);
}

/** The page to return to that the cookie of a request names. */
export function returnPage(request: Request): string | undefined {
  // One that is not percent-encoded is not ours.
  return accountPath(percentDecoded(cookieOf(request, NAME) ?? ""));
}
