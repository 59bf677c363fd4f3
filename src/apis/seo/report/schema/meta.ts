import { z } from "zod";
import { component, object, objects } from "../../../../kit/described-objects.ts";
import { string, text, texts } from "./values.ts";

/** The canonical URL, and everything that declares one. */
export const Canonical = component("SeoCanonical", "The canonical URL and its declarations.", {
  url: text.describe("The canonical URL, absolute. Null if none is valid."),
  links: objects("All link elements with rel=canonical.", {
    href: string.describe("The href of the element, as written."),
    inHead: z.boolean().describe("Whether it is in the head. Others are ignored."),
  }),
  header: text.describe("The canonical URL of the Link header, as sent."),
});

/** The encoding of the page, and what decided it. */
export const Charset = component("SeoCharset", "The character encoding of the page.", {
  effective: string.describe("The encoding used, such as `utf-8`."),
  source: z
    .enum(["bom", "header", "meta", "utf8-valid", "fallback"])
    .describe(
      "What decided the encoding. `utf8-valid`: undeclared, but valid UTF-8. `fallback`: windows-1252.",
    ),
  declared: object("The declared encodings.", {
    header: text.describe("The charset of Content-Type."),
    meta: text.describe("The charset of the meta element."),
  }),
});

export type Charset = z.output<typeof Charset>;

/** One translation of the page. */
export const Hreflang = component("SeoHreflang", "A translation of the page.", {
  lang: string.describe("The value of hreflang."),
  href: string.describe("The URL of the translation, as written."),
  inHead: z.boolean().describe("Whether it is in the head or a header. Others are ignored."),
});

/** The robots directives of the page. */
export const Robots = component("SeoRobots", "Directives for crawlers.", {
  meta: texts.describe("The content of each robots meta element."),
  header: texts.describe("Each X-Robots-Tag header."),
});

/** Tags of one family, with all values of each. */
const Tags = z.record(z.string(), texts);

/** Fields that the responses of `/seo/audit` and `/seo/meta` share. */
export const shared = {
  url: string.describe("The URL of the request."),
  finalUrl: string.describe("The final URL after redirects."),
  status: z.int().describe("The HTTP status of the final URL."),
  canonical: Canonical,
  robots: Robots,
  lang: text.describe("The lang attribute of the page."),
  viewport: text.describe("The content of the viewport meta element."),
  favicon: text.describe("The URL of the icon that the page declares."),
  openGraph: Tags.describe("Open Graph tags: all values by name, such as `og:title`."),
  twitter: Tags.describe("X (Twitter) tags: all values by name, such as `twitter:card`."),
  hreflang: z.array(Hreflang).describe("The translations that the page declares."),
};

const attribute = string.optional();

/** The response of `/seo/meta`. */
export const Meta = component("SeoMeta", "The metadata of a page.", {
  url: shared.url,
  finalUrl: shared.finalUrl,
  status: shared.status,
  charset: Charset,
  lang: shared.lang,
  title: text.describe("The text of the first title element."),
  description: text.describe("The content of the first meta description."),
  canonical: shared.canonical,
  robots: shared.robots,
  viewport: shared.viewport,
  themeColor: text.describe("The content of the theme-color meta element."),
  favicon: shared.favicon,
  author: text.describe("The content of the author meta element."),
  keywords: text.describe("The content of the keywords meta element."),
  openGraph: shared.openGraph,
  twitter: shared.twitter,
  hreflang: shared.hreflang,
  feeds: objects("RSS, Atom and JSON feeds that the page declares.", {
    url: string.describe("The URL of the feed, absolute."),
    type: string.describe("Its media type, such as `application/rss+xml`."),
    title: text.describe("Its title."),
  }),
  metas: objects("All meta elements, in order.", {
    name: attribute.describe("The name attribute, in lowercase."),
    property: attribute.describe("The property attribute, in lowercase."),
    httpEquiv: attribute.describe("The http-equiv attribute, in lowercase."),
    charset: attribute.describe("The charset attribute."),
    content: text.describe("The content attribute."),
    inHead: z.boolean().describe("Whether the element is in the head."),
  }),
});
export type Meta = z.output<typeof Meta>;
