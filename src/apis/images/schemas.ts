import { z } from "zod";
import { fileBytes } from "../../kit/descriptor.ts";
import { CssColor } from "./color.ts";
import { CropMargin, PlaceOfSubject, RegionOfInterest, Scale } from "./lengths.ts";

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

/** What a caller sends. */
export const RemoveInput = z.object({
  image: fileBytes(),
  url: text(2_048).describe("The address of the picture, in place of the file itself."),
  engine: z
    .string()
    .max(64)
    .regex(/^[\w.-]+$/, "auto, builtin or the name of a model")
    .default("auto")
    .describe(
      "auto takes the operator's model where there is one, else the built-in engine; builtin and the names of installed models choose one.",
    ),
  format: z
    .enum(["auto", "png", "webp", "jpg", "jpeg", "zip"])
    .default("auto")
    .describe(
      "What comes back; auto goes by Accept, PNG first. jpg needs a background. zip holds color.jpg and alpha.png.",
    ),
  response: z
    .enum(["auto", "image", "json"])
    .default("auto")
    .describe(
      "json wraps the picture, as Base64, in its facts; auto does so for Accept: application/json alone.",
    ),
  size: z
    .enum(Object.keys(sizes) as [Size, ...Size[]])
    .default("full")
    .describe(
      "The largest answer: preview (= small, regular) 0.25 megapixels, medium 1.5, hd 4, 4k 10, full (= auto, 50MP) as sent. Nothing is enlarged.",
    ),
  channels: z
    .enum(["rgba", "alpha", "background"])
    .default("rgba")
    .describe(
      "rgba is the cut-out, alpha the matte alone as grey levels, background what is left without the subject.",
    ),
  crop: z.boolean().default(false).describe("true cuts the picture down to the subject."),
  cropMargin: CropMargin.optional().describe(
    "What crop leaves round the subject: one, two or four lengths (all; upright, sideways; top, right, bottom, left), each in px up to 500 or % of the subject up to 50, such as 10% or 20px 40px.",
  ),
  scale: Scale.optional().describe("How large the subject is to be: 10% to 100% of the canvas, or original."),
  position: PlaceOfSubject.optional().describe(
    "Where the subject is to be: original, center, or one or two shares from 0% to 100%, sideways first. Centred where scale is given.",
  ),
  roi: RegionOfInterest.optional().describe(
    "The part of the picture in which the subject is: left, top, right, bottom, each in px or %, such as 10% 10% 90% 100%. All outside of it is background.",
  ),
  bgColor: CssColor.optional().describe(
    "A colour to put behind the subject: 3, 4, 6 or 8 hexadecimal digits with or without #, or a name of CSS.",
  ),
  bgImageUrl: text(2_048).describe(
    "The address of a picture to put behind the subject; it fills the canvas.",
  ),
  bgImage: fileBytes().describe("The same as a part of the form."),
  shadow: z.boolean().default(false).describe("true draws a soft shadow under the subject."),
  shadowOpacity: z.int().min(0).max(100).default(50).describe("How dark the shadow is, in percent."),
  decontaminate: z
    .boolean()
    .default(true)
    .describe("Whether the colours of soft edges are freed from those of the old background."),
  feather: z.int().min(0).max(20).default(0).describe("Softens the edge over so many pixels."),
  holes: z
    .enum(["auto", "keep", "fill"])
    .default("auto")
    .describe("Openings within the subject: auto closes specks, keep closes none, fill closes all."),
  type: text(32).describe("Taken so that clients of remove.bg need not change; it changes nothing."),
  typeLevel: text(32).describe("Taken so that clients of remove.bg need not change; it changes nothing."),
  semitransparency: z
    .boolean()
    .default(true)
    .describe("Taken so that clients of remove.bg need not change; it changes nothing."),
});

/** The names that clients of remove.bg use, and the snake_case of ours. */
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

const Box = z
  .object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })
  .meta({ id: "ImageBox", description: "In pixels from the upper left corner." });

/** The answer as JSON. */
export const Removed = z
  .object({
    engine: z.string().describe("Which engine cut: builtin or the name of a model."),
    confidence: z
      .number()
      .nullable()
      .describe("How far the engine trusts its cut, 0 to 1; null where it has no calibrated measure."),
    hint: z.string().optional().describe("What to do about a cut that is not to be trusted."),
    width: z.int().describe("Of the picture that comes back, in pixels."),
    height: z.int(),
    source: z
      .object({ width: z.int(), height: z.int(), type: z.string() })
      .describe("The picture that was sent, upright."),
    area: Box.describe(
      "What part of the upright source the answer shows, in its pixels: to lay one over the other. Where crop leaves a margin it may reach beyond the source.",
    ),
    foreground: z
      .object({
        ...Box.shape,
        area: z.number().describe("The share of the answer's pixels that the subject covers, 0 to 1."),
      })
      .nullable()
      .describe("Where the subject is in the answer."),
    type: z.string().describe("The media type of the picture."),
    imageBase64: z.string(),
    ms: z.int().describe("Milliseconds of work."),
  })
  .meta({ id: "RemovedBackground" });
