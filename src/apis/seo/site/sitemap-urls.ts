import { constants, gunzipSync } from "node:zlib";
import { isGzipped } from "../analysis/sitemap-file.ts";
import { normalize } from "./normalize-url.ts";

/** The bytes of a sitemap that are read, inflated: the limit of sitemaps.org. */
export const SITEMAP_BYTES = 50 * 1024 * 1024;
const LOCATION_MAX = 8_192;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The URLs of a sitemap file. */
export interface SitemapUrls {
  readonly isIndex: boolean;
  /** Why it could not be read. */
  readonly error?: "not-a-sitemap" | "damaged" | "too-large";
  readonly urls: readonly string[];
}

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** The texts of the elements `loc`, in linear time for any text. */
function* locationsIn(text: string): Generator<string, void> {
  for (const { index, 0: tag } of text.matchAll(/<(?:sitemap:|sm:|s:)?loc(?:\s[^<>]{0,200})?>/gi)) {
    const start = index + tag.length;
    const isCdata = /^\s{0,100}<!\[CDATA\[/.exec(text.slice(start, start + 200));
    const from = isCdata === null ? start : start + isCdata[0].length;
    const end = text.indexOf(isCdata === null ? "<" : "]]>", from);
    if (end < 0) return;
    if (end - from <= LOCATION_MAX) {
      const raw = text.slice(from, end).trim();
      yield isCdata === null ? decodeEntities(raw) : raw;
    }
  }
}

function inflate(body: Uint8Array): Uint8Array | "damaged" | "too-large" {
  if (!isGzipped(body)) return body;
  try {
    return gunzipSync(body, { maxOutputLength: SITEMAP_BYTES });
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    if (isTooLarge) return "too-large";
  }
  try {
    // A file that was cut off still has a beginning.
    const whole = gunzipSync(body, { maxOutputLength: SITEMAP_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
    return whole.byteLength === 0 ? "damaged" : whole;
  } catch {
    return "damaged";
  }
}

function decode(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8").decode(bytes);
}

/**
 * Reads the URLs of a sitemap, an index of sitemaps, a feed or a text file with a URL a line, gzipped or not.
 * At most `max` of them. Never throws.
 */
export function readSitemapUrls(body: Uint8Array, max: number): SitemapUrls {
  const bytes = inflate(body);
  if (typeof bytes === "string") return { isIndex: false, error: bytes, urls: [] };
  const text = decode(bytes);
  const root = /<(?:sitemap:|sm:|s:)?(urlset|sitemapindex)[\s>]/i
    .exec(text.slice(0, 20_000))?.[1]
    ?.toLowerCase();
  const isText = root === undefined && /^\s{0,100}https?:\/\//i.test(text.slice(0, 200));
  const isFeed = root === undefined && /<(?:rss|feed)[\s>]/i.test(text.slice(0, 20_000));
  if (root === undefined && !isText && !isFeed) return { isIndex: false, error: "not-a-sitemap", urls: [] };
  const urls = new Set<string>();
  const entries = isText
    ? text.split(/[\r\n]+/).filter((line) => line.trim() !== "")
    : isFeed
      ? feedLinks(text)
      : locationsIn(text);
  for (const entry of entries) {
    const url = normalize(entry)?.url;
    if (url !== undefined && urls.size < max) urls.add(url);
  }
  return { isIndex: root === "sitemapindex", urls: [...urls] };
}

/** The links of RSS (`<link>…</link>`) and Atom (`<link href="…">`). */
function* feedLinks(text: string): Generator<string, void> {
  for (const { 1: href } of text.matchAll(/<link\s[^<>]{0,500}?href="([^"<>]{1,2048})"/gi))
    yield decodeEntities(href ?? "");
  for (const { 1: url } of text.matchAll(/<link>([^<>]{1,2048})<\/link>/gi))
    yield decodeEntities((url ?? "").trim());
}
