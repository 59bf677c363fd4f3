import { Problem } from "../../kit/problem.ts";
import { everywhere } from "./headers.ts";

/** Pages of accounts load nothing, tell no other site where the visitor was, and are shown in no frame. */
const guarded = {
  ...everywhere,
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
} as const;

type Further = Readonly<Record<string, string>>;

function answer(body: string | null, status: number, requestId: string, further: Further): Response {
  return new Response(body, { status, headers: { ...guarded, "X-Request-Id": requestId, ...further } });
}

/** An answer of the account addresses as a page. */
export function htmlAnswer(body: string, requestId: string, status = 200, further: Further = {}): Response {
  return answer(body, status, requestId, { "Content-Type": "text/html; charset=utf-8", ...further });
}

/** The same as JSON, for programs. */
export function guardedJson(
  value: unknown,
  requestId: string,
  status = 200,
  further: Further = {},
): Response {
  return answer(JSON.stringify(value), status, requestId, { "Content-Type": "application/json", ...further });
}

/** Sends the visitor on to another page after a form. */
export function redirect(path: string, requestId: string, further: Further = {}): Response {
  return answer(null, 303, requestId, { Location: path, ...further });
}

/** Whether the client is a browser that shows a page; programs get JSON. */
export function wantsHtml(request: Request): boolean {
  return /\btext\/html\b/.test(request.headers.get("accept") ?? "");
}

const COOKIE = "quintet_session";

/** The token of the session in a request's cookies. */
export function sessionOf(request: Request): string | undefined {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}

/** The header that sets the session's cookie for so many seconds; `baseUrl` says whether it may travel in clear. */
export function sessionCookie(token: string, seconds: number, baseUrl: string): Further {
  const secure = baseUrl.startsWith("https:") ? "; Secure" : "";
  return {
    "Set-Cookie": `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`,
  };
}

/** Refuses a form of another site, also where there is no cookie that SameSite=Lax would keep from it. */
export function refuseForeignForm(request: Request, baseUrl: string): void {
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const isForeign = site === "cross-site" || site === "same-site";
  const isOwn = origin === null || origin === "null" || origin === baseUrl || site === "same-origin";
  if (isOwn && !isForeign) return;
  throw new Problem(
    "forbidden",
    "This form was sent from another site: open the page here and send it again.",
  );
}
