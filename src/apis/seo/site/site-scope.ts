import { setImmediate as nextTurn } from "node:timers/promises";
import { matches, normalisePath } from "../../../kit/robots-txt.ts";
import type { CrawlOptions } from "./crawl.ts";
import { hostOf, originOf } from "./normalize-url.ts";

const IP_OR_LOCAL = /^(?:\[|[\d.]+(?::|$)|localhost(?::|$))/;

/** How long URLs are compared with patterns before other work has its turn, in milliseconds. */
const TURN_MS = 5;

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
  /** What `decide` has found out. */
  readonly #decided = new Map<string, boolean>();

  constructor(hosts: readonly string[], options: CrawlOptions) {
    this.#hosts = new Set(hosts);
    const named = hosts.filter((host) => !host.startsWith("www.") && !IP_OR_LOCAL.test(host));
    this.#endings = options.subdomains ? named.map((host) => `.${host}`) : [];
    this.#include = options.include.map(normalisePath);
    this.#exclude = options.exclude.map(normalisePath);
  }

  isOwn(url: string): boolean {
    const host = hostOf(url);
    return this.#hosts.has(host) || this.#endings.some((ending) => host.endsWith(ending));
  }

  /**
   * Compares normalized URLs with the patterns of the caller, in turns of the event loop: thousands of URLs take seconds.
   * `isIncluded` knows the results until the next call.
   */
  async decide(urls: readonly string[]): Promise<void> {
    this.#decided.clear();
    if (this.#include.length + this.#exclude.length === 0) return;
    let since = performance.now();
    for (const url of urls) {
      if (performance.now() - since > TURN_MS) {
        await nextTurn();
        since = performance.now();
      }
      this.#decided.set(url, this.isIncluded(url));
    }
  }

  /** Whether the patterns of the caller allow a normalized URL. */
  isIncluded(url: string): boolean {
    const known = this.#decided.get(url);
    if (known !== undefined) return known;
    const path = url.slice(originOf(url).length);
    const isMatch = (pattern: string) => matches(pattern, /^https?:/.test(pattern) ? url : path);
    return (this.#include.length === 0 || this.#include.some(isMatch)) && !this.#exclude.some(isMatch);
  }
}
