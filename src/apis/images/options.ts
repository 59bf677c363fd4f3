import type { z } from "zod";
import { invalidParameter } from "../../kit/parameter.ts";
import { NO_MARGINS, positionOf } from "./lengths.ts";
import { type RemoveInput, sizes } from "./schemas.ts";

/** The media type of each format. */
export const mediaTypeOf = {
  png: "image/png",
  webp: "image/webp",
  jpg: "image/jpeg",
  zip: "application/zip",
} as const;

const formats = ["png", "webp", "jpg", "zip"] as const;
export type Format = (typeof formats)[number];

type Input = z.output<typeof RemoveInput>;

function readFormat(
  { format, channels, shadow }: Input,
  mediaType: string,
  { hasBackground, isOpaque }: { readonly hasBackground: boolean; readonly isOpaque: boolean },
): Format {
  if (format === "jpg" || format === "jpeg") return "jpg";
  if (format !== "auto") return format;
  const asked = formats.find((one) => mediaTypeOf[one] === mediaType) ?? "png";
  // An Accept header is a preference: PNG replaces a format that cannot hold the response.
  const isPlain = channels === "rgba" && !shadow && !hasBackground;
  if (asked === "zip") return isPlain ? "zip" : "png";
  return asked === "jpg" && !isOpaque ? "png" : asked;
}

/**
 * Reads options that depend on each other, and rejects contradictions before anything is fetched or decoded.
 */
export function readOptions(input: Input, mediaType: string) {
  const sources = [input.bgColor, input.bgImageUrl, input.bgImage].filter((one) => one !== undefined);
  const hasImage = input.bgImageUrl !== undefined || input.bgImage !== undefined;
  if (input.bgImageUrl !== undefined && input.bgImage !== undefined) {
    throw invalidParameter("bgImageUrl", "Send one background image: a file or a URL.");
  }
  const background = input.bgColor;
  const isOpaque = hasImage || background?.[3] === 255 || input.channels === "alpha";
  const format = readFormat(input, mediaType, { hasBackground: sources.length > 0, isOpaque });
  if (format === "jpg" && !isOpaque) {
    throw invalidParameter(
      "format",
      "JPEG has no transparency. Set an opaque bgColor or a background image, or use format=png.",
    );
  }
  if (input.channels !== "rgba") {
    if (sources.length > 0 || input.shadow) {
      throw invalidParameter("channels", `channels=${input.channels} cannot have a background or a shadow.`);
    }
    if (format === "zip")
      throw invalidParameter("format", "format=zip contains both color and alpha mask. Leave out channels.");
  }
  if (format === "zip" && (sources.length > 0 || input.shadow)) {
    throw invalidParameter("format", "format=zip cannot have a background or a shadow. Leave them out.");
  }
  if (input.cropMargin !== undefined && !input.crop) {
    throw invalidParameter("cropMargin", "cropMargin requires crop=true.");
  }
  const scale = input.scale === "original" ? undefined : input.scale;
  return {
    engine: input.engine,
    format,
    /** Whether that is what the caller named, and not a wish of `Accept`. */
    isNamed: input.format !== "auto",
    /** Whether the image goes out wrapped in its facts. */
    asJson: input.response === "json" || (input.response === "auto" && mediaType === "application/json"),
    /** The maximum number of pixels of the result. */
    maxPixels: sizes[input.size],
    channels: input.channels,
    /** Undefined where the image is not cropped. */
    crop: input.crop ? (input.cropMargin ?? NO_MARGINS) : undefined,
    /** The share of the canvas that the subject is to fill; undefined leaves its size. */
    scale,
    /** Undefined leaves its place. */
    position: positionOf(input.position, scale),
    roi: input.roi,
    background,
    /** 0 to 1; undefined without a shadow. */
    shadow: input.shadow ? input.shadowOpacity / 100 : undefined,
    decontaminate: input.decontaminate,
    feather: input.feather,
    holes: input.holes,
    /** Whether every pixel is to be opaque or transparent. */
    hardEdges: false,
  };
}
export type RemoveOptions = ReturnType<typeof readOptions>;
