import { heapSize } from "bun:jsc";
import { expect, test } from "bun:test";
import { testCrawl } from "../fixtures/seo/crawl.ts";
import { differences, networkOf } from "../fixtures/seo/expected-crawl.ts";
import { generateSite } from "../fixtures/seo/generated-site.ts";
import { isNightly } from "../helpers/nightly.ts";

const ORIGIN = "https://site.example";
const PACE = 10;
const SIZE = isNightly ? 5_000 : 1_000;
const HEAP_MAX = 150 * 1024 * 1024;

test(`a site of ${SIZE} pages with traps: exactly the seeded defects, in bounded memory, at the set pace`, async () => {
  const site = generateSite(ORIGIN, { seed: 3, size: SIZE });
  let requests = 0;
  Bun.gc(true);
  const heaps = [heapSize()];
  const network = networkOf(site, (url) => {
    if (url.host !== "site.example" || ++requests % 500 !== 0) return;
    Bun.gc(true);
    heaps.push(heapSize());
  });
  const done = testCrawl(network, { startUrl: `${ORIGIN}/`, pace: PACE });
  const { ending, site: analyzed, clock: passed } = await done;
  expect(ending).toBe("complete");
  expect(differences(site, analyzed)).toEqual([]);
  expect(site.forbidden).toEqual([]);
  expect(heaps.length).toBeGreaterThan(1);
  // What the tests before left may be freed meanwhile: the least is what the crawl began with.
  expect(Math.max(...heaps) - Math.min(...heaps)).toBeLessThan(HEAP_MAX);
  const seconds = (passed.time - Date.parse("2026-01-01T00:00:00Z")) / 1_000;
  expect(requests / seconds).toBeLessThanOrEqual(PACE * 1.01);
});
