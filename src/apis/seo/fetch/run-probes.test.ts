import { expect, test } from "bun:test";
import { CLEAN, fetched, report } from "../../../../test/fixtures/seo/clean-page.ts";
import type { Fetch, Fetched, FetchOptions } from "../../../kit/fetch.ts";
import { Problem } from "../../../kit/problem.ts";
import { analyses } from "../analysis/tasks.ts";
import { examine } from "../report/report.ts";
import { runProbes } from "./run-probes.ts";

type Answer = Partial<Fetched> & { readonly text?: string };

const headers = (...lines: [name: string, value: string][]) =>
  new Map([["content-type", ["text/html"]], ...lines.map(([name, value]) => [name, [value]] as const)]);
const unreachable = (): never => {
  throw new Problem("upstream-unreachable", "no response");
};

/** The findings of probes of the clean page at `at`, of a site that responds with 404 to all but `site`. */
async function findingsOf(
  site: Readonly<Record<string, Answer | ((options: FetchOptions) => Answer)>>,
  at = "https://shop.example/repairs",
  html = CLEAN,
  robots = fetched().robots,
): Promise<string[]> {
  const page = fetched({ url: at, finalUrl: at, html, robots });
  const fetch: Fetch = async (url, options) => {
    const found = site[url];
    const { text = "", ...answer } = (typeof found === "function" ? found(options) : found) ?? {
      status: 404,
    };
    return {
      ...{ url, status: 200, headers: headers(), body: new TextEncoder().encode(text), truncated: false },
      ...{ transferBytes: 0, redirects: [], stopped: undefined, ttfbMs: 1, totalMs: 1 },
      ...answer,
    };
  };
  const { targets } = examine(page, { followLinks: true });
  if (targets === undefined) throw new Error("the page has no targets");
  const analyze = async (...[name, task, body]: Parameters<Parameters<typeof runProbes>[1]>) =>
    analyses[name](task as never, body);
  const probes = await runProbes(fetch, analyze as Parameters<typeof runProbes>[1], targets, at, at, 0);
  return report(page, probes).findings.map(({ check }) => check);
}

const urlset = (...urls: string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;

test.each([
  ["the home page without its slash", "https://shop.example", "https://shop.example/"],
  ["a host in upper case", "https://SHOP.example/repairs", "https://shop.example/repairs"],
  ["letters that are not encoded", "https://shop.example/修理", "https://shop.example/%E4%BF%AE%E7%90%86"],
  ["encodings in lower case", "https://shop.example/%e4%bf%ae", "https://shop.example/%E4%BF%AE"],
  [
    "the canonical URL of a page with tracking",
    "https://shop.example/repairs",
    "https://shop.example/repairs?utm_source=a",
  ],
])("a sitemap lists the page: %s", async (_name, listed, at) => {
  const found = await findingsOf({ "https://shop.example/sitemap.xml": { text: urlset(listed) } }, at);
  expect(found).not.toContain("page-not-in-sitemap");
});

test("a sitemap does not list the page", async () => {
  const site = { "https://shop.example/sitemap.xml": { text: urlset("https://shop.example/other") } };
  expect(await findingsOf(site)).toContain("page-not-in-sitemap");
});

const back = '<https://shop.example/repairs>; rel="alternate"; hreflang="en"';
test.each([
  ["in its head", { text: '<!doctype html><link rel="alternate" hreflang="en" href="/repairs">' }, 0],
  ["in its Link header", { headers: headers(["link", back]) }, 0],
  ["not at all", { text: "<!doctype html><title>T</title>" }, 1],
  [
    "with a feed",
    { text: '<link rel="alternate" type="application/rss+xml" hreflang="en" href="/repairs">' },
    1,
  ],
])("a translation links back %s", async (_name, answer, count) => {
  for (const query of ["", "?utm_source=mail"]) {
    const found = await findingsOf(
      { "https://shop.example/reparos": answer },
      `https://shop.example/repairs${query}`,
    );
    expect(found.filter((check) => check === "hreflang-no-return")).toHaveLength(count);
  }
});

test.each([
  ["a page", { status: 200 }, true],
  ["404", { status: 404 }, false],
  ["403", { status: 403 }, false],
  ["a redirect to https", { url: "https://shop.example/repairs" }, false],
])("the http URL returns %s", async (_name, answer, isFound) => {
  const found = await findingsOf({ "http://shop.example/repairs": answer });
  expect(found.includes("https-not-enforced")).toBe(isFound);
});

test("a server that closes the connection of a HEAD is asked with GET", async () => {
  const prices = ({ method }: FetchOptions) => (method === "HEAD" ? unreachable() : { status: 200 });
  expect(await findingsOf({ "https://shop.example/prices": prices })).not.toContain("broken-link-internal");
  expect(await findingsOf({ "https://shop.example/prices": unreachable })).toContain("broken-link-internal");
});

test("an apple-touch-icon is an icon", async () => {
  const html = CLEAN.replace('rel="icon"', 'rel="apple-touch-icon"');
  const site = { "https://shop.example/icon.png": { status: 200 } };
  expect(await findingsOf(site, undefined, html)).not.toContain("favicon-missing");
});

const CANONICAL = "https://shop.example/all";
const named = (url: string) => `<!doctype html><title>T</title><link rel="canonical" href="${url}">`;
test.each([
  ["itself", { text: named(CANONICAL) }, false],
  ["itself by a relative URL", { text: named("/all#top") }, false],
  ["nothing", { text: "<!doctype html><title>T</title>" }, false],
  ["another URL", { text: named("/first") }, true],
  ["the page", { text: named("/repairs") }, true],
  [
    "another URL in its Link header",
    { headers: headers(["link", '<https://shop.example/first>; rel="canonical"']) },
    true,
  ],
  ["another URL outside of its head", { text: `<!doctype html><body><p>x${named("/first")}` }, false],
  ["noindex", { text: '<!doctype html><meta name="robots" content="noindex">' }, true],
])("the canonical URL names %s", async (_name, answer, isBad) => {
  const html = CLEAN.replace(/(rel="canonical" href=")[^"]+/, `$1${CANONICAL}`);
  const found = await findingsOf({ [CANONICAL]: answer }, undefined, html);
  expect(found.includes("canonical-target-bad")).toBe(isBad);
});

test("a canonical URL that robots.txt blocks is not requested", async () => {
  const html = CLEAN.replace(/(rel="canonical" href=")[^"]+/, "$1https://shop.example/private/all");
  const text = new TextEncoder().encode("User-agent: *\nDisallow: /private/");
  const url = "https://shop.example/robots.txt";
  const robots = { state: "received", url, status: 200, body: text } as const;
  const asked: string[] = [];
  const site = { "https://shop.example/private/all": () => ({ text: String(asked.push("all")) }) };
  expect(await findingsOf(site, undefined, html, robots)).toContain("canonical-target-bad");
  expect(asked).toEqual([]);
});
