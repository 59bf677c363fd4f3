import type { Education, Entry, Experience, Language, SectionName } from "../schemas.ts";
import { isMasked } from "../text.ts";
import { type Card, readCards } from "./cards.ts";
import {
  attribute,
  classEnds,
  type Element,
  find,
  findAll,
  hasClass,
  isTag,
  lineOf,
  linesOf,
  outermost,
  type Page,
} from "./page.ts";
import { proficiencyOf } from "./proficiency.ts";

// By section: what guest pages of all eras call it, without case and punctuation.
const NAMES: Readonly<Record<SectionName | "summary", readonly string[]>> = {
  summary: ["summary", "about"],
  experience: ["experience"],
  education: ["educationsdetails", "educations", "education"],
  skills: ["skills"],
  languages: ["languages"],
  certifications: ["certifications", "licensesandcertifications"],
  volunteering: ["volunteering", "volunteerexperience"],
  publications: ["publications"],
  patents: ["patents"],
  honors: ["honorsandawards", "honors", "awards"],
  projects: ["projects"],
  courses: ["courses"],
  organizations: ["organizations"],
  testScores: ["testscores"],
};

const fold = (name: string | undefined): string => (name ?? "").toLowerCase().replace(/[^a-z]/g, "");

/** Finds a section by its data attribute, else by the class or id of the older layouts, else by its list. */
export function sectionOf(page: Page, name: SectionName | "summary"): Element | undefined {
  const names = NAMES[name];
  const card = hasClass("top-card-layout");
  const marked = outermost(
    page.body,
    (one) => card(one) || names.includes(fold(attribute(one, "data-section"))),
  );
  const byData = marked.filter((one) => !card(one) && (one.tagName === "section" || name !== "education"));
  const sections = findAll(page.body, isTag("section"));
  return (
    byData.find((one) => one.tagName === "section" || find(one, isTag("li")) !== undefined) ??
    sections.find((one) =>
      (attribute(one, "class") ?? "").split(/\s+/).some((word) => names.includes(fold(word))),
    ) ??
    sections.find((one) => names.includes(fold(attribute(one, "id")))) ??
    find(page.body, (one) => one.tagName === "ul" && names.some((word) => classEnds(`${word}__list`)(one)))
  );
}

/** The cards of a section; undefined where the page has no such section. */
function cardsOf(page: Page, name: SectionName): Card[] | undefined {
  const section = sectionOf(page, name);
  return section === undefined ? undefined : readCards(section, page.language);
}

export function readExperience(page: Page): Experience[] | undefined {
  return cardsOf(page, "experience")?.map((card) => ({
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

export function readEducation(page: Page): Education[] | undefined {
  return cardsOf(page, "education")?.map((card) => {
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

/** The smaller sections: what a certificate was issued by, who published, for whom one volunteers. */
export function readEntries(page: Page, name: SectionName): Entry[] | undefined {
  const lasts = name === "volunteering" || name === "projects" || name === "organizations";
  return cardsOf(page, name)?.map((card) => ({
    title: card.title,
    organization: card.organization.name,
    start: card.start ?? card.single,
    end: card.end,
    isCurrent: lasts && card.isOpen,
    url: card.url,
    number: card.number,
    description: card.description,
    masked: card.masked && card.title === null,
  }));
}

export function readLanguages(page: Page): Language[] | undefined {
  return cardsOf(page, "languages")?.flatMap((card) => {
    if (card.title === null) return [];
    return [{ name: card.title, proficiency: proficiencyOf(card.subtitle), proficiencyText: card.subtitle }];
  });
}

/** The skills that the page lists; a last item that only opens more is none. */
export function readSkills(page: Page): string[] | undefined {
  const section = sectionOf(page, "skills");
  if (section === undefined) return undefined;
  const items = outermost(section, isTag("li"));
  const shown = items.filter((item) => linesOf(item) !== null);
  const texts = (shown.length > 0 ? shown : items).map((item) => lineOf(find(item, isTag("h3")) ?? item));
  return texts.filter((text) => text !== null && !isMasked(text)).map(String);
}
