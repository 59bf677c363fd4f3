import { profileUrl, readSlug } from "../profile-url.ts";
import { Provenance } from "../provenance.ts";
import { countLists, currentOf, isAbbreviated, type ProfileReading } from "../reading.ts";
import type { ProfileFacts, SectionName } from "../schemas.ts";
import { countryCode } from "../text.ts";
import { countAt, type Entity, lineAt, linesAt } from "./entity.ts";
import { Graph, otherFormat } from "./graph.ts";
import { widest } from "./picture.ts";
import { readLists } from "./session-lists.ts";

function locationOf(graph: Graph, profile: Entity): ProfileFacts["location"] {
  const place = graph.entity(profile, "geoLocation", "geo");
  const country = lineAt(graph.entity(profile, "location"), "countryCode");
  return {
    text:
      lineAt(place, "defaultLocalizedName", "defaultLocalizedNameWithoutCountryName") ??
      lineAt(profile, "geoLocationName", "locationName"),
    countryCode: countryCode(country),
  };
}

function industryOf(graph: Graph, profile: Entity): string | null {
  const industry = graph.entity(profile, "industry") ?? graph.entity(profile, "industryV2");
  return lineAt(industry, "name", "localizedName") ?? lineAt(profile, "industryName");
}

function imageOf(graph: Graph, profile: Entity, mini: Entity | undefined): ProfileFacts["image"] {
  return (
    widest(graph.get(profile, "profilePicture")) ??
    widest(graph.get(profile, "picture")) ??
    widest(mini?.picture)
  );
}

/** Fields that the member has left empty, which come as null, and those that only another URL of the site has. */
function notApplicableOf(
  profile: Entity,
  { experience }: ProfileFacts,
  empty: readonly SectionName[],
): string[] {
  const names: string[] = [...empty, "followers", "connections"];
  if (profile.summary === null) names.push("about");
  if (profile.profilePicture === null) names.push("image");
  if (experience.length > 0 && experience.every(({ isCurrent }) => !isCurrent)) names.push("current");
  if (empty.includes("experience")) names.push("current");
  return names;
}

/**
 * Reads a member from a response of the site's own API. Only its first element is read. The others are other
 * people, such as the operator whose session was used, and their data is not returned. Throws what `Graph.root` throws.
 */
export function readSessionProfile(json: unknown, slug: string): ProfileReading {
  const graph = new Graph(json);
  const profile = graph.root;
  if (!/(?:^$|\.Profile$)/.test(String(profile.$type ?? ""))) throw otherFormat();
  const provenance = new Provenance(false);
  const [firstName, lastName] = [lineAt(profile, "firstName"), lineAt(profile, "lastName")];
  const fullName = provenance.first("fullName", [
    ["api", () => [firstName, lastName].filter((one) => one !== null).join(" ") || null],
  ]);
  if (fullName === null) throw otherFormat();

  const { lists, has, totals, empty } = readLists(graph, profile, provenance.partial);
  const api = <Value>(field: string, value: Value | null) => provenance.first(field, [["api", () => value]]);
  for (const [name, list] of Object.entries(lists)) api(name, list);
  const mini = graph.entity(profile, "miniProfile");
  const known = readSlug(lineAt(profile, "publicIdentifier") ?? lineAt(mini, "publicIdentifier") ?? "");
  const publicIdentifier = known ?? slug;
  const location = locationOf(graph, profile);
  const followers = countAt(graph.entity(profile, "followingState"), "followerCount");
  const connections = graph.list(profile, "connections")?.total ?? null;
  const facts: ProfileFacts = {
    publicIdentifier,
    url: profileUrl("in", publicIdentifier),
    fullName,
    firstName,
    lastName,
    nameAbbreviated: isAbbreviated(fullName),
    headline: api("headline", lineAt(profile, "headline")),
    about: api("about", linesAt(profile, "summary")),
    aboutTruncated: false,
    location: { ...location, text: api("location", location.text) },
    industry: api("industry", industryOf(graph, profile)),
    current: currentOf(lists, null, provenance),
    ...lists,
    followers: api("followers", followers === null ? null : { value: followers, approximate: false }),
    connections: api("connections", connections === null ? null : { value: connections, atLeast: false }),
    image: api("image", imageOf(graph, profile, mini)),
    premium: typeof profile.premium === "boolean" ? profile.premium : null,
    sections: countLists(lists, has, totals, provenance),
  };
  const notApplicable = notApplicableOf(profile, facts, empty);
  return { facts, source: "session", ...provenance.notes, notApplicable };
}
