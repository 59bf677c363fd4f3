import { invalidParameter } from "./invalid-parameter.ts";

/** A length as it was asked for: in pixels, or as a share (0 to 1) of something that is not known yet. */
export interface Length {
  readonly value: number;
  readonly unit: "px" | "share";
}

export type Margins = readonly [top: Length, right: Length, bottom: Length, left: Length];

export type Region = readonly [left: Length, top: Length, right: Length, bottom: Length];

/** Shares of the free room at the left of the subject and above it. */
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

/** Room around the subject, written as in CSS; none where nothing is said. Throws `invalid-parameter`. */
export function readMargins(text: string | undefined): Margins {
  const all = lengths(text ?? "0px");
  const fits = (length: Length | undefined): length is Length =>
    length !== undefined && length.value <= (length.unit === "px" ? 500 : 0.5);
  const [top, right = top, bottom = top, left = right] = all;
  if ([1, 2, 4].includes(all.length) && fits(top) && fits(right) && fits(bottom) && fits(left)) {
    return [top, right, bottom, left];
  }
  throw invalidParameter(
    "cropMargin",
    "cropMargin must be one, two or four lengths up to 500px or 50%, such as 20px 10%.",
  );
}

/** The part of the image to look at. Throws `invalid-parameter`. */
export function readRoi(text: string): Region {
  const [left, top, right, bottom, more] = lengths(text);
  const fits = (length: Length | undefined): length is Length =>
    length !== undefined && (length.unit === "px" || length.value <= 1);
  if (fits(left) && fits(top) && fits(right) && fits(bottom) && more === undefined) {
    return [left, top, right, bottom];
  }
  throw invalidParameter(
    "roi",
    "roi must be four lengths in px or %: left, top, right, bottom, such as 10% 0% 90% 100%.",
  );
}

/** The share of the canvas that the subject is to fill; undefined leaves its size. Throws `invalid-parameter`. */
export function readScale(text: string | undefined): number | undefined {
  if (text === undefined || text === "original") return undefined;
  const share = lengthOf(text);
  if (share?.unit === "share" && share.value >= 0.1 && share.value <= 1) return share.value;
  throw invalidParameter("scale", "scale must be original or a share from 10% to 100%.");
}

/** Where the subject is to be; undefined leaves its place, which a scale does not. Throws `invalid-parameter`. */
export function readPosition(text: string | undefined, scale: number | undefined): Position | undefined {
  if (text === undefined) return scale === undefined ? undefined : { x: 0.5, y: 0.5 };
  if (text === "original") return undefined;
  if (text === "center") return { x: 0.5, y: 0.5 };
  const [x, y = x, more] = lengths(text);
  const fits = (length: Length | undefined): length is Length =>
    length?.unit === "share" && length.value <= 1;
  if (fits(x) && fits(y) && more === undefined) return { x: x.value, y: y.value };
  throw invalidParameter(
    "position",
    "position must be original, center, or one or two shares from 0% to 100%.",
  );
}
