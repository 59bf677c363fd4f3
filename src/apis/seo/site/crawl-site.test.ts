import { describe, expect, spyOn, test } from "bun:test";
import { setImmediate } from "node:timers/promises";
import { fetched } from "../../../../test/fixtures/seo/clean-page.ts";
import { runHere, testCrawl } from "../../../../test/fixtures/seo/crawl.ts";
import { fetchOf, type SiteResponse } from "../../../../test/fixtures/seo/generated-site.ts";
import { countTurns } from "../../../../test/helpers/event-loop.ts";
import { Problem } from "../../../kit/problem.ts";
import type { Run } from "../../../kit/sandbox.ts";
import { reportOf, sortedItems, writtenItem } from "./analyze-site.ts";
import type { CrawlContext, CrawlOptions, CrawlStep } from "./crawl.ts";
import type { IssueId } from "./issue-catalogue.ts";
import { readPageFacts } from "./page-facts.ts";
import { SiteScope } from "./site-scope.ts";

const HOME = "https://example.com/";
type Page = string | Partial<SiteResponse>;

/** A page with a text of its own, so that none is a duplicate. */
function page(body: string, head = ""): string {
  return `<!doctype html><html lang="en"><head><title>A page that says ${Bun.hash(body + head)}</title>${head}</head><body>${body} ${Bun.hash.wyhash(head)} ${Bun.hash(body)}</body></html>`;
}

const links = (...hrefs: string[]) => page(hrefs.map((href) => `<a href="${href}">${href}</a>`).join(" "));
const sitemap = (urls: readonly string[]): Page => ({
  headers: { "content-type": "application/xml" },
  body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`,
});
const to = (location: string, status = 301): Page => ({ status, headers: { location } });

/** Crawls pages by URL, or by path for those of example.com. Others respond with 404, other hosts do not exist. */
async function crawl(
  pages: Readonly<Record<string, Page | ((url: URL) => Page)>>,
  options: Partial<CrawlOptions> = {},
  context: Partial<CrawlContext> = {},
) {
  const requested: string[] = [];
  const byUrl = new Map(Object.entries(pages).map(([url, body]) => [new URL(url, HOME).href, body]));
  const hosts = new Set([...byUrl.keys()].map((url) => new URL(url).host));
  const fetch = fetchOf((url) => {
    requested.push(url.href);
    if (!hosts.has(url.host)) return undefined;
    const entry = byUrl.get(url.href);
    const found = typeof entry === "function" ? entry(url) : entry;
    const response = typeof found === "string" ? { body: found } : (found ?? { status: 404, headers: {} });
    return {
      status: 200,
      headers: { "content-type": "text/html; charset=utf-8" },
      body: "",
      ttfbMs: 10,
      ...response,
    };
  });
  const done = await testCrawl(fetch, { startUrl: HOME, ...options }, context);
  const { site } = done;
  const read = [...site.graph.htmlPages()].map(([number]) => site.graph.urlOf(number)).sort();
  const itemsOf = (id: IssueId) => sortedItems(site, id).map((item) => writtenItem(site.graph, item));
  return { ...done, requested, read, itemsOf, report: reportOf(site) };
}

const inSite = (...paths: string[]) => paths.map((path) => new URL(path, HOME).href).sort();

describe("links are read as a browser reads them", () => {
  test.each([
    ["relative ones against the base", page('<a href="x">x</a>', '<base href="/sub/">'), "/sub/x"],
    ["with another host in upper case", links("HTTPS://EXAMPLE.COM/x"), "/x"],
    ["with fragments", links("/x#a", "/x#b", "#c"), "/x"],
    ["with escapes in two spellings", links("/%c3%a4", "/ä"), "/%C3%A4"],
    ["with parameters in two orders", links("/x?a=1&b=2", "/x?b=2&a=1"), "/x?a=1&b=2"],
    ["areas of a map", page('<map><area href="/x" alt="x"></map>'), "/x"],
    ["frames", page('<iframe src="/x"></iframe>'), "/x"],
    ["a frameset", '<!doctype html><html><frameset><frame src="/x"></frameset></html>', "/x"],
    ["next pages", page("", '<link rel="next" href="/x">'), "/x"],
    ["search pages", page("", '<link rel="search" title="Search" href="/x">'), "/x"],
    ["indexes", page("", '<link rel="index" type="text/html" href="/x">'), "/x"],
    ["a meta refresh", page("", '<meta http-equiv="refresh" content="0; URL=\'/x\'">'), "/x"],
    ["canonical URLs", page("", '<link rel="canonical" href="/x">'), "/x"],
    ["translations", page("", '<link rel="alternate" hreflang="de" href="/x">'), "/x"],
    ["with a session", links("/x?PHPSESSID=0123456789ab"), "/x"],
  ])("%s", async (_name, home, path) => {
    const { read, ending } = await crawl({ "/": home, [path]: page("target") });
    expect(ending).toBe("complete");
    expect(read).toEqual(inSite("/", path));
  });

  test.each([
    ["/a.png 1x, /b.png 2x", "/a.png"],
    [" , /a.png, /b.png 2x", "/a.png"],
    ["/w_100,h_200/a.png 1x", "/w_100,h_200/a.png"],
    ["/a.png,/b.png 2x", "/a.png,/b.png"],
    [" ", undefined],
  ])("the image of the srcset %j", (srcset, expected) => {
    const { html } = readPageFacts(fetched({ html: `<!doctype html><img srcset="${srcset}" alt="">` }));
    expect(html?.resourceUrls).toEqual(
      expected === undefined ? [] : [new URL(expected, "https://shop.example").href],
    );
  });

  test("not links to mail, scripts, data, telephones and other schemes", async () => {
    const hrefs = [
      "mailto:a@b.example",
      "javascript:void(0)",
      "data:text/html,x",
      "tel:1",
      "ftp://example.com/",
      "https://[",
      "blob:x",
    ];
    const { report } = await crawl({ "/": links(...hrefs) });
    expect(report.totals.urls).toBe(1);
    expect(report.totals.external).toBe(0);
  });

  test("in the encoding of the page", async () => {
    const body = new Uint8Array([...page('<a href="/?q=x">größe</a>', "")].map((one) => one.charCodeAt(0)));
    const { site } = await crawl({
      "/": { body, headers: { "content-type": "text/html; charset=iso-8859-1" } },
    });
    expect(site.graph.htmlOf(0)?.words).toBeGreaterThan(2);
    const checks = site.graph.htmlOf(0)?.findings.map(([check]) => check);
    expect(checks).not.toContain("charset-problem");
  });

  test("not descriptions of a search, feeds and styles", async () => {
    const home = page(
      "",
      '<link rel="search" type="application/opensearchdescription+xml" href="/a"><link rel="alternate" type="application/rss+xml" href="/b"><link rev="made" href="c">',
    );
    const { read, requested } = await crawl({ "/": home });
    expect(read).toEqual(inSite("/"));
    expect(requested.filter((url) => /\/[abc]$/.test(url))).toEqual([]);
  });

  test("links with nofollow are counted and not followed", async () => {
    const nofollow = page('<a href="/a" rel="nofollow">a</a><a href="/b">b</a>');
    const whole = page('<a href="/c">c</a>', '<meta name="robots" content="nofollow">');
    const { read, report } = await crawl({ "/": nofollow, "/a": page("a"), "/b": whole, "/c": page("c") });
    expect(read).toEqual(inSite("/", "/b"));
    expect(report.skipped.nofollow).toBe(2);
  });
});

describe("the site", () => {
  test("is the host that the start URL leads to, with and without www, http and https", async () => {
    const { read } = await crawl({
      "/": to("https://www.example.com/"),
      "https://www.example.com/": links(
        "http://example.com/a",
        "https://example.com/b",
        "https://sub.example.com/",
      ),
      "http://example.com/a": to("https://www.example.com/a"),
      "https://www.example.com/a": page("a"),
      "/b": page("b"),
      "https://sub.example.com/": page("sub"),
    });
    expect(read).toEqual(["https://example.com/b", "https://www.example.com/", "https://www.example.com/a"]);
  });

  test("has its sitemap, its probes and its home where the start URL leads to", async () => {
    const www = "https://www.example.com";
    const error =
      "<title>The shop of things</title>This thing is gone, have a look at the other things that we have.";
    const fetch = fetchOf((url) => {
      const base = { status: 200, headers: { "content-type": "text/html" }, body: "", ttfbMs: 1 };
      if (url.origin !== www) return { ...base, status: 301, headers: { location: `${www}${url.pathname}` } };
      if (url.pathname === "/robots.txt") return { ...base, status: 404 };
      if (url.pathname === "/sitemap.xml")
        return { ...base, body: `<urlset><url><loc>${www}/</loc></url></urlset>` };
      if (url.pathname === "/") return { ...base, body: links("/gone", "http://example.com/") };
      return { ...base, body: error };
    });
    const { site } = await testCrawl(fetch, { startUrl: "http://example.com/" });
    const report = reportOf(site);
    expect(report.sitemaps).toEqual([{ url: `${www}/sitemap.xml`, status: 200, urls: 1, error: null }]);
    expect(sortedItems(site, "soft-404").map(({ number }) => site.graph.urlOf(number))).toEqual([
      `${www}/gone`,
    ]);
    expect(report.issues.map(({ id }) => id)).not.toContain("orphan");
    expect(report.depths).toEqual([
      { depth: 0, count: 1 },
      { depth: 1, count: 1 },
    ]);
  });

  test("has its subdomains if they are wanted, each with its own robots.txt", async () => {
    const pages = {
      "/": links("https://a.example.com/", "https://b.example.com/", "https://notexample.com/"),
      "https://a.example.com/": page("a"),
      "https://b.example.com/": page("b"),
      "https://b.example.com/robots.txt": { body: "User-agent: quintet\nDisallow: /", headers: {} },
      "https://notexample.com/": page("other"),
    };
    const { read, report } = await crawl(pages, { subdomains: true });
    expect(read).toEqual(["https://a.example.com/", HOME]);
    expect(report.skipped.robots).toBe(1);
  });

  test("on HTTP without a redirect is an issue of a site on HTTPS", async () => {
    const { itemsOf } = await crawl({
      "/": links("http://example.com/a"),
      "http://example.com/a": page("a"),
    });
    expect(itemsOf("insecure-page").map(({ url }) => url)).toEqual(["http://example.com/a"]);
  });
});

describe("limits", () => {
  const chain = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [
      `/${"abcdefghij"[i % 10]}${i}`,
      links(`/${"abcdefghij"[(i + 1) % 10]}${i + 1}`),
    ]),
  );

  test("maxPages counts pages with status 200 and nothing else", async () => {
    const pages = { ...chain, "/": links("/gone", "/moved", "/a0"), "/moved": to("/b1") };
    const { read, ending, log } = await crawl(pages, { maxPages: 5 });
    expect(read.length).toBe(5);
    expect(ending).toBe("page-limit");
    expect(unitsOf(log.steps())).toBe(5);
  });

  test("maxDepth counts clicks; redirects are none", async () => {
    const pages = {
      "/": links("/r"),
      "/r": to("/one"),
      "/one": links("/two"),
      "/two": links("/three"),
      "/three": page("x"),
    };
    const { read, report } = await crawl(pages, { maxDepth: 2 });
    expect(read).toEqual(inSite("/", "/one", "/two"));
    expect(report.skipped.depth).toBe(1);
    expect(report.depths).toEqual([0, 1, 2].map((depth) => ({ depth, count: 1 })));
  });

  test("include and exclude", async () => {
    const pages = {
      "/": links("/a/1", "/a/2.pdf", "/b/1", "/a/x?y=1"),
      "/a/1": page("1"),
      "/b/1": page("2"),
      "/a/x?y=1": page("3"),
    };
    const { read, report } = await crawl(pages, {
      include: ["/a/"],
      exclude: ["*.pdf$", "https://example.com/a/x?"],
    });
    expect(read).toEqual(inSite("/", "/a/1"));
    expect(report.skipped.pattern).toBe(3);
  });

  test("redirects that never end", async () => {
    const pages: Record<string, Page> = { "/": links("/r0") };
    for (let i = 0; i < 100; i++) pages[`/r${i}`] = to(`/r${i + 1}`);
    const { itemsOf, requested } = await crawl(pages);
    expect(itemsOf("redirect-loop").length).toBe(1);
    expect(requested.filter((url) => /r\d/.test(url)).length).toBe(21);
  });

  test("other sites are asked for 20 URLs each, and resources of the site are requested once", async () => {
    const many = Array.from({ length: 50 }, (_, i) => `https://other.example/${i}`);
    const body = `${links(...many)}<img src="/a.png"><img src="/a.png"><script src="/b.js"></script>`;
    const { requested, itemsOf } = await crawl({ "/": body, "https://other.example/1": "", "/b.js": "" });
    const asked = new Set(requested.filter((url) => url.includes("other")));
    expect(asked.delete("https://other.example/robots.txt")).toBe(true);
    expect(asked.size).toBe(20);
    expect(itemsOf("broken-resource").map(({ url }) => url)).toEqual(inSite("/a.png"));
    expect(itemsOf("broken-external-link").length).toBe(19);
  });
});

describe("URLs that style sheets load", () => {
  const css = (body: string): Page => ({ body, headers: { "content-type": "Text/CSS; charset=utf-8" } });
  const using = (...hrefs: string[]) =>
    page("x", hrefs.map((href) => `<link rel="stylesheet" href="${href}">`).join(""));

  test("are requested once, whichever sheet or page loads them, and cost nothing", async () => {
    const { requested, itemsOf, log, report } = await crawl({
      "/": `${using("/css/a.css", "/css/b.css")}<p style="background:url(gone-3.png)"></p>`,
      "/css/a.css": css("@import 'sub/c.css'; a{background:url(../ok.png)} b{background:url(gone-1.png)}"),
      "/css/b.css": css("a{background:url(../ok.png)} b{background:url(https://other.example/gone.png)}"),
      "/css/sub/c.css": css("@font-face{src:url(gone-2.woff2)}"),
      "/ok.png": { body: "", headers: {} },
      "https://other.example/x": "",
    });
    expect(itemsOf("broken-resource").map(({ url, related }) => [url, related])).toEqual([
      [`${HOME}css/gone-1.png`, [`${HOME}css/a.css`]],
      [`${HOME}css/sub/gone-2.woff2`, [`${HOME}css/sub/c.css`]],
      [`${HOME}gone-3.png`, [HOME]],
      ["https://other.example/gone.png", [`${HOME}css/b.css`]],
    ]);
    expect(requested.filter((url) => url === `${HOME}ok.png`).length).toBe(1);
    expect(unitsOf(log.steps())).toBe(1);
    expect([report.totals.pages, report.totals.htmlPages]).toEqual([1, 1]);
  });

  test("have the same numbers, whichever sheet is read first", async () => {
    const names = ["a", "b", "c", "d"];
    const sheets = names.map((name) => [`/${name}.css`, css(`a{background:url(${name}.png)}`)]);
    const pages = { "/": using("a.css", "b.css", "c.css", "d.css"), ...Object.fromEntries(sheets) };
    /** Reads sheets later, the earlier they come in `order`. */
    const reading = (order: string): Run =>
      async function* (job, input) {
        const [, name = ""] = /\/(\w)\.css/.exec(JSON.stringify(input)) ?? [];
        for (let turns = 20 * (1 + order.indexOf(name)); turns > 0; turns--) await setImmediate();
        yield* runHere(job, input);
      };
    const first = await crawl(pages, {}, { run: reading("abcd") });
    const second = await crawl(pages, {}, { run: reading("dcba") });
    expect(first.site.graph.urls.filter((url) => url.endsWith("png"))).toEqual(
      inSite("/a.png", "/b.png", "/c.png", "/d.png"),
    );
    expect(second.site.graph.urls).toEqual(first.site.graph.urls);
  });

  test("not of other sites, of files under another type, or of sheets that robots.txt forbids", async () => {
    const sheet = "a{background:url(/gone.png)}";
    const { requested } = await crawl({
      "/robots.txt": { body: "User-agent: *\nDisallow: /private/", headers: {} },
      "/": using("https://other.example/a.css", "/b.css", "/private/c.css"),
      "https://other.example/a.css": css(sheet),
      "/b.css": { body: sheet, headers: { "content-type": "text/plain" } },
      "/private/c.css": css(sheet),
    });
    expect(requested.filter((url) => url.includes("gone"))).toEqual([]);
  });

  test("sheets that load each other end, and chains of them at 20 for each page", async () => {
    const endless = (url: URL) => css(`@import "/${Number(/\d+/.exec(url.pathname)?.[0]) + 1}.css";`);
    const chain = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`/${i}.css`, endless]));
    const cycle = { "/a.css": css("@import 'b.css'"), "/b.css": css("@import 'a.css';@import 'b.css'") };
    const { requested, ending } = await crawl({ "/": using("/a.css", "/0.css"), ...cycle, ...chain });
    expect(ending).toBe("complete");
    expect(requested.filter((url) => /[ab]\.css$/.test(url)).length).toBe(4);
    expect(new Set(requested.filter((url) => /\d\.css$/.test(url))).size).toBeLessThan(24);
  });

  test("of a megabyte of imports no more are requested than a page may check", async () => {
    const imports = Array.from({ length: 60_000 }, (_, i) => `@import "/${i}.png";`).join("");
    const { report } = await crawl({ "/": using("/a.css"), "/a.css": css(imports) });
    expect(report.totals.resources).toBeLessThanOrEqual(200);
  });
});

function unitsOf(steps: readonly CrawlStep[]): number {
  return steps.reduce((sum, step) => sum + (step.type === "page" ? step.units : 0), 0);
}

describe("the pace", () => {
  const pages = { "/": links("/a", "/b", "/c"), "/a": page("a"), "/b": page("b"), "/c": page("c") };

  async function times(extra: Record<string, Page>, pace: number) {
    const done = await crawl({ ...pages, ...extra }, { pace });
    return (done.clock.time - Date.parse("2026-01-01T00:00:00Z")) / (done.requested.length - 1);
  }

  test("is kept for each request, robots.txt and sitemaps too", async () => {
    expect(await times({}, 4)).toBeCloseTo(250);
  });

  test("is what robots.txt asks for if that is slower, up to 10 s", async () => {
    const robots = (delay: string) => ({
      "/robots.txt": { body: `User-agent: *\nCrawl-delay: ${delay}\n`, headers: {} },
    });
    expect(await times(robots("2"), 4)).toBeGreaterThan(1_600);
    expect(await times(robots("0.01"), 4)).toBeCloseTo(250);
    expect(await times(robots("86400"), 4)).toBeLessThan(10_001);
  });

  test("Retry-After is waited for, and the page read after it", async () => {
    let asked = 0;
    const busy = (): Page => (asked++ < 1 ? { status: 429, headers: { "retry-after": "30" } } : page("a"));
    const { read, clock } = await crawl({ ...pages, "/a": busy });
    expect(read).toContain(`${HOME}a`);
    expect(clock.time - Date.parse("2026-01-01T00:00:00Z")).toBeGreaterThan(29_000);
  });

  test("a host that always asks to wait does not hold the crawl for ever", async () => {
    const { itemsOf, clock } = await crawl({
      ...pages,
      "/a": { status: 503, headers: { "retry-after": "999999" } },
    });
    expect(itemsOf("broken-link").map(({ url, detail }) => [url, detail])).toEqual([[`${HOME}a`, "503"]]);
    expect(clock.time - Date.parse("2026-01-01T00:00:00Z")).toBeLessThan(200_000);
  });
});

describe("a site that cannot be read", () => {
  test("forbids it in robots.txt", async () => {
    const { ending, requested } = await crawl({
      "/": page("x"),
      "/robots.txt": { body: "User-agent: *\nDisallow: /", headers: {} },
    });
    expect(ending).toBe("robots");
    expect(requested).toEqual(inSite("/robots.txt"));
  });

  test.each([500, 503, 429])("robots.txt responds with %i", async (status) => {
    const { ending, report, itemsOf } = await crawl({ "/": page("x"), "/robots.txt": { status } });
    expect(ending).toBe("unreachable");
    expect(report.totals.pages).toBe(0);
    expect(itemsOf("robots-unreachable").length).toBe(1);
  });

  test("does not exist", async () => {
    const { ending, log } = await crawl({ "https://other.example/": "" });
    expect(ending).toBe("unreachable");
    expect(unitsOf(log.steps())).toBe(0);
  });

  test("responds with an error", async () => {
    const { ending, itemsOf } = await crawl({ "/": { status: 500 } });
    expect(ending).toBe("complete");
    expect(itemsOf("broken-link").map(({ url }) => url)).toEqual([HOME]);
  });

  test("has no HTML", async () => {
    const { report } = await crawl({
      "/": { body: "%PDF-1.7", headers: { "content-type": "application/pdf" } },
    });
    expect(report.totals).toMatchObject({ pages: 1, htmlPages: 0 });
  });
});

describe("pages of error with status 200", () => {
  const shop = {
    "/": links("/p/1", "/p/2", "/p/3"),
    "/p/1": page("one thing"),
    "/p/2": page("another thing"),
  };

  test("are told by their words", async () => {
    const { itemsOf } = await crawl({ ...shop, "/p/3": "<title>Page not found – Shop</title><h1>Oops</h1>" });
    expect(itemsOf("soft-404").map(({ url }) => url)).toEqual(inSite("/p/3"));
  });

  test("are told by how a URL that does not exist responds", async () => {
    const error =
      "<title>The shop of things</title>This thing is gone, have a look at the other things that we have.";
    const pages = new Map(Object.entries(shop));
    const fetch = fetchOf(({ pathname }) => ({
      status: pathname === "/robots.txt" ? 404 : 200,
      headers: { "content-type": "text/html" },
      body: pages.get(pathname) ?? error,
      ttfbMs: 1,
    }));
    const { site } = await testCrawl(fetch, { startUrl: HOME });
    const found = sortedItems(site, "soft-404").map(({ number }) => site.graph.urlOf(number));
    expect(found).toEqual(inSite("/p/3"));
    expect(sortedItems(site, "unknown-url-ok").length).toBe(2);
  });

  test("are not an article about them", async () => {
    const article = page(`<h1>How to fix "404 not found" errors</h1>${"A word and another. ".repeat(80)}`);
    const { itemsOf } = await crawl({ ...shop, "/p/3": article });
    expect(itemsOf("soft-404")).toEqual([]);
  });

  test("are nothing that can be told on a site that shows one shell for every URL", async () => {
    const shell = '<title>App</title><div id="root"></div><script src="/app.js"></script>';
    const fetch = fetchOf((url) => ({
      status: url.pathname === "/robots.txt" ? 404 : 200,
      headers: { "content-type": "text/html" },
      body: shell,
      ttfbMs: 1,
    }));
    const { site } = await testCrawl(fetch, { startUrl: HOME });
    expect(reportOf(site).issues.map(({ id }) => id)).not.toContain("soft-404");
  });
});

test.each([
  [{ exclude: ["/größe/"] }, ["/", "/preise/1"]],
  [{ include: ["/größe/"] }, ["/", "/gr%C3%B6%C3%9Fe/1"]],
  [{ exclude: ["/gr%c3%b6%c3%9fe/*$"] }, ["/", "/preise/1"]],
  [{ exclude: ["https://example.com/größe/"] }, ["/", "/preise/1"]],
])("patterns are in the letters of the site: %j", async (options, paths) => {
  const found = await crawl(
    {
      "/": links("/größe/1", "/preise/1"),
      "/größe/1": page("size"),
      "/preise/1": page("price"),
    },
    options,
  );
  expect(found.read).toEqual(inSite(...paths));
});

describe("pages name other URLs of themselves", () => {
  const cluster =
    '<link rel="alternate" hreflang="en" href="/en"><link rel="alternate" hreflang="de" href="/de">';

  test("translations are those of the canonical page", async () => {
    const { itemsOf } = await crawl({
      "/": links("/en", "/en?sort=price"),
      "/en": page("one", `<link rel="canonical" href="/en">${cluster}`),
      "/en?sort=price": page("one, sorted", `<link rel="canonical" href="/en">${cluster}`),
      "/de": page("eins", cluster),
    });
    expect(itemsOf("hreflang-no-return")).toEqual([]);
  });

  test("pages for other countries may have the same text, if each names the other", async () => {
    const text = Array.from(
      { length: 120 },
      (_, i) => `word${i % 3 === 0 ? "" : "s"} ${"abcdefghij"[i % 10]}${i}x`,
    );
    const of = (more: string, head = "") =>
      `<!doctype html><html lang="en"><head><title>${more}</title>${head}</head><body><p>${text.join(" ")} ${more}</p></body></html>`;
    const countries =
      '<link rel="alternate" hreflang="en-US" href="/us"><link rel="alternate" hreflang="en-GB" href="/gb">';
    const site = (more: string, gb = countries, copy = {}) => ({
      "/": links("/us", "/gb", ...Object.keys(copy)),
      "/us": of("", countries),
      "/gb": of(more, gb),
      ...copy,
    });
    const groups = async (pages: Record<string, string>) => {
      const { itemsOf } = await crawl(pages);
      return (["duplicate-content", "near-duplicate-content"] as const).flatMap((id) =>
        itemsOf(id).map(({ url, related }) => [id, url, ...(related ?? [])].join(" ")),
      );
    };
    const [us, gb, copy] = ["/us", "/gb", "/copy"].map((path) => new URL(path, HOME).href);
    expect(await groups(site(""))).toEqual([]);
    expect(await groups(site("colour"))).toEqual([]);
    expect(await groups(site("", ""))).toEqual([`duplicate-content ${us} ${gb}`]);
    expect(await groups(site("colour", ""))).toEqual([`near-duplicate-content ${us} ${gb}`]);
    expect(await groups(site("", countries, { "/copy": of("") }))).toEqual([
      `duplicate-content ${us} ${copy}`,
    ]);
  });

  test("a translation that does not link back", async () => {
    const { itemsOf } = await crawl({ "/": links("/en"), "/en": page("one", cluster), "/de": page("eins") });
    expect(itemsOf("hreflang-no-return").map(({ url }) => url)).toEqual(inSite("/en"));
  });

  test("a canonical link in the body, and one for phones, are not a second one", async () => {
    const own = '<link rel="canonical" href="/">';
    const body = '<link rel="canonical" href="/other"><p>text</p>';
    const phones = '<link rel="canonical" media="(max-width: 640px)" href="/m">';
    const { itemsOf } = await crawl({ "/": page(body, own + phones) });
    expect(itemsOf("canonical-multiple")).toEqual([]);
  });

  test("a refresh that reloads the page leads nowhere", async () => {
    const { itemsOf, read } = await crawl({
      "/": page("", '<meta http-equiv="refresh" content="30; url=">'),
      "/url=": page("x"),
    });
    expect(itemsOf("meta-refresh")).toEqual([]);
    expect(read).toEqual(inSite("/"));
  });
});

describe("links to other sites", () => {
  test("whose server closes the connection of a HEAD are requested with GET", async () => {
    const shop = fetchOf((url) => ({
      status: url.pathname === "/robots.txt" ? 404 : 200,
      headers: { "content-type": "text/html" },
      body: links("https://other.example/a", "https://gone.example/"),
      ttfbMs: 1,
    }));
    const { site } = await testCrawl(
      async (url, options) => {
        const isClosed = url.startsWith("https://gone.") || options.method === "HEAD";
        if (isClosed) throw new Problem("upstream-unreachable", "no response");
        return shop(url, options);
      },
      { startUrl: HOME },
    );
    const found = sortedItems(site, "broken-external-link").map(({ number }) => site.graph.urlOf(number));
    expect(found).toEqual(["https://gone.example/"]);
  });

  test("that all redirect to one site are followed under its robots.txt, and no more than 40 of them", async () => {
    const hosts = Array.from({ length: 60 }, (_, i) => `https://shortener${i}.example${i}/`);
    const pages = Object.fromEntries(
      hosts.map((url, i) => [url, to(`https://www.victim.test/${i % 2 ? "open" : "closed"}/${i}`)]),
    );
    const { requested } = await crawl({
      "/": links(...hosts),
      "https://www.victim.test/robots.txt": "User-agent: *\nDisallow: /closed/",
      ...pages,
    });
    const victim = requested.filter((url) => new URL(url).hostname === "www.victim.test");
    expect(victim.some((url) => url.includes("/open/"))).toBe(true);
    expect(victim.filter((url) => url.includes("/closed/"))).toEqual([]);
    // Each is asked for with HEAD and, because it responds with 404, with GET.
    expect(victim.length).toBeLessThanOrEqual(82);
    expect(hosts.every((url) => requested.includes(url))).toBe(true);
  });
});

describe("patterns that take long to compare", () => {
  const urls = Array.from({ length: 200 }, (_, i) => `${HOME}${i}`);

  test.each([
    ["with what a sitemap lists", { "/": page("home"), "/sitemap.xml": sitemap(urls) }],
    ["with the links of a page", { "/": links(...urls) }],
  ])("%s let other work have its turn", async (_name, pages) => {
    // Time passes by looking at it, so that each comparison takes longer than a turn may.
    let time = performance.now();
    const clock = spyOn(performance, "now").mockImplementation(() => (time += 10));
    const decide = spyOn(SiteScope.prototype, "decide");
    const isIncluded = spyOn(SiteScope.prototype, "isIncluded");
    const turns = countTurns();
    try {
      const { report } = await crawl(pages, { include: ["/none"] });
      expect(turns.end()).toBeGreaterThan(urls.length);
      expect(report.ending).toBe("complete");
      const decided = new Set(decide.mock.calls.flatMap(([some]) => some));
      expect(isIncluded.mock.calls.filter(([url]) => !decided.has(url))).toEqual([]);
      expect(decided.size).toBeGreaterThanOrEqual(urls.length);
    } finally {
      for (const spy of [clock, decide, isIncluded]) spy.mockRestore();
    }
  });
});

test("of a page with long links, those within 500,000 characters are followed", async () => {
  const urls = Array.from({ length: 400 }, (_, i) => `${HOME}${"a".repeat(1_970)}${i + 100}`);
  const { report } = await crawl({ "/": links(...urls, "/short") }, { maxPages: 1 });
  expect(report.totals.urls).toBeLessThan(260);
  const few = await crawl({ "/": links(...urls.slice(0, 200), "/short"), "/short": page("x") });
  expect(few.read).toEqual(inSite("/", "/short"));
});
