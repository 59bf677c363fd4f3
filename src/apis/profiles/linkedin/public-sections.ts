import { ENTRIES_MAX, type EntryName, LASTING } from "../reading.ts";
import type { Education, Entry, Experience, Language, SectionName } from "../schemas.ts";
import { isMasked } from "../text.ts";
import { type Card, itemsAbout, readCards } from "./cards.ts";
import { find, isTag, lineOf, linesOf, outermost } from "./html.ts";
import { sectionOf } from "./landmarks.ts";
import type { Page } from "./page.ts";
import { proficiencyOf } from "./proficiency.ts";

function cardsOf(page: Page, name: SectionName): Card[] | undefined {
  const section = sectionOf(page, name);
  return section === undefined ? undefined : readCards(outermost(section, isTag("li")), page.language);
}

/** Reads the jobs of a guest page; undefined if the page has no such section. */
export function readExperience(page: Page): Experience[] | undefined {
  const section = sectionOf(page, "experience");
  if (section === undefined) return undefined;
  return readCards(itemsAbout("jobs", section), page.language).map((card) => ({
    title: card.title,
    company: card.organization,
    start: card.start ?? card.single,
    end: card.end,
    isCurrent: card.isOpen,
    location: card.place,
    description: card.description,
    masked: card.masked && (card.title === null || card.organization.name === null),
  }));
}

/** Reads the schools of a guest page; undefined if the page has no such section. */
export function readEducation(page: Page): Education[] | undefined {
  const own = sectionOf(page, "education");
  const shared = own === undefined ? sectionOf(page, "experience") : undefined;
  const items = own === undefined ? shared && itemsAbout("schools", shared) : outermost(own, isTag("li"));
  if (items === undefined || (own === undefined && items.length === 0)) return undefined;
  return readCards(items, page.language).map((card) => {
    const [degree, field, grade] = card.details;
    return {
      school: { ...card.organization, name: card.title },
      degree: degree || (card.details.length === 0 ? card.subtitle : null),
      field: field || null,
      start: card.start,
      // A single year under a school is that of the degree.
      end: card.end ?? card.single,
      grade: grade || null,
      activities: null,
      description: card.description,
      masked: card.masked && (card.title === null || (degree === "" && field !== undefined)),
    };
  });
}

/** Sections whose entries have a number or a score where others have an organization. */
const NUMBERED: readonly EntryName[] = ["courses", "patents", "testScores"];

/** The smaller sections: what a certificate was issued by, who published, for whom one volunteers. */
export function readEntries(page: Page, name: EntryName): Entry[] | undefined {
  const isNumbered = NUMBERED.includes(name);
  return cardsOf(page, name)?.map((card) => ({
    title: card.title,
    organization: isNumbered ? null : card.organization.name,
    start: card.start ?? card.single,
    end: card.end,
    isCurrent: LASTING.includes(name) && card.isOpen,
    url: card.url,
    number:
      card.number ?? (isNumbered ? (card.subtitle?.replace(/^\p{L}+\s?[:\uff1a]\s?/u, "") ?? null) : null),
    description: card.description,
    masked: card.masked && card.title === null,
  }));
}

/** The languages that the page lists, hidden ones as null. */
export function readLanguages(page: Page): (Language | null)[] | undefined {
  return cardsOf(page, "languages")?.flatMap(({ title, subtitle, masked }) => {
    if (title === null) return masked ? [null] : [];
    return [{ name: title, proficiency: proficiencyOf(subtitle), proficiencyText: subtitle }];
  });
}

/** The skills that the page lists, hidden ones as null; a last item that only opens more is none. */
export function readSkills(page: Page): (string | null)[] | undefined {
  const section = sectionOf(page, "skills");
  if (section === undefined) return undefined;
  const items = outermost(section, isTag("li")).slice(0, ENTRIES_MAX);
  const shown = items.filter((item) => linesOf(item) !== null);
  return (shown.length > 0 ? shown : items).flatMap((item) => {
    const text = lineOf(find(item, isTag("h3")) ?? item);
    if (text === null) return [];
    return [isMasked(text) ? null : text];
  });
}
