import { z } from "zod";
import { textValue } from "../../kit/parameter.ts";

/** A length as it was asked for: in pixels, or as a share (0 to 1) of something that is not known yet. */
export interface Length {
  readonly value: number;
  readonly unit: "px" | "share";
}

export type Margins = readonly [top: Length, right: Length, bottom: Length, left: Length];

export type Region = readonly [left: Length, top: Length, right: Length, bottom: Length];

/** The shares of the free space to the left of the subject and above it. */
export interface Position {
  readonly x: number;
  readonly y: number;
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

/** The margin around the subject, written as in CSS. */
export const CropMargin = textValue(z.string().max(60), (text, reject): Margins => {
  const all = lengths(text);
  const fits = (length: Length | undefined): length is Length =>
    length !== undefined && length.value <= (length.unit === "px" ? 500 : 0.5);
  const [top, right = top, bottom = top, left = right] = all;
  if ([1, 2, 4].includes(all.length) && fits(top) && fits(right) && fits(bottom) && fits(left)) {
    return [top, right, bottom, left];
  }
  return reject("must be one, two or four lengths up to 500px or 50%, such as 20px 10%");
});

/** The part of the image to look at. */
export const RegionOfInterest = textValue(z.string().max(60), (text, reject): Region => {
  const [left, top, right, bottom, more] = lengths(text);
  const fits = (length: Length | undefined): length is Length =>
    length !== undefined && (length.unit === "px" || length.value <= 1);
  if (fits(left) && fits(top) && fits(right) && fits(bottom) && more === undefined) {
    return [left, top, right, bottom];
  }
  return reject("must be four lengths in px or %: left, top, right, bottom, such as 10% 0% 90% 100%");
});

/** The share of the canvas that the subject is to fill; `original` leaves its size. */
export const Scale = textValue(z.string().max(10), (text, reject): number | "original" => {
  if (text === "original") return text;
  const share = lengthOf(text);
  if (share?.unit === "share" && share.value >= 0.1 && share.value <= 1) return share.value;
  return reject("must be original or a percentage from 10% to 100%");
});

const CENTER: Position = { x: 0.5, y: 0.5 };

/** Position of the subject; `original` leaves its place. */
export const PlaceOfSubject = textValue(z.string().max(20), (text, reject): Position | "original" => {
  if (text === "original") return text;
  if (text === "center") return CENTER;
  const [x, y = x, more] = lengths(text);
  const fits = (length: Length | undefined): length is Length =>
    length?.unit === "share" && length.value <= 1;
  if (fits(x) && fits(y) && more === undefined) return { x: x.value, y: y.value };
  return reject("must be original, center, or one or two percentages from 0% to 100%");
});

/** The margins of a crop that names none. */
export const NO_MARGINS = CropMargin.parse("0px");

/** Position of the subject; a subject that is scaled is centered. Undefined leaves its place. */
export function positionOf(
  position: Position | "original" | undefined,
  scale: number | undefined,
): Position | undefined {
  if (position === undefined) return scale === undefined ? undefined : CENTER;
  return position === "original" ? undefined : position;
}
