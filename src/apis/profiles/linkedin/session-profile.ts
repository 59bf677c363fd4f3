import { addressOf, readSlug } from "../address.ts";
import { Findings } from "../findings.ts";
import { countLists, currentOf, isAbbreviated, type ProfileReading } from "../reading.ts";
import type { ProfileFacts } from "../schemas.ts";
import { countAt, type Entity, lineAt, linesAt } from "./entity.ts";
import { Graph } from "./graph.ts";
import { widest } from "./picture.ts";
import { readLists } from "./session-lists.ts";

/** What an answer of the site's API says of a member: somebody, that there is nobody, or another form. */
export type SessionProfile = ProfileReading | "nobody" | "unknown";

function locationOf(graph: Graph, profile: Entity): ProfileFacts["location"] {
  const place = graph.entity(profile, "geoLocation", "geo");
  const country = lineAt(graph.entity(profile, "location"), "countryCode");
  return {
    text:
      lineAt(place, "defaultLocalizedName", "defaultLocalizedNameWithoutCountryName") ??
      lineAt(profile, "geoLocationName", "locationName"),
    countryCode: country !== null && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : null,
  };
}

/**
 * Reads a member from an answer of the site's own API. Only the first of its elements is read: beside it lie
 * other people, among them the operator whose session asked, and nothing of theirs leaves here.
 */
export function readSessionProfile(json: unknown, slug: string): SessionProfile {
  const graph = new Graph(json);
  const profile = graph.root;
  if (profile === null) return "nobody";
  if (profile === undefined || !/(?:^$|\.Profile$)/.test(String(profile.$type ?? ""))) return "unknown";
  const findings = new Findings(false);
  const [firstName, lastName] = [lineAt(profile, "firstName"), lineAt(profile, "lastName")];
  const fullName = findings.first("fullName", [
    ["api", () => [firstName, lastName].filter((one) => one !== null).join(" ") || null],
  ]);
  if (fullName === null) return "unknown";

  const { lists, has, totals, empty } = readLists(graph, profile, findings.partial);
  const api = <Value>(field: string, value: Value | null) => findings.first(field, [["api", () => value]]);
  for (const [name, list] of Object.entries(lists)) api(name, list);
  const mini = graph.entity(profile, "miniProfile");
  const known = readSlug(lineAt(profile, "publicIdentifier") ?? lineAt(mini, "publicIdentifier") ?? "");
  const publicIdentifier = known ?? slug;
  const location = locationOf(graph, profile);
  const followers = countAt(graph.entity(profile, "followingState"), "followerCount");
  const connections = graph.list(profile, "connections")?.total ?? null;
  const facts: ProfileFacts = {
    publicIdentifier,
    url: addressOf("in", publicIdentifier),
    fullName,
    firstName,
    lastName,
    nameAbbreviated: isAbbreviated(fullName),
    headline: api("headline", lineAt(profile, "headline")),
    about: api("about", linesAt(profile, "summary")),
    aboutTruncated: false,
    location: { ...location, text: api("location", location.text) },
    industry: api(
      "industry",
      lineAt(
        graph.entity(profile, "industry") ?? graph.entity(profile, "industryV2"),
        "name",
        "localizedName",
      ) ?? lineAt(profile, "industryName"),
    ),
    current: currentOf(lists, null, findings),
    ...lists,
    followers: api("followers", followers === null ? null : { value: followers, approximate: false }),
    connections: api("connections", connections === null ? null : { value: connections, atLeast: false }),
    image: api(
      "image",
      widest(graph.get(profile, "profilePicture")) ??
        widest(graph.get(profile, "picture")) ??
        widest(mini?.picture),
    ),
    premium: typeof profile.premium === "boolean" ? profile.premium : null,
    sections: countLists(lists, has, totals, findings),
  };
  // What a member has left empty comes as null, and how many follow him comes from another address.
  const blank = (name: string) => profile[name] === null;
  const notApplicable: string[] = [...empty, "followers", "connections"];
  if (blank("summary")) notApplicable.push("about");
  if (blank("profilePicture")) notApplicable.push("image");
  if (facts.experience.length > 0 && facts.experience.every(({ isCurrent }) => !isCurrent))
    notApplicable.push("current");
  if (empty.includes("experience")) notApplicable.push("current");
  const { sources, masked, partial } = findings;
  return { facts, source: "session", sources, masked: [...masked], partial: [...partial], notApplicable };
}
