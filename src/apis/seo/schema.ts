import { z } from "zod";
import { CHECKS_VERSION } from "./checks/catalogue.ts";
import { categories, efforts, severities } from "./checks/check.ts";
import { botNames } from "./crawl/indexability.ts";
import { pageFetchStates } from "./verdict.ts";

// The whole answer in one place: its length is the answer's, not this file's.

const count = z.int().min(0);
const text = z.string().nullable();

const Place = z
  .object({
    selector: z.string().optional().describe("A CSS selector that finds the element."),
    snippet: z.string().optional().describe("The source, or what stands there, cut to 200 characters."),
    line: z.int().min(1).optional().describe("Line in the source, from 1; of robots.txt where url says so."),
    column: z.int().min(1).optional(),
    url: z.string().optional(),
  })
  .meta({ id: "SeoPlace", description: "Where it is." });

const Finding = z
  .object({
    check: z.string().describe("The check, as /seo/checks lists it."),
    category: z.enum(categories),
    severity: z.enum(severities),
    status: z
      .enum(["fail", "unverified", "info"])
      .describe("info and unverified cost nothing; unverified may be wrong on a page that scripts fill."),
    points: z.int().min(0).max(100).describe("Points that mending it gives back."),
    message: z.string(),
    evidence: z.array(Place).max(10),
    count: count.optional(),
    fix: z.object({ summary: z.string(), effort: z.enum(efforts), docs: text }),
  })
  .meta({ id: "SeoFinding", description: "What is wrong, where, what it costs and how to mend it." });

const Score = z
  .object({
    value: z.int().min(0).max(100).describe("100 less the points of all findings."),
    max: z.literal(100),
    pointsLost: z.int().min(0).max(100),
    cappedBy: z.enum(["floor"]).nullable().describe("floor where more than 100 points would be lost."),
    confidence: z
      .enum(["high", "low"])
      .describe("low where findings are unverified or the answer is no page."),
    categories: z.record(z.enum(categories), z.object({ pointsLost: count })),
  })
  .meta({ id: "SeoScore", description: "The score and where it went." });

const Bot = z.object({
  crawlable: z.boolean(),
  indexable: z.boolean(),
  rule: z
    .object({ line: z.int(), text: z.string() })
    .nullable()
    .describe("The line of robots.txt that decided."),
});

const Indexability = z
  .object({
    verdict: z
      .enum(["PASS", "FAIL", "NEUTRAL"])
      .describe("NEUTRAL: the page names another one as canonical, or sends visitors on."),
    indexable: z.boolean(),
    pageFetchState: z.enum(pageFetchStates),
    robotsTxtState: z.enum(["ALLOWED", "DISALLOWED"]),
    indexingState: z.enum([
      "INDEXING_ALLOWED",
      "BLOCKED_BY_META_TAG",
      "BLOCKED_BY_HTTP_HEADER",
      "BLOCKED_BY_ROBOTS_TXT",
    ]),
    userCanonical: text,
    reasons: z.array(
      z.object({
        check: z.string(),
        source: z.enum(["robots.txt", "meta", "header", "status", "canonical"]),
        detail: z.string(),
        line: z.int().optional(),
      }),
    ),
    bots: z.record(z.enum(botNames), Bot),
  })
  .meta({
    id: "SeoIndexability",
    description: "Whether the page can be in the index, in the words of Search Console.",
  });

const Measured = z.object({
  text,
  length: count.describe("Characters as readers count them."),
  pixelWidth: count.describe("Width in Arial, 20 px for titles and 14 px for descriptions."),
  count: count.describe("How many the page has."),
});

const Card = z.object({
  title: text,
  description: text,
  image: text,
  domain: z.string(),
  card: z.enum(["summary", "summary_large_image"]).optional(),
});

const Redirect = z.object({ url: z.string(), status: z.int(), location: z.string(), ms: count });

const Canonical = z.object({
  url: text,
  links: z.array(z.object({ href: z.string(), inHead: z.boolean() })),
  header: text,
});

const Charset = z.object({
  effective: z.string(),
  source: z.enum(["bom", "header", "meta", "utf8-valid", "fallback"]),
  declared: z.object({ header: text, meta: text }),
});

const Hreflang = z.object({ lang: z.string(), href: z.string(), inHead: z.boolean() });
const Tags = z.record(z.string(), z.array(z.string()));

/** The answer of `/seo/audit`. */
export const Audit = z
  .object({
    url: z.string().describe("The address as it was asked for."),
    finalUrl: z.string().describe("The address that answered, after redirects."),
    fetchedAt: z.iso.datetime(),
    status: z.int(),
    contentHash: z.string().describe("SHA-256 of the HTML: same hash, same checks version, same findings."),
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
      truncated: z.boolean().describe("Whether the page goes on beyond the 2 MB that are analysed."),
      charset: Charset,
    }),
    robotsTxt: z.object({
      url: z.string(),
      status: z.int().nullable(),
      state: z.enum(["parsed", "absent", "unreachable"]),
      sitemaps: z.array(z.string()),
    }),
    rendering: z.object({ mode: z.literal("static"), jsDependent: z.boolean(), reason: text }),
    title: Measured,
    metaDescription: Measured,
    canonical: Canonical,
    robots: z.object({ meta: z.array(z.string()), header: z.array(z.string()) }),
    lang: text,
    dir: text,
    viewport: text,
    favicon: text,
    headings: z.object({
      h1: z.array(z.string()),
      counts: z.object({ h1: count, h2: count, h3: count, h4: count, h5: count, h6: count }),
      outline: z
        .array(
          z.object({
            level: z.int().min(1).max(6),
            text: z.string(),
            alt: z.string().optional().describe("What its images say, where it has no text."),
          }),
        )
        .max(200),
    }),
    content: z.object({
      wordCount: count.describe("Words of the visible text by the rules of Unicode, in every script."),
      textLength: count,
      readingTimeMinutes: z.number().min(0),
      readability: z.object({ formula: z.string(), score: z.number(), language: z.string() }).nullable(),
      topTerms: z.array(z.object({ term: z.string(), count })),
      keyword: z
        .object({
          text: z.string(),
          count: count.describe("How often it stands in the visible text."),
          inTitle: z.boolean(),
          inH1: z.boolean(),
          inDescription: z.boolean(),
          inUrl: z.boolean(),
          inFirstParagraph: z.boolean(),
        })
        .nullable()
        .describe("Where the page says the keyword that was asked for; null without one. Never scored."),
    }),
    images: z.object({
      total: count,
      missingAlt: count,
      emptyAlt: count,
      missingDimensions: count,
      items: z.array(z.object({ src: text, alt: text, width: text, height: text })).max(100),
    }),
    links: z.object({
      total: count.describe("a elements with href."),
      internal: count.describe("The same host name."),
      external: count,
      fragment: count.describe("A place on the page itself."),
      other: count.describe("mailto:, tel:, javascript: and their like."),
      invalid: count,
      nofollow: count,
      items: z
        .array(
          z.object({
            href: z.string(),
            url: text,
            text: z.string(),
            kind: z.enum(["internal", "external", "fragment", "other", "invalid"]),
            rel: z.array(z.string()),
            line: z.int().optional(),
          }),
        )
        .max(200),
      checked: z
        .object({ done: count, broken: count, unknown: count, skipped: count })
        .nullable()
        .describe("null unless links=check was asked for."),
    }),
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
      .describe("The preview image and its size in pixels, read from its bytes; null unless links=check."),
    structuredData: z.object({
      items: z.array(
        z.object({
          syntax: z.enum(["json-ld", "microdata", "rdfa"]),
          type: z.array(z.string()),
          valid: z.boolean().describe("Nothing that Google requires is missing."),
          missingRequired: z.array(z.string()),
          missingRecommended: z.array(z.string()),
          line: z.int().optional(),
          docs: text,
        }),
      ),
      invalidBlocks: z.array(
        z.object({ message: z.string(), line: z.int().optional(), column: z.int().optional() }),
      ),
    }),
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
    findings: z.array(Finding).describe("What to mend, the most urgent first."),
    passed: z.array(z.string()),
    notApplicable: z.array(z.object({ check: z.string(), reason: z.string() })),
  })
  .meta({ id: "SeoAudit", description: "The audit of one page." });
export type Audit = z.output<typeof Audit>;

/** The answer of `/seo/meta`. */
export const Meta = z
  .object({
    url: z.string(),
    finalUrl: z.string(),
    status: z.int(),
    charset: Charset,
    lang: text,
    title: text,
    description: text,
    canonical: Canonical,
    robots: z.object({ meta: z.array(z.string()), header: z.array(z.string()) }),
    viewport: text,
    themeColor: text,
    favicon: text,
    author: text,
    keywords: text,
    openGraph: Tags,
    twitter: Tags,
    hreflang: z.array(Hreflang),
    feeds: z.array(z.object({ url: z.string(), type: z.string(), title: text })),
    metas: z.array(
      z.object({
        name: z.string().optional(),
        property: z.string().optional(),
        httpEquiv: z.string().optional(),
        charset: z.string().optional(),
        content: text,
        inHead: z.boolean(),
      }),
    ),
  })
  .meta({ id: "SeoMeta", description: "What the head of a page says." });
export type Meta = z.output<typeof Meta>;

/** The answer of `/seo/checks`. */
export const Catalogue = z
  .object({
    version: z.string(),
    points: z.record(z.enum(severities), count).describe("Points that a failing check takes from 100."),
    score: z.string().describe("How the score is made, in words."),
    checks: z.array(
      z.object({
        id: z.string(),
        category: z.enum(categories),
        severity: z.enum(severities),
        points: count,
        proportional: z
          .boolean()
          .describe("The points are a share: failing of all that was looked at, rounded up."),
        effort: z.enum(efforts),
        title: z.string(),
        threshold: z.string(),
        source: z.string().describe("An address, or convention where no search engine says so."),
        remedy: z.string(),
        needs: z.enum(["html", "answer", "probes"]).describe("probes: only with links=check."),
      }),
    ),
  })
  .meta({ id: "SeoChecks", description: "Every check with its threshold and its source." });
export type Catalogue = z.output<typeof Catalogue>;
