import { normalizeEscapes } from "../analysis/links.ts";

/** Longer URLs are not crawled. */
export const URL_MAX = 2_048;

/** Parameters that say where a visitor came from; they never change a page. */
const TRACKING =
  /^(?:utm_[a-z_]{1,20}|gclid|gbraid|wbraid|fbclid|msclkid|dclid|yclid|mc_cid|mc_eid|_ga|_gl|igshid)$/i;

/** Parameters that hold a session, if their value looks like one. */
const SESSION =
  /^(?:phpsessid|jsessionid|aspsessionid[a-z]{0,20}|sid|sessid|sess|session|session_?id|oscsid|zenid|cfid|cftoken|xtc_?sid)$/i;
const SESSION_VALUE = /^[a-z0-9,_-]{8,128}$/i;

/** The parameters of a query, as they are written, without empty ones. */
export function parametersOf(search: string): string[] {
  return search === ""
    ? []
    : search
        .slice(1)
        .split("&")
        .filter((part) => part !== "");
}

/** The name of a parameter as it is written. */
export function nameOf(parameter: string): string {
  const equals = parameter.indexOf("=");
  return equals < 0 ? parameter : parameter.slice(0, equals);
}

function isSession(parameter: string): boolean {
  return SESSION.test(nameOf(parameter)) && SESSION_VALUE.test(parameter.slice(nameOf(parameter).length + 1));
}

/** A normalized URL, and whether it had a session, which was removed. */
export interface NormalizedUrl {
  readonly url: string;
  readonly hadSession: boolean;
}

/**
 * Brings an http URL into the form in which a crawl knows it: without fragment, credentials, session and tracking
 * parameters; percent-encodings by RFC 3986. Undefined for other schemes, invalid URLs and those over 2,048 characters.
 */
export function normalize(href: string, base?: string): NormalizedUrl | undefined {
  if (href.length > URL_MAX * 2) return undefined;
  const parsed = URL.parse(href, base);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return undefined;
  const host = parsed.host.replace(/\.(?=:|$)/, "");
  // A session in the path: `;jsessionid=…` of servlets and `/(S(…))/` of ASP.NET.
  const path = normalizeEscapes(parsed.pathname)
    .replaceAll(/;jsessionid=[a-z0-9._!-]{1,128}/gi, "")
    .replaceAll(/\/\((?:[a-z]\([a-z0-9]{8,64}\)){1,4}\)(?=\/|$)/gi, "");
  const all = parametersOf(parsed.search);
  const kept = all.filter((one) => !TRACKING.test(nameOf(one)) && !isSession(one));
  const search = kept.length === 0 ? "" : `?${normalizeEscapes(kept.join("&"))}`;
  const url = `${parsed.protocol}//${host}${path === "" ? "/" : path}${search}`;
  if (host === "" || url.length > URL_MAX) return undefined;
  const hadSession = all.some(isSession) || path !== normalizeEscapes(parsed.pathname);
  return { url, hadSession };
}

/** The URL of `normalize` alone. */
export function normalizeUrl(href: string, base?: string): string | undefined {
  return normalize(href, base)?.url;
}

/** Where the query of a normalized URL begins; its length where it has none. */
function queryStart(url: string): number {
  const at = url.indexOf("?");
  return at < 0 ? url.length : at;
}

/** A normalized URL up to its query. */
export function withoutQuery(url: string): string {
  return url.slice(0, queryStart(url));
}

/** The query of a normalized URL with its question mark; empty where it has none. */
export function queryOf(url: string): string {
  return url.slice(queryStart(url));
}

/**
 * The key that all spellings of one URL share: the order of parameters does not matter, and those in `ignored` do not
 * count.
 */
export function keyOf(url: string, ignored?: ReadonlySet<string>): string {
  const query = queryOf(url);
  if (query === "" || (!query.includes("&") && (ignored === undefined || ignored.size === 0))) return url;
  const parameters = parametersOf(query).filter((one) => ignored?.has(nameOf(one)) !== true);
  if (parameters.length === 0) return withoutQuery(url);
  return `${withoutQuery(url)}?${parameters.sort().join("&")}`;
}

/** Scheme, host and port of a normalized URL. */
export function originOf(url: string): string {
  const slash = url.indexOf("/", url.indexOf("//") + 2);
  return slash < 0 ? url : url.slice(0, slash);
}

/** Host and port of a normalized URL; without the port where it is the scheme's own. */
export function hostOf(url: string): string {
  const origin = originOf(url);
  return origin.slice(origin.indexOf("//") + 2);
}

/** The path of a normalized URL. */
export function pathOf(url: string): string {
  return withoutQuery(url).slice(originOf(url).length);
}
