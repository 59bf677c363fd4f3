import { matches, normalisePath } from "../../../kit/robots-txt.ts";
import type { CrawlOptions } from "./crawl.ts";
import { hostOf, originOf } from "./normalize-url.ts";

const IP_OR_LOCAL = /^(?:\[|[\d.]+(?::|$)|localhost(?::|$))/;

/** A host with and without `www.`. */
function twins(host: string): string[] {
  if (IP_OR_LOCAL.test(host)) return [host];
  return host.startsWith("www.") ? [host, host.slice(4)] : [host, `www.${host}`];
}

/** The hosts of a site whose start URL leads to `finalUrl`. */
export function hostsOf(startUrl: string, finalUrl: string): string[] {
  return [...new Set([...twins(hostOf(startUrl)), ...twins(hostOf(finalUrl))])];
}

/** Scope of a crawl: the URLs that belong to a site, and those of them that it may read. */
export class SiteScope {
  readonly #hosts: ReadonlySet<string>;
  readonly #endings: readonly string[];
  /** Percent-encoded as the URLs that they are compared with. */
  readonly #include: readonly string[];
  readonly #exclude: readonly string[];

  constructor(hosts: readonly string[], options: CrawlOptions) {
    this.#hosts = new Set(hosts);
    const named = hosts.filter((host) => !host.startsWith("www.") && !IP_OR_LOCAL.test(host));
    this.#endings = options.subdomains ? named.map((host) => `.${host}`) : [];
    this.#include = options.include.map(normalisePath);
    this.#exclude = options.exclude.map(normalisePath);
  }

  /** Whether a normalized URL belongs to the site. */
  isOwn(url: string): boolean {
    const host = hostOf(url);
    return this.#hosts.has(host) || this.#endings.some((ending) => host.endsWith(ending));
  }

  /** Whether the patterns of the caller allow a normalized URL. */
  isIncluded(url: string): boolean {
    const path = url.slice(originOf(url).length);
    const isMatch = (pattern: string) => matches(pattern, /^https?:/.test(pattern) ? url : path);
    return (this.#include.length === 0 || this.#include.some(isMatch)) && !this.#exclude.some(isMatch);
  }
}
