import { decodeXML } from "entities";
import { openSitemap } from "../analysis/sitemap-file.ts";
import { normalize } from "./normalize-url.ts";

/** The bytes of a sitemap that are read, inflated: the limit of sitemaps.org. */
export const SITEMAP_BYTES = 50 * 1024 * 1024;

/** The URLs of a sitemap file. */
export interface SitemapUrls {
  readonly isIndex: boolean;
  /** Why it could not be read. */
  readonly error?: "not-a-sitemap" | "damaged" | "too-large";
  readonly urls: readonly string[];
}

/**
 * Reads the URLs of a sitemap, an index of sitemaps, a feed or a text file with a URL a line, gzipped or not.
 * At most `max` of them. Never throws.
 */
export function readSitemapUrls(body: Uint8Array, max: number): SitemapUrls {
  const file = openSitemap(body, SITEMAP_BYTES);
  if (typeof file === "string") return { isIndex: false, error: file, urls: [] };
  const { text, root, locations } = file;
  const isText = root === undefined && /^\s{0,100}https?:\/\//i.test(text.slice(0, 200));
  const isFeed = root === undefined && /<(?:rss|feed)[\s>]/i.test(text.slice(0, 20_000));
  if (root === undefined && !isText && !isFeed) return { isIndex: false, error: "not-a-sitemap", urls: [] };
  const urls = new Set<string>();
  const entries = isText
    ? text.split(/[\r\n]+/).filter((line) => line.trim() !== "")
    : isFeed
      ? feedLinks(text)
      : locations;
  for (const entry of entries) {
    const url = normalize(entry)?.url;
    if (url !== undefined && urls.size < max) urls.add(url);
  }
  return { isIndex: root === "sitemapindex", urls: [...urls] };
}

/** The links of RSS (`<link>…</link>`) and Atom (`<link href="…">`). */
function* feedLinks(text: string): Generator<string, void> {
  for (const { 1: href } of text.matchAll(/<link\s[^<>]{0,500}?href="([^"<>]{1,2048})"/gi))
    yield decodeXML(href ?? "");
  for (const { 1: url } of text.matchAll(/<link>([^<>]{1,2048})<\/link>/gi))
    yield decodeXML((url ?? "").trim());
}
