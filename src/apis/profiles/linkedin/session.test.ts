import { describe, expect, test } from "bun:test";
import { problemOrResult } from "../../../../test/fixtures/hostile-text.ts";
import { Problem } from "../../../kit/problem.ts";
import { completenessOf, profileWeights } from "../completeness.ts";
import { responseOf } from "../responses.ts";
import { companyAnswer, operatorTexts, plainAnswer, profileAnswer } from "./session.fixture.ts";
import { readSessionCompany } from "./session-company.ts";
import { readSessionProfile } from "./session-profile.ts";

const read = (json: unknown) => readSessionProfile(json, "asked");
const readCompany = (json: unknown) => readSessionCompany(json, { kind: "company", slug: "asked" });

describe("a member", () => {
  const reading = read(profileAnswer());

  test("is read whole", () => {
    expect(reading.facts).toMatchObject({
      publicIdentifier: "ines-morrow",
      fullName: "Ines Morrow",
      location: { text: "Cork, Ireland", countryCode: "IE" },
      industry: "Utilities",
      premium: true,
      current: { title: "Head of Rivers", company: { name: "Weir & Sons", id: "4711", slug: "weir-sons" } },
      experience: [
        {
          title: "Head of Rivers",
          company: { name: "Weir & Sons", id: "4711", slug: "weir-sons" },
          start: { value: "2019-04", precision: "month" },
          end: null,
          isCurrent: true,
          location: "Cork",
          description: "Weirs\nand locks",
        },
        {
          title: "Warden",
          company: { name: "Old Weirs", id: null, slug: null },
          start: { value: "2017", precision: "year" },
          end: { value: "2019-03", precision: "month" },
          isCurrent: false,
        },
        { title: "Lock keeper", company: { name: "Lock TestApp", id: null } },
      ],
      education: [
        {
          school: { name: "Shannon College", id: "59", slug: "shannon-college" },
          start: null,
          end: { value: "2006", precision: "year" },
        },
        { school: { name: null, id: "60", slug: null } },
      ],
      languages: [{ name: "Irish", proficiency: "native-or-bilingual" }],
      certifications: [
        { title: "Eel handling", organization: "Eel Board", number: "EB-77", isCurrent: false },
      ],
      patents: [{ title: "Eel ladder", number: "IE1", start: { value: "2016-03-04", precision: "day" } }],
      followers: null,
      connections: null,
    });
  });

  test("a list of which a part came says so", () => {
    expect(reading.facts.sections.skills).toEqual({ total: 24, returned: 20, complete: false });
    expect(reading.facts.sections.experience).toEqual({ total: 3, returned: 3, complete: true });
    expect(reading.facts.sections.honors).toEqual({ total: 0, returned: 0, complete: true });
    expect(reading.partial).toEqual(["skills"]);
  });

  test("the picture is the widest, wherever it stands in the list, with its end", () => {
    expect(reading.facts.image).toEqual({
      url: "https://media.licdn.com/ines_800?e=1800000000&v=beta",
      expiresAt: "2027-01-15T08:00:00.000Z",
    });
  });

  test("nothing of the operator or of others is in it", () => {
    for (const text of operatorTexts) expect(JSON.stringify(reading)).not.toContain(text);
  });

  test("what only another address tells counts neither for nor against", () => {
    expect(completenessOf(reading, profileWeights)).toMatchObject({ score: 1, missing: [], masked: [] });
  });

  test("an answer has no asterisk, though people write some", () => {
    const answer = responseOf({ result: reading, observedAt: 0, state: "miss", ageMs: 0 }, profileWeights);
    expect(answer.about).toBe("Rivers.\n\n• weirs\n• locks");
    expect(answer.headline).toBe("Head of Rivers ∗ eels");
    expect(JSON.stringify(answer)).not.toContain("*");
  });
});

describe("other forms of the answer", () => {
  test("wrapped once more under the name of the query", () => {
    const { data, included } = profileAnswer();
    expect(read({ data: { data: { identityDashProfilesByMemberIdentity: data } }, included }).facts).toEqual(
      read(profileAnswer()).facts,
    );
  });

  test("not normalised, with the dates of the API of before", () => {
    expect(read(plainAnswer).facts).toMatchObject({
      fullName: "Ines Morrow",
      industry: "Utilities",
      location: { text: "Cork, Ireland", countryCode: null },
      experience: [
        {
          title: "Head of Rivers",
          company: { name: "Weir & Sons", id: "4711", slug: "weir-sons" },
          start: { value: "2019-04" },
          isCurrent: true,
        },
      ],
      skills: ["Eels"],
    });
  });

  test("collections left out, their entries brought: those of this member alone", () => {
    const answer = profileAnswer();
    const included = answer.included.filter(({ entityUrn }) => !/collectionResponse/.test(entityUrn));
    const { facts, ...rest } = read({ ...answer, included });
    expect(facts.experience.map(({ title }) => title)).toEqual(["Head of Rivers", "Warden", "Lock keeper"]);
    expect(facts.skills).toHaveLength(20);
    expect(facts.sections.skills).toEqual({ total: null, returned: 20, complete: null });
    for (const text of operatorTexts) expect(JSON.stringify({ facts, rest })).not.toContain(text);
  });

  test.each([
    ["no elements", { data: { "*elements": [] }, included: profileAnswer().included }, "not-found"],
    [
      "an element that did not come",
      { data: { "*elements": ["urn:li:fsd_profile:x"] }, included: profileAnswer().included },
      "upstream-unexpected-page",
    ],
    ["no collection", { data: {}, included: profileAnswer().included }, "upstream-unexpected-page"],
    ["another kind", companyAnswer(), "upstream-unexpected-page"],
    ["no name", { elements: [{ publicIdentifier: "x" }] }, "upstream-unexpected-page"],
    ["a list", [], "upstream-unexpected-page"],
    ["null", null, "upstream-unexpected-page"],
  ])("%s", (_name, json, code) => {
    expect(() => readSessionProfile(json, "asked")).toThrow(expect.objectContaining({ code }));
  });
});

/** The answer without one member of one entity, and without one entity, for each in turn. */
function* mutations(answer: { data: unknown; included: readonly object[] }) {
  for (const [i, entity] of answer.included.entries()) {
    yield { name: `entity ${i}`, json: { ...answer, included: answer.included.toSpliced(i, 1) } };
    for (const name of Object.keys(entity)) {
      if (name === "entityUrn") continue;
      const less = Object.fromEntries(Object.entries(entity).filter(([key]) => key !== name));
      yield {
        name: `entity ${i} ${name}`,
        json: { ...answer, included: answer.included.toSpliced(i, 1, less) },
      };
    }
  }
}

function leaves(value: unknown): unknown[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leaves);
  return typeof value === "string" || typeof value === "number" ? [value] : [];
}

describe("each part taken away in turn: right, or null, never wrong", () => {
  test("of a member", () => {
    const { facts: right } = read(profileAnswer());
    // Where an entry or its page is gone, its name may come from the other place that holds it.
    const also = ["asked", "https://www.linkedin.com/in/asked", "Ines", "Morrow", "Weir Holdings plc"];
    let mutated = 0;
    for (const { name, json } of mutations(profileAnswer())) {
      const reading = problemOrResult(() => readSessionProfile(json, "asked"));
      if (reading instanceof Problem) continue;
      mutated++;
      for (const [field, value] of Object.entries(reading.facts)) {
        if (field === "sections") continue;
        const known = new Set([...leaves(Reflect.get(right, field)), ...also]);
        const wrong = leaves(value).filter((leaf) => !known.has(leaf));
        expect({ name, field, wrong }).toEqual({ name, field, wrong: [] });
      }
      for (const text of operatorTexts) expect(JSON.stringify(reading)).not.toContain(text);
    }
    expect(mutated).toBeGreaterThan(100);
  });

  test("of a company", () => {
    const known = new Set([
      ...leaves(readCompany(companyAnswer()).facts),
      "asked",
      "https://www.linkedin.com/company/asked",
    ]);
    for (const { name, json } of mutations(companyAnswer())) {
      const reading = problemOrResult(() => readSessionCompany(json, { kind: "company", slug: "asked" }));
      if (reading instanceof Problem) continue;
      expect({ name, wrong: leaves(reading.facts).filter((leaf) => !known.has(leaf)) }).toEqual({
        name,
        wrong: [],
      });
    }
  });
});

test("a company is read whole, and nobody who works there or paid for it", () => {
  const { facts } = readCompany(companyAnswer());
  expect(facts).toEqual({
    slug: "weir-sons",
    id: "4711",
    url: "https://www.linkedin.com/company/weir-sons",
    name: "Weir & Sons",
    tagline: "Water where it belongs",
    description: "Weirs since 1911.",
    website: "https://weir.example/",
    industry: "Utilities",
    size: { text: "51-200", min: 51, max: 200 },
    staffOnNetwork: 134,
    followers: { value: 20_431, approximate: false },
    type: "Privately Held",
    foundedYear: 1911,
    headquarters: {
      text: "1 Quay, Cork, Munster, T12, IE",
      street: "1 Quay",
      city: "Cork",
      region: "Munster",
      postalCode: "T12",
      countryCode: "IE",
    },
    locations: [
      {
        text: "1 Quay, Cork, IE",
        street: "1 Quay",
        city: "Cork",
        region: null,
        postalCode: null,
        countryCode: "IE",
        isHeadquarters: true,
      },
      {
        text: "Galway, IE",
        street: null,
        city: "Galway",
        region: null,
        postalCode: null,
        countryCode: "IE",
        isHeadquarters: false,
      },
    ],
    specialities: ["Weirs", "Eels"],
    logo: {
      url: "https://media.licdn.com/weir_800?e=1800000000&v=beta",
      expiresAt: "2027-01-15T08:00:00.000Z",
    },
    funding: {
      rounds: 3,
      last: {
        type: "SERIES_A",
        date: { value: "2016-03-04", precision: "day" },
        amount: { amount: "12500000.00", currency: "USD", approximate: false },
      },
    },
  });
});

test("a school is at its own address, and what has no funding has none", () => {
  const json = {
    data: { elements: [{ name: "Shannon College", universalName: "shannon-college", fundingData: {} }] },
  };
  const { facts, sources } = readSessionCompany(json, { kind: "school", slug: "asked" });
  expect(facts).toMatchObject({ url: "https://www.linkedin.com/school/shannon-college", funding: null });
  expect(sources.funding).toBeUndefined();
});
