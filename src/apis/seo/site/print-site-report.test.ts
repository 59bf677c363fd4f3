import { expect, test } from "bun:test";
import { testCrawl } from "../../../../test/fixtures/seo/crawl.ts";
import { fetchOf } from "../../../../test/fixtures/seo/generated-site.ts";
import { occurrencesOf } from "../../../kit/site-overview.ts";
import { reportOf } from "./analyze-site.ts";
import { printSiteReport } from "./print-site-report.ts";
import { overviewOf } from "./site-overview.ts";

const page = (name: string, ...hrefs: string[]) =>
  `<!doctype html><html lang="en"><head><title>A page with the name ${name}</title></head><body><h1>${name}</h1>${hrefs.map((href) => `<a href="${href}">${href}</a>`).join(" ")}</body></html>`;

/** A site without https that links to a page that its robots.txt blocks. */
const SITE = new Map([
  ["/robots.txt", "User-agent: *\nDisallow: /private"],
  ["/", page("start", "/tea", "/private")],
  ["/tea", page("tea", "/")],
]);

const { site } = await testCrawl(
  fetchOf(({ pathname }) => {
    const body = SITE.get(pathname);
    const type = pathname === "/robots.txt" ? "text/plain" : "text/html; charset=utf-8";
    return {
      ...{ status: body === undefined ? 404 : 200, headers: { "content-type": type } },
      ...{ body: body ?? "", ttfbMs: 10 },
    };
  }),
  { startUrl: "http://site.example/" },
);
const report = reportOf(site);
const overview = overviewOf(site, report);
const printed = printSiteReport(report, { url: report.startUrl, stopReason: "page-limit" });

test("a printed site report and the page of the audit count the same issues", () => {
  const costly = overview.kinds.filter(({ weight }) => weight > 0);
  expect(costly.some(({ id }) => report.checks.some(({ check }) => check === id))).toBe(true);
  expect(printed).toContain(`${costly.length} issues, ${occurrencesOf(overview.kinds)} occurrences`);
  for (const { id, title, count } of overview.kinds) {
    const article = printed.split(`id="${id}"`)[1]?.split("</article>", 1)[0];
    expect(article).toContain(`<h3>${title}</h3><span class="points">${count} occurrence`);
  }
  expect(printed).not.toContain("None</td>");
});

test("a printed site report says where it begins and ends in words", () => {
  expect(printed).toContain("HTML pages by crawl depth");
  expect(printed).not.toContain("fewest inlinks");
  expect(printed.match(/\d{4}-\d\d-\d\dT/)).toBeNull();
});

test("the overview says why a page was not requested", () => {
  expect(overview.pages.map(({ url, skipped }) => [new URL(url).pathname, skipped])).toEqual([
    ["/", undefined],
    ["/private", "robots"],
    ["/tea", undefined],
  ]);
});

test("a printed site report has the operator's name and logo, and the URL above its pages", () => {
  const logo = "data:image/svg+xml;base64,PHN2Zy8+";
  const url = 'https://site.example/"}</style><script>';
  const shown = printSiteReport(report, { url, stopReason: null, brand: { name: "Tea & Co", logo } });
  expect(shown).toContain(`<p class="brand"><img src="${logo}" alt="">Tea &amp; Co</p>`);
  expect(shown).toContain("Site audit by Tea &amp; Co, made with Quintet,");
  expect(shown).toContain(
    'content:"Site audit of https://site.example/\\22 \\7d \\3c /style\\3e \\3c script\\3e "',
  );
  expect(shown).not.toContain("<script");
  expect(printed).not.toContain('class="brand"');
});

test("URLs of the site are printed as paths, those of other sites whole", () => {
  expect(printed).toContain('<a href="http://site.example/tea" rel="noreferrer nofollow">/tea</a>');
  expect(printed).toContain("<strong>The audit reached its page limit.</strong>");
  expect(printed).toContain(`Average score of ${overview.totals.htmlPages} HTML pages`);
});
