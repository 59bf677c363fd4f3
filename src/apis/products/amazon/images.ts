import { z } from "zod";
import type { Product } from "../schemas.ts";
import { jsonAfter, matchEnds } from "./json-in-page.ts";
import type { Scan } from "./scan.ts";

/** Pages name ten or so; each URL has some hundred characters. */
const IMAGES_MAX = 100;
const URL_MAX = 2_000;

const Sizes = z.record(z.string(), z.tuple([z.int(), z.int()]));
const GalleryImage = z.object({
  hiRes: z.string().nullish(),
  large: z.string().nullish(),
  mainUrl: z.string().nullish(),
  main: z.unknown().optional(),
  dimensions: z.unknown().optional(),
  variant: z.string().nullish(),
});

/** One image: the URL of the largest size, with width and height where the page has them. */
type PageImage = Omit<Product["images"][number], "id">;

function largest(sizes: unknown): PageImage | undefined {
  const read = Sizes.safeParse(sizes);
  if (!read.success) return undefined;
  const [best] = Object.entries(read.data).sort(([, a], [, b]) => b[0] * b[1] - a[0] * a[1]);
  return best === undefined
    ? undefined
    : { url: best[0], width: best[1][0], height: best[1][1], variant: null };
}

function galleryImage(value: unknown): PageImage[] {
  const read = GalleryImage.safeParse(value);
  if (!read.success) return [];
  const { hiRes, large, mainUrl, main, variant } = read.data;
  const sized = largest(main);
  const url = hiRes ?? large ?? mainUrl ?? sized?.url;
  if (url == null || url === "" || url.length > URL_MAX) return [];
  const same = hiRes == null && sized !== undefined && (large == null || large === sized.url);
  return [
    {
      url: same ? sized.url : url,
      width: same ? sized.width : null,
      height: same ? sized.height : null,
      variant: variant?.slice(0, 100) ?? null,
    },
  ];
}

/** The images of a product, and the source that lists them. */
export function gallery(html: string, found: Scan): { images: PageImage[]; source: string } | undefined {
  for (const [source, word, rest] of [
    ["color-images", "colorImages", /['"]\s*:\s*\{\s*['"]initial['"]\s*:\s*/y],
    ["image-gallery", "imageGalleryData", /['"]\s*:\s*/y],
  ] as const) {
    for (const list of jsonAfter(html, matchEnds(html, word, rest))) {
      const images = Array.isArray(list) ? list.slice(0, IMAGES_MAX).flatMap(galleryImage) : [];
      if (images.length > 0) return { images, source };
    }
  }
  for (const { attributes } of found.landingImage) {
    const image = largest(jsonAfter(attributes["data-a-dynamic-image"] ?? "", [0])[0]);
    const hires = attributes["data-old-hires"];
    if (image !== undefined && image.url.length <= URL_MAX)
      return { images: [{ ...image, variant: "MAIN" }], source: "dynamic-image" };
    if (hires !== undefined && hires !== "" && hires.length <= URL_MAX) {
      return {
        images: [{ url: hires, width: null, height: null, variant: "MAIN" }],
        source: "landing-image",
      };
    }
  }
  return undefined;
}

/** The id of an image in all its sizes: `71nRjIHlpNL` in its URL. */
export function imageId(url: string): string | null {
  const id = /\/images\/[IGS]\/([^./]+)\./.exec(url)?.[1];
  return id === undefined ? null : id.replaceAll("%2B", "+").replaceAll("%2b", "+");
}
