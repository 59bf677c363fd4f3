import { describe, expect, test } from "bun:test";
import { companyWeights, completenessOf, profileWeights } from "../completeness.ts";
import type { CompanyFacts, ProfileFacts } from "../schemas.ts";
import { splitList } from "./company-facts.ts";
import { Page } from "./page.ts";
import {
  companyPage,
  education,
  experience,
  maskedPage,
  olderPage,
  others,
  type Parts,
  person,
  profilePage,
  topCard,
} from "./pages.fixture.ts";
import { readPublicCompany } from "./public-company.ts";
import { readPublicProfile } from "./public-profile.ts";
import { readSize } from "./size.ts";

function read(html: string) {
  const reading = readPublicProfile(new Page(html), "asked");
  if (reading === null) throw new TypeError("nobody was read");
  return reading;
}

function readCompany(html: string) {
  const reading = readPublicCompany(new Page(html), "company", "asked");
  if (reading === null) throw new TypeError("nothing was read");
  return reading;
}

const year = (value: string) => ({ value, precision: "year" }) as const;
const month = (value: string) => ({ value, precision: "month" }) as const;

const whole: Partial<ProfileFacts> = {
  publicIdentifier: "ines-morrow",
  url: "https://www.linkedin.com/in/ines-morrow",
  fullName: "Ines Morrow",
  firstName: "Ines",
  lastName: "Morrow",
  nameAbbreviated: false,
  headline: "Head of Rivers at Weir & Sons",
  about: "I keep rivers in their beds.\nAnd people out of them.",
  aboutTruncated: false,
  location: { text: "Cork, Ireland", countryCode: "IE" },
  current: { title: "Head of Rivers", company: { name: "Weir & Sons", id: null, slug: "weir-sons" } },
  experience: [
    {
      title: "Head of Rivers",
      company: { name: "Weir & Sons", id: null, slug: "weir-sons" },
      start: month("2019-04"),
      end: null,
      isCurrent: true,
      location: "Cork",
      description: "Weirs, locks\nand eels.",
      masked: false,
    },
    {
      title: "Lock keeper",
      company: { name: "Lock TestApp", id: null, slug: "lock-app" },
      start: year("2007"),
      end: month("2019-03"),
      isCurrent: false,
      location: null,
      description: null,
      masked: false,
    },
    {
      title: "Apprentice",
      company: { name: "Old Locks", id: null, slug: "old-locks" },
      start: year("2006"),
      end: year("2007"),
      isCurrent: false,
      location: null,
      description: null,
      masked: false,
    },
  ],
  education: [
    {
      school: { name: "Shannon College", id: null, slug: "shannon-college" },
      degree: "BSc",
      field: "Hydrology",
      start: year("2002"),
      end: year("2006"),
      grade: null,
      activities: null,
      description: null,
      masked: false,
    },
  ],
  skills: ["Eels", "Tide tables"],
  languages: [
    { name: "Irish", proficiency: "native-or-bilingual", proficiencyText: "Native or bilingual proficiency" },
    { name: "English", proficiency: "full-professional", proficiencyText: "Full professional proficiency" },
  ],
  followers: { value: 12_345, approximate: false },
  connections: { value: 500, atLeast: true },
  image: {
    url: "https://media.licdn.com/ines.jpg?e=1800000000&v=beta",
    expiresAt: "2027-01-15T08:00:00.000Z",
  },
};

describe("a page with everything", () => {
  const reading = read(profilePage());

  test("is read whole, with a source for each field", () => {
    expect(reading.facts).toMatchObject(whole);
    expect(reading.sources).toMatchObject({
      fullName: "jsonld",
      headline: "dom.topCard",
      location: "jsonld",
      experience: "dom.experience",
      followers: "jsonld",
      image: "jsonld",
    });
    expect(completenessOf(reading, profileWeights)).toEqual({
      score: 1,
      missing: [],
      masked: [],
      partial: [],
    });
  });

  test("has its smaller sections", () => {
    const { certifications, volunteering, publications, honors, sections } = reading.facts;
    expect(certifications).toMatchObject([
      {
        title: "Eel handling",
        organization: "Eel Board",
        start: month("2018-06"),
        end: month("2028-06"),
        isCurrent: false,
        url: "https://eels.example/c/1",
        number: "EB-77",
      },
    ]);
    expect(volunteering).toMatchObject([
      {
        title: "River warden",
        organization: "Clean Banks",
        start: month("2015-01"),
        end: null,
        isCurrent: true,
      },
    ]);
    expect(publications).toMatchObject([
      {
        title: "Weirs of Munster",
        organization: "River Press",
        start: { value: "2016-03-04", precision: "day" },
      },
    ]);
    expect(honors).toMatchObject([{ title: "Golden Eel", organization: "Eel Board", start: year("2017") }]);
    expect(sections.skills).toEqual({ total: null, returned: 2, complete: null });
    expect(sections.projects).toBeUndefined();
  });

  test("says nothing of the author, of those also viewed, or of the sign-in dialog", () => {
    const text = JSON.stringify(reading);
    for (const other of ["Somebody", "Similar", "Sign in", "Nobody", "She/Her"])
      expect(text).not.toContain(other);
  });
});

describe("traps of people's pages", () => {
  test("articles alone in the structured data: the page itself is read", () => {
    const { facts, sources } = read(profilePage({ person: null }));
    expect(facts.fullName).toBe("Ines Morrow");
    expect(sources.fullName).toBe("dom.topCard");
    expect(facts.followers).toEqual({ value: 12_000, approximate: true });
  });

  test("masked entries are null and said to be masked, and so is what is masked in structured data", () => {
    const reading = read(maskedPage);
    expect(reading.facts.experience).toMatchObject([
      { title: null, company: { name: "Vento Lda" }, start: null, end: null, masked: true },
      { title: null, company: { name: null }, masked: true },
    ]);
    expect(reading.facts.education).toMatchObject([{ school: { name: null }, degree: null, masked: true }]);
    expect(reading.facts.current).toEqual({
      title: null,
      company: { name: "Vento Lda", id: null, slug: null },
    });
    expect(reading.facts.headline).toBeNull();
    expect(reading.masked).toEqual(expect.arrayContaining(["experience", "education"]));
    const { missing, score } = completenessOf(reading, profileWeights);
    expect(missing).toContain("headline");
    expect(missing).not.toContain("experience");
    expect(score).toBeLessThan(0.5);
    expect(JSON.stringify(reading)).not.toContain("*");
  });

  test("what stands under a course, a test and a patent is its number, without the words of its date", () => {
    const list = (name: string, item: string) =>
      `<section data-section="${name}"><ul><li class="profile-section-card">${item}</li></ul></section>`;
    const { facts } = read(
      profilePage({
        person: null,
        sections:
          list("courses", "<h3>Algebra</h3><h4>MAT101</h4>") +
          list("test-scores", "<h3>TOEFL</h3><h4>Score: 110</h4><time>Mar 2016</time>") +
          list(
            "patents",
            '<h3>Ladder</h3><h4>US 12,345 <span class="date-range">Issued <time>Mar 4, 2016</time></span></h4>',
          ),
      }),
    );
    const { courses, testScores, patents } = facts;
    expect(courses).toMatchObject([{ title: "Algebra", organization: null, number: "MAT101" }]);
    expect(testScores).toMatchObject([{ title: "TOEFL", organization: null, number: "110" }]);
    expect(patents).toMatchObject([
      { title: "Ladder", organization: null, number: "US 12,345", start: { value: "2016-03-04" } },
    ]);
  });

  test("hidden skills and languages are left out and said to be hidden", () => {
    const sections = `<section data-section="skills"><ul><li>Eels</li><li>***** **</li></ul></section><section data-section="languages"><ul><li><h3>*****</h3></li></ul></section>`;
    const { facts, masked, partial } = read(profilePage({ person: null, sections }));
    expect([facts.skills, facts.languages]).toEqual([["Eels"], []]);
    expect([masked, partial]).toEqual([["skills", "languages"], ["skills"]]);
  });

  test("jobs and schools in one list, as pages that hide most have them, are told apart", () => {
    const sections = `<section data-section="experience"><h2>Experience & Education</h2><ul>
      <li class="profile-section-card experience-item" data-section="currentPositionsDetails"><h3><span class="experience-item__title">Weir &amp; Sons</span></h3><h4><span class="experience-item__subtitle">*****</span></h4></li></ul>
      <div class="blurred-list"><ul><li class="experience-item"><h3>${"*".repeat(7)}</h3></li><li class="profile-section-card education__list-item" data-section="educations"><h3>******* *******</h3></li></ul></div>
      <ul><li><button>View the full experience</button></li><li>See their title, tenure and more.</li></ul></section>`;
    const { facts } = read(profilePage({ person: null, sections }));
    expect(facts.experience.map(({ masked }) => masked)).toEqual([true, true]);
    expect(facts.education.map(({ masked }) => masked)).toEqual([true]);
  });

  test("an abbreviated surname is said to be one", () => {
    expect(read(maskedPage).facts).toMatchObject({ fullName: "Otávio R.", nameAbbreviated: true });
    expect(read(profilePage()).facts.nameAbbreviated).toBe(false);
  });

  test("a masked name is taken from the next place", () => {
    const { facts, masked } = read(profilePage({ person: { ...person, name: "**** ******" } }));
    expect(facts.fullName).toBe("Ines Morrow");
    expect(masked).toEqual([]);
  });

  test("structured data with a hidden job beside a shown one", () => {
    const hidden = { "@type": "Organization", name: "***** ****", member: { description: "*** ****" } };
    const worksFor = [...person.worksFor, hidden];
    const { facts, masked, partial } = read(
      profilePage({ person: { ...person, worksFor, jobTitle: ["Head of Rivers", "***** **"] } }),
    );
    expect(facts.experience.map((job) => job.masked)).toEqual([false, false, false, true]);
    expect(masked).toContain("experience");
    expect(partial).toContain("experience");
  });

  test("jobs from structured data alone, without inventing titles", () => {
    const only = { sections: "", person: { ...person, jobTitle: ["One", "Two"] } };
    expect(read(profilePage(only)).facts.experience).toMatchObject([
      { title: null, company: { name: "Weir & Sons", slug: "weir-sons" }, isCurrent: true },
      {
        title: null,
        company: { name: "Lock TestApp" },
        start: year("2007"),
        end: month("2019-03"),
        isCurrent: false,
      },
    ]);
  });

  test("a title for other sites that was escaped twice", () => {
    const { facts } = read(
      profilePage({
        person: null,
        topCard: "",
        head: '<meta property="og:title" content="Ines O&amp;#39;Morrow - Weir &amp;amp; Sons | LinkedIn">',
      }),
    );
    expect(facts.fullName).toBe("Ines O'Morrow");
  });

  test("a cut-off text is said to be one, and the whole is preferred", () => {
    const cut = others.replace("<br>And people out of them.", "…");
    expect(read(profilePage({ sections: cut })).facts).toMatchObject({
      about: whole.about,
      aboutTruncated: false,
    });
    const both = read(profilePage({ sections: cut, person: { ...person, description: "I keep…" } }));
    expect(both.facts).toMatchObject({ about: "I keep rivers in their beds.…", aboutTruncated: true });
    expect(both.partial).toContain("about");
  });

  test("the site's drawing for a missing picture is no picture", () => {
    const head = '<meta property="og:image" content="https://static.licdn.com/aero-v1/sc/h/ghost">';
    const { image: _, ...without } = person;
    expect(
      read(profilePage({ head, person: without, topCard: topCard.replace("media.", "static.") })).facts.image,
    ).toBeNull();
  });

  test("the layout of before, in German", () => {
    const { facts } = read(olderPage);
    expect(facts).toMatchObject({
      publicIdentifier: "jürgen-fluß",
      fullName: "Jürgen Fluß",
      headline: "Flussmeister",
      location: { text: "Passau, Bayern, Deutschland", countryCode: null },
      followers: { value: 2_400_000, approximate: true },
      connections: { value: 500, atLeast: true },
      about: "Wasser und Wehre …",
      aboutTruncated: true,
      experience: [
        {
          title: "Flussmeister",
          company: { name: "Wehramt", slug: "wehramt" },
          start: month("2018-03"),
          end: null,
          isCurrent: true,
          location: "Passau",
        },
        {
          title: "Gehilfe",
          company: { name: "Donau GmbH" },
          start: month("2015-10"),
          end: month("2018-02"),
          isCurrent: false,
        },
      ],
      education: [
        {
          school: { name: "Universität Passau" },
          degree: "Diplom",
          field: "Geografie",
          grade: "1,3",
          start: null,
          end: year("2014"),
        },
      ],
      languages: [{ name: "Deutsch", proficiency: null, proficiencyText: "Muttersprache oder zweisprachig" }],
    });
  });

  test.each([
    ["en", "<time>Apr 2019</time> - Present<span>1 yr</span>", "2019-04", null, true],
    ["fr", "<time>avr. 2019</time> – aujourd’hui <span>7 ans</span>", "2019-04", null, true],
    ["ja", "<time>2019年4月</time> - 現在", "2019-04", null, true],
    ["es", "<time>abr. 2019</time> - <time>dic. 2020</time><span>1 año</span>", "2019-04", "2020-12", false],
    ["ar", "<time>أبريل ٢٠١٩</time> - حتى الآن", "2019-04", null, true],
    ["en", "Apr 2019 - Present · 7 yrs", "2019-04", null, true],
    ["en", "2007 - Oct 2024", "2007", "2024-10", false],
    ["pt", "<time>2007</time> - out de 2024", "2007", "2024-10", false],
    ["en", "<time>2019</time>", "2019", null, false],
    ["en", "- <time>2019</time>", null, "2019", false],
    ["en", "", null, null, false],
  ] as const)("a range in %s: %s", (lang, range, start, end, isCurrent) => {
    const sections = `<section data-section="experience"><ul><li><h3>Job</h3><h4>Co</h4><span class="date-range">${range}</span></li></ul></section>`;
    const [job] = read(profilePage({ lang, sections, person: null })).facts.experience;
    expect([job?.start?.value ?? null, job?.end?.value ?? null, job?.isCurrent]).toEqual([
      start,
      end,
      isCurrent,
    ]);
  });

  test("a page that shows nobody is nobody", () => {
    expect(readPublicProfile(new Page("<main><h2>Hello</h2></main>"), "asked")).toBeNull();
    expect(readPublicProfile(new Page(""), "asked")).toBeNull();
  });
});

describe("each first source taken away in turn: right, or null, never wrong", () => {
  const { facts: expected } = read(profilePage());
  const without = (text: string, pattern: RegExp | string) => {
    const less = text.replace(pattern, "");
    if (less === text) throw new TypeError(`nothing to take away: ${pattern}`);
    return less;
  };
  const cards: [string, Parts][] = [
    /<h1 class="top-card-layout__title font-sans">.*?<\/h1>/s,
    /<h2 class="top-card-layout__headline.*?<\/h2>/s,
    /<div class="not-first-middot"><span>Cork.*?<\/div>/s,
    /<div class="not-first-middot"><span> 12K.*?<\/div>/s,
    /<div data-section="currentPositionsDetails">.*?<\/div>/s,
    /<section.*<\/section>/s,
  ].map((pattern) => [`top card ${pattern}`, { topCard: without(topCard, pattern) }]);
  const sections = [experience, education, ...others.split("\n")].map((section): [string, Parts] => [
    section.slice(0, 60),
    { sections: without(experience + education + others, section) },
  ]);
  const members = Object.keys(person).map((name): [string, Parts] => {
    const { [name as keyof typeof person]: _, ...rest } = person;
    return [`jsonld ${name}`, { person: rest }];
  });
  const heads: [string, Parts][] = [["head", { head: "" }]];
  const noData: [string, Parts][] = [["jsonld", { person: null }]];

  test.each([...cards, ...sections, ...members, ...heads, ...noData])("without %s", (_name, parts) => {
    const { facts } = read(profilePage(parts));
    for (const [name, value] of Object.entries(facts)) {
      const right: unknown = Reflect.get(expected, name);
      if (name === "sections" || name === "publicIdentifier" || name === "url") continue;
      if (name === "followers" && facts.followers?.approximate === true) {
        expect(facts.followers.value).toBe(12_000);
        continue;
      }
      if (name === "image" && facts.image !== null) {
        expect(facts.image.url).toStartWith("https://media.licdn.com/ines.jpg");
        continue;
      }
      expect({ name, wrong: wrongIn(value, right) }).toEqual({ name, wrong: [] });
    }
  });
});

/** Texts and numbers of a value that the right one does not hold anywhere. */
function wrongIn(value: unknown, right: unknown): unknown[] {
  const known = new Set(leaves(right));
  return leaves(value).filter((leaf) => !known.has(leaf));
}

function leaves(value: unknown): unknown[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leaves);
  return typeof value === "string" || typeof value === "number" ? [value] : [];
}

const wholeCompany: CompanyFacts = {
  slug: "weir-sons",
  id: "4711",
  url: "https://www.linkedin.com/company/weir-sons",
  name: "Weir & Sons",
  tagline: "Water where it belongs",
  description: "Weirs since 1911.\nLocks too.",
  website: "https://weir.example/",
  industry: "Utilities",
  size: { text: "51-200", min: 51, max: 200 },
  staffOnNetwork: 134,
  followers: { value: 20_431, approximate: false },
  type: "Privately Held",
  foundedYear: 1911,
  headquarters: {
    text: "Cork, Munster",
    street: "1 Quay",
    city: "Cork",
    region: "Munster",
    postalCode: "T12",
    countryCode: "IE",
  },
  locations: [
    {
      text: "1 Quay, Cork, T12, IE",
      street: null,
      city: null,
      region: null,
      postalCode: null,
      countryCode: "IE",
      isHeadquarters: true,
    },
    {
      text: "2 Bank, Galway, IE",
      street: null,
      city: null,
      region: null,
      postalCode: null,
      countryCode: "IE",
      isHeadquarters: false,
    },
  ],
  specialities: ["Weirs", "Research and Development", "Eels"],
  logo: { url: "https://media.licdn.com/weir.png?e=1800000000", expiresAt: "2027-01-15T08:00:00.000Z" },
  funding: {
    rounds: 3,
    last: {
      type: "Series A",
      date: { value: "2016-03-04", precision: "day" },
      amount: { amount: "12500000.00", currency: "USD", approximate: true },
    },
  },
};

describe("a company's page", () => {
  test("is read whole, without anybody who works there", () => {
    const reading = readCompany(companyPage());
    expect(reading.facts).toEqual(wholeCompany);
    expect(completenessOf(reading, companyWeights).score).toBe(1);
    expect(JSON.stringify(reading)).not.toMatch(/Ines|Morrow|Another Works|External link/);
  });

  test("the second line may be the followers, and then is no tagline", () => {
    const { facts } = readCompany(
      companyPage((html) =>
        html
          .replace(/"slogan":"[^"]*",/, "")
          .replace("<span>20,431 followers</span>", "")
          .replace("<span>Water where it belongs</span>", "20,431 followers"),
      ),
    );
    expect(facts).toMatchObject({ tagline: null, followers: { value: 20_431 } });
  });

  test("remarks in the markup part nothing", () => {
    const { facts } = read(
      profilePage({
        person: null,
        topCard: topCard.replace("<span>Cork, Ireland</span>", "<span> Cork,<!----> Ireland<!----></span>"),
      }),
    );
    expect(facts.location.text).toBe("Cork, Ireland");
  });

  test("place and followers may share a line", () => {
    const { facts } = readCompany(
      companyPage((html) =>
        html.replace(
          /Cork, Munster <span>20,431 followers<\/span>/,
          "Cork 12, Munster <span class='before:middot'></span> 20,431 followers",
        ),
      ),
    );
    expect(facts.followers).toEqual({ value: 20_431, approximate: false });
  });

  test.each([
    /<script type="application\/ld\+json">.*?<\/script>/s,
    /"slogan":"[^"]*",/,
    /"description":"[^"]*",/,
    /<p data-test-id="about-us__description">.*?<\/p>/s,
    /"numberOfEmployees":\{[^}]*\},/,
    /,"logo":\{[^}]*\}/,
    /"address":\{[^}]*\},/,
    ...["website", "industry", "size", "headquarters", "organizationType", "foundedOn", "specialties"].map(
      (name) => new RegExp(`<div data-test-id="about-us__${name}">.*?</div>`, "s"),
    ),
    /<section class="top-card-layout">.*?<\/section>/s,
    /<section class="locations">.*?<\/section>/s,
    /<section data-test-id="funding">.*?<\/section>/s,
    /<meta property="og[^>]*>/g,
    / data-semaphore-content-urn="[^"]*"/,
  ])("without %s it is right or null", (pattern) => {
    const { facts } = readCompany(
      companyPage((html) => {
        const less = html.replace(pattern, "");
        expect(less).not.toBe(html);
        return less;
      }),
    );
    const addressed = [...leaves(wholeCompany), "1 Quay, Cork, Munster, T12, IE"];
    expect(leaves(facts).filter((leaf) => !addressed.includes(leaf))).toEqual([]);
  });
});

test.each([
  ["51-200 employees", "en", { text: "51-200", min: 51, max: 200 }],
  ["10,001+ employees", "en", { text: "10001+", min: 10_001, max: null }],
  ["Plus de 10 000 employés", "fr", { text: "10000+", min: 10_000, max: null }],
  ["1.001–5.000 Beschäftigte", "de", { text: "1001-5000", min: 1001, max: 5000 }],
  ["1 001 à 5 000 employés", "fr", { text: "1001-5000", min: 1001, max: 5000 }],
  ["1 employee", "en", { text: "1", min: 1, max: 1 }],
  ["従業員2～10名", "ja", { text: "2-10", min: 2, max: 10 }],
  ["many", "en", null],
  [null, "en", null],
  ["1K-5K employees", "en", { text: "1000-5000", min: 1000, max: 5000 }],
  ["10K+ employees", "en", { text: "10000+", min: 10_000, max: null }],
  ["٥١-٢٠٠ موظفًا", "ar", { text: "51-200", min: 51, max: 200 }],
  ["५१-२०० कर्मचारी", "hi", { text: "51-200", min: 51, max: 200 }],
])("the size %p in %s", (text, language, size) => {
  expect(readSize(text, language)).toEqual(size);
});

test.each([
  ["a, b, and c d", "en", ["a", "b", "c d"]],
  ["a, b und c", "de", ["a", "b", "c"]],
  ["a, b et c", "fr", ["a", "b", "c"]],
  ["R und D", "de", ["R und D"]],
  ["a、b、c", "ja", ["a", "b", "c"]],
  ["Research and Development", "en", ["Research and Development"]],
  [null, "en", []],
])("the list %p in %s", (text, language, items) => {
  expect(splitList(text, language)).toEqual(items);
});

describe("hostile pages", () => {
  test.each([
    ["deep nesting", `<main>${"<div>".repeat(60_000)}`],
    ["deep nesting in a card", `<section data-section="experience"><ul>${"<li><h3>x<ul>".repeat(5_000)}`],
    [
      "broken structured data",
      `<h1 class="top-card-layout__title">x</h1>${'<script type="application/ld+json">{"@graph":[{]'}`,
    ],
    [
      "structured data of another shape",
      `<script type="application/ld+json">{"@graph":{"@type":["Person"],"name":{"a":1},"worksFor":"x","alumniOf":[1,null]}}</script>`,
    ],
  ])("%s is read or passed over in time", (_name, html) => {
    const started = process.cpuUsage().user;
    expect(() => readPublicProfile(new Page(html), "asked")).not.toThrow();
    expect(process.cpuUsage().user - started).toBeLessThan(5_000_000);
  });
});
