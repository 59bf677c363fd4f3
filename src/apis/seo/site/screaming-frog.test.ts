import { beforeAll, describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { strFromU8, unzipSync } from "fflate";
import { type MemoryLog, testCrawl } from "../../../../test/fixtures/seo/crawl.ts";
import { fetchOf, type SiteResponse } from "../../../../test/fixtures/seo/generated-site.ts";
import { runSiteTask } from "./site-tasks.ts";

/** The first line of an export of Screaming Frog SEO Spider 22, Internal: All (public at CJLune/F_MediMotive_2026). */
const HEAD =
  '"Address","Content Type","Status Code","Status","Indexability","Indexability Status","Title 1","Title 1 Length","Title 1 Pixel Width","Meta Description 1","Meta Description 1 Length","Meta Description 1 Pixel Width","Meta Keywords 1","Meta Keywords 1 Length","H1-1","H1-1 Length","H2-1","H2-1 Length","H2-2","H2-2 Length","Meta Robots 1","X-Robots-Tag 1","Meta Refresh 1","Canonical Link Element 1","rel=""next"" 1","rel=""prev"" 1","HTTP rel=""next"" 1","HTTP rel=""prev"" 1","amphtml Link Element","Size (bytes)","Transferred (bytes)","Total Transferred (bytes)","CO2 (mg)","Carbon Rating","Word Count","Sentence Count","Average Words Per Sentence","Flesch Reading Ease Score","Readability","Text Ratio","Crawl Depth","Folder Depth","Link Score","Inlinks","Unique Inlinks","Unique JS Inlinks","% of Total","Outlinks","Unique Outlinks","Unique JS Outlinks","External Outlinks","Unique External Outlinks","Unique External JS Outlinks","Closest Near Duplicate Match","No. Near Duplicates","Spelling Errors","Grammar Errors","Hash","Response Time","Last Modified","Redirect URL","Redirect Type","Cookies","Language","HTTP Version","Mobile Alternate Link","Closest Semantically Similar Address","Semantic Similarity Score","No. Semantically Similar","Semantic Relevance Score","URL Encoded Address","Crawl Timestamp"';

const ORIGIN = "https://site.example";

const page = (title: string, body: string, head = "") =>
  `<!doctype html><html lang="en-GB"><head><title>${title}</title>${head}</head><body><h1>${title}!</h1>${body}</body></html>`;

const home = page(
  "Terms of Services - Kerkar Media",
  ["/docs/a/", "/old", "/gone", "/down", "/secret", "/moved", "/copy", "/file.pdf", "https://other.example/"]
    .map((href) => `<a href="${href}">${href}</a>`)
    .join(" "),
  '<meta name="description" content="Say &quot;hi&quot;, =you">',
);

const responses: Readonly<Record<string, Partial<SiteResponse>>> = {
  "/": { body: home },
  "/robots.txt": { body: "User-agent: *\nDisallow: /secret", headers: { "content-type": "text/plain" } },
  "/docs/a/": {
    body: page("A", '<a href="/">home</a> <a href="/old">old</a>', '<link rel="canonical" href="/docs/a/">'),
  },
  "/old": { status: 301, headers: { location: "/docs/a/" } },
  "/down": { status: 503 },
  "/moved": { body: page("Moved", "", '<meta http-equiv="refresh" content="0;url=/docs/a/">') },
  "/copy": {
    body: page("Copy", "", '<meta name="robots" content="noindex"><link rel="canonical" href="/">'),
  },
  "/file.pdf": { headers: { "content-type": "application/pdf" } },
};

let log: MemoryLog;
beforeAll(async () => {
  const fetch = fetchOf(({ host, pathname }) => {
    if (host !== "site.example") return undefined;
    const found = responses[pathname] ?? { status: 404 };
    return { status: 200, headers: { "content-type": "text/html" }, body: "", ttfbMs: 10, ...found };
  });
  ({ log } = await testCrawl(fetch, { startUrl: `${ORIGIN}/` }));
});

function exported(type: "csv" | "xlsx"): Uint8Array {
  const steps = new TextEncoder().encode(log.lines.join("\n"));
  const made = runSiteTask({ name: "export", steps, format: { type, columns: "screaming-frog" } });
  if (!(made instanceof Uint8Array)) throw new TypeError("an export is bytes");
  return made;
}

function rowsByAddress(): Map<string | undefined, Record<string, string>> {
  const rows: Record<string, string>[] = parse(Buffer.from(exported("csv")), { bom: true, columns: true });
  return new Map(rows.map((row) => [row.Address, row]));
}

/** The cells of the first sheet of a workbook, by their references. */
function cellsOf(xlsx: Uint8Array): Map<string | undefined, string | undefined> {
  const sheet = strFromU8(unzipSync(xlsx)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  const cells = sheet.matchAll(/<c r="([A-Z]+\d+)"[^>]*>(?:<v>|<is><t[^>]*>)([^<]*)</g);
  return new Map([...cells].map(([, reference, value]) => [reference, value]));
}

test("the columns have Screaming Frog's names and order, and are all there", () => {
  const [head] = Buffer.from(exported("csv")).toString("utf8").replace("\ufeff", "").split("\r\n");
  expect(parse(head ?? "")).toEqual(parse(HEAD));
});

test("a page: its texts, their lengths and widths, its links and its place", () => {
  const row = rowsByAddress().get(`${ORIGIN}/`);
  expect(row).toMatchObject({
    "Content Type": "text/html",
    "Status Code": "200",
    Status: "OK",
    Indexability: "Indexable",
    "Indexability Status": "",
    "Title 1": "Terms of Services - Kerkar Media",
    "Title 1 Length": "32",
    "Meta Description 1": 'Say "hi", =you',
    "Meta Description 1 Length": "14",
    "H1-1": "Terms of Services - Kerkar Media!",
    "H1-1 Length": "33",
    "Crawl Depth": "0",
    "Folder Depth": "0",
    "Unique Inlinks": "1",
    "% of Total": "25",
    "Unique Outlinks": "8",
    "Unique External Outlinks": "1",
    "Redirect URL": "",
    Language: "en-GB",
    "Meta Keywords 1": "",
    "URL Encoded Address": `${ORIGIN}/`,
    "Crawl Timestamp": "2026-01-01 00:00:00",
  });
  // Screaming Frog measured 297 pixels for this title.
  expect(Math.abs(Number(row?.["Title 1 Pixel Width"]) - 297)).toBeLessThanOrEqual(3);
  expect(Number(row?.["Word Count"])).toBeGreaterThan(5);
  expect(Number(row?.["Response Time"])).toBeLessThan(1);
  expect(row?.Hash).toMatch(/^[0-9a-f]{16}$/);
});

describe("indexability and redirects are in Screaming Frog's words", () => {
  test.each([
    ["/docs/a/", "200", "OK", "", "", ""],
    ["/old", "301", "Moved Permanently", "Redirected", "/docs/a/", "HTTP Redirect"],
    ["/gone", "404", "Not Found", "Client Error", "", ""],
    ["/down", "503", "Service Unavailable", "Server Error", "", ""],
    ["/secret", "0", "Blocked by robots.txt", "Blocked by robots.txt", "", ""],
    ["/moved", "200", "OK", "Redirected", "/docs/a/", "Meta Refresh"],
    ["/copy", "200", "OK", "Canonicalised,noindex", "", ""],
    ["/file.pdf", "200", "OK", "", "", ""],
  ])("%s", (path, code, status, barrier, target, type) => {
    expect(rowsByAddress().get(ORIGIN + path)).toMatchObject({
      "Status Code": code,
      Status: status,
      Indexability: barrier === "" ? "Indexable" : "Non-Indexable",
      "Indexability Status": barrier,
      "Redirect URL": target === "" ? "" : ORIGIN + target,
      "Redirect Type": type,
    });
  });

  test("nothing else is listed: no other site, no robots.txt", () => {
    expect([...rowsByAddress().keys()].every((url) => url?.startsWith(`${ORIGIN}/`))).toBe(true);
    expect(rowsByAddress().size).toBe(9);
  });
});

test("a workbook has the same as its only sheet, and numbers as numbers", () => {
  const xlsx = exported("xlsx");
  expect(Object.keys(unzipSync(xlsx)).filter((name) => name.includes("worksheets/"))).toHaveLength(1);
  const cells = cellsOf(xlsx);
  expect([cells.get("A1"), cells.get("C1"), cells.get("BT1")]).toEqual([
    "Address",
    "Status Code",
    "Crawl Timestamp",
  ]);
  expect([cells.get("A2"), cells.get("C2"), cells.get("I1")]).toEqual([
    `${ORIGIN}/`,
    "200",
    "Title 1 Pixel Width",
  ]);
});
