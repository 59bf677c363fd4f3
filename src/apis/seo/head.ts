import { gather } from "./facts.ts";
import { attribute } from "./html/tree.ts";
import type { Meta } from "./schema/meta.ts";
import { canonicalOf, charsetOf, clip, firstContent, hreflangOf, robotsOf, tagsOf } from "./shown.ts";
import type { Subject } from "./subject.ts";

/** What the head of a page says, without checks. Pure; never throws. */
export function examineMeta(subject: Subject): Meta {
  const facts = gather(subject);
  const { page, base } = facts;
  return {
    url: subject.url,
    finalUrl: subject.finalUrl,
    status: subject.status,
    charset: charsetOf(facts),
    lang: facts.language === undefined ? null : clip(facts.language),
    title: facts.title.text,
    description: facts.description.text,
    canonical: canonicalOf(facts),
    robots: robotsOf(facts),
    viewport: firstContent(facts, "viewport"),
    themeColor: firstContent(facts, "theme-color"),
    favicon: facts.favicon ?? null,
    author: firstContent(facts, "author"),
    keywords: firstContent(facts, "keywords"),
    openGraph: tagsOf(facts.openGraph),
    twitter: tagsOf(facts.twitter),
    hreflang: hreflangOf(facts),
    feeds: page.links.flatMap(({ rel, href, element }) => {
      const type = attribute(element, "type")?.trim().toLowerCase() ?? "";
      const url = href === undefined ? undefined : URL.parse(href, base)?.href;
      if (
        !rel.includes("alternate") ||
        url === undefined ||
        !/^application\/(?:rss|atom|feed)\+(?:xml|json)$/.test(type)
      )
        return [];
      return [{ url, type, title: attribute(element, "title") ?? null }];
    }),
    metas: page.metas.slice(0, 500).map(({ name, property, httpEquiv, charset, content, inHead }) => ({
      ...(name === undefined ? {} : { name }),
      ...(property === undefined ? {} : { property }),
      ...(httpEquiv === undefined ? {} : { httpEquiv }),
      ...(charset === undefined ? {} : { charset }),
      content: content === undefined ? null : clip(content),
      inHead,
    })),
  };
}
