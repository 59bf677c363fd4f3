import { attribute } from "../../../kit/html-tree.ts";
import { type Facts, gather } from "../analysis/facts.ts";
import type { Effort } from "../analysis/read-page.ts";
import type { FetchedPage } from "../fetch/fetched-page.ts";
import { headerIndexability, isReportable, notHtml } from "./not-html.ts";
import {
  canonicalOf,
  charsetOf,
  clip,
  clipped,
  firstContent,
  hreflangOf,
  type Quoting,
  quoted,
  robotsOf,
  tagsOf,
} from "./page-fields.ts";
import type { Meta } from "./schema/meta.ts";

const FEED = /^application\/(?:rss|atom|feed)\+(?:xml|json)$/;
/** Metas that are shown for each entry of another list: a page has more of them than of anything else. */
const METAS_SHARE = 2.5;

function feedsOf({ page, base }: Facts, quoting: Quoting): Meta["feeds"] {
  const feeds: Meta["feeds"] = [];
  for (const { rel, href, element } of page.links) {
    if (feeds.length >= quoting.list) break;
    const type = attribute(element, "type")?.trim().toLowerCase() ?? "";
    if (href === undefined || !rel.includes("alternate") || !FEED.test(type)) continue;
    const url = URL.parse(href, base)?.href;
    if (url === undefined) continue;
    feeds.push({ url: clip(url, quoting), type, title: clipped(attribute(element, "title"), quoting) });
  }
  return feeds;
}

function metasOf({ page }: Facts, quoting: Quoting): Meta["metas"] {
  return page.metas
    .slice(0, quoting.list * METAS_SHARE)
    .map(({ name, property, httpEquiv, charset, content, inHead }) => ({
      ...(name === undefined ? {} : { name: clip(name, quoting) }),
      ...(property === undefined ? {} : { property: clip(property, quoting) }),
      ...(httpEquiv === undefined ? {} : { httpEquiv: clip(httpEquiv, quoting) }),
      ...(charset === undefined ? {} : { charset: clip(charset, quoting) }),
      content: clipped(content, quoting),
      inHead,
    }));
}

function metaOf(facts: Facts, quoting: Quoting): Meta {
  const { fetched } = facts;
  return {
    url: fetched.url,
    finalUrl: fetched.finalUrl,
    status: fetched.status,
    charset: charsetOf(facts, quoting),
    lang: clipped(facts.language, quoting),
    title: clipped(facts.title.text, quoting),
    description: clipped(facts.description.text, quoting),
    canonical: canonicalOf(facts, quoting),
    robots: robotsOf(facts, quoting),
    viewport: firstContent(facts, "viewport", quoting),
    themeColor: firstContent(facts, "theme-color", quoting),
    favicon: clipped(facts.favicon, quoting),
    author: firstContent(facts, "author", quoting),
    keywords: firstContent(facts, "keywords", quoting),
    openGraph: tagsOf(facts.openGraph, quoting),
    twitter: tagsOf(facts.twitter, quoting),
    hreflang: hreflangOf(facts, quoting),
    feeds: feedsOf(facts, quoting),
    metas: metasOf(facts, quoting),
  };
}

/** Reads the head of a page, without checks. Pure; throws `not-html`, and `TooMuchEffort` as `gather` does. */
export function examineMeta(fetched: FetchedPage, effort?: Effort): Meta {
  const facts = gather(fetched, undefined, effort);
  if (!isReportable(facts)) throw notHtml(facts, headerIndexability(facts));
  return quoted(facts, (quoting) => metaOf(facts, quoting));
}
