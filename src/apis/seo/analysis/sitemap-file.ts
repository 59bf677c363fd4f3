import { constants, gunzipSync } from "node:zlib";
import { withoutHash } from "./links.ts";

/** The bytes of a sitemap that are read, inflated. */
export const SITEMAP_BYTES = 10 * 1024 * 1024;

/** Files of an index that are named, and how long a URL may be. */
const FILES_MAX = 3;
const URL_MAX = 2_048;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The contents of one sitemap file. */
export interface SitemapFile {
  /** Whether all of it was read, and it is a sitemap. */
  readonly whole: boolean;
  /** Whether it lists one of the page's URLs. */
  readonly lists: boolean;
  /** The first files that it names, where it is an index of others. */
  readonly files: readonly string[];
}

/** Reports whether bytes are gzipped: a few of them may hold a thousand times as many. */
export function isGzipped(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

/** The text of a sitemap file; undefined where it is damaged, or larger than is read. */
function textOf(body: Uint8Array): string | undefined {
  if (!isGzipped(body)) return new TextDecoder().decode(body);
  try {
    const inflated = gunzipSync(body, {
      maxOutputLength: SITEMAP_BYTES,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    return new TextDecoder().decode(inflated);
  } catch {
    return undefined;
  }
}

/** The texts of the `loc` elements. Each character is looked at a few times, whatever the file holds. */
function* locationsIn(text: string): Generator<string, void> {
  for (const { index, 0: tag } of text.matchAll(/<(?:\w{1,20}:)?loc>/g)) {
    const start = index + tag.length;
    const end = text.indexOf("<", start);
    if (end < 0) return;
    if (text[end + 1] !== "/" || end - start > URL_MAX) continue;
    yield text
      .slice(start, end)
      .trim()
      .replaceAll(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole);
  }
}

/** Reads a sitemap or an index of sitemaps, gzipped or not, and looks for one of `own`. Never throws. */
export function readSitemap(body: Uint8Array, truncated: boolean, own: readonly string[]): SitemapFile {
  const text = textOf(body) ?? "";
  const root = /<(?:\w{1,20}:)?(urlset|sitemapindex)\b/.exec(text)?.[1];
  const isIndex = /<(?:\w{1,20}:)?sitemapindex\b/.test(text);
  const whole = !truncated && root !== undefined;
  const wanted = new Set(own);
  const files: string[] = [];
  for (const location of locationsIn(text)) {
    if (!isIndex && wanted.has(withoutHash(location))) return { whole, lists: true, files };
    if (!isIndex) continue;
    if (files.length >= FILES_MAX) return { whole: false, lists: false, files };
    files.push(location);
  }
  return { whole, lists: false, files };
}
