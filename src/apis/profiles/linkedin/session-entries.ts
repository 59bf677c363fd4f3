import { dateFromParts } from "../dates.ts";
import { parseProfileUrl } from "../profile-url.ts";
import type { Education, Entry, Experience, Organization } from "../schemas.ts";
import { type Entity, idOfUrn, lineAt, linesAt } from "./entity.ts";
import type { Graph } from "./graph.ts";

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
  const slug = lineAt(page, "universalName") ?? parseProfileUrl(lineAt(page, "url"))?.slug ?? null;
  return {
    name: own ?? grouped ?? lineAt(page, "name"),
    id: idOfUrn(urn ?? page?.entityUrn),
    slug: slug !== null && /^\d+$/.test(slug) ? null : slug,
  };
}

/** A job. Missing data of its company comes from its group. */
export function jobOf(graph: Graph, position: Entity, group?: Entity): Experience {
  return {
    title: lineAt(position, "title"),
    company: organizationOf(graph, position, "company", group),
    ...rangeOf(graph, position),
    location: lineAt(position, "locationName", "geoLocationName"),
    description: linesAt(position, "description"),
    masked: false,
  };
}

/** A degree. */
export function schoolOf(graph: Graph, entry: Entity): Education {
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
export function entryOf(graph: Graph, entry: Entity): Entry {
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
