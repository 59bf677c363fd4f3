import { readDate, yearOf } from "../dates.ts";
import { imageAt } from "../image.ts";
import { type Kind, ORGANIZATIONS, parseProfileUrl, profileUrl, redirectsElsewhere } from "../profile-url.ts";
import { Provenance } from "../provenance.ts";
import type { CompanyReading } from "../reading.ts";
import type { CompanyFacts } from "../schemas.ts";
import { line } from "../text.ts";
import { addressFrom, factOf, idOf, locationsOf, splitList, staffOf, websiteOf } from "./company-facts.ts";
import { readFunding } from "./funding.ts";
import { hasAttribute, lineOf, linesOf, textOfMarkup } from "./html.ts";
import {
  isType,
  lineIn,
  linesIn,
  numberIn,
  pictureIn,
  type Thing,
  thingsOf,
  topThings,
  valuesOf,
} from "./json-ld.ts";
import { targetOf } from "./link.ts";
import type { Page } from "./page.ts";
import { readSize } from "./size.ts";
import { TopCard } from "./top-card.ts";

function organizationOf(page: Page, slug: string): Thing | undefined {
  const all = topThings(page.structuredData).filter((thing) =>
    isType(thing, "Organization", "Corporation", "EducationalOrganization", "CollegeOrUniversity"),
  );
  const isSame = (thing: Thing) =>
    [...valuesOf(thing, "url"), ...valuesOf(thing, "@id"), ...valuesOf(thing, "sameAs")].some(
      (url) =>
        parseProfileUrl(typeof url === "string" ? url : undefined)?.slug.toLowerCase() === slug.toLowerCase(),
    );
  return all.find(isSame) ?? (all.length === 1 ? all[0] : undefined);
}

const bare = { street: null, city: null, region: null, postalCode: null, countryCode: null };

function yearIn(text: string | null, language: string): number | null {
  return text === null ? null : yearOf(readDate(text, language));
}

interface GuestPage {
  readonly page: Page;
  readonly card: TopCard;
  readonly thing: Thing | undefined;
  readonly provenance: Provenance;
}

function factIn(page: Page, name: string): string | null {
  return lineOf(factOf(page, name));
}

// The sources of a reading are listed in the order in which these three functions read the fields.

function textFields({ page, card, thing, provenance }: GuestPage) {
  const about = page.elements.find(hasAttribute("data-test-id", "about-us__description"));
  const linked = () =>
    valuesOf(thing, "sameAs")
      .map((url) => targetOf(String(url)))
      .find((url) => url !== null);
  return {
    tagline: provenance.first("tagline", [
      ["jsonld", () => lineIn(thing, "slogan")],
      ["dom.topCard", () => card.tagline],
    ]),
    description: provenance.first("description", [
      ["dom.about", () => linesOf(about)],
      ["jsonld", () => linesIn(thing, "description")],
    ]),
    website: provenance.first("website", [
      ["dom.about", () => websiteOf(page)],
      ["jsonld", linked],
    ]),
    industry: provenance.first("industry", [
      ["dom.about", () => factIn(page, "industry")],
      ["dom.topCard", () => card.headline],
    ]),
  };
}

function countFields({ page, card, thing, provenance }: GuestPage) {
  const { followers } = card.counts;
  return {
    size: provenance.first("size", [["dom.about", () => readSize(factIn(page, "size"), page.language)]]),
    staffOnNetwork: provenance.first("staffOnNetwork", [
      ["jsonld", () => numberIn(thingsOf(thing, "numberOfEmployees")[0], "value")],
      ["dom.employees", () => staffOf(page)],
    ]),
    followers: provenance.first("followers", [
      ["dom.topCard", () => followers && { value: followers.value, approximate: followers.approximate }],
    ]),
  };
}

function detailFields({ page, card, thing, provenance }: GuestPage) {
  const { language } = page;
  const [address] = thingsOf(thing, "address");
  const seat = factIn(page, "headquarters");
  const specialities = () => factIn(page, "specialties") ?? factIn(page, "specialities");
  return {
    type: provenance.first("type", [["dom.about", () => factIn(page, "organizationType")]]),
    foundedYear: provenance.first("foundedYear", [
      ["dom.about", () => yearIn(factIn(page, "foundedOn"), language)],
      ["jsonld", () => yearIn(lineIn(thing, "foundingDate"), language)],
    ]),
    headquarters: provenance.first("headquarters", [
      ["dom.about", () => (seat === null ? null : { ...(addressFrom(address) ?? bare), text: seat })],
      ["jsonld", () => addressFrom(address)],
    ]),
    locations: provenance.first("locations", [["dom.locations", () => locationsOf(page)]]) ?? [],
    specialities:
      provenance.first("specialities", [["dom.about", () => splitList(specialities(), language)]]) ?? [],
    logo: provenance.first("logo", [
      ["jsonld", () => imageAt(pictureIn(thing, "logo"))],
      ["og", () => imageAt(page.meta("og:image"))],
      ["dom.topCard", () => imageAt(card.picture)],
    ]),
    funding: provenance.first("funding", [["dom.funding", () => readFunding(page)]]),
  };
}

/**
 * Reads a guest page of an organization; null where the page shows none. The people on it are not read. `asked` is
 * the slug that was requested, for a page that does not name its own URL.
 */
export function readPublicCompany(page: Page, kind: Kind, asked: string): CompanyReading | null {
  const own = parseProfileUrl(page.address);
  if (redirectsElsewhere(page.address, ORGANIZATIONS)) return null;
  const slug = own?.slug ?? asked;
  const card = new TopCard(page);
  const thing = organizationOf(page, slug);
  const isCompany =
    /org|company|school/i.test(page.meta("pageKey") ?? "") || card.exists || thing !== undefined;
  if (!isCompany) return null;
  const provenance = new Provenance(true);
  const name = provenance.first("name", [
    ["jsonld", () => lineIn(thing, "name")],
    ["dom.topCard", () => card.title],
    ["og", () => line(textOfMarkup(page.meta("og:title") ?? "").split(/\s\|\s/, 1)[0])],
  ]);
  if (name === null) return null;

  const guest = { page, card, thing, provenance };
  const facts: CompanyFacts = {
    slug,
    id: /^\d+$/.test(slug) ? slug : idOf(page),
    url: profileUrl(own?.kind ?? kind, slug),
    name,
    ...textFields(guest),
    ...countFields(guest),
    ...detailFields(guest),
  };
  return { facts, source: "public", ...provenance.notes, notApplicable: [] };
}
