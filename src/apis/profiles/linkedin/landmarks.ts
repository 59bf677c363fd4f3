import { attribute, type Element } from "../../../kit/html-tree.ts";
import type { SectionName } from "../schemas.ts";
import { below, classEnds, find, hasClass, isTag } from "./html.ts";
import type { Page } from "./page.ts";

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

/** Each element that may be a section is searched by itself. */
const BOXES_MAX = 10;

const fold = (name: string | undefined): string => (name ?? "").toLowerCase().replace(/[^a-z]/g, "");

/** Candidates for sections: the elements of a page that have a name. */
interface Landmarks {
  readonly marked: readonly (readonly [name: string, element: Element])[];
  readonly sections: readonly Element[];
  readonly lists: readonly Element[];
}

const landmarks = new WeakMap<Page, Landmarks>();

function readLandmarks(page: Page): Landmarks {
  const card = find(page.body, hasClass("top-card-layout"));
  const inCard = new Set(below(card));
  const elements = page.elements.filter((one) => !inCard.has(one));
  return {
    marked: elements.flatMap((one) => {
      const name = attribute(one, "data-section");
      return name === undefined ? [] : [[fold(name), one] as const];
    }),
    sections: elements.filter(isTag("section")),
    lists: elements.filter((one) => one.tagName === "ul" && classEnds("__list")(one)),
  };
}

/** Finds a section by its data attribute, else by the class or id of the older layouts, else by its list. */
export function sectionOf(page: Page, name: SectionName | "summary"): Element | undefined {
  const names = NAMES[name];
  const { marked, sections, lists } = landmarks.getOrInsertComputed(page, readLandmarks);
  const byData = marked.filter(([word]) => names.includes(word)).map(([, one]) => one);
  const boxes = byData.filter((one) => !isTag("li")(one)).slice(0, BOXES_MAX);
  return (
    byData.find(isTag("section")) ??
    // Entries of a list carry such names, too: a section holds a list, or is one.
    boxes.find((one) => find(one, isTag("li", "p")) !== undefined) ??
    sections.find((one) =>
      (attribute(one, "class") ?? "").split(/\s+/).some((word) => names.includes(fold(word))),
    ) ??
    sections.find((one) => names.includes(fold(attribute(one, "id")))) ??
    lists.find((one) => classEnds(...names.map((word) => `${word}__list`))(one))
  );
}
