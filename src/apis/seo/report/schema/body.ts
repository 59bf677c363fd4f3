import { z } from "zod";
import { count, text } from "./values.ts";

/** The headings, and the tree that they make. */
export const Headings = z.object({
  h1: z.array(z.string()).describe("Accessible names: text, alt of images, titles of drawings, or labels."),
  counts: z.object({ h1: count, h2: count, h3: count, h4: count, h5: count, h6: count }),
  outline: z
    .array(
      z.object({
        level: z.int().min(1).max(6),
        text: z.string(),
        alt: z.string().optional().describe("The alt text of its images, if it has no text."),
      }),
    )
    .max(200),
});

/** The words that visitors read. */
export const Content = z.object({
  wordCount: count.describe(
    "The number of words in the visible text, by the Unicode rules for every script.",
  ),
  textLength: count,
  readingTimeMinutes: z.number().min(0),
  readability: z.object({ formula: z.string(), score: z.number(), language: z.string() }).nullable(),
  topTerms: z.array(z.object({ term: z.string(), count })),
  keyword: z
    .object({
      text: z.string(),
      count: count.describe("The number of occurrences in the visible text."),
      inTitle: z.boolean(),
      inH1: z.boolean(),
      inDescription: z.boolean(),
      inUrl: z.boolean(),
      inFirstParagraph: z.boolean(),
    })
    .nullable()
    .describe("Where the page uses the keyword of the request. Null without one. Never scored."),
});

/** The images and what they lack. */
export const Images = z.object({
  total: count,
  missingAlt: count,
  emptyAlt: count,
  missingDimensions: count,
  items: z.array(z.object({ src: text, alt: text, width: text, height: text })).max(100),
});

/** Where the links of the page lead. */
export const Links = z.object({
  total: count.describe("The number of a elements with href."),
  internal: count.describe("Links to the same host name."),
  external: count,
  fragment: count.describe("Links to a fragment of the page itself."),
  other: count.describe("mailto:, tel:, javascript: and similar links."),
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
    .describe("Null unless links=check."),
});

/** What the page tells machines of itself, in any of three syntaxes. */
export const StructuredData = z.object({
  items: z.array(
    z.object({
      syntax: z.enum(["json-ld", "microdata", "rdfa"]),
      type: z.array(z.string()),
      valid: z.boolean().describe("True if no property that Google requires is missing."),
      missingRequired: z.array(z.string()),
      missingRecommended: z.array(z.string()),
      line: z.int().optional(),
      docs: text,
    }),
  ),
  invalidBlocks: z.array(
    z.object({ message: z.string(), line: z.int().optional(), column: z.int().optional() }),
  ),
});
