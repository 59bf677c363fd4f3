/**
 * What a page may load and do: its own files, and nothing from anywhere else. There is no inline style
 * and no inline script to allow, so a text that slipped through unescaped would still not run.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Makes the headers of an HTML page; `cacheControl` as in RFC 9111. */
export function pageHeaders(requestId: string, cacheControl: string): Record<string, string> {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": cacheControl,
    "X-Request-Id": requestId,
  };
}
