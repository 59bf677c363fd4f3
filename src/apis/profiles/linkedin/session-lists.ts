import { addressIn } from "../address.ts";
import { dateFromParts } from "../dates.ts";
import type { Lists, Totals } from "../reading.ts";
import type { Education, Entry, Experience, Organization, SectionName } from "../schemas.ts";
import { sectionNames } from "../schemas.ts";
import { type Entity, type Graph, idOfUrn, type Listed, lineAt, linesAt } from "./graph.ts";
import { proficiencyOf } from "./proficiency.ts";

// By section: the members that hold it, of the present API and of the one before, and its kind of entity.
const PLACES: Readonly<Record<SectionName, readonly [present: string, before: string, kind: RegExp]>> = {
  experience: ["profilePositions", "positionView", /\.identity\..*\.Position$/],
  education: ["profileEducations", "educationView", /\.identity\..*\.Education$/],
  skills: ["profileSkills", "skillView", /\.identity\..*\.Skill$/],
  languages: ["profileLanguages", "languageView", /\.identity\..*\.Language$/],
  certifications: ["profileCertifications", "certificationView", /\.identity\..*\.Certification$/],
  volunteering: [
    "profileVolunteerExperiences",
    "volunteerExperienceView",
    /\.identity\..*\.VolunteerExperience$/,
  ],
  publications: ["profilePublications", "publicationView", /\.identity\..*\.Publication$/],
  patents: ["profilePatents", "patentView", /\.identity\..*\.Patent$/],
  honors: ["profileHonors", "honorView", /\.identity\..*\.Honor$/],
  projects: ["profileProjects", "projectView", /\.identity\..*\.Project$/],
  courses: ["profileCourses", "courseView", /\.identity\..*\.Course$/],
  organizations: ["profileOrganizations", "organizationView", /\.identity\..*\.Organization$/],
  testScores: ["profileTestScores", "testScoreView", /\.identity\..*\.TestScore$/],
};

/** The dates of an entry, under the names of either API. */
function rangeOf(graph: Graph, entry: Entity) {
  const range = graph.entity(entry, "dateRange") ?? graph.entity(entry, "timePeriod");
  const start = dateFromParts(range?.start ?? range?.startDate);
  const given = range?.end ?? range?.endDate;
  const end = dateFromParts(given);
  return { start, end, isCurrent: start !== null && (given === null || given === undefined) };
}

/** The organization of an entry as the entry names it; the page of that name may call itself otherwise. */
function organizationOf(graph: Graph, entry: Entity, member: string, group?: Entity): Organization {
  const own = lineAt(entry, `${member}Name`);
  const grouped = lineAt(group, `${member}Name`);
  const holder = own === null || own === grouped || grouped === null ? [entry, group] : [entry];
  const page = holder.map((one) => graph.entity(one, member)).find((one) => one !== undefined);
  const urn = holder
    .map((one) => one?.[`${member}Urn`] ?? one?.[`*${member}`])
    .find((one) => idOfUrn(one) !== null);
  const slug = lineAt(page, "universalName") ?? addressIn(lineAt(page, "url"))?.slug ?? null;
  return {
    name: own ?? grouped ?? lineAt(page, "name"),
    id: idOfUrn(urn ?? page?.entityUrn),
    slug: slug !== null && /^\d+$/.test(slug) ? null : slug,
  };
}

function jobOf(graph: Graph, position: Entity, group?: Entity): Experience {
  return {
    title: lineAt(position, "title"),
    company: organizationOf(graph, position, "company", group),
    ...rangeOf(graph, position),
    location: lineAt(position, "locationName", "geoLocationName"),
    description: linesAt(position, "description"),
    masked: false,
  };
}

function schoolOf(graph: Graph, entry: Entity): Education {
  const { start, end } = rangeOf(graph, entry);
  return {
    school: organizationOf(graph, entry, "school"),
    degree: lineAt(entry, "degreeName"),
    field: lineAt(entry, "fieldOfStudy"),
    start,
    end,
    grade: lineAt(entry, "grade"),
    activities: linesAt(entry, "activities"),
    description: linesAt(entry, "description"),
    masked: false,
  };
}

const DATES = ["issuedOn", "issueDate", "publishedOn", "date", "dateOn", "filedOn", "filingDate"] as const;

/** An entry of a smaller section: the API has a name of its own for each member of each kind. */
function entryOf(graph: Graph, entry: Entity): Entry {
  const range = rangeOf(graph, entry);
  const single = DATES.map((name) => dateFromParts(entry[name])).find((date) => date !== null) ?? null;
  const lasts = entry.authority === undefined && single === null;
  return {
    title: lineAt(entry, "role", "title", "name"),
    organization: lineAt(entry, "companyName", "authority", "publisher", "issuer", "occupation"),
    start: range.start ?? single,
    end: range.end,
    isCurrent: lasts && range.isCurrent,
    url: lineAt(entry, "url"),
    number: lineAt(entry, "licenseNumber", "patentNumber", "applicationNumber", "number", "score"),
    description: linesAt(entry, "description"),
    masked: false,
  };
}

/** The lists of a member, those that the answer has, and how many entries each has in all. */
export function readLists(graph: Graph, profile: Entity, partial: Set<string>) {
  const has = new Set<SectionName>();
  const totals: Totals = {};
  const member = /[:(]([^:(),]+)$/.exec(String(profile.entityUrn ?? ""))?.[1];
  const listed = (name: SectionName): Listed | undefined => {
    const [present, before, kind] = PLACES[name];
    const list =
      graph.list(profile, present) ?? graph.list(graph.data, before) ?? graph.list(profile, before);
    // A decoration may leave the collection out and bring its entries all the same.
    const loose = member === undefined ? [] : graph.ownedBy(member, kind);
    if (list !== undefined && (list.items.length > 0 || list.total === 0 || loose.length === 0)) return list;
    return loose.length === 0 ? undefined : { items: loose, total: null };
  };
  const note = (name: SectionName): readonly Entity[] => {
    const list = listed(name);
    if (list === undefined) return [];
    has.add(name);
    if (list.total !== null) totals[name] = list.total;
    return list.items;
  };
  const groups = graph.list(profile, "profilePositionGroups");
  const jobs = (groups?.items ?? []).flatMap((group) => {
    const positions = graph.list(group, "profilePositionInPositionGroup")?.items ?? [];
    return positions.map((position) => jobOf(graph, position, group));
  });
  if (groups !== undefined) {
    has.add("experience");
    // Groups are counted, and the jobs in each: only both together say how many jobs there are.
    const inGroups = groups.items.map(
      (group) => graph.list(group, "profilePositionInPositionGroup")?.total ?? null,
    );
    const isWhole = groups.total === groups.items.length && inGroups.every((total) => total !== null);
    if (isWhole) totals.experience = inGroups.reduce((sum, total) => sum + (total ?? 0), 0);
    else if ((groups.total ?? 0) > groups.items.length) partial.add("experience");
  }
  const entries = (name: SectionName) => note(name).map((entry) => entryOf(graph, entry));
  const lists: Lists = {
    experience:
      jobs.length > 0 || groups?.total === 0 ? jobs : note("experience").map((one) => jobOf(graph, one)),
    education: note("education").map((one) => schoolOf(graph, one)),
    skills: note("skills").flatMap((one) => lineAt(one, "name") ?? []),
    languages: note("languages").flatMap((one) => {
      const name = lineAt(one, "name");
      if (name === null) return [];
      return [
        {
          name,
          proficiency: proficiencyOf(String(one.proficiency ?? "").replaceAll("_", " ")),
          proficiencyText: null,
        },
      ];
    }),
    certifications: entries("certifications"),
    volunteering: entries("volunteering"),
    publications: entries("publications"),
    patents: entries("patents"),
    honors: entries("honors"),
    projects: entries("projects"),
    courses: entries("courses"),
    organizations: entries("organizations"),
    testScores: entries("testScores"),
  };
  return { lists, has, totals, empty: sectionNames.filter((name) => totals[name] === 0) };
}
