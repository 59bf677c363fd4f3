import { Problem } from "../../kit/problem.ts";
import { weightsOf } from "./content-negotiation.ts";
import { commonHeaders, corsHeaders } from "./headers.ts";

/** Pages of accounts load nothing, tell no other site where the visitor was, and are shown in no frame. */
const guarded = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // Not `no-referrer`: a form would be sent with `Origin: null`, like one of a sandboxed page of another site.
  "Referrer-Policy": "same-origin",
} as const;

/** Headers of a response beside those that every one has. */
export type ExtraHeaders = Readonly<Record<string, string>>;

/** Headers of documents that every site may read, and caches keep. */
export const documentHeaders = { ...corsHeaders, "Cache-Control": "public, max-age=300" } as const;

const headersOf = (requestId: string, headers: ExtraHeaders): ExtraHeaders => ({
  ...commonHeaders,
  "Cache-Control": "no-store",
  "X-Request-Id": requestId,
  ...headers,
});

/** Responds with `body`. Unless `headers` allow it, no cache keeps it and no other site may read it. */
export function bodyResponse(
  body: ConstructorParameters<typeof Response>[0],
  type: string,
  requestId: string,
  headers: ExtraHeaders = {},
  status = 200,
): Response {
  return new Response(body, { status, headers: headersOf(requestId, { "Content-Type": type, ...headers }) });
}

/** A page of the account or the operator. */
export function htmlResponse(
  body: string,
  requestId: string,
  status = 200,
  headers: ExtraHeaders = {},
): Response {
  return bodyResponse(body, "text/html; charset=utf-8", requestId, { ...guarded, ...headers }, status);
}

/** Responds with JSON that no other site may read. */
export function privateJson(
  value: unknown,
  requestId: string,
  status = 200,
  headers: ExtraHeaders = {},
): Response {
  const json = JSON.stringify(value);
  return bodyResponse(json, "application/json", requestId, { ...guarded, ...headers }, status);
}

/** JSON that is not cached and that every site may read. */
export function jsonResponse(
  value: unknown,
  requestId: string,
  { status = 200, headers = {} }: { status?: number; headers?: ExtraHeaders } = {},
): Response {
  const json = JSON.stringify(value);
  return bodyResponse(json, "application/json", requestId, { ...corsHeaders, ...headers }, status);
}

/** Sends the visitor to another page after a form. */
export function redirect(path: string, requestId: string, headers: ExtraHeaders = {}): Response {
  const all = headersOf(requestId, { ...guarded, Location: path, ...headers });
  return new Response(null, { status: 303, headers: all });
}

/** Reports whether the client is a browser that shows a page; programs, which do not name HTML or prefer JSON, get JSON. */
export function wantsHtml({ headers }: Request): boolean {
  const weights = weightsOf(headers.get("accept") ?? "");
  const weightOf = (type: string) => weights.get(type) ?? 0;
  const html = weightOf("text/html");
  return html > 0 && html >= Math.max(weightOf("application/json"), weightOf("application/problem+json"));
}

/** Reports whether a browser sends this for a page of another origin. Programs do not say. */
export function isFromOtherOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  return site !== null && site !== "same-origin";
}

/** Throws `forbidden` for a form of another site. The site may have another name than `baseUrl`; programs send no `Origin`. */
export function requireOwnOrigin({ headers }: Request, baseUrl: string): void {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const isForeign = site === "cross-site" || site === "same-site";
  const isNamed = URL.parse(origin ?? "")?.host === headers.get("host");
  const isOwn = origin === null || origin === baseUrl || isNamed || site === "same-origin";
  if (isOwn && !isForeign) return;
  throw new Problem(
    "forbidden",
    "This form was sent from another site. Open the page on this site and send it again.",
  );
}
