import { z } from "zod";
import { text } from "./values.ts";

/** What the page says of its own address, in its head and in the answer's header. */
export const Canonical = z.object({
  url: text,
  links: z.array(z.object({ href: z.string(), inHead: z.boolean() })),
  header: text,
});

/** How the bytes were read as text, and who said so. */
export const Charset = z.object({
  effective: z.string(),
  source: z.enum(["bom", "header", "meta", "utf8-valid", "fallback"]),
  declared: z.object({ header: text, meta: text }),
});

/** One address of the page in another language. */
export const Hreflang = z.object({ lang: z.string(), href: z.string(), inHead: z.boolean() });

/** Tags of one family, each with all that it was given. */
export const Tags = z.record(z.string(), z.array(z.string()));

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
  .meta({ id: "SeoMeta", description: "The metadata of a page." });
export type Meta = z.output<typeof Meta>;
