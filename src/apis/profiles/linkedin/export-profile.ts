import { readDate } from "../dates.ts";
import { profileUrl } from "../profile-url.ts";
import { Provenance } from "../provenance.ts";
import {
  countLists,
  currentOf,
  entryLists,
  isAbbreviated,
  LASTING,
  type Lists,
  type ProfileReading,
} from "../reading.ts";
import type { Entry, Experience, Organization, PartialDate, ProfileFacts } from "../schemas.ts";
import { sectionNames } from "../schemas.ts";
import { lines } from "../text.ts";
import { cell, type Row, rawCell, type TableName, type Tables } from "./export-tables.ts";
import { proficiencyOf } from "./proficiency.ts";

function dateIn(row: Row, ...names: readonly string[]): PartialDate | null {
  const text = cell(row, ...names);
  return text === null ? null : readDate(text, "en-US");
}

const named = (name: string | null): Organization => ({ name, id: null, slug: null });

const text = (row: Row | undefined, name: string): string | null => lines(rawCell(row, name));

function jobOf(row: Row): Experience {
  const start = dateIn(row, "Started On");
  const end = dateIn(row, "Finished On");
  return {
    title: cell(row, "Title"),
    company: named(cell(row, "Company Name")),
    start,
    end,
    isCurrent: start !== null && cell(row, "Finished On") === null,
    location: cell(row, "Location"),
    description: text(row, "Description"),
    masked: false,
  };
}

function entryOf(row: Row, lasts: boolean): Entry {
  const start = dateIn(row, "Started On", "Issued On", "Published On", "Filing Date", "Test Date", "Date");
  return {
    title: cell(row, "Role", "Title", "Name"),
    organization: cell(row, "Company Name", "Authority", "Publisher", "Issuer"),
    start,
    end: dateIn(row, "Finished On"),
    isCurrent: lasts && start !== null && cell(row, "Finished On") === null,
    url: cell(row, "Url", "Link"),
    number: cell(row, "License Number", "Patent Number", "Application Number", "Number", "Score"),
    description: text(row, "Description"),
    masked: false,
  };
}

function listsOf(tables: Tables): Lists {
  const rows = (name: TableName) => tables.get(name) ?? [];
  return {
    experience: rows("positions").map(jobOf),
    education: rows("education").map((row) => ({
      school: named(cell(row, "School Name")),
      degree: cell(row, "Degree Name"),
      field: cell(row, "Field Of Study"),
      start: dateIn(row, "Start Date"),
      end: dateIn(row, "End Date"),
      grade: null,
      activities: text(row, "Activities"),
      description: text(row, "Notes"),
      masked: false,
    })),
    skills: rows("skills").flatMap((row) => cell(row, "Name") ?? []),
    languages: rows("languages").flatMap((row) => {
      const name = cell(row, "Name");
      const level = cell(row, "Proficiency");
      return name === null ? [] : [{ name, proficiency: proficiencyOf(level), proficiencyText: level }];
    }),
    ...entryLists((name) => rows(name).map((row) => entryOf(row, LASTING.includes(name)))),
  };
}

/**
 * Reads a person from their LinkedIn data export. Reads only what a profile shows: no birthday, street, telephone
 * number, email addresses or other people. Null where the export names nobody.
 */
export function readExportedProfile(tables: Tables, slug: string): ProfileReading | null {
  const [profile] = tables.get("profile") ?? [];
  const provenance = new Provenance(false);
  const field = <Value>(name: string, value: Value | null) =>
    provenance.first(name, [["export", () => value]]);
  const [firstName, lastName] = [cell(profile, "First Name"), cell(profile, "Last Name")];
  const fullName = field("fullName", [firstName, lastName].filter((one) => one !== null).join(" ") || null);
  if (fullName === null) return null;

  const lists = listsOf(tables);
  for (const name of sectionNames) field<readonly unknown[]>(name, lists[name]);
  // An export is whole: what it has no rows of, the person has none of.
  const totals = Object.fromEntries(sectionNames.map((name) => [name, lists[name].length]));
  const facts: ProfileFacts = {
    publicIdentifier: slug,
    url: profileUrl("in", slug),
    fullName,
    firstName,
    lastName,
    nameAbbreviated: isAbbreviated(fullName),
    headline: field("headline", cell(profile, "Headline")),
    about: field("about", text(profile, "Summary")),
    aboutTruncated: false,
    location: { text: field("location", cell(profile, "Geo Location")), countryCode: null },
    industry: field("industry", cell(profile, "Industry")),
    current: currentOf(lists, null, provenance),
    ...lists,
    followers: null,
    connections: null,
    image: null,
    premium: null,
    sections: countLists(lists, new Set(sectionNames), totals, provenance),
  };
  const empty = sectionNames.filter((name) => lists[name].length === 0);
  const notApplicable = [...empty, "followers", "connections", "image", "about", "current"];
  return { facts, source: "import", ...provenance.notes, notApplicable };
}
