import { headerOf } from "../fetch/fetched-page.ts";
import { type Check, failure, google, skipped } from "./check.ts";

const TTFB_MAX = 800;
const COMPRESS_MIN = 1024;
const URL_LENGTH_MAX = 115;
const PARAMETERS_MAX = 3;
const SESSION = /^(?:phpsessid|jsessionid|sessionid|session_id|sid|aspsessionid\w*|cfid|cftoken)$/i;

/** The faults of a URL's form, in words. */
function untidiness(url: URL): string[] {
  const { pathname } = url;
  return [
    /[A-Z]/.test(pathname.replaceAll(/%[0-9A-F]{2}/gi, "")) ? "upper case letters" : "",
    pathname.includes("_") ? "underscores" : "",
    /%20|\+/.test(pathname) ? "spaces" : "",
    pathname.includes("//") ? "empty segments" : "",
    url.href.length > URL_LENGTH_MAX ? `more than ${URL_LENGTH_MAX} characters` : "",
    [...url.searchParams.keys()].some((name) => SESSION.test(name)) || /;jsessionid=/i.test(pathname)
      ? "a session id"
      : "",
  ].filter((fault) => fault !== "");
}

export const transportChecks: readonly Check[] = [
  {
    id: "not-https",
    category: "transport",
    severity: "medium",
    effort: "medium",
    needs: "answer",
    title: "The page is not encrypted",
    threshold: "the final address is http",
    source: "https://developers.google.com/search/blog/2014/08/https-as-ranking-signal",
    remedy: "Serve the site over https and redirect to it.",
    run({ url }) {
      return url.protocol === "https:"
        ? "pass"
        : failure("The page is served over http.", [{ url: url.href }]);
    },
  },
  {
    id: "https-not-enforced",
    category: "transport",
    severity: "low",
    effort: "low",
    needs: "probes",
    title: "The http address does not lead to https",
    threshold: "the same address with http answers without a redirect to https",
    source: google("crawling-indexing/consolidate-duplicate-urls"),
    remedy: "Redirect every http address to its https one with 301 or 308.",
    run({ httpEnforced }) {
      if (httpEnforced === undefined)
        return skipped("The page is not served over https, or its http address does not answer.");
      return httpEnforced ? "pass" : failure("The page can be had over http as well.");
    },
  },
  {
    id: "www-not-unified",
    category: "transport",
    severity: "low",
    effort: "low",
    needs: "probes",
    title: "The page answers with and without www",
    threshold: "both host names answer with 200",
    source: google("crawling-indexing/consolidate-duplicate-urls"),
    remedy: "Redirect one host name to the other.",
    run({ wwwUnified }) {
      if (wwwUnified === undefined) return skipped("There is no second host name to compare with.");
      return wwwUnified ? "pass" : failure("The host name with www. and the one without both answer.");
    },
  },
  {
    id: "ttfb-slow",
    category: "transport",
    severity: "notice",
    effort: "high",
    needs: "answer",
    title: "The server is slow to answer",
    threshold: `more than ${TTFB_MAX} ms to the first byte, seen from this server; never scored, because it varies`,
    source: "https://web.dev/articles/ttfb",
    remedy: "Cache the page nearer to visitors, or make it in less time.",
    run({ fetched }) {
      return fetched.ttfbMs > TTFB_MAX
        ? failure(`The first byte took ${Math.round(fetched.ttfbMs)} ms.`)
        : "pass";
    },
  },
  {
    id: "compression-missing",
    category: "transport",
    severity: "low",
    effort: "low",
    needs: "html",
    title: "The HTML is not compressed",
    threshold: "no br, gzip, zstd or deflate on more than 1 KB",
    source: "https://developer.mozilla.org/docs/Web/HTTP/Guides/Compression",
    remedy: "Turn on compression in the web server.",
    run({ fetched }) {
      if (fetched.body.byteLength <= COMPRESS_MIN) return skipped("The page is too small to gain by it.");
      const coding = headerOf(fetched, "content-encoding") ?? "";
      if (/br|gzip|zstd|deflate/i.test(coding)) return "pass";
      return failure(`${fetched.body.byteLength} bytes were sent as they are.`);
    },
  },
  {
    id: "content-type-wrong",
    category: "transport",
    severity: "low",
    effort: "low",
    needs: "answer",
    title: "The answer is not declared as a page",
    threshold: "a Content-Type that is neither text/html nor application/xhtml+xml",
    source: "https://www.rfc-editor.org/rfc/rfc9110#field.content-type",
    remedy: "Send Content-Type: text/html; charset=utf-8.",
    run({ contentType }) {
      if (/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType ?? "")) return "pass";
      return failure(
        contentType === null
          ? "The answer has no Content-Type."
          : "The answer's Content-Type is not that of a page.",
      );
    },
  },
  {
    id: "url-untidy",
    category: "transport",
    severity: "notice",
    effort: "medium",
    needs: "answer",
    title: "The address is hard to read",
    threshold: `upper case, underscores, spaces, empty segments, a session id, or over ${URL_LENGTH_MAX} characters`,
    source: google("crawling-indexing/url-structure"),
    remedy: "Use short lower-case words with hyphens; redirect the old address.",
    run({ url }) {
      const faults = untidiness(url);
      return faults.length === 0
        ? "pass"
        : failure(`The address has ${faults.join(", ")}.`, [{ url: url.href }]);
    },
  },
  {
    id: "url-parameters-many",
    category: "transport",
    severity: "notice",
    effort: "medium",
    needs: "answer",
    title: "The address has many parameters",
    threshold: `more than ${PARAMETERS_MAX} query parameters`,
    source: google("crawling-indexing/url-structure"),
    remedy: "Keep what changes the content, and name a canonical address without the rest.",
    run({ url }) {
      const count = [...url.searchParams].length;
      return count > PARAMETERS_MAX
        ? failure(`The address has ${count} parameters.`, [{ url: url.href }])
        : "pass";
    },
  },
];
