import { expect, test } from "bun:test";
import {
  expectHarmless,
  type Hostile,
  numbered,
  problemOrResult,
  times,
} from "../../../test/fixtures/hostile-text.ts";
import { seeded } from "../../../test/helpers/random.ts";
import { Problem } from "../../kit/problem.ts";
import { companyPage, graph, person, profilePage, topCard } from "./linkedin/pages.fixture.ts";
import { readResponse } from "./linkedin/read-page.ts";
import { companyAnswer, profileAnswer } from "./linkedin/session.fixture.ts";

const encoder = new TextEncoder();

const readerOf = (visitor: "visitor" | "session", kind: "in" | "company", slug: string) => (text: string) =>
  readResponse({
    visitor,
    url: "https://www.linkedin.com/in/ines-morrow",
    status: 200,
    body: encoder.encode(text),
    kind,
    slug,
  });

const guest = readerOf("visitor", "in", "ines-morrow");
const company = readerOf("visitor", "company", "weir-sons");
const member = readerOf("session", "in", "ines-morrow");
const organization = readerOf("session", "company", "weir-sons");

/** Parts of guest pages that are made to be slow, by what they attack. */
const parts: Readonly<Record<string, Hostile>> = {
  "deeply nested elements": (n) => times(n, "<div>"),
  "deeply nested sections": (n) => times(n, '<div data-section="experience">'),
  "deeply nested entries": (n) =>
    `<section data-section="experience">${times(n, '<ul><li><h3>Keeper</h3><p class="x__meta-item">Cork')}</section>`,
  "entries side by side": (n) =>
    `<section data-section="experience"><ul>${numbered(n, (i) => `<li><h3>Keeper</h3><h4>Lock ${i}</h4><time>2019</time></li>`)}</ul></section>`,
  "skills without end": (n) =>
    `<section data-section="skills"><ul>${times(n, "<li>Eels</li>")}</ul></section>`,
  "lines of dates in one entry": (n) =>
    `<section data-section="education"><ul><li><h3>School</h3>${times(n, '<p class="x__meta-item">2019 - 12</p>')}</li></ul></section>`,
  "one attribute of everything": (n) => `<p class="${times(n, "top-card__subline ")}">`,
  "inputs without a name": (n) => times(n, "<input name"),
  "links without an end": (n) => times(n, "<a href="),
  "forms without an end": (n) => `<form action='${times(n, 'action="/')}`,
  "asterisks and spaces": (n) => `<section data-section="summary"><p>${times(n, "* \n")}</p></section>`,
  "an open comment": (n) => `<!--${times(n, "<!-- ")}`,
  "an open script": (n) => `<script>${times(n, "</scrip ")}`,
  "entities without an end": (n) =>
    `<section data-section="summary"><p>${times(n, "&amp;#x26;&Not")}</p></section>`,
  "digits without end": (n) =>
    `<h3 class="top-card-layout__first-subline">${times(n, "1,234")} followers</h3>`,
  "spaces without end": (n) => `<section data-section="summary"><p>a${times(n, " \t\n")}b</p></section>`,
  NULs: (n) => times(n, "<p>\0\0\0a"),
  "structured people without end": (n) =>
    graph(...Array.from({ length: n / 60 }, (_, i) => ({ "@type": "Person", name: `P ${i}`, url: `x${i}` }))),
  "a person with jobs without end": (n) =>
    graph({
      ...person,
      worksFor: Array.from({ length: n / 60 }, (_, i) => ({ "@type": "Organization", name: `Lock ${i}` })),
    }),
  "structured data that is nested deeply": (n) =>
    `<script type="application/ld+json">${times(n / 2, "[")}${times(n / 2, "]")}</script>`,
  "markup in structured data": (n) => graph({ ...person, description: times(n, "<p>&lt;b&gt;") }),
  "offices without end": (n) => numbered(n, (i) => `<div id="address-${i}"><p>Cork, IE</p></div>`),
  "amounts without end": (n) =>
    `<section data-test-id="funding">${times(n, "<p>US$ 5.0M</p>")}<p>${times(n, "5 ")}x</p></section>`,
};

test.each(Object.entries(parts))("%s", (_name, make) => {
  expectHarmless(make, 3, (text) => guest(profilePage({ topCard: topCard + text })));
  expectHarmless(make, 3, (text) =>
    company(companyPage((html) => html.replace("</body>", `${text}</body>`))),
  );
});

/** Members of the site's own API that are made to be slow: each changes a true response. */
const members: Readonly<Record<string, Hostile>> = {
  "entities without end": (n) =>
    JSON.stringify({
      ...profileAnswer(),
      included: Array.from({ length: n / 90 }, (_, i) => ({
        entityUrn: `urn:li:fsd_profilePosition:(x,${i})`,
        $type: "com.linkedin.voyager.dash.identity.profile.Position",
      })),
    }),
  "lists that name one entity again and again": (n) => {
    const list = Array.from({ length: n / 12 }, () => "urn:g");
    return JSON.stringify({
      data: { "*elements": ["urn:p"] },
      included: [
        {
          entityUrn: "urn:p",
          $type: "x.Profile",
          firstName: "Ines",
          profilePositionGroups: { "*elements": list },
        },
        { entityUrn: "urn:g", profilePositionInPositionGroup: { "*elements": list } },
      ],
    });
  },
  "a text without end": (n) =>
    JSON.stringify({ ...companyAnswer(), extra: times(n, " \t"), specialities: times(n, "* ") }),
  "deeply nested lists": (n) => times(n / 2, "[") + times(n / 2, "]"),
  "deeply nested objects": (n) => `${times(n / 2, '{"data":')}1${times(n / 10, "}")}`,
  "an object for each text": () =>
    JSON.stringify({ data: { elements: [{ $type: { toString: 1 }, name: { valueOf: 2 } }] } }).replace(
      "1",
      "[1]",
    ),
  "a response that is not JSON": (n) => times(n, '{"a'),
  "a page": (n) => `<html><body>${times(n, "<p>")}`,
};

test.each(Object.entries(members))("a response of the API: %s", (_name, make) => {
  for (const read of [member, organization]) {
    expectHarmless(make, 5, (text) => {
      try {
        return read(text);
      } catch (error) {
        // A process of the sandbox that throws anything else is told of as a page that cannot be read.
        if (error instanceof Problem) throw error;
        expect(error).toBeInstanceOf(TypeError);
        return null;
      }
    });
  }
});

test("pages of all parts, in any order, are a reading or a problem", () => {
  for (let seed = 1; seed <= 12; seed++) {
    const next = seeded(seed);
    const mixed = Object.values(parts)
      .sort(() => next() - 0.5)
      .slice(0, 6)
      .map((make) => make(4_000 * next() + 100, next))
      .join("");
    const result = problemOrResult(() => guest(profilePage({ sections: mixed })));
    if (!(result instanceof Problem)) expect(result.facts).toMatchObject({ publicIdentifier: "ines-morrow" });
  }
});
