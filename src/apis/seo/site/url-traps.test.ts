import { describe, expect, test } from "bun:test";
import { testCrawl } from "../../../../test/fixtures/seo/crawl.ts";
import { fetchOf } from "../../../../test/fixtures/seo/generated-site.ts";
import { isNightly } from "../../../../test/helpers/nightly.ts";
import { reportOf } from "./analyze-site.ts";
import { isDated, isRepeating, patternOf } from "./url-traps.ts";

test.each([
  ["/a/a/a", true],
  ["/x/a/b/a/b/a/b", true],
  ["/x/a/b/a/b/a/b/", true],
  ["/en/en/x", false],
  ["/a/b/c/a/b/c", false],
  ["/2026/01/01", false],
])("repeats itself: %s %p", (path, is) => {
  expect(isRepeating(`https://example.com${path}`)).toBe(is);
});

test.each([
  ["/calendar/2026/11", true],
  ["/calendar/2026-11-05/", true],
  ["/events/2026/w12", true],
  ["/cal?month=11&year=2026", true],
  ["/e?tribe-bar-date=2026-11-01", true],
  ["/2026/11/a-post", false],
  ["/2026/11/12345", false],
  ["/product/20261", false],
  ["/list?page=2", false],
])("is a date: %s %p", (path, is) => {
  expect(isDated(`https://example.com${path}`)).toBe(is);
});

test("patterns", () => {
  const of = (path: string) => patternOf(`https://example.com${path}`);
  expect(of("/product-17/2026/a.html?b=1&a=2&b=3")).toBe("/product-{n}/{n}/a.html?a={}&b={}");
  expect(of("/x/0b2c4d6e-1111-2222-3333-444455556666")).toBe("/x/{id}");
  expect(of("/x/deadbeef01")).toBe("/x/{id}");
});

const escaped = (text: string) => text.replaceAll("&", "&amp;");

/** A site whose pages are made from their URLs. Crawled with a limit that only a trap reaches. */
async function crawlMade(
  make: (url: URL) => { readonly text: string; readonly links: readonly string[] } | undefined,
  maxPages = 1_500,
) {
  const fetch = fetchOf((url) => {
    const made = make(url);
    const body = `<title>${made?.text.slice(0, 40)}</title><body>${made?.text} ${made?.links.map((href) => `<a href="${escaped(href)}">x</a>`).join(" ")}`;
    return {
      status: made === undefined ? 404 : 200,
      headers: { "content-type": "text/html" },
      body,
      ttfbMs: 1,
    };
  });
  const { site, ending } = await testCrawl(fetch, {
    startUrl: "https://example.com/",
    maxPages,
    maxDepth: 1_000,
    pace: 1_000,
  });
  const report = reportOf(site);
  return { ending, pages: report.totals.htmlPages, kinds: new Set(report.traps.map(({ kind }) => kind)) };
}

/** Words that no other number has. */
const prose = (seed: number, count = 60) =>
  Array.from({ length: count }, (_, i) => Bun.hash(`${seed} ${i}`).toString(36).replaceAll(/\d/g, "")).join(
    " ",
  );

describe("URLs without end are left after some pages", () => {
  test("a parameter of an unknown session that is new in each link", async () => {
    let serial = 0;
    const { ending, pages, kinds } = await crawlMade(({ pathname }) => {
      if (pathname.length > 3) return undefined;
      const links = Array.from(
        { length: 8 },
        (_, i) => `/p${i}?zz=token${String(serial++).padStart(8, "0")}`,
      );
      return { text: prose(pathname.charCodeAt(2)), links };
    });
    expect(ending).toBe("complete");
    expect(pages).toBeLessThan(120);
    expect(kinds).toContain("session");
  });

  test("a calendar by parameters, with words that change", async () => {
    const { ending, pages, kinds } = await crawlMade(({ pathname, searchParams }) => {
      if (pathname !== "/" && pathname !== "/events") return undefined;
      const month = Number(searchParams.get("month") ?? 0);
      return {
        text: `Events ${prose(month, 5)}`,
        links: [`/events?month=${month + 1}`, `/events?month=${month - 1}`],
      };
    });
    expect(ending).toBe("complete");
    expect(pages).toBeLessThan(40);
    expect(kinds).toContain("calendar");
  });

  test("empty pages of a list", async () => {
    const { ending, pages } = await crawlMade(({ pathname, searchParams }) => {
      if (pathname !== "/" && pathname !== "/list") return undefined;
      return {
        text: "There are no more results for you.",
        links: [`/list?page=${Number(searchParams.get("page") ?? 1) + 1}`],
      };
    });
    expect(ending).toBe("complete");
    expect(pages).toBeLessThan(60);
  });

  test("a folder that contains itself, under names that alternate", async () => {
    const { ending, pages, kinds } = await crawlMade(({ pathname }) => {
      return pathname.includes(".") ? undefined : { text: prose(pathname.length), links: ["a/", "b/"] };
    }, 200);
    expect(ending).not.toBe("url-limit");
    expect(pages).toBeLessThan(201);
    expect(kinds).toContain("repeating-path");
  });

  test("orders and filters of one list", async () => {
    const { ending, pages, kinds } = await crawlMade(({ pathname, search }) => {
      if (pathname !== "/" && pathname !== "/shop") return undefined;
      const links = ["a", "b", "c", "d", "e", "f", "g"].flatMap((name) =>
        [1, 2, 3].map((value) => {
          const next = new URLSearchParams(search);
          next.set(name, String(value));
          return `/shop?${next}`;
        }),
      );
      return { text: "All things in the shop, in the order that you like best of all orders.", links };
    });
    expect(ending).toBe("complete");
    expect(pages).toBeLessThan(200);
    expect(kinds).toContain("parameters");
  });
});

/** Pages of a list with an end: more than the 60 after which a crawl leaves what is like a trap. */
const MANY = isNightly ? 200 : 70;

describe("what looks like it and has an end is read whole", () => {
  test(`a list of ${MANY} pages with things on each`, async () => {
    const { pages, kinds } = await crawlMade(({ pathname, searchParams }) => {
      const page = Number(searchParams.get("page") ?? 1);
      if (pathname === "/" && page <= MANY) {
        const next = page < MANY ? [`/?page=${page + 1}`] : [];
        return { text: "The list of all things, as it is.", links: [`/thing/${page}`, ...next] };
      }
      return pathname.startsWith("/thing/") ? { text: prose(page), links: ["/"] } : undefined;
    });
    expect(pages).toBe(2 * MANY);
    expect(kinds.size).toBe(0);
  });

  test(`a chain of ${MANY} articles`, async () => {
    const { pages } = await crawlMade(({ pathname }) => {
      const number = Number(pathname.slice(3) || 0);
      return number < MANY ? { text: prose(number), links: [`/a/${number + 1}`] } : undefined;
    });
    expect(pages).toBe(MANY);
  });

  test("a blog with dates in its URLs and an archive of years", async () => {
    const months = isNightly ? 120 : 40;
    const { pages, kinds } = await crawlMade(({ pathname }) => {
      const [, year = "", month = "", post] = pathname.split("/");
      const at = pathname === "/" ? 0 : (Number(year) - 2016) * 12 + Number(month) - 1;
      if (!(at >= 0 && at < months)) return undefined;
      const path = (i: number) => `/${2016 + Math.floor(i / 12)}/${String((i % 12) + 1).padStart(2, "0")}`;
      if (post) return { text: prose(at * 10 + Number(post.slice(-1))), links: ["/"] };
      return { text: "The archive.", links: [`${path(at)}/post-1`, `${path(at)}/post-2`, path(at + 1)] };
    });
    expect(kinds.size).toBe(0);
    expect(pages).toBeGreaterThan(3 * months - 5);
  });

  test("a system that has all its pages behind one path with two parameters", async () => {
    const { pages, kinds } = await crawlMade(({ pathname, searchParams }) => {
      const id = Number(searchParams.get("id") ?? 0);
      if (pathname !== "/" && pathname !== "/index.php") return undefined;
      const links =
        id === 0 ? Array.from({ length: 2 * MANY }, (_, i) => `/index.php?view=article&id=${i + 1}`) : ["/"];
      return { text: prose(id), links };
    });
    expect(pages).toBe(2 * MANY + 1);
    expect(kinds.size).toBe(0);
  });

  test("a parameter with the look of a session that tells pages apart", async () => {
    const { pages } = await crawlMade(({ pathname, searchParams }) => {
      if (pathname !== "/" && pathname !== "/view") return undefined;
      const id = searchParams.get("key") ?? "";
      const links = Array.from({ length: 70 }, (_, i) => `/view?key=item${String(i).padStart(6, "0")}`);
      return { text: prose(Number(id.slice(4) || 999)), links };
    });
    expect(pages).toBe(71);
  });
});
