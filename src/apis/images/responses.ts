import { z } from "zod";
import { component, named, object, objectOrNull } from "../../kit/described-objects.ts";

const Box = component("ImageBox", "In pixels, from the top left corner.", {
  x: z.int().describe("Pixels from the left edge."),
  y: z.int().describe("Pixels from the top edge."),
  width: z.int().describe("Width in pixels."),
  height: z.int().describe("Height in pixels."),
});

/** The JSON response. */
export const Removed = named("RemovedBackground", {
  engine: z.string().describe("The engine used: `builtin` or the name of a model."),
  confidence: z
    .number()
    .nullable()
    .describe("The engine's confidence in the result, 0 to 1. Null if it gives none."),
  hint: z.string().optional().describe("Advice for a result with low confidence."),
  width: Box.shape.width,
  height: Box.shape.height,
  source: object("The image that was sent, after EXIF orientation.", {
    width: Box.shape.width,
    height: Box.shape.height,
    type: z.string().describe("Its media type."),
  }),
  area: Box.describe(
    "The part of the source that the returned image shows, in pixels of the source. Use it to overlay the two. With `cropMargin` it may extend beyond the source.",
  ),
  foreground: objectOrNull("The position of the subject in the returned image.", {
    ...Box.shape,
    area: z.number().describe("The share of the returned image's pixels that the subject covers, 0 to 1."),
  }),
  type: z.string().describe("The media type of the image."),
  imageBase64: z.string().describe("The returned image as Base64."),
  ms: z.int().describe("Processing time in milliseconds."),
});
