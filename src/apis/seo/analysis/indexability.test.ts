import { describe, expect, test } from "bun:test";
import { CLEAN, fetched, report } from "../../../../test/fixtures/seo/clean-page.ts";
import { matches, normalisePath, parseRobotsTxt, ruleFor } from "../../../kit/robots-txt.ts";
import type { FetchedPage } from "../fetch/fetched-page.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const robotsUrl = "https://shop.example/robots.txt";
const robots = (text: string, status = 200): Partial<FetchedPage> => ({
  robots: { state: "received", url: robotsUrl, status, body: encode(text) },
});
const meta = (markup: string) => ({ html: CLEAN.replace("</head>", `${markup}</head>`) });
const tag = (...lines: string[]): Partial<FetchedPage> => ({
  headers: new Map([
    ["content-type", ["text/html; charset=utf-8"]],
    ["x-robots-tag", lines],
  ]),
});

/** The line on which `meta` puts its markup. */
const HEAD_END = CLEAN.slice(0, CLEAN.indexOf("</head>")).split("\n").length;

/** What stands in an answer, and the verdict: PASS, FAIL or NEUTRAL, with the check and line that decide. */
const cases: readonly (readonly [
  name: string,
  change: Partial<FetchedPage> & { readonly html?: string },
  verdict: string,
  check?: string,
  line?: number,
])[] = [
  ["nothing against it", {}, "PASS"],
  ["meta noindex", meta('<meta name="robots" content="noindex">'), "FAIL", "noindex", HEAD_END],
  ["meta none, in any case", meta('<META NAME="Robots" CONTENT="NONE">'), "FAIL", "noindex", HEAD_END],
  [
    "meta noindex for Google alone",
    meta('<meta name="googlebot" content="noindex">'),
    "FAIL",
    "noindex",
    HEAD_END,
  ],
  ["meta noindex for another crawler", meta('<meta name="bingbot" content="noindex">'), "PASS"],
  [
    "meta index after noindex: the strictest wins",
    meta('<meta name="robots" content="noindex"><meta name="googlebot" content="index">'),
    "FAIL",
    "noindex",
    HEAD_END,
  ],
  [
    "meta noindex in the body is obeyed",
    { html: CLEAN.replace("</body>", '<meta name="robots" content="noindex"></body>') },
    "FAIL",
    "noindex",
  ],
  ["header noindex", tag("noindex"), "FAIL", "noindex"],
  ["header for another crawler", tag("otherbot: noindex"), "PASS"],
  ["header for Google", tag("googlebot: noindex, nofollow"), "FAIL", "noindex"],
  ["a name does not reach into the next line", tag("otherbot: nofollow", "noindex"), "FAIL", "noindex"],
  ["header with a value is no name", tag("max-snippet: 20, noindex"), "FAIL", "noindex"],
  ["unavailable_after in the past", tag("unavailable_after: 25 Jun 2010 15:00:00 PST"), "FAIL", "noindex"],
  [
    "unavailable_after with a comma in its date",
    tag("unavailable_after: Friday, 25 Jun 2010 15:00:00 GMT"),
    "FAIL",
    "noindex",
  ],
  ["unavailable_after to come", tag("unavailable_after: 25 Jun 2090 15:00:00 GMT"), "PASS"],
  ["robots.txt disallows", robots("User-agent: *\nDisallow: /repairs"), "FAIL", "robots-txt-blocked", 2],
  ["the longer allow wins", robots("User-agent: *\nDisallow: /r\nAllow: /repairs"), "PASS"],
  ["of two as long the allow wins", robots("User-agent: *\nDisallow: /repairs\nAllow: /repairs"), "PASS"],
  [
    "Google's own group counts alone",
    robots("User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /admin"),
    "PASS",
  ],
  [
    "groups of one name are one",
    robots("User-agent: googlebot\nAllow: /x\n\nUser-agent: Googlebot/2.1\nDisallow: /repairs"),
    "FAIL",
    "robots-txt-blocked",
    5,
  ],
  ["another crawler's group does not count", robots("User-agent: GPTBot\nDisallow: /"), "PASS"],
  ["an empty disallow allows", robots("User-agent: *\nDisallow:"), "PASS"],
  ["wildcard and end", robots("User-agent: *\nDisallow: /*pairs$"), "FAIL", "robots-txt-blocked", 2],
  [
    "a byte order mark and CRLF",
    robots("\ufeffUser-agent: *\r\nDisallow: /repairs # all of it\r\n"),
    "FAIL",
    "robots-txt-blocked",
    2,
  ],
  [
    "a misspelt disallow that Google obeys",
    robots("User-agent: *\nDisalow: /rep"),
    "FAIL",
    "robots-txt-blocked",
    2,
  ],
  ["a disallow without a colon", robots("User-agent: *\nDisallow /rep"), "FAIL", "robots-txt-blocked", 2],
  ["a rule before any user agent is for nobody", robots("Disallow: /\nUser-agent: *\nAllow: /"), "PASS"],
  [
    "a sitemap between names does not part them",
    robots("User-agent: x\nSitemap: https://a.example/s\nUser-agent: *\nDisallow: /rep"),
    "FAIL",
    "robots-txt-blocked",
    4,
  ],
  [
    "UTF-16 is read by nobody",
    {
      robots: {
        state: "received",
        url: robotsUrl,
        status: 200,
        body: new Uint8Array(Buffer.from("\ufeffUser-agent: *\nDisallow: /", "utf16le")),
      },
    },
    "PASS",
  ],
  [
    "what stands beyond 500 KiB does not count",
    robots(`${"User-agent: *\n".padEnd(513_000, "#\n")}\nDisallow: /`),
    "PASS",
  ],
  [
    "an HTML page instead of rules",
    robots("<!doctype html>\n<p>User-agent: *</p>\n<p>Disallow: /</p>"),
    "PASS",
  ],
  ["robots.txt redirects without end", robots("User-agent: *\nDisallow: /", 302), "PASS"],
  [
    "unavailable_after with a zone of its own",
    tag("unavailable_after: 25 Jun 2010 15:00:00 CEST"),
    "FAIL",
    "noindex",
  ],
  [
    "unavailable_after as RFC 850 writes it",
    tag("unavailable_after: Friday, 25-Jun-10 15:00:00 GMT"),
    "FAIL",
    "noindex",
  ],
  [
    "unavailable_after in a meta, by ISO 8601",
    meta('<meta name="robots" content="unavailable_after: 2010-06-25">'),
    "FAIL",
    "noindex",
    HEAD_END,
  ],
  ["indexifembedded does not undo noindex", tag("googlebot: noindex, indexifembedded"), "FAIL", "noindex"],
  ["a name in upper case", tag("GoogleBot: NoIndex"), "FAIL", "noindex"],
  ["noindex in robots.txt is no rule of Google's", robots("User-agent: *\nNoindex: /"), "PASS"],
  [
    "an allowed index page allows its folder",
    { ...robots("User-agent: *\nDisallow: /\nAllow: /index.html"), finalUrl: "https://shop.example/" },
    "NEUTRAL",
    "canonical-elsewhere",
  ],
  // Directives in meta elements: developers.google.com, robots-meta-tag.
  ["all is the default", meta('<meta name="robots" content="all">'), "PASS"],
  [
    "noindex among others",
    meta('<meta name="robots" content="max-snippet:20, NOINDEX ,nofollow">'),
    "FAIL",
    "noindex",
  ],
  [
    "two metas are combined",
    meta('<meta name="robots" content="nofollow"><meta name="robots" content="noindex">'),
    "FAIL",
    "noindex",
  ],
  ["index beside noindex", meta('<meta name="robots" content="index, noindex">'), "FAIL", "noindex"],
  [
    "noindex for all, index for Google",
    meta('<meta name="googlebot" content="index, follow"><meta name="robots" content="none">'),
    "FAIL",
    "noindex",
  ],
  ["white space round the name", meta('<meta name=" robots " content=" noindex ">'), "FAIL", "noindex"],
  ["Google News alone", meta('<meta name="googlebot-news" content="noindex">'), "PASS"],
  ["nofollow alone", meta('<meta name="robots" content="nofollow">'), "PASS"],
  [
    "noarchive, nosnippet and noimageindex",
    meta('<meta name="robots" content="noarchive, nosnippet, noimageindex">'),
    "PASS",
  ],
  ["max-snippet:0", meta('<meta name="robots" content="max-snippet:0">'), "PASS"],
  ["a word that only begins alike", meta('<meta name="robots" content="noindexing">'), "PASS"],
  ["a property is no name", meta('<meta property="robots" content="noindex">'), "PASS"],
  ["in a comment", meta('<!-- <meta name="robots" content="noindex"> -->'), "PASS"],
  ["in a template", meta('<template><meta name="robots" content="noindex"></template>'), "PASS"],
  ["in a script", meta('<script>"<meta name=robots content=noindex>"</script>'), "PASS"],
  [
    "unavailable_after to come, in a meta",
    meta('<meta name="robots" content="unavailable_after: 2090-01-01">'),
    "PASS",
  ],
  [
    "unavailable_after without a date",
    meta('<meta name="robots" content="unavailable_after: soon">'),
    "PASS",
  ],
  [
    "unavailable_after for Google, in a meta",
    meta('<meta name="googlebot" content="unavailable_after: 25-Jun-2010 15:00:00 EST">'),
    "FAIL",
    "noindex",
  ],
  // Directives in headers.
  ["header none", tag("none"), "FAIL", "noindex"],
  ["header with two crawlers", tag("bingbot: noindex, googlebot: nofollow"), "PASS"],
  ["header with Google second", tag("bingbot: nofollow, googlebot: noindex"), "FAIL", "noindex"],
  ["header for all before a crawler", tag("noindex, bingbot: nofollow"), "FAIL", "noindex"],
  ["header with a space before the colon", tag("googlebot : noindex"), "FAIL", "noindex"],
  ["header for Google News", tag("googlebot-news: noindex"), "PASS"],
  ["header for Google Images", tag("googlebot-image: noindex"), "PASS"],
  ["header with noindex for robots by name", tag("robots: noindex"), "FAIL", "noindex"],
  [
    "unavailable_after for Google, with a comma in its date",
    tag("googlebot: unavailable_after: Friday, 25 Jun 2010 15:00:00 GMT"),
    "FAIL",
    "noindex",
  ],
  [
    "unavailable_after for another crawler, with a comma",
    tag("bingbot: unavailable_after: Friday, 25 Jun 2010 15:00:00 GMT"),
    "PASS",
  ],
  [
    "unavailable_after and more",
    tag("unavailable_after: Friday, 25 Jun 2090 15:00:00 GMT, noindex"),
    "FAIL",
    "noindex",
  ],
  [
    "unavailable_after by ISO 8601 with an offset",
    tag("unavailable_after: 2010-06-25T15:00:00+02:00"),
    "FAIL",
    "noindex",
  ],
  [
    "header beside meta",
    { ...tag("nofollow"), ...meta('<meta name="robots" content="noindex">') },
    "FAIL",
    "noindex",
  ],
  [
    "meta index does not undo a header",
    { ...tag("noindex"), ...meta('<meta name="robots" content="index">') },
    "FAIL",
    "noindex",
  ],
  // robots.txt beside noindex: what cannot be fetched cannot be obeyed.
  [
    "robots.txt before noindex",
    { ...robots("User-agent: *\nDisallow: /"), ...meta('<meta name="robots" content="noindex">') },
    "FAIL",
    "robots-txt-blocked",
    2,
  ],
  ["robots.txt of Google Images", robots("User-agent: Googlebot-Image\nDisallow: /"), "PASS"],
  [
    "robots.txt with carriage returns alone",
    robots("User-agent: *\rDisallow: /repairs"),
    "FAIL",
    "robots-txt-blocked",
    2,
  ],
  ["robots.txt with an upper case path", robots("User-agent: *\nDisallow: /Repairs"), "PASS"],
  [
    "robots.txt with a name and a version",
    robots("User-agent: Googlebot/2.1 (+x)\nDisallow: /"),
    "FAIL",
    "robots-txt-blocked",
    2,
  ],
  // Statuses, refreshes and canonical addresses.
  ["no content", { status: 204, html: "" }, "FAIL", "response-empty"],
  ["created", { status: 201 }, "PASS"],
  ["unauthorized", { status: 401 }, "FAIL", "status-not-ok"],
  ["too many requests", { status: 429 }, "FAIL", "status-not-ok"],
  ["unavailable", { status: 503 }, "FAIL", "status-not-ok"],
  [
    "a refresh in the header",
    {
      headers: new Map([
        ["content-type", ["text/html"]],
        ["refresh", ["0; url=/x"]],
      ]),
    },
    "NEUTRAL",
    "meta-refresh",
  ],
  ["a refresh to itself", meta('<meta http-equiv="refresh" content="600">'), "PASS"],
  ["a canonical that is no web address", meta('<link rel="canonical" href="javascript:void(0)">'), "PASS"],
  [
    "noindex beside a canonical elsewhere",
    {
      html: CLEAN.replace(
        'rel="canonical" href="https://shop.example/repairs"',
        'rel="canonical" href="/x"',
      ).replace("</head>", "<meta name=robots content=noindex></head>"),
    },
    "FAIL",
    "noindex",
  ],
  ["gone", { status: 410 }, "FAIL", "status-not-ok"],
  ["forbidden", { status: 403 }, "FAIL", "status-not-ok"],
  ["robots.txt is not there", robots("Disallow: /", 404), "PASS"],
  ["robots.txt is forbidden", robots("", 403), "PASS"],
  ["robots.txt fails", robots("", 503), "FAIL", "robots-txt-unreachable"],
  ["robots.txt is rate limited", robots("", 429), "FAIL", "robots-txt-unreachable"],
  [
    "robots.txt does not answer",
    { robots: { state: "unreachable", url: robotsUrl } },
    "FAIL",
    "robots-txt-unreachable",
  ],
  ["not found", { status: 404 }, "FAIL", "status-not-ok"],
  ["server error", { status: 500 }, "FAIL", "status-not-ok"],
  ["redirects without end", { status: 302, stopped: "loop" }, "FAIL", "redirect-loop"],
  [
    "canonical elsewhere",
    {
      html: CLEAN.replace(
        'rel="canonical" href="https://shop.example/repairs"',
        'rel="canonical" href="https://shop.example/x"',
      ),
    },
    "NEUTRAL",
    "canonical-elsewhere",
  ],
  [
    "canonical elsewhere in the header",
    {
      html: CLEAN.replace(/<link rel="canonical"[^>]*>/, ""),
      headers: new Map([
        ["content-type", ["text/html"]],
        ["link", ['<https://shop.example/x>; rel="canonical"']],
      ]),
    },
    "NEUTRAL",
    "canonical-elsewhere",
  ],
  [
    "meta refresh elsewhere",
    meta('<meta http-equiv="refresh" content="0;url=/x">'),
    "NEUTRAL",
    "meta-refresh",
  ],
];

describe("the verdict", () => {
  test.each(cases.map(([name], i) => [name, i] as const))("%s", (_name, i) => {
    const [, change, verdict, check, line] = cases[i] ?? ["", {}, ""];
    const { indexability } = report(fetched(change));
    expect(indexability.verdict).toBe(verdict as never);
    expect(indexability.indexable).toBe(verdict !== "FAIL");
    expect(indexability.reasons[0]?.check).toBe(check as never);
    if (line !== undefined) expect(indexability.reasons[0]?.line).toBe(line);
  });

  test("is given for each crawler, with the line of robots.txt that decides", () => {
    const { bots } = report(
      fetched(robots("User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: *\nAllow: /r")),
    ).indexability;
    expect(bots.gptbot).toEqual({
      crawlable: false,
      indexable: false,
      rule: { line: 3, text: "Disallow: /" },
    });
    expect(bots.ccbot.crawlable).toBe(false);
    expect(bots.googlebot).toEqual({
      crawlable: true,
      indexable: true,
      rule: { line: 6, text: "Allow: /r" },
    });
  });

  test("uses the words of Search Console", () => {
    expect(report(fetched(tag("noindex"))).indexability).toMatchObject({
      indexingState: "BLOCKED_BY_HTTP_HEADER",
      robotsTxtState: "ALLOWED",
    });
    expect(report(fetched(robots("User-agent: *\nDisallow: /"))).indexability).toMatchObject({
      indexingState: "BLOCKED_BY_ROBOTS_TXT",
      pageFetchState: "BLOCKED_ROBOTS_TXT",
      robotsTxtState: "DISALLOWED",
    });
    expect(report(fetched({ status: 403 })).indexability.pageFetchState).toBe("ACCESS_FORBIDDEN");
  });
});

describe("robots.txt", () => {
  test.each([
    ["/", "/x", true],
    ["/fish", "/fish.html", true],
    ["/fish", "/Fish", false],
    ["/fish*", "/fishheads/yummy.html", true],
    ["/fish/", "/fish", false],
    ["/*.php", "/index.php?x", true],
    ["/*.php$", "/index.php?x", false],
    ["/*.php$", "/a.php.php", true],
    ["/fish*.php", "/fishheads/catfish.php?parameters", true],
    ["*", "/anything", true],
    ["/a*b*c$", "/a-b-c", true],
    ["/a*b*c$", "/a-c-b", false],
    ["/$", "/", true],
    ["/$", "/x", false],
  ])("%s against %s: %p", (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  test("compares paths in one form of percent-encoding", () => {
    expect(normalisePath("/%7eann/é/%e9")).toBe("/~ann/%C3%A9/%E9");
    const file = parseRobotsTxt(encode("User-agent: *\nDisallow: /caf%c3%a9"));
    expect(ruleFor(file, ["googlebot"], new URL("https://x.example/café")).allowed).toBe(false);
  });

  test("is never out of its own reach", () => {
    const file = parseRobotsTxt(encode("User-agent: *\nDisallow: /"));
    expect(ruleFor(file, ["googlebot"], new URL(robotsUrl)).allowed).toBe(true);
  });

  test("tells which lines it cannot read", () => {
    const { problems, sitemaps } = parseRobotsTxt(
      encode(
        "Allow: /\nUser-agent: *\nDisalow: /\nSitemap: /s.xml\nSitemap: https://x.example/s.xml\nnonsense\nCrawl-delay: 1",
      ),
    );
    expect(problems.map(({ line }) => line)).toEqual([1, 3, 4, 6]);
    expect(sitemaps).toEqual(["https://x.example/s.xml"]);
  });
});
