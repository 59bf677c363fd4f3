import type { z } from "zod";
import { Problem } from "../../kit/problem.ts";
import { type RemoveInput, sizes } from "./schemas.ts";

/** A length as it was asked for: in pixels, or as a share (0 to 1) of something that is not known yet. */
export interface Length {
  readonly value: number;
  readonly unit: "px" | "share";
}

/** Red, green, blue and alpha, each 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

export type Format = "png" | "webp" | "jpg" | "zip";

/** What is to be done with the subject, read and checked. */
export interface CutOptions {
  readonly engine: string;
  readonly format: Format;
  /** Whether that is what the caller named, and not a wish of `Accept`. */
  readonly isNamed: boolean;
  /** Whether the picture goes out wrapped in its facts. */
  readonly asJson: boolean;
  /** Pixels of the answer, at most. */
  readonly maxPixels: number;
  readonly channels: "rgba" | "alpha" | "background";
  /** Top, right, bottom, left; undefined where the picture is not cropped. */
  readonly crop: readonly [Length, Length, Length, Length] | undefined;
  /** The share of the canvas that the subject is to fill; undefined leaves its size. */
  readonly scale: number | undefined;
  /** Shares of the free room at its left and above; undefined leaves its place. */
  readonly position: { readonly x: number; readonly y: number } | undefined;
  /** Left, top, right, bottom. */
  readonly roi: readonly [Length, Length, Length, Length] | undefined;
  readonly background: Colour | undefined;
  /** 0 to 1; undefined without a shadow. */
  readonly shadow: number | undefined;
  readonly decontaminate: boolean;
  readonly feather: number;
  readonly holes: "auto" | "keep" | "fill";
}

const FORMATS: Readonly<Record<string, Format>> = {
  "image/png": "png",
  "image/webp": "webp",
  "image/jpeg": "jpg",
  "application/zip": "zip",
};

function refuse(parameter: string, detail: string): Problem {
  return new Problem("invalid-parameter", detail, { parameter });
}

/** `12px`, `12` or `12%`; undefined for anything else. */
function lengthOf(text: string): Length | undefined {
  const [, digits, unit] = /^(\d{1,5}(?:\.\d{1,3})?)(px|%)?$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  return unit === "%"
    ? { value: Number(digits) / 100, unit: "share" }
    : { value: Number(digits), unit: "px" };
}

function lengths(text: string): readonly (Length | undefined)[] {
  return text.trim().split(/[ ,]+/).map(lengthOf);
}

function readMargins(text: string | undefined): CutOptions["crop"] {
  const all = lengths(text ?? "0px");
  const fits = (length: Length | undefined): length is Length =>
    length !== undefined && length.value <= (length.unit === "px" ? 500 : 0.5);
  const [top, right = top, bottom = top, left = right] = all;
  if ([1, 2, 4].includes(all.length) && fits(top) && fits(right) && fits(bottom) && fits(left)) {
    return [top, right, bottom, left];
  }
  throw refuse(
    "cropMargin",
    "cropMargin must be one, two or four lengths up to 500px or 50%, such as 20px 10%.",
  );
}

function readRoi(text: string): NonNullable<CutOptions["roi"]> {
  const [left, top, right, bottom, more] = lengths(text);
  const fits = (length: Length | undefined): length is Length =>
    length !== undefined && (length.unit === "px" || length.value <= 1);
  if (fits(left) && fits(top) && fits(right) && fits(bottom) && more === undefined) {
    return [left, top, right, bottom];
  }
  throw refuse(
    "roi",
    "roi must be four lengths in px or %: left, top, right, bottom, such as 10% 0% 90% 100%.",
  );
}

function readScale(text: string | undefined): number | undefined {
  if (text === undefined || text === "original") return undefined;
  const share = lengthOf(text);
  if (share?.unit === "share" && share.value >= 0.1 && share.value <= 1) return share.value;
  throw refuse("scale", "scale must be original or a share from 10% to 100%.");
}

function readPosition(text: string | undefined, scale: number | undefined): CutOptions["position"] {
  if (text === undefined) return scale === undefined ? undefined : { x: 0.5, y: 0.5 };
  if (text === "original") return undefined;
  if (text === "center") return { x: 0.5, y: 0.5 };
  const [x, y = x, more] = lengths(text);
  const fits = (length: Length | undefined): length is Length =>
    length?.unit === "share" && length.value <= 1;
  if (fits(x) && fits(y) && more === undefined) return { x: x.value, y: y.value };
  throw refuse("position", "position must be original, center, or one or two shares from 0% to 100%.");
}

/** A colour of CSS, or hexadecimal digits without their sign. Throws `invalid-parameter`. */
export function readColour(text: string): Colour {
  const isHex = /^#?(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(text);
  if (isHex || /^[a-z]{3,20}$/i.test(text)) {
    const rgba = Bun.color(isHex ? `#${text.replace("#", "")}` : text.toLowerCase(), "[rgba]");
    if (rgba !== null) return rgba;
  }
  throw refuse(
    "bgColor",
    "bgColor must be 3, 4, 6 or 8 hexadecimal digits with or without #, or a name of CSS such as white.",
  );
}

type Input = z.output<typeof RemoveInput>;

function readFormat(
  { format, channels, shadow }: Input,
  mediaType: string,
  { hasBackground, isOpaque }: { readonly hasBackground: boolean; readonly isOpaque: boolean },
): Format {
  if (format === "jpg" || format === "jpeg") return "jpg";
  if (format !== "auto") return format;
  const asked = FORMATS[mediaType] ?? "png";
  // An Accept header is a wish: what cannot hold the answer gives way to PNG.
  const isPlain = channels === "rgba" && !shadow && !hasBackground;
  if (asked === "zip") return isPlain ? "zip" : "png";
  return asked === "jpg" && !isOpaque ? "png" : asked;
}

/** Reads what belongs together and refuses what contradicts itself, before anything is fetched or decoded. */
export function readOptions(input: Input, mediaType: string): CutOptions {
  const sources = [input.bgColor, input.bgImageUrl, input.bgImage].filter((one) => one !== undefined);
  const hasPicture = input.bgImageUrl !== undefined || input.bgImage !== undefined;
  if (input.bgImageUrl !== undefined && input.bgImage !== undefined) {
    throw refuse("bgImageUrl", "Give one background picture: either bgImage or bgImageUrl.");
  }
  const background = input.bgColor === undefined ? undefined : readColour(input.bgColor);
  const isOpaque = hasPicture || background?.[3] === 255 || input.channels === "alpha";
  const format = readFormat(input, mediaType, { hasBackground: sources.length > 0, isOpaque });
  if (format === "jpg" && !isOpaque) {
    throw refuse(
      "format",
      "jpg has no transparency: give an opaque bgColor or a background picture, or ask for png.",
    );
  }
  if (input.channels !== "rgba") {
    if (sources.length > 0 || input.shadow) {
      throw refuse("channels", `channels=${input.channels} takes no background and no shadow.`);
    }
    if (format === "zip") throw refuse("format", "zip holds the cut-out and its matte: leave channels out.");
  }
  if (format === "zip" && (sources.length > 0 || input.shadow)) {
    throw refuse("format", "zip holds the cut-out as it is: leave background and shadow out.");
  }
  if (input.cropMargin !== undefined && !input.crop) {
    throw refuse("cropMargin", "cropMargin is of use with crop=true only.");
  }
  const scale = readScale(input.scale);
  return {
    engine: input.engine,
    format,
    isNamed: input.format !== "auto",
    asJson: input.response === "json" || (input.response === "auto" && mediaType === "application/json"),
    maxPixels: sizes[input.size],
    channels: input.channels,
    crop: input.crop ? readMargins(input.cropMargin) : undefined,
    scale,
    position: readPosition(input.position, scale),
    roi: input.roi === undefined ? undefined : readRoi(input.roi),
    background,
    shadow: input.shadow ? input.shadowOpacity / 100 : undefined,
    decontaminate: input.decontaminate,
    feather: input.feather,
    holes: input.holes,
  };
}
