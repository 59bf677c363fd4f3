import type { Element } from "../../../kit/html-tree.ts";
import { readDate } from "../dates.ts";
import type { PartialDate } from "../schemas.ts";
import { isMasked } from "../text.ts";
import { classEnds, find, findAll, hasClass, isTag, lineOf } from "./html.ts";

/** Time of an entry: a range, or one date that does not say which end it is. */
export interface Range {
  readonly start: PartialDate | null;
  readonly end: PartialDate | null;
  readonly single: PartialDate | null;
  /** The range is open at its end. */
  readonly isOpen: boolean;
}

const DASH = /[-–—‒―~〜～]/;

const nothing: Range = { start: null, end: null, single: null, isOpen: false };

function rangeOfText(text: string, language: string): Range {
  const [left = "", right] = text.split(/\s[-–—‒~]\s|[–—―〜～]/, 2);
  if (right === undefined) return { ...nothing, single: readDate(text.split(/[·•]/, 1)[0] ?? "", language) };
  const end = readDate(right.split(/[·•]/, 1)[0] ?? "", language);
  return { ...nothing, start: readDate(left, language), end, isOpen: end === null && !isMasked(right) };
}

/**
 * Reads the dates of a card. A range without its second date is open, whatever word for the present follows:
 * the dash tells it from a single date, and its side which end is given.
 */
export function rangeOf(card: Element, language: string): Range {
  const box = find(card, hasClass("date-range")) ?? find(card, classEnds("__duration", "__dates"));
  const [first, second] = findAll(box ?? card, isTag("time"));
  const read = (time: Element | undefined) => readDate(lineOf(time) ?? "", language);
  if (first === undefined) return box === undefined ? nothing : rangeOfText(lineOf(box) ?? "", language);
  if (second !== undefined) {
    const shown = lineOf(second) ?? "";
    // The older layout puts the word for the present into the second date.
    return {
      ...nothing,
      start: read(first),
      end: read(second),
      isOpen: /^\D+$/.test(shown) && !isMasked(shown),
    };
  }
  const whole = lineOf(box ?? card) ?? "";
  const shown = lineOf(first) ?? "";
  const at = whole.indexOf(shown);
  if (box !== undefined && DASH.test(whole.slice(at + shown.length).slice(0, 3))) {
    const after = whole.slice(at + shown.length).replace(/^[\s\p{Pd}~〜～]+/u, "");
    const end = /^\D*(?:19|20)\d\d(?!\d)/.test(after)
      ? readDate(after.split(/[·•]/, 1)[0] ?? "", language)
      : null;
    return { ...nothing, start: read(first), end, isOpen: end === null && !isMasked(after) };
  }
  if (box !== undefined && DASH.test(whole.slice(0, at).slice(-3))) return { ...nothing, end: read(first) };
  return { ...nothing, single: read(first) };
}
