import { constants, gunzipSync } from "node:zlib";
import { decodeXML } from "entities";
import { markOf } from "./html/encoding.ts";
import { withoutHash } from "./links.ts";

/** The bytes of a sitemap that an audit of one page reads, inflated. */
export const SITEMAP_BYTES = 10 * 1024 * 1024;

/** Files of an index that are named, and how long a URL may be. */
const FILES_MAX = 3;
const LOCATION_MAX = 8_192;

/** Characters in which the root of a file is looked for. */
const START = 20_000;

/** Reports whether bytes are gzipped: a few of them may hold a thousand times as many. */
export function isGzipped(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

function inflate(body: Uint8Array, maxOutputLength: number): Uint8Array | "damaged" | "too-large" {
  if (!isGzipped(body)) return body;
  try {
    return gunzipSync(body, { maxOutputLength });
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    if (isTooLarge) return "too-large";
  }
  try {
    // A file that was cut off still has a beginning.
    const whole = gunzipSync(body, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
    return whole.byteLength === 0 ? "damaged" : whole;
  } catch {
    return "damaged";
  }
}

/** The texts of the elements `loc`, not those of images or videos. Each character is looked at a few times, whatever the file holds. */
function* locationsIn(text: string): Generator<string, void> {
  for (const { index, 0: tag } of text.matchAll(
    /<(?!image:|video:)(?:\w{1,20}:)?loc(?:\s[^<>]{0,200})?>/gi,
  )) {
    const start = index + tag.length;
    const isCdata = /^\s{0,100}<!\[CDATA\[/.exec(text.slice(start, start + 200));
    const from = isCdata === null ? start : start + isCdata[0].length;
    const end = text.indexOf(isCdata === null ? "<" : "]]>", from);
    if (end < 0) return;
    if (end - from <= LOCATION_MAX) {
      const raw = text.slice(from, end).trim();
      yield isCdata === null ? decodeXML(raw) : raw;
    }
  }
}

/** A sitemap file as text. */
export interface OpenedSitemap {
  readonly text: string;
  /** Undefined where it is no sitemap. */
  readonly root: "urlset" | "sitemapindex" | undefined;
  readonly locations: Iterable<string>;
}

/** Opens a sitemap or an index of sitemaps, gzipped or not, of at most so many bytes inflated. Never throws. */
export function openSitemap(body: Uint8Array, maxBytes: number): OpenedSitemap | "damaged" | "too-large" {
  const bytes = inflate(body, maxBytes);
  if (typeof bytes === "string") return bytes;
  const text = new TextDecoder(markOf(bytes)).decode(bytes);
  const [, isIndex, isSet] =
    /<(?:\w{1,20}:)?(?:(sitemapindex)|(urlset))[\s>]/i.exec(text.slice(0, START)) ?? [];
  const root = isIndex !== undefined ? "sitemapindex" : isSet !== undefined ? "urlset" : undefined;
  return { text, root, locations: locationsIn(text) };
}

/** The contents of one sitemap file, for the audit of a page. */
export interface SitemapFile {
  /** Whether all of it was read, and it is a sitemap. */
  readonly whole: boolean;
  /** Whether it lists one of the page's URLs. */
  readonly lists: boolean;
  /** The first files that it names, where it is an index of others. */
  readonly files: readonly string[];
}

/** Reads a sitemap or an index of sitemaps, and looks for one of `own`. Never throws. */
export function readSitemap(body: Uint8Array, truncated: boolean, own: readonly string[]): SitemapFile {
  const file = openSitemap(body, SITEMAP_BYTES);
  if (typeof file === "string" || file.root === undefined) return { whole: false, lists: false, files: [] };
  const wanted = new Set(own);
  const files: string[] = [];
  for (const location of file.locations) {
    if (file.root === "sitemapindex") files.push(location);
    else if (wanted.has(withoutHash(URL.parse(location)?.href ?? location)))
      return { whole: !truncated, lists: true, files };
    if (files.length > FILES_MAX) return { whole: false, lists: false, files: files.slice(0, FILES_MAX) };
  }
  return { whole: !truncated, lists: false, files };
}
