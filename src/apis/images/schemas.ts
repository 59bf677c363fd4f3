import { z } from "zod";
import { fileBytes } from "../../kit/descriptor.ts";
import { fileProblems } from "../../kit/fetch-file.ts";
import { CssColor } from "./color.ts";
import { CropMargin, PlaceOfSubject, RegionOfInterest, Scale } from "./lengths.ts";

/** The problems that removing a background can end with. */
export const removalProblems = [
  "unsupported-image",
  "resolution-too-high",
  "unreadable-image",
  "no-foreground",
  "not-ready",
  "too-complex",
  "processing-failed",
  ...fileProblems,
] as const;

/** The pixels of each size, at most; `full` and `auto` leave the image as large as it is; `50MP`, a name of remove.bg's, is as much as is read. */
export const sizes = {
  full: Number.POSITIVE_INFINITY,
  auto: Number.POSITIVE_INFINITY,
  "50MP": Number.POSITIVE_INFINITY,
  preview: 250_000,
  small: 250_000,
  regular: 250_000,
  medium: 1_500_000,
  hd: 4_000_000,
  "4k": 10_000_000,
} as const;

export type Size = keyof typeof sizes;

const text = (most: number) => z.string().max(most).optional();

/** The parameters of a call. */
export const RemoveInput = z.object({
  image: fileBytes(),
  url: text(2_048).describe("The URL of the image, instead of a file."),
  engine: z
    .string()
    .max(64)
    .regex(/^[\w.-]+$/, "auto, builtin, classic or the name of a model")
    .default("auto")
    .describe(
      "`auto` uses the operator's model if one is set, otherwise the built-in engine. Or choose `builtin` or an installed model by name. `classic` is deprecated: it is the same as `builtin` and will be removed in a later release.",
    ),
  format: z
    .enum(["auto", "png", "webp", "jpg", "jpeg", "zip"])
    .default("auto")
    .describe(
      "The output format. `auto` follows the `Accept` header and defaults to PNG. `jpg` requires a background. `zip` contains `color.jpg` and `alpha.png`.",
    ),
  response: z
    .enum(["auto", "image", "json"])
    .default("auto")
    .describe(
      "`json` returns the image as Base64 with details. `auto` does so only for `Accept: application/json`.",
    ),
  size: z
    .enum(Object.keys(sizes) as [Size, ...Size[]])
    .default("full")
    .describe(
      "The maximum output size: `preview`, `small` and `regular` 0.25 megapixels, `medium` 1.5, `hd` 4, `4k` 10; `full`, `auto` and `50MP` as sent. Images are never enlarged.",
    ),
  channels: z
    .enum(["rgba", "alpha", "background"])
    .default("rgba")
    .describe(
      "`rgba` returns the transparent image, `alpha` the mask as grayscale, `background` the image without the subject.",
    ),
  crop: z.boolean().default(false).describe("Whether to crop the image to the subject."),
  cropMargin: CropMargin.optional().describe(
    "The margin around the cropped subject: one, two or four lengths, in the order of CSS (vertical, horizontal; top, right, bottom, left). Each is up to 500px, or up to 50% of the subject, such as `10%` or `20px 40px`.",
  ),
  scale: Scale.optional().describe("The size of the subject: `10%` to `100%` of the canvas, or `original`."),
  position: PlaceOfSubject.optional().describe(
    "The position of the subject: `original`, `center`, or one or two percentages from 0% to 100%, horizontal first. Defaults to `center` if `scale` is set.",
  ),
  roi: RegionOfInterest.optional().describe(
    "The region of the subject: left, top, right, bottom, each in px or %, such as `10% 10% 90% 100%`. Everything outside is background.",
  ),
  bgColor: CssColor.optional().describe(
    "The background color: 3, 4, 6 or 8 hexadecimal digits with or without #, or a CSS color name.",
  ),
  bgImageUrl: text(2_048).describe(
    "The URL of a background image to place behind the subject. It fills the canvas.",
  ),
  bgImage: fileBytes().describe("Background image file to place behind the subject."),
  shadow: z.boolean().default(false).describe("Whether to add a soft shadow under the subject."),
  shadowOpacity: z.int().min(0).max(100).default(50).describe("The opacity of the shadow, in percent."),
  decontaminate: z
    .boolean()
    .default(true)
    .describe("Whether to remove the old background's color from soft edges."),
  feather: z.int().min(0).max(20).default(0).describe("Softens the edge by this many pixels."),
  holes: z
    .enum(["auto", "keep", "fill"])
    .default("auto")
    .describe("Holes inside the subject: `auto` fills specks, `keep` fills none, `fill` fills all."),
  type: text(32).describe("Accepted for remove.bg compatibility; ignored."),
  typeLevel: text(32).describe("Accepted for remove.bg compatibility; ignored."),
  semitransparency: z.boolean().default(true).describe("Accepted for remove.bg compatibility; ignored."),
});

/** The parameter names of remove.bg, and the snake_case spellings of our own names. */
export const synonyms = {
  file: "image",
  image_file: "image",
  image_file_b64: "imageBase64",
  image_base64: "imageBase64",
  image_url: "url",
  imageUrl: "url",
  crop_margin: "cropMargin",
  bg_color: "bgColor",
  bg_image_url: "bgImageUrl",
  bg_image_file: "bgImage",
  bg_image: "bgImage",
  add_shadow: "shadow",
  shadow_opacity: "shadowOpacity",
  type_level: "typeLevel",
} as const;
