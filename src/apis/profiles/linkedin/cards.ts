import { attribute, type Element } from "../../../kit/html-tree.ts";
import { organization } from "../profile-url.ts";
import { ENTRIES_MAX } from "../reading.ts";
import type { Organization } from "../schemas.ts";
import { isMasked, line } from "../text.ts";
import { type Range, rangeOf } from "./date-range.ts";
import {
  below,
  classEnds,
  find,
  findAll,
  hasClass,
  isTag,
  lineOf,
  linesOf,
  outermost,
  type Where,
} from "./html.ts";
import { targetOf } from "./link.ts";

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
  /** Whether the page hides a part of the entry; that part is null. */
  readonly masked: boolean;
}

/** An entry has two or three lines of dates and places; each is searched by itself. */
const METAS_MAX = 20;

const isTitle: Where = classEnds("__title", "__school-name");
const isSubtitle: Where = classEnds("__subtitle");
const isDescription: Where = classEnds(
  "__description",
  "show-more-less-text",
  "__text--more",
  "__text--less",
);

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

function readCard(card: Element, language: string): Card {
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
  const name = shown(line((lineOf(subtitle, isDate) ?? "").replace(/(?<![\s\p{Pd}·•])[\s\p{Pd}·•]+$/u, "")));
  const degrees = findAll(card, classEnds("degree-info"));
  const spans = outermost(heading, isTag("span"));
  const parts = (degrees.length > 0 ? degrees : spans).map((part) => lineOf(part));
  // What stands between two parts may be an element, too.
  const details = parts.filter((part) => /[\p{L}\p{N}*]/u.test(part ?? "")).map((part) => shown(part) ?? "");
  const metas = findAll(card, classEnds("__meta-item"))
    .slice(0, METAS_MAX)
    .filter(
      (one) =>
        !isDescription(one) && find(one, (inner) => isDescription(inner) || isDate(inner)) === undefined,
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
    number: shown(/id ?:? ?(\S[\s\S]*)/i.exec(number ?? "")?.[1] ?? null),
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
 * The entries in the items of a list. Entries grouped under one company are returned one by one, with that
 * company if they name none.
 */
export function readCards(items: readonly Element[], language: string): Card[] {
  const cards = items
    .slice(0, ENTRIES_MAX)
    .filter(isEntry)
    .flatMap((item) => {
      const nested = outermost(item, isTag("li")).slice(0, ENTRIES_MAX).filter(isEntry);
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
  return cards.slice(0, ENTRIES_MAX);
}
