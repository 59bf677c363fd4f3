import { organization } from "../address.ts";
import { readDate } from "../dates.ts";
import type { Organization, PartialDate } from "../schemas.ts";
import { isMasked, line } from "../text.ts";
import {
  attribute,
  below,
  classEnds,
  type Element,
  find,
  findAll,
  hasClass,
  isTag,
  lineOf,
  linesOf,
  outermost,
  type Where,
} from "./page.ts";

/** When something was: a range, or one date that does not say which end it is. */
export interface Range {
  readonly start: PartialDate | null;
  readonly end: PartialDate | null;
  readonly single: PartialDate | null;
  /** The range is open at its end. */
  readonly isOpen: boolean;
}

/** An entry of a list of a guest page: every era and section builds them of these parts. */
export interface Card extends Range {
  readonly title: string | null;
  readonly subtitle: string | null;
  /** The parts of the subtitle, in order. */
  readonly details: readonly string[];
  readonly organization: Organization;
  readonly place: string | null;
  readonly description: string | null;
  readonly number: string | null;
  readonly url: string | null;
  /** What the page hides was left null. */
  readonly masked: boolean;
}

const isTitle: Where = classEnds("__title", "__school-name");
const isSubtitle: Where = classEnds("__subtitle");
const isDescription: Where = classEnds(
  "__description",
  "show-more-less-text",
  "__text--more",
  "__text--less",
);
const DASH = /[-–—‒―~〜～]/;

const nothing: Range = { start: null, end: null, single: null, isOpen: false };

/** Reads a range that has no marked-up dates. */
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
function rangeOf(card: Element, language: string): Range {
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

/** The longer of a text that the page holds twice, folded and whole. */
export function descriptionOf(card: Element): string | null {
  return (
    linesOf(find(card, classEnds("__text--more"))) ??
    linesOf(find(card, classEnds("__text--less"))) ??
    linesOf(find(card, isDescription))
  );
}

/** The address of the organization that an element links to. */
function linkOf(elements: Iterable<Element>): string | undefined {
  for (const element of elements) {
    const href = element.tagName === "a" ? attribute(element, "href") : undefined;
    if (href !== undefined && /\/(?:company|school|showcase)\//.test(href)) return href;
  }
  return undefined;
}

/** Where a link leads, as its author wrote it, through the site's own page for leaving it. */
export function targetOf(href: string | null | undefined): string | null {
  const url = URL.parse(href ?? "");
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  if (!/(?:^|\.)linkedin\.com$/.test(url.hostname)) return (href ?? "").trim();
  const target = url.searchParams.get("url");
  return target !== null && /^https?:$/.test(URL.parse(target)?.protocol ?? "") ? target.trim() : null;
}

/** Reads one entry. */
export function readCard(card: Element, language: string): Card {
  let hidden = false;
  const shown = (text: string | null): string | null => {
    if (text === null || !isMasked(text)) return text;
    hidden = true;
    return null;
  };
  const heading = find(card, isTag("h4"));
  const subtitle = find(card, isSubtitle) ?? heading;
  const title = shown(lineOf(find(card, isTitle) ?? find(card, isTag("h3"))));
  // A dash or dot that led to the date is left where the date is taken out.
  const name = shown(line((lineOf(subtitle, isTag("time")) ?? "").replace(/[\s\p{Pd}·•]+$/u, "")));
  const degrees = findAll(card, classEnds("degree-info"));
  const spans = heading === undefined ? [] : outermost(heading, isTag("span"));
  const details = (degrees.length > 0 ? degrees : spans).map((part) => shown(lineOf(part)) ?? "");
  const metas = findAll(card, classEnds("__meta-item")).filter(
    (one) => !isDescription(one) && find(one, (inner) => isDescription(inner) || isDate(inner)) === undefined,
  );
  const place = lineOf(find(card, classEnds("__location")) ?? metas.find((one) => !isDate(one)));
  const number = lineOf(find(card, classEnds("credential-id")));
  const links = findAll(card, isTag("a")).map((link) => targetOf(attribute(link, "href")));
  return {
    ...rangeOf(card, language),
    title,
    subtitle: name,
    details,
    organization: organization(name, linkOf(below(card))),
    place: shown(place),
    description: shown(descriptionOf(card)),
    number: shown(/(?:\bid\b|ID)\s*:?\s*(\S.*)$/i.exec(number ?? "")?.[1] ?? null),
    url: links.find((link) => link !== null) ?? null,
    masked: hidden,
  };
}

const isDate: Where = (element) => element.tagName === "time" || hasClass("date-range")(element);

/** Whether an item of a list is an entry, and not a line of a description or a button for more. */
function isEntry(item: Element): boolean {
  return find(item, (one) => isTitle(one) || isTag("h3", "h4")(one)) !== undefined;
}

/** Whether an item is about a school: pages that hide most put jobs and schools into one list. */
function isAboutSchool(item: Element): boolean {
  return (
    /(?:^|\s)education/.test(attribute(item, "class") ?? "") ||
    /^education/.test(attribute(item, "data-section") ?? "")
  );
}

/** The items of a list that are about jobs, or schools. */
export function itemsAbout(what: "jobs" | "schools", list: Element): Element[] {
  return outermost(list, isTag("li")).filter((item) => isAboutSchool(item) === (what === "schools"));
}

/**
 * The entries among the items of a list. Those that stand together under the name of one company are given
 * each by itself, with that company where they name none of their own.
 */
export function readCards(items: readonly Element[], language: string): Card[] {
  return items.filter(isEntry).flatMap((item) => {
    const nested = outermost(item, isTag("li")).filter(isEntry);
    if (nested.length === 0) return [readCard(item, language)];
    const outside = [...below(item, (one) => !isTag("li")(one))].filter((one) => !isTag("li")(one));
    const header = outside.find(classEnds("__company")) ?? outside.find(isTag("h3", "h4"));
    const name = lineOf(header);
    const hidden = name !== null && isMasked(name);
    const group = organization(hidden ? null : name, linkOf(outside));
    return nested.map((one) => {
      const card = readCard(one, language);
      const own = card.organization;
      if (own.name === null) return { ...card, masked: card.masked || hidden, organization: group };
      const isSame = own.slug === null && own.id === null && own.name === group.name;
      return isSame ? { ...card, organization: group } : card;
    });
  });
}
