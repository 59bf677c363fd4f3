import type { Provenance } from "../provenance.ts";
import { type EntryName, entryLists, type Lists } from "../reading.ts";
import type { SectionName } from "../schemas.ts";
import type { Thing } from "./json-ld.ts";
import type { Page } from "./page.ts";
import { readEducation, readEntries, readExperience, readLanguages, readSkills } from "./public-sections.ts";
import { jobsOf, languagesOf, schoolsOf, together } from "./structured-person.ts";

/** Reads the lists of a guest page: which of them it has, and which are masked. */
export function readLists(page: Page, person: Thing | undefined, provenance: Provenance) {
  const has = new Set<SectionName>();
  const entries = (name: EntryName) =>
    provenance.first(name, [[`dom.${name}`, () => note(name, readEntries(page, name))]]) ?? [];
  const note = <Value>(name: SectionName, list: Value | undefined): Value | undefined => {
    if (list !== undefined) has.add(name);
    return list;
  };
  const hidden = new Set<SectionName>();
  /** The entries of a list that are not masked. */
  const shown = <Value>(name: SectionName, list: readonly (Value | null)[] | undefined): Value[] => {
    const values = (note(name, list) ?? []).filter((value) => value !== null);
    if (list !== undefined && values.length < list.length) hidden.add(name);
    return values;
  };
  const jobs = note("experience", readExperience(page)) ?? [];
  const schools = note("education", readEducation(page)) ?? [];
  const place = (name: string, list: readonly unknown[]) => (list.length > 0 ? `dom.${name}` : "jsonld");
  const lists: Lists = {
    experience:
      provenance.first("experience", [
        [place("experience", jobs), () => together(jobs, jobsOf(person), ({ company }) => company)],
      ]) ?? [],
    education:
      provenance.first("education", [
        [place("education", schools), () => together(schools, schoolsOf(person), ({ school }) => school)],
      ]) ?? [],
    skills: provenance.first("skills", [["dom.skills", () => shown("skills", readSkills(page))]]) ?? [],
    languages:
      provenance.first("languages", [
        ["dom.languages", () => shown("languages", readLanguages(page))],
        ["jsonld", () => languagesOf(person)],
      ]) ?? [],
    ...entryLists(entries),
  };
  for (const name of hidden) {
    provenance.masked.add(name);
    if (lists[name].length > 0) provenance.partial.add(name);
  }
  return { lists, has };
}
