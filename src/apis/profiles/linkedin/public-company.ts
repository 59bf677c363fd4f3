import { addressIn, addressOf, type Kind, leadsElsewhere, ORGANIZATIONS } from "../address.ts";
import { readDate } from "../dates.ts";
import { Findings } from "../findings.ts";
import { imageAt } from "../image.ts";
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
        addressIn(typeof url === "string" ? url : undefined)?.slug.toLowerCase() === slug.toLowerCase(),
    );
  return all.find(isSame) ?? (all.length === 1 ? all[0] : undefined);
}

/** Reads a guest page of an organization; null where the page shows none. People on it are left out. */
export function readPublicCompany(page: Page, kind: Kind, asked: string): CompanyReading | null {
  const findings = new Findings(true);
  const card = new TopCard(page);
  const own = addressIn(page.address);
  if (leadsElsewhere(page.address, ORGANIZATIONS)) return null;
  const slug = own?.slug ?? asked;
  const thing = organizationOf(page, slug);
  const { language } = page;
  const fact = (name: string) => lineOf(factOf(page, name));

  const isCompany =
    /org|company|school/i.test(page.meta("pageKey") ?? "") || card.exists || thing !== undefined;
  if (!isCompany) return null;
  const name = findings.first("name", [
    ["jsonld", () => lineIn(thing, "name")],
    ["dom.topCard", () => card.title],
    ["og", () => line(textOfMarkup(page.meta("og:title") ?? "").split(/\s\|\s/, 1)[0])],
  ]);
  if (name === null) return null;

  const [listed] = thingsOf(thing, "address");
  const seat = fact("headquarters");
  const counted = card.counts.followers;
  const about = page.elements.find(hasAttribute("data-test-id", "about-us__description"));
  const facts: CompanyFacts = {
    slug,
    id: /^\d+$/.test(slug) ? slug : idOf(page),
    url: addressOf(own?.kind ?? kind, slug),
    name,
    tagline: findings.first("tagline", [
      ["jsonld", () => lineIn(thing, "slogan")],
      ["dom.topCard", () => card.tagline],
    ]),
    description: findings.first("description", [
      ["dom.about", () => linesOf(about)],
      ["jsonld", () => linesIn(thing, "description")],
    ]),
    website: findings.first("website", [
      ["dom.about", () => websiteOf(page)],
      [
        "jsonld",
        () =>
          valuesOf(thing, "sameAs")
            .map((url) => targetOf(String(url)))
            .find((url) => url !== null),
      ],
    ]),
    industry: findings.first("industry", [
      ["dom.about", () => fact("industry")],
      ["dom.topCard", () => card.headline],
    ]),
    size: findings.first("size", [["dom.about", () => readSize(fact("size"), language)]]),
    staffOnNetwork: findings.first("staffOnNetwork", [
      ["jsonld", () => numberIn(thingsOf(thing, "numberOfEmployees")[0], "value")],
      ["dom.employees", () => staffOf(page)],
    ]),
    followers: findings.first("followers", [
      ["dom.topCard", () => counted && { value: counted.value, approximate: counted.approximate }],
    ]),
    type: findings.first("type", [["dom.about", () => fact("organizationType")]]),
    foundedYear: findings.first("foundedYear", [
      ["dom.about", () => yearOf(fact("foundedOn"), language)],
      ["jsonld", () => yearOf(lineIn(thing, "foundingDate"), language)],
    ]),
    headquarters: findings.first("headquarters", [
      ["dom.about", () => (seat === null ? null : { ...(addressFrom(listed) ?? bare), text: seat })],
      ["jsonld", () => addressFrom(listed)],
    ]),
    locations: findings.first("locations", [["dom.locations", () => locationsOf(page)]]) ?? [],
    specialities:
      findings.first("specialities", [
        ["dom.about", () => splitList(fact("specialties") ?? fact("specialities"), language)],
      ]) ?? [],
    logo: findings.first("logo", [
      ["jsonld", () => imageAt(pictureIn(thing, "logo"))],
      ["og", () => imageAt(page.meta("og:image"))],
      ["dom.topCard", () => imageAt(card.picture)],
    ]),
    funding: findings.first("funding", [["dom.funding", () => readFunding(page)]]),
  };
  const { sources, masked, partial } = findings;
  return { facts, source: "public", sources, masked: [...masked], partial: [...partial], notApplicable: [] };
}

const bare = { street: null, city: null, region: null, postalCode: null, countryCode: null };

function yearOf(text: string | null, language: string): number | null {
  const date = text === null ? null : readDate(text, language);
  return date === null ? null : Number(date.value.slice(0, 4));
}
