import { addressIn, addressOf, type Kind } from "../address.ts";
import { readCount } from "../counts.ts";
import { readDate } from "../dates.ts";
import { Findings } from "../findings.ts";
import { imageAt } from "../image.ts";
import type { CompanyReading } from "../reading.ts";
import type { Address, CompanyFacts } from "../schemas.ts";
import { line } from "../text.ts";
import { targetOf } from "./cards.ts";
import { readFunding } from "./funding.ts";
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
import {
  attribute,
  below,
  classEnds,
  type Element,
  find,
  hasAttribute,
  isTag,
  lineOf,
  linesOf,
  type Page,
  textOfMarkup,
} from "./page.ts";
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

/** The part of a fact sheet that holds one fact: what stands beside its label. */
function factOf(page: Page, name: string): Element | undefined {
  const row = page.elements.find(hasAttribute("data-test-id", `about-us__${name}`));
  return row === undefined ? undefined : (find(row, isTag("dd")) ?? row);
}

/** The items of a list in words, such as `a, b, and c`, by the words that the language joins a list with. */
export function splitList(text: string | null, language: string): string[] {
  if (text === null) return [];
  const parts = text.split(/\s*[,、，،;]\s*/).filter((part) => part !== "");
  const last = parts.pop();
  if (last === undefined) return [];
  const format = new Intl.ListFormat(language, { type: "conjunction" });
  const joint = format.formatToParts(["a", "b", "c"]).findLast(({ type }) => type === "literal")?.value ?? "";
  const word = joint.replace(/[,、，،]/g, "").trim();
  if (word === "" || parts.length === 0) return [...parts, last];
  // With a comma before it the word opens the last part; without one it stands inside it.
  if (last.startsWith(`${word} `)) return [...parts, last.slice(word.length + 1)];
  const at = /[,、，،]/.test(joint) ? -1 : last.lastIndexOf(` ${word} `);
  return at < 0 ? [...parts, last] : [...parts, last.slice(0, at), last.slice(at + word.length + 2)];
}

/** An address of structured data; its country may be a code or an object. */
function addressFrom(thing: Thing | undefined): Address | null {
  const part = (name: string) => lineIn(thing, name) ?? lineIn(thingsOf(thing, name)[0], "name");
  const country = part("addressCountry");
  const [street, city, region, postalCode] = [
    part("streetAddress"),
    part("addressLocality"),
    part("addressRegion"),
    part("postalCode"),
  ];
  const text = [street, city, region, postalCode, country].filter((one) => one !== null).join(", ");
  if (text === "") return null;
  const countryCode = country !== null && /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : null;
  return { text, street, city, region, postalCode, countryCode };
}

/** The offices that the page lists, each as its lines; the one that carries a mark is the main one. */
function locationsOf(page: Page): CompanyFacts["locations"] {
  return page.elements
    .filter((one) => /^address-\d+$/.test(attribute(one, "id") ?? ""))
    .flatMap((block) => {
      const text = (linesOf(block) ?? "").split(/\n+/).join(", ");
      if (text === "") return [];
      const country = /,\s*([A-Z]{2})$/.exec(text)?.[1] ?? null;
      const parent = block.parentNode;
      const marked = parent !== null && find(parent, classEnds("tag-sm", "tag-enabled")) !== undefined;
      const parts = { street: null, city: null, region: null, postalCode: null, countryCode: country };
      return [{ text, ...parts, isHeadquarters: marked }];
    });
}

function websiteOf(page: Page): string | null {
  const cell = factOf(page, "website");
  if (cell === undefined) return null;
  const link = [cell, ...below(cell)].find(isTag("a"));
  return (
    targetOf(link === undefined ? undefined : attribute(link, "href")) ?? targetOf(lineOf(cell) ?? undefined)
  );
}

function idOf(page: Page): string | null {
  for (const element of page.elements) {
    for (const { name, value } of element.attrs) {
      if (!/urn|entity/.test(name)) continue;
      const id = /^urn:li:(?:fsd?_)?(?:company|organization|school):(\d+)$/.exec(value)?.[1];
      if (id !== undefined) return id;
    }
  }
  return null;
}

/** How many members name the company: the one number of the link that leads to them. */
function staffOf(page: Page): number | null {
  const link = page.elements.find((one) =>
    /face-pile-cta|employees[-_]cta|view-employees/.test(
      attribute(one, "data-tracking-control-name") ?? attribute(one, "data-test-id") ?? "",
    ),
  );
  const text = lineOf(link) ?? lineOf(page.elements.find(classEnds("face-pile__text")));
  const count = text === null ? null : readCount(text, page.language);
  return count === null || count.approximate ? null : count.value;
}

/** Reads a guest page of an organization; null where the page shows none. People on it are left out. */
export function readPublicCompany(page: Page, kind: Kind, asked: string): CompanyReading | null {
  const findings = new Findings(true);
  const card = new TopCard(page);
  const isOrganization = (one: ReturnType<typeof addressIn>) => one !== undefined && one.kind !== "in";
  const own = [page.link("canonical"), page.meta("og:url")].map(addressIn).find(isOrganization);
  const slug = own?.slug ?? asked;
  const thing = organizationOf(page, slug);
  const { language } = page;
  const fact = (name: string) => lineOf(factOf(page, name));

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
