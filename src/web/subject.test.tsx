/** @jsxImportSource hono/jsx */
import { describe, expect, test } from "bun:test";
import { apis } from "../apis/default-apis.ts";
import { Subject, subjectOf } from "./subject.tsx";

const logged = (values: Record<string, string>) => ({ values, omitted: [] });
const shown = (text: string) => String(<Subject text={text} />);
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, "");

describe("subjects of calls", () => {
  test("are the URL, or what the first example has; options and files are none", () => {
    for (const [operation, values, subject] of [
      ["seo.meta", { fields: "title", url: "https://a.example/" }, "https://a.example/"],
      ["products.product", { marketplace: "de", asin: "B07JH148DF" }, "B07JH148DF"],
      ["profiles.profile", { maxAge: "60", username: "ines-morrow" }, "ines-morrow"],
      ["pdf.extract", { pages: "1-3" }, ""],
      ["pdf.extract", { url: "https://a.example/a.pdf", pages: "1-3" }, "https://a.example/a.pdf"],
      ["seo.gone", { url: "https://a.example/" }, "https://a.example/"],
      ["seo.meta", {}, ""],
    ] as const)
      expect([operation, subjectOf(logged(values), operation, apis)]).toEqual([operation, subject]);
    expect(subjectOf(logged({ asin: "B07JH148DF", marketplace: "de" }), "products.product", [])).toBe(
      "B07JH148DF",
    );
    expect(subjectOf(logged({ pages: "1-3", format: "text" }), "pdf.extract", apis, "a.pdf")).toBe("a.pdf");
    expect(subjectOf(null, "pdf.extract", apis, "a.pdf")).toBe("a.pdf");
    const url = "https://a.example/a.pdf?page=2";
    expect(subjectOf(logged({ url }), "pdf.extract", apis, "a.pdf")).toBe(url);
    expect([subjectOf(null, "seo.meta", apis), subjectOf(undefined, "", [])]).toEqual(["", ""]);
  });

  test("are one line without the scheme; the end is apart, and the title is the whole", () => {
    expect(shown("https://a.example/")).toBe(
      '<bdi class="subject" dir="ltr" title="https://a.example/"><span>a.example</span></bdi>',
    );
    expect(shown("")).toBe("");
    const path = `/${"x".repeat(1_000)}/the-end`;
    const html = shown(`https://a.example${path}`);
    expect(html).toContain(`title="https://a.example${path}"`);
    expect(html).toEndWith("<span>xxxxxx/the-end</span></bdi>");
    expect(textOf(html)).toBe(`a.example${path}`);
    expect(textOf(shown("https://"))).toBe("https://");
  });

  test("that read from right to left are whole, and a batch has a number of others", () => {
    const name = "تقرير الربع الأول ٢٠٢٦ النهائي.pdf";
    expect(shown(name)).toEndWith(`><span>${name}</span></bdi>`);
    const html = String(<Subject text="a.pdf" others={9_999} />);
    expect(html).toEndWith("<span>a.pdf</span><i> and 9,999 more</i></bdi>");
  });

  test("are text, whatever they say", () => {
    const html = shown('https://a.example/"><script>alert(1)</script>&amp;');
    expect(html).not.toContain("<script");
    expect(html).toContain('title="https://a.example/&quot;&gt;&lt;script&gt;');
    // A character of two code units is not cut in two.
    expect(shown(`${"😀".repeat(20)}a`).isWellFormed()).toBe(true);
    expect(shown(`${"😀".repeat(20)}a`)).not.toContain("\uFFFD");
  });
});
