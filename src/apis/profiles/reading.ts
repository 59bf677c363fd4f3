import { z } from "zod";
import type { Provenance } from "./provenance.ts";
import {
  CompanyFacts,
  type Entry,
  ProfileFacts,
  type SectionName,
  Sources,
  sectionNames,
  sourceNames,
} from "./schemas.ts";

const notes = {
  source: z.enum(sourceNames),
  sources: Sources,
  masked: z.array(z.string()),
  partial: z.array(z.string()),
  /** Fields that the source cannot have or says are empty. They do not count toward completeness. */
  notApplicable: z.array(z.string()),
};

/** The data that a source has about a person. It is stored, and the response is built from it. */
export const ProfileReading = z.object({ facts: ProfileFacts, ...notes });
export type ProfileReading = z.infer<typeof ProfileReading>;

/** The data that a source has about a company. */
export const CompanyReading = z.object({ facts: CompanyFacts, ...notes });
export type CompanyReading = z.infer<typeof CompanyReading>;

/** The lists of a profile, as a source has read them. */
export type Lists = Pick<ProfileFacts, SectionName>;

/** The smaller lists, whose entries are all of one kind. */
export type EntryName = Exclude<SectionName, "experience" | "education" | "skills" | "languages">;

/** Lists whose entries last: without an end, they are current. */
export const LASTING: readonly EntryName[] = ["volunteering", "projects", "organizations"];

/** The smaller lists of a profile, each read by its name. */
export function entryLists(read: (name: EntryName) => Entry[]) {
  return {
    certifications: read("certifications"),
    volunteering: read("volunteering"),
    publications: read("publications"),
    patents: read("patents"),
    honors: read("honors"),
    projects: read("projects"),
    courses: read("courses"),
    organizations: read("organizations"),
    testScores: read("testScores"),
  };
}

/** The most entries of one list that are read. Real lists are shorter. */
export const ENTRIES_MAX = 300;

/** The number of entries of a list, where the source says so. */
export type Totals = Partial<Record<SectionName, number>>;

/** Reports whether an entry of a list is masked. */
export function isHidden(entry: unknown): boolean {
  return typeof entry === "object" && entry !== null && Reflect.get(entry, "masked") === true;
}

/**
 * Counts the lists that the source has, and notes which are hidden or a part. Where the source does not say
 * how many there are, `total` and `complete` are null.
 */
export function countLists(
  lists: Lists,
  has: ReadonlySet<SectionName>,
  totals: Totals,
  provenance: Provenance,
) {
  const sections: ProfileFacts["sections"] = {};
  for (const name of sectionNames) {
    const list: readonly unknown[] = lists[name];
    const hidden = list.filter(isHidden).length;
    if (hidden > 0) provenance.masked.add(name);
    if (hidden > 0 && hidden < list.length) provenance.partial.add(name);
    if (!has.has(name) && list.length === 0) continue;
    const total = totals[name] ?? null;
    const complete = total === null ? null : list.length >= total;
    if (complete === false) provenance.partial.add(name);
    sections[name] = { total, returned: list.length, complete };
  }
  return sections;
}

/** The current position: the first job without an end date, or what else the source shows. */
export function currentOf(
  lists: Lists,
  beside: ProfileFacts["current"],
  provenance: Provenance,
): ProfileFacts["current"] {
  const jobs = lists.experience.filter((job) => job.isCurrent);
  const job = jobs.find((one) => one.title !== null || one.company.name !== null);
  if (job === undefined) {
    if (beside === null && jobs.some((one) => one.masked)) provenance.masked.add("current");
    return provenance.first("current", [["dom.topCard", () => beside]]);
  }
  const company = job.company.name === null ? (beside?.company ?? null) : job.company;
  const current = { title: job.title, company };
  return provenance.first("current", [[provenance.sources.experience ?? "experience", () => current]]);
}

/** Reports whether a surname is shortened to its first letter, as the site does for visitors without an account. */
export function isAbbreviated(name: string): boolean {
  return /\s\p{Lu}\p{M}*\.$/u.test(name);
}
