import { imageAt } from "../image.ts";
import { parseProfileUrl, profileUrl, redirectsElsewhere } from "../profile-url.ts";
import { type Place, Provenance } from "../provenance.ts";
import { countLists, currentOf, isAbbreviated, type ProfileReading } from "../reading.ts";
import type { ProfileFacts } from "../schemas.ts";
import { countryCode, isMasked, line } from "../text.ts";
import { descriptionOf } from "./cards.ts";
import { classEnds, find, isTag, linesOf, textOfMarkup } from "./html.ts";
import { lineIn, linesIn, numberIn, pictureIn, type Thing, thingsOf } from "./json-ld.ts";
import { sectionOf } from "./landmarks.ts";
import type { Page } from "./page.ts";
import { readLists } from "./public-lists.ts";
import { jobsOf, personOf } from "./structured-person.ts";
import { TopCard } from "./top-card.ts";

/** The name in the Open Graph title: the part before the first dash. */
function nameForOthers(page: Page): string | null {
  const title = page.meta("og:title");
  return title === undefined ? null : line(textOfMarkup(title).split(/\s[-–—|]\s/, 1)[0]);
}

function isCutOff(text: string): boolean {
  return /(?:…|\.\.\.)$/.test(text);
}

/** The places of the "about" text, the complete text before a truncated one. */
function aboutPlaces(page: Page, person: Thing | undefined): Place<string>[] {
  const section = sectionOf(page, "summary");
  const here =
    section === undefined
      ? null
      : (descriptionOf(section) ?? linesOf(find(section, classEnds("__content")) ?? section, isTag("h2")));
  const listed = linesIn(person, "description");
  const places: Place<string>[] = [
    ["dom.summary", () => here],
    ["jsonld", () => listed],
  ];
  const cut = here !== null && isCutOff(here) && listed !== null && !isCutOff(listed);
  return cut ? places.toReversed() : places;
}

/** The exact number of followers. The top card shows a rounded one. */
function followersIn(person: Thing | undefined): number | null {
  const counters = thingsOf(person, "interactionStatistic");
  const follows = counters.filter((one) => /follow/i.test(`${one.interactionType} ${one.name}`));
  return numberIn(follows[0], "userInteractionCount");
}

interface GuestPage {
  readonly page: Page;
  readonly card: TopCard;
  readonly person: Thing | undefined;
  readonly provenance: Provenance;
}

function nameIn(page: Page, property: string): string | null {
  const given = line(textOfMarkup(page.meta(property) ?? ""));
  return given === null || isMasked(given) ? null : given;
}

/** The job that the top card shows, for a page whose list of jobs is hidden. */
function jobInCard({ employer }: TopCard, person: Thing | undefined): ProfileFacts["current"] {
  if (employer === null) return null;
  const [job] = jobsOf(person).filter(({ isCurrent, masked }) => isCurrent && !masked);
  return { title: job?.title ?? null, company: employer };
}

function locationOf({ card, person, provenance }: GuestPage): ProfileFacts["location"] {
  const [address] = thingsOf(person, "address");
  const country = lineIn(address, "addressCountry");
  return {
    text: provenance.first("location", [
      ["jsonld", () => lineIn(address, "addressLocality")],
      ["dom.topCard", () => card.place],
    ]),
    countryCode: countryCode(country),
  };
}

function countFields({ card, person, provenance }: GuestPage) {
  const { followers, connections } = card.counts;
  const exact = followersIn(person);
  return {
    followers: provenance.first("followers", [
      ["jsonld", () => (exact === null ? null : { value: exact, approximate: false })],
      ["dom.topCard", () => followers && { value: followers.value, approximate: followers.approximate }],
    ]),
    connections: provenance.first("connections", [
      [
        "dom.topCard",
        // The site counts to 500 in public.
        () =>
          connections && {
            value: connections.value,
            atLeast: connections.atLeast || connections.value === 500,
          },
      ],
    ]),
  };
}

/** Reads a guest page of a person; null where the page shows nobody. `slug` is the requested slug. */
export function readPublicProfile(page: Page, slug: string): ProfileReading | null {
  const card = new TopCard(page);
  const own = parseProfileUrl(page.address);
  if (redirectsElsewhere(page.address, ["in"])) return null;
  const publicIdentifier = own?.slug ?? slug;
  const person = personOf(page, publicIdentifier, card.title);

  // Sign-in pages carry a title for other sites, too: a name from there alone is no person.
  const isProfile =
    /public[_-]?profile/i.test(page.meta("pageKey") ?? "") || card.exists || person !== undefined;
  if (!isProfile) return null;
  const provenance = new Provenance(true);
  const fullName = provenance.first("fullName", [
    ["jsonld", () => lineIn(person, "name")],
    ["dom.topCard", () => card.title],
    ["og", () => nameForOthers(page)],
  ]);
  if (fullName === null) return null;

  // The sources of a reading are listed in the order in which the fields are read.
  const guest = { page, card, person, provenance };
  const { lists, has } = readLists(page, person, provenance);
  const about = provenance.first("about", aboutPlaces(page, person));
  const aboutTruncated = about !== null && isCutOff(about);
  if (aboutTruncated) provenance.partial.add("about");
  const facts: ProfileFacts = {
    publicIdentifier,
    url: profileUrl("in", publicIdentifier),
    fullName,
    firstName: nameIn(page, "profile:first_name") ?? lineIn(person, "givenName"),
    lastName: nameIn(page, "profile:last_name") ?? lineIn(person, "familyName"),
    nameAbbreviated: isAbbreviated(fullName),
    headline: provenance.first("headline", [["dom.topCard", () => card.headline]]),
    about,
    aboutTruncated,
    location: locationOf(guest),
    industry: null,
    current: currentOf(lists, jobInCard(card, person), provenance),
    ...lists,
    ...countFields(guest),
    image: provenance.first("image", [
      ["jsonld", () => imageAt(pictureIn(person, "image"))],
      ["og", () => imageAt(page.meta("og:image"))],
      ["dom.topCard", () => imageAt(card.picture)],
    ]),
    premium: null,
    sections: countLists(lists, has, {}, provenance),
  };
  const notApplicable = ["industry"];
  return { facts, source: "public", ...provenance.notes, notApplicable };
}
