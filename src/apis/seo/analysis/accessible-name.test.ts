import { describe, expect, test } from "bun:test";
import { CLEAN, fetched, report } from "../../../../test/fixtures/seo/clean-page.ts";
import { names } from "../../../../test/fixtures/seo/names.ts";
import { isNightly } from "../../../../test/helpers/nightly.ts";
import { readPage } from "./read-page.ts";

const read = (html: string) =>
  readPage(new TextEncoder().encode(`<body>${html}`), "text/html;charset=utf-8", false);

describe("the name of a heading or a link", () => {
  test.each(names.map(([about], i) => [about, i] as const))("%s", (_about, i) => {
    const [, html = "", name = ""] = names[i] ?? [];
    const page = read(html);
    const found = /^<a |<a [^>]*aria-labelledby/.test(html) ? page.anchors[0] : page.headings[0];
    expect(found?.text).toBe(name);
  });

  test("of one that names itself in a circle has an end", () => {
    const page = read('<h1 id=a aria-labelledby="a b">A</h1><p id=b aria-labelledby="a">B</p>');
    expect(page.headings[0]?.text).toBe("A B");
  });

  test("of hostile pages is bounded in time and length", () => {
    // The short form has a third of the text and of the time.
    const part = isNightly ? 1 : 1 / 3;
    const nested = `<h1 title=x>${"<i title=x>".repeat(30_000 * part)}`;
    const many = '<p id=a>long text</p><a href=/ aria-labelledby="a a a a a a a a a a a a a a"></a>'.repeat(
      10_000 * part,
    );
    const long = `<p id=a>${"x".repeat(900_000 * part)}</p>${"<h2 aria-labelledby=a></h2>".repeat(3_000 * part)}`;
    for (const html of [nested, many, long]) {
      const before = process.cpuUsage();
      const { headings, anchors } = read(html);
      const { user } = process.cpuUsage(before);
      expect(user / 1000).toBeLessThan(2_500 * part);
      const characters = [...headings, ...anchors].reduce((sum, { text }) => sum + text.length, 0);
      expect(characters).toBeLessThan(5_000_000);
    }
  });
});

describe("in the report", () => {
  const of = (h1: string) => report(fetched({ html: CLEAN.replace("<h1>Bicycle repairs</h1>", h1) }));
  test("an h1 that is a drawing has its title, and is not missing", () => {
    const { headings, findings } = of("<h1><svg role=img><title>Rodas</title></svg></h1>");
    expect(headings.h1).toEqual(["Rodas"]);
    expect(findings.map(({ check }) => check)).not.toContain("h1-missing");
  });
  test("an h1 that is an image has its alt, and says so", () => {
    const { headings } = of('<h1><img src="/l.png" alt="Rodas" width="1" height="1"></h1>');
    expect([headings.h1, headings.outline[0]]).toEqual([
      ["Rodas"],
      { level: 1, text: "Rodas", alt: "Rodas" },
    ]);
  });
  test("a generic text stays generic, whatever its label says", () => {
    const { findings, links } = of('<h1>Chains</h1><a href="/c" aria-label="All about chains">Read more</a>');
    expect(links.items[0]?.text).toBe("All about chains");
    expect(findings.map(({ check }) => check)).toContain("link-text-generic");
  });
});
