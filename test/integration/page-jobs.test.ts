import { afterAll, expect, test } from "bun:test";
import { marketplaces } from "../../src/apis/products/amazon/marketplaces.ts";
import { type ProductPage, pageSource } from "../../src/apis/products/amazon/page-source.ts";
import type { Product } from "../../src/apis/products/schemas.ts";
import { companyPage, profilePage } from "../../src/apis/profiles/linkedin/pages.fixture.ts";
import { publicCompanies, publicProfiles } from "../../src/apis/profiles/linkedin/public.ts";
import type { Run } from "../../src/kit/sandbox.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { pageJob, readPage } from "../../src/upstream/page-job.ts";
import type { Page, SiteClient, Source } from "../../src/upstream/source.ts";
import { times } from "../fixtures/hostile-text.ts";
import { page } from "../fixtures/products/page.ts";
import { watchEventLoop } from "../helpers/event-loop.ts";
import { rejectionOf } from "../helpers/rejection.ts";

const sandbox = createSandbox({ size: 2, queue: 8, keep: 1, idleMs: 60_000, onFailure: () => {} });
afterAll(() => sandbox.close());

const [marketplace] = marketplaces;
if (marketplace === undefined) throw new TypeError("no marketplace");
const query = { asin: "B0TEST0001", marketplace, language: undefined };
const { signal } = new AbortController();
/** A busy machine takes long for a page of megabytes: how long a page may take is not what is shown here. */
const run: Run = (job, input) => {
  const limits =
    job.limits.totalMs === 1 ? job.limits : { ...job.limits, progressMs: 60_000, totalMs: 60_000 };
  return sandbox.run({ ...job, limits }, input, signal);
};

/** Reads an item from a site that answers every request so, in a true process of the sandbox. */
function read<Query, Result>(
  source: Source<Query, Result>,
  wanted: Query,
  html: string,
  told: Partial<Page> = {},
): Promise<Result> {
  const body = new TextEncoder().encode(html);
  const siteClient: SiteClient = {
    now: Date.now,
    get: async (url) => ({ url, status: 200, headers: new Map(), body, ...told }),
    parse: (job, input) => readPage(run, signal, job, input, new URL(input.url).host),
  };
  return source.read(wanted, siteClient);
}

test("a product's page of megabytes is read in a process, and the event loop goes on", async () => {
  const html = page({ below: times(4_000_000, '<div id="availability"><p class=a>In stock</div>') });
  const standstill = async () => {
    const watch = watchEventLoop(5);
    const product = await read(pageSource, query, html);
    expect(product.title).toBe("A kettle of steel");
    return watch.end();
  };
  // What the page itself takes, it takes in every round; the engine's garbage does not.
  let worst = await standstill();
  for (let round = 0; round < 5 && worst >= 400; round++) worst = await standstill();
  expect(worst).toBeLessThan(400);
});

test("a wall keeps its code and when to come again", async () => {
  const headers = new Map([["retry-after", ["120"]]]);
  expect(await rejectionOf(read(pageSource, query, "<p>no", { status: 429, headers }))).toMatchObject({
    code: "upstream-rate-limited",
    options: { headers: { "Retry-After": "120" } },
  });
});

test("people and organizations are read so, too", async () => {
  const person = await read(publicProfiles, { kind: "in", slug: "ines-morrow" }, profilePage({}));
  expect(person.facts.fullName).toBe("Ines Morrow");
  const company = await read(publicCompanies, { kind: "company", slug: "weir-sons" }, companyPage());
  expect(company.source).toBe("public");
  const empty = read(publicProfiles, { kind: "in", slug: "ines-morrow" }, "");
  expect(await rejectionOf(empty)).toMatchObject({ code: "upstream-unexpected-page" });
});

test("a page that takes longer than its deadline is an unexpected page, and the next one is read", async () => {
  const product = pageJob<ProductPage, Product>(
    "products-page",
    new URL("../../src/apis/products/amazon/page.worker.ts", import.meta.url).href,
  );
  const short = { ...product, limits: { ...product.limits, progressMs: 1, totalMs: 1 } };
  const input: ProductPage = {
    url: "https://www.amazon.com/dp/B0TEST0001",
    status: 200,
    body: new TextEncoder().encode(page({ below: times(2_000_000, "<div id=availability>") })),
    contentType: undefined,
    location: undefined,
    retryAfter: undefined,
    now: 0,
    asin: query.asin,
    marketplace: query.marketplace,
  };
  expect(await rejectionOf(readPage(run, signal, short, input, "shop.example"))).toMatchObject({
    code: "upstream-unexpected-page",
  });
  expect((await readPage(run, signal, product, input, "shop.example")).asin).toBe("B0TEST0001");
});
