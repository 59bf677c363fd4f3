import { machineDate } from "../dates.ts";
import { organization, parseProfileUrl } from "../profile-url.ts";
import { ENTRIES_MAX } from "../reading.ts";
import type { Education, Experience, Language, Organization, PartialDate } from "../schemas.ts";
import { isMasked, line } from "../text.ts";
import { textOfMarkup } from "./html.ts";
import { isType, lineIn, linesIn, type Thing, thingsOf, topThings, valuesOf } from "./json-ld.ts";
import type { Page } from "./page.ts";

/**
 * The person that a page is about: a top-level person of the structured data, never the author of an article.
 * Identified by the username in the URL, otherwise by the name on the page.
 */
export function personOf(page: Page, slug: string, title: string | null): Thing | undefined {
  const people = topThings(page.structuredData).filter((thing) => isType(thing, "Person"));
  const slugs = (thing: Thing) =>
    [...valuesOf(thing, "url"), ...valuesOf(thing, "sameAs"), ...valuesOf(thing, "@id")].flatMap((url) => {
      const read = parseProfileUrl(typeof url === "string" ? url : undefined);
      return read?.kind === "in" ? [read.slug.toLowerCase()] : [];
    });
  const same = people.find((thing) => slugs(thing).includes(slug.toLowerCase()));
  const [only, ...others] = people.filter((thing) => slugs(thing).length === 0);
  const named = people.find((thing) => title !== null && lineIn(thing, "name") === title);
  return same ?? named ?? (others.length === 0 ? only : undefined);
}

const shown = (text: string | null): string | null => (text === null || isMasked(text) ? null : text);

function datesOf(thing: Thing) {
  const [role] = thingsOf(thing, "member");
  return { start: machineDate(role?.startDate), end: machineDate(role?.endDate), role };
}

function jobOf(thing: Thing, title: unknown, isNow: boolean): Experience {
  const { start, end, role } = datesOf(thing);
  const name = lineIn(thing, "name");
  const description = linesIn(role, "description");
  const job = typeof title === "string" ? line(textOfMarkup(title)) : null;
  return {
    title: shown(job),
    company: organization(shown(name), lineIn(thing, "url")),
    start,
    end,
    isCurrent: isNow && end === null,
    location: shown(lineIn(thing, "location")),
    description: shown(description),
    masked: [job, name].some((text) => text !== null && isMasked(text)),
  };
}

/** Jobs in the structured data: those of today, then, among the places of the past, the companies. */
export function jobsOf(person: Thing | undefined): Experience[] {
  const now = thingsOf(person, "worksFor");
  const titles = valuesOf(person, "jobTitle");
  // The titles are a list of their own; only where it is as long as the other do the two belong together.
  const paired = titles.length === now.length;
  const before = thingsOf(person, "alumniOf").filter((thing) => isType(thing, "Organization"));
  const jobs = [
    ...now.map((thing, i) => jobOf(thing, paired ? titles[i] : undefined, true)),
    ...before.map((thing) => jobOf(thing, undefined, false)),
  ];
  return jobs.slice(0, ENTRIES_MAX);
}

/** Reads the schools in the structured data of a person, at most `ENTRIES_MAX`. */
export function schoolsOf(person: Thing | undefined): Education[] {
  const schools = thingsOf(person, "alumniOf").filter((thing) =>
    isType(thing, "EducationalOrganization", "CollegeOrUniversity", "School"),
  );
  return schools.slice(0, ENTRIES_MAX).map((thing) => {
    const { start, end, role } = datesOf(thing);
    const name = lineIn(thing, "name");
    return {
      school: organization(shown(name), lineIn(thing, "url")),
      degree: null,
      field: null,
      start,
      end,
      grade: null,
      activities: null,
      description: shown(linesIn(role, "description")),
      masked: name !== null && isMasked(name),
    };
  });
}

/** Reads the languages in the structured data of a person. Masked names are left out. */
export function languagesOf(person: Thing | undefined): Language[] {
  const names = [
    ...thingsOf(person, "knowsLanguage").map((thing) => lineIn(thing, "name")),
    ...valuesOf(person, "knowsLanguage").map((value) => (typeof value === "string" ? line(value) : null)),
  ];
  return names
    .slice(0, ENTRIES_MAX)
    .flatMap((name) =>
      name === null || isMasked(name) ? [] : [{ name, proficiency: null, proficiencyText: null }],
    );
}

interface Dated {
  readonly start: PartialDate | null;
  readonly masked: boolean;
}

const agree = (a: PartialDate | null, b: PartialDate | null): boolean =>
  a === null || b === null || a.value.startsWith(b.value) || b.value.startsWith(a.value);

const folded = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Whether two entries are with the same organization; two that both hide its name may be. */
function isSame(a: Organization, b: Organization): boolean {
  if (a.slug !== null && a.slug === b.slug) return true;
  if (a.name === null || b.name === null) return a.name === b.name;
  return folded(a.name) === folded(b.name);
}

/** `entry` with what it lacks from `other`. */
function complete<Entry extends Dated>(entry: Entry, other: Entry): Entry {
  const missing = Object.entries(other).filter(([name]) => Reflect.get(entry, name) === null);
  return { ...entry, ...Object.fromEntries(missing) };
}

/**
 * Puts what the structured data lists beside what the page shows: an entry of both is completed, one that the
 * page does not show is added. Entries belong together by organization, and by date where there are several.
 */
export function together<Entry extends Dated>(
  shownOnes: readonly Entry[],
  listed: readonly Entry[],
  at: (entry: Entry) => Organization,
): Entry[] {
  const result = [...shownOnes];
  const free = new Set(shownOnes);
  for (const one of listed) {
    const same = [...free].filter((other) => isSame(at(one), at(other)));
    const dated = (other: Entry) => agree(one.start, other.start);
    const hiddenTwin = [...free].find(
      (other) => (one.masked || other.masked) && one.start !== null && other.start !== null && dated(other),
    );
    const found = same.find(dated) ?? same[0] ?? hiddenTwin;
    if (found !== undefined) {
      free.delete(found);
      result[result.indexOf(found)] = complete(found, one);
    } else if (!shownOnes.some((other) => isSame(at(one), at(other)))) {
      result.push(one);
    }
  }
  return result;
}
