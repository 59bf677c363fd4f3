import { percentDecoded } from "../../../kit/percent-encoding.ts";
import { NO_PAGE } from "../analysis/facts.ts";
import { lengthOf } from "../analysis/html/text.ts";
import { unknownTypes } from "../analysis/media-type.ts";
import { headerOf } from "../fetch/fetched-page.ts";
import { checksOf, failure, google, skipped } from "./check.ts";

const TTFB_MAX = 800;
const COMPRESS_MIN = 1024;
const URL_LENGTH_MAX = 115;
const PARAMETERS_MAX = 3;
const SESSION = /^(?:phpsessid|jsessionid|sessionid|session_id|sid|aspsessionid\w*|cfid|cftoken)$/i;

/** The faults of a URL's form, in words. */
function untidiness(url: URL): string[] {
  const { pathname } = url;
  return [
    /[A-Z]/.test(pathname.replaceAll(/%[0-9A-F]{2}/gi, "")) ? "uppercase letters" : "",
    pathname.includes("_") ? "underscores" : "",
    pathname.includes("%20") ? "spaces" : "",
    pathname.includes("//") ? "empty segments" : "",
    lengthOf(percentDecoded(url.href) ?? url.href) > URL_LENGTH_MAX
      ? `more than ${URL_LENGTH_MAX} characters`
      : "",
    [...url.searchParams.keys()].some((name) => SESSION.test(name)) || /;jsessionid=/i.test(pathname)
      ? "a session ID"
      : "",
  ].filter((fault) => fault !== "");
}

export const transportChecks = checksOf("transport", [
  {
    id: "not-https",
    severity: "medium",
    effort: "medium",
    needs: "answer",
    title: "Not served over HTTPS",
    threshold: "the final URL is http",
    source: "https://developers.google.com/search/blog/2014/08/https-as-ranking-signal",
    remedy: "Serve the site over HTTPS and redirect HTTP to it.",
    run({ url }) {
      return url.protocol === "https:"
        ? "pass"
        : failure("The page is served over HTTP.", [{ url: url.href }]);
    },
  },
  {
    id: "https-not-enforced",
    severity: "low",
    needs: "probes",
    title: "No redirect from HTTP to HTTPS",
    threshold: "the http URL does not redirect to https",
    source: google("crawling-indexing/consolidate-duplicate-urls"),
    remedy: "Redirect every HTTP URL to HTTPS with 301 or 308.",
    run({ httpEnforced }) {
      if (httpEnforced === undefined)
        return skipped("The page is not served over HTTPS, or its HTTP URL has no page.");
      return httpEnforced ? "pass" : failure("The page is also available over HTTP.");
    },
  },
  {
    id: "www-not-unified",
    severity: "low",
    needs: "probes",
    title: "Available with and without www",
    threshold: "both host names return 200",
    source: google("crawling-indexing/consolidate-duplicate-urls"),
    remedy: "Redirect one host name to the other.",
    run({ wwwUnified }) {
      if (wwwUnified === undefined) return skipped("There is no second host name to compare.");
      return wwwUnified ? "pass" : failure("The page is available both with and without www.");
    },
  },
  {
    id: "ttfb-slow",
    severity: "notice",
    effort: "high",
    needs: "answer",
    title: "Slow server response",
    threshold: `more than ${TTFB_MAX} ms to the first byte, measured from this server; never scored, because it varies`,
    source: "https://web.dev/articles/ttfb",
    remedy: "Cache the page closer to visitors, or speed up the server.",
    run({ fetched }) {
      return fetched.ttfbMs > TTFB_MAX
        ? failure(`The first byte took ${Math.round(fetched.ttfbMs)} ms.`)
        : "pass";
    },
  },
  {
    id: "compression-missing",
    severity: "low",
    title: "The HTML is not compressed",
    threshold: "no br, gzip, zstd or deflate on more than 1 KB",
    source: "https://developer.mozilla.org/docs/Web/HTTP/Guides/Compression",
    remedy: "Turn on compression in the web server.",
    run({ fetched }) {
      if (fetched.body.byteLength <= COMPRESS_MIN)
        return skipped("The page is too small to benefit from compression.");
      const coding = headerOf(fetched, "content-encoding") ?? "";
      if (/br|gzip|zstd|deflate/i.test(coding)) return "pass";
      return failure(`The HTML was sent uncompressed (${(fetched.body.byteLength / 1_000).toFixed(1)} KB).`);
    },
  },
  {
    id: "content-type-wrong",
    severity: "low",
    needs: "answer",
    title: "Wrong Content-Type",
    threshold: "a Content-Type that is neither text/html nor application/xhtml+xml",
    source: "https://www.rfc-editor.org/rfc/rfc9110#field.content-type",
    remedy: "Send Content-Type: text/html; charset=utf-8.",
    run({ contentType, noPage, mediaType: { declared, detected, isHtml } }) {
      if (noPage === "endless" || noPage === "empty") return skipped(NO_PAGE[noPage]);
      if (/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType ?? "")) return "pass";
      if (contentType === null) return failure("The response has no Content-Type.");
      const isShown = declared === null || unknownTypes.has(declared) || detected === "application/xhtml+xml";
      if (isShown || !isHtml || detected === declared) {
        return failure("The Content-Type of the response is not HTML.");
      }
      const what = /^text\/|json|javascript|xml/.test(declared)
        ? "show its source as text"
        : "do not show it";
      const found = failure(`Browsers ${what}: its Content-Type is ${declared}, not text/html.`);
      // Nothing else on the page matters as long as nobody sees it as a page.
      return { ...found, severity: "critical" };
    },
  },
  {
    id: "url-untidy",
    severity: "notice",
    effort: "medium",
    needs: "answer",
    title: "The URL is hard to read",
    threshold: `uppercase, underscores, spaces, empty segments, a session ID, or over ${URL_LENGTH_MAX} characters`,
    source: google("crawling-indexing/url-structure"),
    remedy: "Use short lowercase words with hyphens, and redirect the old URL.",
    run({ url }) {
      const faults = untidiness(url);
      return faults.length === 0 ? "pass" : failure(`The URL has ${faults.join(", ")}.`, [{ url: url.href }]);
    },
  },
  {
    id: "url-parameters-many",
    severity: "notice",
    effort: "medium",
    needs: "answer",
    title: "The URL has many parameters",
    threshold: `more than ${PARAMETERS_MAX} query parameters`,
    source: google("crawling-indexing/url-structure"),
    remedy: "Keep only parameters that change the content, and set a canonical URL without the rest.",
    run({ url }) {
      const count = [...url.searchParams].length;
      return count > PARAMETERS_MAX
        ? failure(`The URL has ${count} parameters.`, [{ url: url.href }])
        : "pass";
    },
  },
]);
