import { ENTRIES_MAX, entryLists, type Lists, type Totals } from "../reading.ts";
import type { Experience, SectionName } from "../schemas.ts";
import { sectionNames } from "../schemas.ts";
import { type Entity, lineAt } from "./entity.ts";
import type { CountedList, Graph } from "./graph.ts";
import { proficiencyOf } from "./proficiency.ts";
import { entryOf, jobOf, schoolOf } from "./session-entries.ts";

// By section: the members that hold it, of the present API and of the one before, and the end of its entities' type.
const PLACES: Readonly<Record<SectionName, readonly [present: string, before: string, kind: string]>> = {
  experience: ["profilePositions", "positionView", "Position"],
  education: ["profileEducations", "educationView", "Education"],
  skills: ["profileSkills", "skillView", "Skill"],
  languages: ["profileLanguages", "languageView", "Language"],
  certifications: ["profileCertifications", "certificationView", "Certification"],
  volunteering: ["profileVolunteerExperiences", "volunteerExperienceView", "VolunteerExperience"],
  publications: ["profilePublications", "publicationView", "Publication"],
  patents: ["profilePatents", "patentView", "Patent"],
  honors: ["profileHonors", "honorView", "Honor"],
  projects: ["profileProjects", "projectView", "Project"],
  courses: ["profileCourses", "courseView", "Course"],
  organizations: ["profileOrganizations", "organizationView", "Organization"],
  testScores: ["profileTestScores", "testScoreView", "TestScore"],
};

/** Finds the entries of a section, wherever this version of the site's API puts them. */
function entriesIn(graph: Graph, profile: Entity, name: SectionName): CountedList | undefined {
  const [present, before, kind] = PLACES[name];
  const member = /[:(]([^:(),]+)$/.exec(String(profile.entityUrn ?? ""))?.[1];
  const list = graph.list(profile, present) ?? graph.list(graph.data, before) ?? graph.list(profile, before);
  // A decoration may leave the collection out and bring its entries all the same.
  const loose = member === undefined ? [] : graph.ownedBy(member, kind);
  if (list !== undefined && (list.items.length > 0 || list.total === 0 || loose.length === 0)) return list;
  return loose.length === 0 ? undefined : { items: loose, total: null };
}

/** Jobs come in groups, one for each employer. */
function jobsIn(graph: Graph, groups: readonly Entity[]): Experience[] {
  const jobs: Experience[] = [];
  for (const group of groups) {
    const positions = graph.list(group, "profilePositionInPositionGroup")?.items ?? [];
    const room = ENTRIES_MAX - jobs.length;
    jobs.push(...positions.slice(0, room).map((position) => jobOf(graph, position, group)));
    if (jobs.length >= ENTRIES_MAX) break;
  }
  return jobs;
}

/** How many jobs there are in all groups, null where the response does not say. Groups and jobs are paged apart. */
function jobCount(graph: Graph, groups: CountedList): number | null {
  if (groups.total !== groups.items.length) return null;
  let count = 0;
  for (const group of groups.items) {
    const total = graph.list(group, "profilePositionInPositionGroup")?.total ?? null;
    if (total === null) return null;
    count += total;
  }
  return count;
}

/** Reads the lists of a member: which of them the response has, and how many entries each has in all. */
export function readLists(graph: Graph, profile: Entity, partial: Set<string>) {
  const has = new Set<SectionName>();
  const totals: Totals = {};
  const note = (name: SectionName): readonly Entity[] => {
    const list = entriesIn(graph, profile, name);
    if (list === undefined) return [];
    has.add(name);
    if (list.total !== null) totals[name] = list.total;
    return list.items;
  };
  const groups = graph.list(profile, "profilePositionGroups");
  const jobs = jobsIn(graph, groups?.items ?? []);
  if (groups !== undefined) {
    has.add("experience");
    const count = jobCount(graph, groups);
    if (count !== null) totals.experience = count;
    else if ((groups.total ?? 0) > groups.items.length) partial.add("experience");
  }
  const lists: Lists = {
    experience:
      jobs.length > 0 || groups?.total === 0 ? jobs : note("experience").map((one) => jobOf(graph, one)),
    education: note("education").map((one) => schoolOf(graph, one)),
    skills: note("skills").flatMap((one) => lineAt(one, "name") ?? []),
    languages: note("languages").flatMap((one) => {
      const name = lineAt(one, "name");
      const proficiency = proficiencyOf(String(one.proficiency ?? "").replaceAll("_", " "));
      return name === null ? [] : [{ name, proficiency, proficiencyText: null }];
    }),
    ...entryLists((name) => note(name).map((entry) => entryOf(graph, entry))),
  };
  return { lists, has, totals, empty: sectionNames.filter((name) => totals[name] === 0) };
}
