import { z } from "zod";
import { component, object, objectOrNull, objects } from "../../../../kit/described-objects.ts";
import { Content, Headings, Images, Links, Measured, Resources, StructuredData } from "./body.ts";
import { Finding, Indexability, Score } from "./judgement.ts";
import { Charset, shared } from "./meta.ts";
import { count, Place, string, text, texts } from "./values.ts";

const Card = component("SeoSocialCard", "How the network shows a link to the page.", {
  title: text.describe("The title shown."),
  description: text.describe("The description shown."),
  image: text.describe("The URL of the image."),
  domain: string.describe("The host name shown, without www."),
  card: z.enum(["summary", "summary_large_image"]).optional().describe("X only: the size of the card."),
});

const Redirect = z.object({
  url: string.describe("The URL that redirects."),
  status: z.int().describe("Its HTTP status."),
  location: string.describe("The absolute URL that it leads to."),
  ms: count.describe("Milliseconds until its headers."),
});

const Rendering = object("Whether scripts render the page, and whether they were run.", {
  mode: z
    .enum(["static", "rendered"])
    .describe("`rendered`: the report is of the page after its scripts have run."),
  jsDependent: z.boolean().describe("Whether scripts render the page: the HTML has no content of its own."),
  reason: text.describe("Why, in one sentence; null if the content is in the HTML."),
  evidence: Place.extend({
    id: string.describe("The row of `scriptDependence` in `/seo/checks`."),
    name: string.describe("The framework, platform or technique."),
    docs: string.describe("The URL of the documentation for this evidence."),
  })
    .meta({
      id: "SeoScriptEvidence",
      description: "The evidence that scripts render the page, and its location.",
    })
    .nullable(),
  url: text.describe("The URL of the page after its scripts have run; null unless it was rendered."),
  failure: text.describe(
    "Why `render=auto` did not render the page; null if it did, or if rendering was not needed.",
  ),
  html: objectOrNull("Values of the HTML before scripts ran; null unless the page was rendered.", {
    title: text.describe("`title.text` before scripts ran."),
    metaDescription: text.describe("`metaDescription.text` before scripts ran."),
    canonical: text.describe("`canonical.url` before scripts ran."),
    robots: texts.describe("`robots.meta` before scripts ran."),
    lang: text.describe("`lang` before scripts ran."),
    h1: texts.describe("`headings.h1` before scripts ran."),
    wordCount: count.describe("`content.wordCount` before scripts ran."),
    links: count.describe("`links.total` before scripts ran."),
    images: count.describe("`images.total` before scripts ran."),
    structuredData: count.describe("The number of `structuredData.items` before scripts ran."),
  }),
  changed: texts.describe("The members of `html` that scripts changed."),
});

const Preview = object("How search results and social networks show the page.", {
  search: object("A result on Google's desktop page.", {
    title: text.describe("The title, shortened to 600 px."),
    address: string.describe("The URL as breadcrumbs."),
    description: text.describe("The description, shortened to 990 px."),
    descriptionFrom: z
      .enum(["meta", "text"])
      .nullable()
      .describe("`meta`: the meta description; `text`: the page's text. Null if both are empty."),
    truncated: object("What was shortened.", {
      title: z.boolean().describe("Whether the title was shortened."),
      description: z.boolean().describe("Whether the description was shortened."),
    }),
  }),
  social: object("Link cards of social networks.", { facebook: Card, x: Card, linkedin: Card, slack: Card }),
});

/** The response of `/seo/audit`. */
export const Audit = component("SeoAudit", "The audit of one page.", {
  url: shared.url,
  finalUrl: shared.finalUrl,
  fetchedAt: z.iso.datetime().describe("When the page was fetched, in UTC."),
  status: shared.status,
  contentHash: string.describe(
    "SHA-256 of the HTML. The same hash and checks version give the same findings.",
  ),
  checksVersion: string.describe("The version of the checks."),
  score: Score,
  indexability: Indexability,
  fetch: object("How the page was fetched.", {
    redirects: z.array(Redirect).describe("The redirects that were followed, in order."),
    contentType: text.describe("The Content-Type header."),
    bytes: count.describe("The size of the page in bytes, decompressed."),
    transferBytes: count.describe("The bytes received, as compressed."),
    contentEncoding: text.describe("The Content-Encoding header."),
    ttfbMs: count.describe("Milliseconds from the last request to its headers."),
    totalMs: count.describe("Milliseconds for the whole fetch, with redirects."),
    truncated: z.boolean().describe("Whether the page is larger than the 2 MB that are analyzed."),
    charset: Charset,
  }),
  robotsTxt: object("The robots.txt of the site.", {
    url: string.describe("The URL of robots.txt."),
    status: z.int().nullable().describe("Its HTTP status. Null without a response."),
    state: z
      .enum(["parsed", "absent", "unreachable"])
      .describe("`absent`: everything is allowed. `unreachable`: nothing is allowed."),
    sitemaps: texts.describe("The sitemaps that it lists, at most 50."),
  }),
  rendering: Rendering,
  title: Measured.describe("The title."),
  metaDescription: Measured.describe("The meta description."),
  canonical: shared.canonical,
  robots: shared.robots,
  lang: shared.lang,
  dir: text.describe("The dir attribute of the page: `ltr`, `rtl` or `auto`."),
  viewport: shared.viewport,
  favicon: shared.favicon,
  headings: Headings,
  content: Content,
  images: Images,
  links: Links,
  resources: Resources,
  openGraph: shared.openGraph,
  twitter: shared.twitter,
  socialImage: objectOrNull("The preview image and its actual size in pixels. Null unless `links=check`.", {
    url: string.describe("The URL of the image."),
    status: z.int().nullable().describe("Its HTTP status. Null without a response."),
    width: count.nullable().describe("Null if unknown."),
    height: count.nullable().describe("Null if unknown."),
  }),
  structuredData: StructuredData,
  hreflang: shared.hreflang,
  preview: Preview,
  findings: z.array(Finding).describe("Issues to fix, most important first."),
  passed: texts.describe("The IDs of the checks that passed."),
  notApplicable: objects("Checks that do not apply.", {
    check: string.describe("The ID of the check in `/seo/checks`."),
    reason: string.describe("Why it does not apply."),
  }),
  share: z
    .object({
      path: string.describe("Its path on this server."),
      expiresAt: z.iso.datetime().describe("When the link expires, in UTC."),
    })
    .nullable()
    .optional()
    .describe("With `share=true`: the link to the report as a page; null if it is too large to store."),
});
export type Audit = z.output<typeof Audit>;
