import { attribute } from "../../../kit/html-tree.ts";
import { type Facts, gather } from "../analysis/facts.ts";
import type { Effort } from "../analysis/read-page.ts";
import type { FetchedPage } from "../fetch/fetched-page.ts";
import { headerIndexability, isReportable, notHtml } from "./not-html.ts";
import {
  canonicalOf,
  charsetOf,
  firstContent,
  hreflangOf,
  LIST_MAX,
  quoted,
  robotsOf,
} from "./page-fields.ts";
import type { Meta } from "./schema/meta.ts";

const FEED = /^application\/(?:rss|atom|feed)\+(?:xml|json)$/;
/** Meta elements that are shown: a page has more of them than of anything else. */
const METAS_MAX = 500;

function feedsOf({ page, base }: Facts): Meta["feeds"] {
  const feeds: Meta["feeds"] = [];
  for (const { rel, href, element } of page.links) {
    if (feeds.length >= LIST_MAX) break;
    const type = attribute(element, "type")?.trim().toLowerCase() ?? "";
    if (href === undefined || !rel.includes("alternate") || !FEED.test(type)) continue;
    const url = URL.parse(href, base)?.href;
    if (url !== undefined) feeds.push({ url, type, title: attribute(element, "title") ?? null });
  }
  return feeds;
}

function metasOf({ page }: Facts): Meta["metas"] {
  return page.metas
    .slice(0, METAS_MAX)
    .map(({ element: _, content = null, inHead, ...names }) => ({ ...names, content, inHead }));
}

/** Reads the head of a page, without checks. Pure; throws `not-html`, and `TooMuchEffort` as `gather` does. */
export function examineMeta(page: FetchedPage, effort?: Effort): Meta {
  const facts = gather(page, undefined, effort);
  if (!isReportable(facts)) throw notHtml(facts, headerIndexability(facts));
  const { url, finalUrl, status } = page;
  const fields = quoted(facts, {
    charset: charsetOf(facts),
    lang: facts.language ?? null,
    title: facts.title.text,
    description: facts.description.text,
    canonical: canonicalOf(facts),
    robots: robotsOf(facts),
    viewport: firstContent(facts, "viewport"),
    themeColor: firstContent(facts, "theme-color"),
    favicon: facts.favicon ?? null,
    author: firstContent(facts, "author"),
    keywords: firstContent(facts, "keywords"),
    openGraph: Object.fromEntries(facts.openGraph),
    twitter: Object.fromEntries(facts.twitter),
    hreflang: hreflangOf(facts),
    feeds: feedsOf(facts),
    metas: metasOf(facts),
  });
  return { url, finalUrl, status, ...fields };
}
