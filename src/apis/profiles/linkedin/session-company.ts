import { isRecord } from "../../../kit/record.ts";
import { dateFromParts, yearOf } from "../dates.ts";
import { type ProfileQuery, profileUrl, readSlug } from "../profile-url.ts";
import { Provenance } from "../provenance.ts";
import { type CompanyReading, ENTRIES_MAX } from "../reading.ts";
import type { Address, CompanyFacts } from "../schemas.ts";
import { addressOf } from "../text.ts";
import { countAt, type Entity, idOfUrn, lineAt, linesAt } from "./entity.ts";
import { Graph, otherFormat } from "./graph.ts";
import { targetOf } from "./link.ts";
import { widest } from "./picture.ts";
import { sizeFrom } from "./size.ts";

function addressFrom(value: unknown): Address | null {
  if (!isRecord(value)) return null;
  const place = isRecord(value.address) ? value.address : value;
  const street =
    [lineAt(place, "line1"), lineAt(place, "line2")].filter((one) => one !== null).join(", ") || null;
  const city = lineAt(place, "city");
  const region = lineAt(place, "geographicArea");
  const postalCode = lineAt(place, "postalCode");
  const country = lineAt(place, "country", "countryCode");
  return addressOf({ street, city, region, postalCode, country });
}

function locationsOf(company: Entity): CompanyFacts["locations"] {
  const grouped = Array.isArray(company.groupedLocations) ? company.groupedLocations.filter(isRecord) : [];
  const inGroups = grouped.flatMap((group) => (Array.isArray(group.locations) ? group.locations : []));
  const all = Array.isArray(company.confirmedLocations) ? company.confirmedLocations : inGroups;
  return all
    .filter(isRecord)
    .slice(0, ENTRIES_MAX)
    .flatMap((one) => {
      const address = addressFrom(one);
      return address === null ? [] : [{ ...address, isHeadquarters: one.headquarter === true }];
    });
}

function fundingOf(company: Entity): CompanyFacts["funding"] {
  const funding = company.fundingData;
  if (!isRecord(funding)) return null;
  const round = isRecord(funding.lastFundingRound) ? funding.lastFundingRound : undefined;
  const raised = isRecord(round?.moneyRaised) ? round.moneyRaised : undefined;
  const amount = String(raised?.amount ?? "");
  const currency = lineAt(raised, "currencyCode");
  const money =
    currency !== null && /^\d+(?:\.\d+)?$/.test(amount)
      ? { amount: amount.includes(".") ? amount : `${amount}.00`, currency, approximate: false }
      : null;
  const type = lineAt(round, "localizedFundingType", "fundingType");
  const date = dateFromParts(round?.announcedOn);
  const rounds = countAt(funding, "numFundingRounds");
  const isKnown = type !== null || date !== null || money !== null;
  if (rounds === null && !isKnown) return null;
  return { rounds, last: isKnown ? { type, date, amount: money } : null };
}

function sizeOf(company: Entity): CompanyFacts["size"] {
  const band = company.staffCountRange ?? company.employeeCountRange;
  if (!isRecord(band)) return null;
  const [min, max] = [countAt(band, "start"), countAt(band, "end")];
  return min === null ? null : sizeFrom(min, max);
}

function industryOf(graph: Graph, company: Entity): string | null {
  const [first] = ["companyIndustries", "industryV2Taxonomy", "industry"]
    .flatMap((member) => graph.get(company, member) ?? [])
    .filter(isRecord);
  return lineAt(first, "localizedName", "name");
}

function specialitiesOf(company: Entity): string[] {
  const list = Array.isArray(company.specialities) ? company.specialities : company.specialties;
  return Array.isArray(list) ? list.slice(0, ENTRIES_MAX).map(String) : [];
}

/**
 * Reads an organization from the first element of a response of the site's own API. Throws what `Graph.root` throws. No
 * data of employees is read.
 */
export function readSessionCompany(json: unknown, { kind, slug }: ProfileQuery): CompanyReading {
  const graph = new Graph(json);
  const company = graph.root;
  if (/\.Profile$/.test(String(company.$type ?? ""))) throw otherFormat();
  const provenance = new Provenance(false);
  const api = <Value>(field: string, value: Value | null) => provenance.first(field, [["api", () => value]]);
  const name = api("name", lineAt(company, "name"));
  if (name === null) throw otherFormat();

  const following = graph.entity(company, "followingInfo") ?? graph.entity(company, "followingState");
  const followers = countAt(following, "followerCount");
  const known = readSlug(lineAt(company, "universalName") ?? "") ?? slug;
  const type = graph.entity(company, "companyType") ?? graph.entity(company, "organizationType");
  const facts: CompanyFacts = {
    slug: known,
    id: idOfUrn(company.entityUrn) ?? idOfUrn(company.objectUrn),
    url: profileUrl(kind, known),
    name,
    tagline: api("tagline", lineAt(company, "tagline")),
    description: api("description", linesAt(company, "description")),
    website: api("website", targetOf(lineAt(company, "companyPageUrl", "websiteUrl", "website"))),
    industry: api("industry", industryOf(graph, company)),
    size: api("size", sizeOf(company)),
    staffOnNetwork: api(
      "staffOnNetwork",
      countAt(company, "staffCount") ?? countAt(company, "employeeCount"),
    ),
    followers: api("followers", followers === null ? null : { value: followers, approximate: false }),
    type: api("type", lineAt(type, "localizedName")),
    foundedYear: api("foundedYear", yearOf(dateFromParts(company.foundedOn))),
    headquarters: api("headquarters", addressFrom(company.headquarter ?? company.headquarters)),
    locations: api("locations", locationsOf(company)) ?? [],
    specialities: api("specialities", specialitiesOf(company)) ?? [],
    logo: api("logo", widest(graph.get(company, "logo")) ?? widest(company.logoResolutionResult)),
    funding: api("funding", fundingOf(company)),
  };
  const members = { tagline: "tagline", foundedYear: "foundedOn", description: "description" } as const;
  const blank = Object.entries(members).filter(([, member]) => company[member] === null);
  return {
    facts,
    source: "session",
    ...provenance.notes,
    notApplicable: blank.map(([field]) => field),
  };
}
