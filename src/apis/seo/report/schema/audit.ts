import { z } from "zod";
import { CHECKS_VERSION } from "../../checks/catalogue.ts";
import { Content, Headings, Images, Links, StructuredData } from "./body.ts";
import { Finding, Indexability, Place, Score } from "./judgement.ts";
import { Canonical, Charset, Hreflang, Tags } from "./meta.ts";
import { count, text } from "./values.ts";

const Measured = z.object({
  text,
  length: count.describe("The number of characters as users perceive them (grapheme clusters)."),
  pixelWidth: count.describe("Width in Arial, at 20 px for titles and 14 px for descriptions."),
  count: count.describe("The number on the page."),
});

const Card = z.object({
  title: text,
  description: text,
  image: text,
  domain: z.string(),
  card: z.enum(["summary", "summary_large_image"]).optional(),
});

const Redirect = z.object({ url: z.string(), status: z.int(), location: z.string(), ms: count });

/** The answer of `/seo/audit`. */
export const Audit = z
  .object({
    share: z
      .object({
        path: z.string().describe("Its path on this server."),
        expiresAt: z.iso.datetime(),
      })
      .nullable()
      .optional()
      .describe("With share=true: the link to the report as a page; null if it is too large to store."),
    url: z.string().describe("The URL of the request."),
    finalUrl: z.string().describe("The final URL after redirects."),
    fetchedAt: z.iso.datetime(),
    status: z.int(),
    contentHash: z
      .string()
      .describe("SHA-256 of the HTML. The same hash and checks version give the same findings."),
    checksVersion: z.literal(CHECKS_VERSION),
    score: Score,
    indexability: Indexability,
    fetch: z.object({
      redirects: z.array(Redirect),
      contentType: text,
      bytes: count,
      transferBytes: count,
      contentEncoding: text,
      ttfbMs: count,
      totalMs: count,
      truncated: z.boolean().describe("Whether the page is larger than the 2 MB that are analyzed."),
      charset: Charset,
    }),
    robotsTxt: z.object({
      url: z.string(),
      status: z.int().nullable(),
      state: z.enum(["parsed", "absent", "unreachable"]),
      sitemaps: z.array(z.string()),
    }),
    rendering: z.object({
      mode: z
        .enum(["static", "rendered"])
        .describe("rendered: the report is of the page after its scripts have run."),
      jsDependent: z.boolean().describe("Whether scripts draw the page: the HTML has no content of its own."),
      reason: text.describe("Why, in one sentence; null if the content is in the HTML."),
      evidence: Place.extend({
        id: z.string().describe("The row of scriptDependence in /seo/checks."),
        name: z.string().describe("The framework, platform or technique."),
        docs: z.string().describe("Documentation of what it sends."),
      })
        .meta({
          id: "SeoScriptEvidence",
          description: "What shows that scripts draw the page, and where it is.",
        })
        .nullable(),
      url: text.describe(
        "The URL of the rendered page, as its scripts left it; null unless it was rendered.",
      ),
      failure: text.describe("Why render=auto did not render the page; null if it did, or was not needed."),
      html: z
        .object({
          title: text,
          metaDescription: text,
          canonical: text,
          robots: z.array(z.string()),
          lang: text,
          h1: z.array(z.string()),
          wordCount: count,
          links: count,
          images: count,
          structuredData: count,
        })
        .nullable()
        .describe("What the HTML said before scripts ran; null unless the page was rendered."),
      changed: z.array(z.string()).describe("Members of html that scripts changed."),
    }),
    title: Measured,
    metaDescription: Measured,
    canonical: Canonical,
    robots: z.object({ meta: z.array(z.string()), header: z.array(z.string()) }),
    lang: text,
    dir: text,
    viewport: text,
    favicon: text,
    headings: Headings,
    content: Content,
    images: Images,
    links: Links,
    openGraph: Tags,
    twitter: Tags,
    socialImage: z
      .object({
        url: z.string(),
        status: z.int().nullable(),
        width: count.nullable(),
        height: count.nullable(),
      })
      .nullable()
      .describe("The preview image and its actual size in pixels. Null unless links=check."),
    structuredData: StructuredData,
    hreflang: z.array(Hreflang),
    preview: z.object({
      search: z.object({
        title: text,
        address: z.string(),
        description: text,
        descriptionFrom: z.enum(["meta", "text"]).nullable(),
        truncated: z.object({ title: z.boolean(), description: z.boolean() }),
      }),
      social: z.object({ facebook: Card, x: Card, linkedin: Card, slack: Card }),
    }),
    findings: z.array(Finding).describe("Issues to fix, most important first."),
    passed: z.array(z.string()),
    notApplicable: z.array(z.object({ check: z.string(), reason: z.string() })),
  })
  .meta({ id: "SeoAudit", description: "The audit of one page." });
export type Audit = z.output<typeof Audit>;
