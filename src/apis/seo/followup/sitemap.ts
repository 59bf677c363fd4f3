import { constants, gunzipSync } from "node:zlib";
import type { Fetch, Fetched } from "../../../kit/fetch.ts";
import { withoutHash } from "../links.ts";
import { read } from "./ask.ts";
import type { Budget } from "./budget.ts";
import type { Probes } from "./probes.ts";

const SITEMAPS_MAX = 3;
const SITEMAP_BYTES = 10 * 1024 * 1024;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The text of a sitemap file, also of a gzipped one; `whole` is false where it was cut. */
function textOf(answer: Fetched): { readonly text: string; readonly whole: boolean } {
  const { body, truncated } = answer;
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (body[0] !== 0x1f || body[1] !== 0x8b) return { text: decode(body), whole: !truncated };
  try {
    const inflated = gunzipSync(body, {
      maxOutputLength: SITEMAP_BYTES,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    return { text: decode(inflated), whole: !truncated };
  } catch {
    // Damaged, or more than is read: nothing is known of it.
    return { text: "", whole: false };
  }
}

/**
 * Looks whether the site has a sitemap and whether it lists one of the page's addresses: in the files that
 * robots.txt names, else in /sitemap.xml; at most three files, gzipped or not.
 */
export async function askSitemap(
  fetch: Fetch,
  budget: Budget,
  named: readonly string[],
  own: ReadonlySet<string>,
  origin: string,
): Promise<Probes["sitemap"]> {
  const usual = `${origin}/sitemap.xml`;
  const waiting = named.length > 0 ? [...named] : [usual];
  const url = waiting[0] ?? usual;
  let found: boolean | undefined;
  let whole = true;
  let files = 0;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (files >= SITEMAPS_MAX) {
      whole = false;
      break;
    }
    files++;
    const answer = await read(fetch, budget, next, { maxBytes: SITEMAP_BYTES, overflow: "truncate" });
    if (answer === undefined) whole = false;
    else if (answer.status >= 200 && answer.status < 300) {
      found = true;
      const { text, whole: isWhole } = textOf(answer);
      if (!isWhole || !/<(?:\w+:)?(?:urlset|sitemapindex)\b/.test(text)) whole = false;
      const isIndex = /<(?:\w+:)?sitemapindex\b/.test(text);
      for (const [, escaped = ""] of text.matchAll(/<(?:\w+:)?loc>\s*([^<]*?)\s*<\//g)) {
        const location = escaped.replaceAll(
          /&(amp|lt|gt|quot|apos);/g,
          (whole, name: string) => ENTITIES[name] ?? whole,
        );
        if (isIndex) {
          if (waiting.length < SITEMAPS_MAX) waiting.push(location);
          else whole = false;
        } else if (own.has(withoutHash(location))) return { found: true, lists: true, url: next };
      }
    } else if (answer.status < 500) found ??= false;
  }
  return { found, lists: found === true && whole ? false : undefined, url };
}
