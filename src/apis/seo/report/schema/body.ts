import { z } from "zod";
import { named, object, objectOrNull, objects } from "../../../../kit/described-objects.ts";
import { count, string, text, texts } from "./values.ts";

/** A text that search results show, with its size. */
export const Measured = named("SeoMeasuredText", {
  text: text.describe("The text of the first element."),
  length: count.describe("The number of characters as users perceive them (grapheme clusters)."),
  pixelWidth: count.describe("The width in Arial, in pixels: titles at 20 px, descriptions at 14 px."),
  count: count.describe("The number of such elements on the page."),
});
export type Measured = z.output<typeof Measured>;

const ofLevel = (level: number) => count.describe(`Headings of level ${level}.`);

/** The headings, and their outline. */
export const Headings = object("The headings of the page.", {
  h1: texts.describe("Accessible names: text, `alt` of images, `title` of SVG elements, or labels."),
  counts: object("The number of headings of each level.", {
    h1: ofLevel(1),
    h2: ofLevel(2),
    h3: ofLevel(3),
    h4: ofLevel(4),
    h5: ofLevel(5),
    h6: ofLevel(6),
  }),
  outline: z
    .array(
      z.object({
        level: z.int().min(1).max(6).describe("1 for h1 to 6 for h6."),
        text: string.describe("The text of the heading."),
        alt: string.optional().describe("The alt text of its images, if it has no text."),
      }),
    )
    .max(200)
    .describe("The headings in order, at most 200."),
});

const isIn = (place: string) => z.boolean().describe(`Whether ${place} contains it.`);

/** The words that visitors read. */
export const Content = object("The visible text.", {
  wordCount: count.describe(
    "The number of words in the visible text, by the Unicode rules for every script.",
  ),
  textLength: count.describe("The length of the visible text, in UTF-16 code units."),
  readingTimeMinutes: z.number().min(0).describe("The reading time at 220 words per minute."),
  readability: objectOrNull("Null below 100 words, and if no formula exists for `lang`.", {
    formula: string.describe("The formula used, such as Flesch reading ease."),
    score: z.number().describe("0 (very hard) to 100 (very easy)."),
    language: string.describe("The language of the formula, such as en."),
  }),
  topTerms: objects("The 10 most frequent words, without common words.", {
    term: string.describe("The word, in lowercase."),
    count: count.describe("Its number of occurrences, 2 or more."),
  }),
  keyword: objectOrNull("Where the page uses the keyword of the request. Null without one. Never scored.", {
    text: string.describe("The keyword of the request."),
    count: count.describe("The number of occurrences in the visible text."),
    inTitle: isIn("the title"),
    inH1: isIn("an h1"),
    inDescription: isIn("the meta description"),
    inUrl: isIn("the host or path"),
    inFirstParagraph: isIn("the first paragraph"),
  }),
});

export type Content = z.output<typeof Content>;

/** The images and what they lack. */
export const Images = object("The images of the page.", {
  total: count.describe("The number of images."),
  missingAlt: count.describe("Images without an alt attribute."),
  emptyAlt: count.describe("Images with an empty alt: decorative."),
  missingDimensions: count.describe("Images without a width or height attribute."),
  items: z
    .array(
      z.object({
        src: text.describe("The src attribute."),
        alt: text.describe("The alt attribute. Null if missing."),
        width: text.describe("The width attribute."),
        height: text.describe("The height attribute."),
      }),
    )
    .max(100)
    .describe("The images in order, at most 100."),
});

/** The links of the page, and where they lead. */
export const Links = object("The links of the page.", {
  total: count.describe("The number of `a` elements with `href`."),
  internal: count.describe("Links to the same host name."),
  external: count.describe("Links to other host names."),
  fragment: count.describe("Links to a fragment of the page itself."),
  other: count.describe("`mailto:`, `tel:`, `javascript:` and similar links."),
  invalid: count.describe("Links whose URL is invalid."),
  nofollow: count.describe("Links with `rel=nofollow`."),
  items: z
    .array(
      z.object({
        href: string.describe("The href attribute, as written."),
        url: text.describe("The absolute URL. Null if invalid."),
        text: string.describe("The accessible name of the link."),
        kind: z
          .enum(["internal", "external", "fragment", "other", "invalid"])
          .describe("The kind of target, as counted above."),
        rel: texts.describe("The values of rel."),
        line: z.int().optional().describe("The line in the source, from 1."),
      }),
    )
    .max(200)
    .describe("The links in order, at most 200."),
  checked: objectOrNull("Null unless `links=check`.", {
    done: count.describe("Links that were requested."),
    broken: count.describe("Links that do not work."),
    unknown: count.describe("Links with an inconclusive response, such as status 403."),
    skipped: count.describe("Links left out because of the limits."),
  }),
});

/** The files that the HTML makes a browser load. */
export const Resources = object(
  "Files that the HTML makes a browser load. They are not fetched, and scripts may load more. With `render=auto`: after scripts have run.",
  {
    total: count.describe("The number of files, each URL counted once, at most 2,000."),
    scripts: count.describe("Scripts with `src`."),
    stylesheets: count.describe("Style sheets."),
    images: count.describe("Images with `src`, including lazy ones."),
    media: count.describe("Video, audio, text track and source elements."),
    frames: count.describe("Frames, embeds and objects."),
    other: count.describe("Icons and preloads."),
    renderBlocking: count.describe(
      "Style sheets and scripts in the head that a browser waits for before it shows the page.",
    ),
    hosts: count.describe("Other hosts that they are loaded from."),
  },
);

/** The structured data of the page, in any of three syntaxes. */
export const StructuredData = object("JSON-LD, Microdata and RDFa.", {
  items: objects("The items in order, at most 200.", {
    syntax: z.enum(["json-ld", "microdata", "rdfa"]).describe("The syntax of the item."),
    type: texts.describe("Its types, such as `Product`."),
    valid: z.boolean().describe("True if no property that Google requires is missing."),
    missingRequired: texts.describe("Properties that Google requires and the item lacks."),
    missingRecommended: texts.describe("Properties that Google recommends and the item lacks."),
    line: z.int().optional().describe("The line in the source, from 1."),
    docs: text.describe("Google's page about the type. Null if Google does not use it."),
  }),
  invalidBlocks: objects("JSON-LD blocks that are not valid JSON.", {
    message: string.describe("What is wrong."),
    line: z.int().optional().describe("The line in the source, from 1."),
    column: z.int().optional().describe("The column in the source, from 1."),
  }),
});
