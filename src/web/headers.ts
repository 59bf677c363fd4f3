import { PublicResponse } from "../http/core/content-encoding.ts";

/**
 * The Content-Security-Policy of pages: only files of this site. Inline styles and scripts are not allowed, so
 * a text that is not escaped by mistake does not run. Forms may also lead to these origins, because browsers
 * apply the policy to the redirect after a form.
 */
export function policyFor(formOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `form-action ${["'self'", ...formOrigins].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const policy = policyFor([]);

/** Makes the headers of an HTML page; `cacheControl` as in RFC 9111. */
export function pageHeaders(requestId: string, cacheControl: string): Record<string, string> {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": cacheControl,
    Link: '</.well-known/api-catalog>; rel="api-catalog", </suite/openapi.json>; rel="service-desc"; type="application/json"',
    "X-Request-Id": requestId,
  };
}

/** Responds with a page without secrets, which is compressed even if caches may not keep it. */
export function pageResponse(requestId: string, html: string, cacheControl: string): Response {
  return new PublicResponse(html, { headers: pageHeaders(requestId, cacheControl) });
}

/** Responds with a document for programs, which any origin may read. */
export function textResponse(requestId: string, text: string, type: string): Response {
  return new Response(text, {
    headers: {
      "Content-Type": type,
      "Access-Control-Allow-Origin": "*",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "public, max-age=300",
      "X-Request-Id": requestId,
    },
  });
}

/** Responds with Markdown. */
export const markdownResponse = (requestId: string, text: string) =>
  textResponse(requestId, text, "text/markdown; charset=utf-8");

/** Responds with one of our images or files. Opened by itself, it may not run scripts either. */
export function imageResponse(
  requestId: string,
  bytes: Uint8Array<ArrayBuffer>,
  mediaType: string,
  cacheControl: string,
): Response {
  return new Response(bytes, {
    headers: {
      "Content-Type": mediaType,
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": cacheControl,
      "X-Request-Id": requestId,
    },
  });
}
