import { afterAll, describe, expect, test } from "bun:test";
import type { Audit } from "../../src/apis/seo/report/schema/audit.ts";
import { headless, startBrowser } from "../fixtures/seo/browser.ts";
import {
  auditPage,
  type BrowserFacts,
  counted,
  differences,
  factsOf,
  pageAt,
  READ_DOM,
  servePages,
} from "../fixtures/seo/dom-facts.ts";
import { type Expected, traps } from "../fixtures/seo/traps.ts";

const server = servePages(
  new Map(traps.map(({ name, html, type }, i) => [`${i}`, { body: html, name, ...(type ? { type } : {}) }])),
);
afterAll(() => server.stop(true));
const at = (index: number) => new URL(`${index}`, server.url).href;

function read(report: Audit): Required<Omit<Expected, "fires" | "silent">> {
  const { canonical, links, images } = report;
  return {
    title: report.title.text,
    titles: report.title.count,
    description: report.metaDescription.text,
    canonical: canonical.url,
    canonicalInHead: canonical.links[0]?.inHead ?? false,
    h1: report.headings.h1,
    links: links.total,
    internal: links.internal,
    images: images.total,
    missingAlt: images.missingAlt,
    words: report.content.wordCount,
    lang: report.lang,
    charset: report.fetch.charset.effective,
  };
}

describe("facts of a page", () => {
  test.each(traps.map((trap, i) => [trap.name, i] as const))("%s", async (_name, i) => {
    const { fires = [], silent = [], ...facts } = traps[i]?.expected ?? {};
    const report = await auditPage(at(i));
    expect(read(report)).toMatchObject(facts);
    const found = report.findings.map(({ check }) => check);
    expect(found).toEqual(expect.arrayContaining([...fires]));
    expect(silent.filter((check) => found.includes(check))).toEqual([]);
  });
});

describe.skipIf(headless === null)("Chromium's tree", () => {
  test("has the same facts for every trap", async () => {
    await using browser = await startBrowser(headless ?? "");
    const wrong: string[] = [];
    for (const [i, { name, type }] of traps.entries()) {
      const theirs = counted((await browser.evaluate(at(i), READ_DOM)) as BrowserFacts);
      const ours = factsOf(await auditPage(at(i)), await pageAt(at(i)), theirs.metas, theirs);
      // Where nothing is declared, Chromium does not look whether the bytes are UTF-8.
      const undeclared = type === undefined && ours.charset === "utf-8" && theirs.charset === "windows-1252";
      if (!undeclared) wrong.push(...differences(ours, theirs).map((line) => `${name}: ${line}`));
    }
    expect(wrong).toEqual([]);
  });
});
