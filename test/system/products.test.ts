import { describe, expect, test } from "bun:test";
import { ProductResponse } from "../../src/apis/products/responses.ts";
import { cart, core, formPrice, page } from "../fixtures/products/page.ts";
import { spawnQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";
import { openSite, type Site, type Visit } from "../servers/upstream-site.ts";

const CAPTCHA = `<html><form action="/errors/validateCaptcha"></form></html>`;

/** The page of whatever product is asked for. */
function product({ path, host }: Pick<Visit, "path" | "host">): { body: string } {
  const asin = path.slice(-10);
  return {
    body: page({
      asin,
      host,
      center: core({ whole: "24", fraction: "99" }),
      box: cart(asin, { inside: formPrice("24.99", "USD", asin) }),
    }),
  };
}

function environment(site: Site, more: Readonly<Record<string, string>> = {}) {
  return {
    METERING: "off",
    AMAZON_SOURCE: "page",
    UPSTREAM_URLS: `amazon=${site.base}`,
    AMAZON_LIMITS: "interval-ms=0",
    ...more,
  };
}

const asinOf = (i: number) => `B0MANY${String(i).padStart(4, "0")}`;

interface Told {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the answers of a server under test
  readonly body: any;
}

async function ask(server: { readonly url: string }, query: string, key?: string): Promise<Told> {
  const answer = await fetch(`${server.url}/amazon/product?${query}`, {
    headers: key === undefined ? {} : { "X-API-Key": key },
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

test("off by default: the refusal says what the operator sets", async () => {
  await using server = await startQuintet({ METERING: "off" });
  const { status, body } = await ask(server, "asin=B07JH148DF");
  expect(status).toBe(503);
  expect(body).toMatchObject({ code: "source-not-configured", charged: 0 });
  expect(body.detail).toContain("AMAZON_SOURCE");
  expect((await ask(server, "asin=12345")).status).toBe(400);
});

test("50 identical requests on each of two replicas make one reading", async () => {
  await using site = openSite(product, { delayMs: 150 });
  const DATA_DIR = temporaryFolder();
  await using one = await startQuintet(environment(site, { DATA_DIR }));
  await using two = await startQuintet(environment(site, { DATA_DIR }));
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => ask(i % 2 === 0 ? one : two, "asin=B07JH148DF&reviews=false")),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
  expect(new Set(answers.map(({ body }) => body.price.amount))).toEqual(new Set(["24.99"]));
  expect(site.visits()).toHaveLength(1);
  expect(site.robots()).toHaveLength(1);
});

test("two replicas keep spacing and concurrency together; one host does not wait for another", async () => {
  await using site = openSite(product, { delayMs: 80 });
  const DATA_DIR = temporaryFolder();
  const limits = {
    DATA_DIR,
    AMAZON_LIMITS: "interval-ms=400,concurrency=1",
  };
  await using one = await startQuintet(environment(site, limits));
  await using two = await startQuintet(environment(site, limits));
  /** Asks again for as long as the turn is too far away. */
  const insist = (server: { readonly url: string }, query: string): Promise<Told> =>
    until("its turn comes", async () => {
      const told = await ask(server, query);
      return told.body.code === "pacing" ? undefined : told;
    });
  // The rules are read before, outside of the pace.
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      insist(i % 2 === 0 ? one : two, `asin=${asinOf(i)}&marketplace=${i < 6 ? "de" : "fr"}`),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  for (const host of ["www.amazon.de", "www.amazon.fr"]) {
    const times = site
      .visits()
      .filter((visit) => visit.host === host)
      .map(({ at }) => at);
    for (const [i, at] of times.entries()) if (i > 0) expect(at - (times[i - 1] ?? 0)).toBeGreaterThan(300);
  }
  expect(site.visits().filter(({ host }) => host === "www.amazon.de")).toHaveLength(6);
});

test("who would wait too long is told when to come back", async () => {
  await using site = openSite(product);
  await using server = await startQuintet(environment(site, { AMAZON_LIMITS: "interval-ms=60000" }));
  expect((await ask(server, `asin=${asinOf(1)}`)).status).toBe(200);
  const { status, body, headers } = await ask(server, `asin=${asinOf(2)}`);
  expect(status).toBe(503);
  expect(body).toMatchObject({ code: "pacing", retryable: true, charged: 0 });
  expect(Date.parse(body.nextSlotAt) - Date.now()).toBeWithin(30_000, 62_000);
  expect(Number(headers.get("retry-after"))).toBeWithin(30, 63);
  // What is there already waits for nobody.
  expect((await ask(server, `asin=${asinOf(1)}`)).body.cache.state).toBe("hit");
});

describe("a block", () => {
  test("is not retried, and the next calls are answered without the site within 20 ms", async () => {
    await using site = openSite(() => ({ body: CAPTCHA }));
    await using server = await startQuintet(environment(site));
    const first = await ask(server, `asin=${asinOf(1)}`);
    expect(first.body).toMatchObject({ code: "upstream-captcha", status: 503, charged: 0, retryable: true });
    expect(Number(first.headers.get("retry-after"))).toBeWithin(590, 601);
    const times: number[] = [];
    for (let i = 2; i < 12; i++) {
      const began = performance.now();
      expect((await ask(server, `asin=${asinOf(i)}`)).body.code).toBe("upstream-captcha");
      times.push(performance.now() - began);
    }
    expect(Math.min(...times)).toBeLessThan(20);
    expect(site.visits()).toHaveLength(1);
    // Another marketplace has blocked nobody.
    await ask(server, `asin=${asinOf(1)}&marketplace=de`);
    expect(site.visits()).toHaveLength(2);
  });

  test("gets the old copy answered as stale", async () => {
    let blocked = false;
    await using site = openSite((visit) => (blocked ? { body: CAPTCHA } : product(visit)));
    await using server = await startQuintet(
      environment(site, { AMAZON_LIMITS: "interval-ms=0,fresh-seconds=0,stale-seconds=600" }),
    );
    expect((await ask(server, "asin=B07JH148DF")).body.cache.state).toBe("miss");
    blocked = true;
    const { status, body } = await ask(server, "asin=B07JH148DF");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      price: { amount: "24.99" },
      cache: { state: "stale" },
      upstreamError: "upstream-captcha",
    });
    expect((await ask(server, "asin=B07JH148DF&maxAge=0")).body.code).toBe("upstream-captcha");
  });
});

test("no cookie is ever sent, and we say who we are", async () => {
  await using site = openSite((visit) => ({
    ...product(visit),
    headers: { "Set-Cookie": "session-id=1; Path=/" },
  }));
  await using server = await startQuintet(
    environment(site, { UPSTREAM_USER_AGENT: "Shop/2.0 ops@quintet.test" }),
  );
  for (const i of [1, 2]) await ask(server, `asin=${asinOf(i)}&marketplace=de`);
  expect(site.visits()).toHaveLength(2);
  for (const { headers } of site.visits()) {
    expect(headers.get("cookie")).toBeNull();
    expect(headers.get("user-agent")).toBe("Shop/2.0 ops@quintet.test");
    expect(headers.get("accept-language")).toStartWith("de-DE");
    for (const [name] of headers) expect(name).not.toMatch(/^sec-|^x-forwarded/);
  }
});

test("robots.txt is kept to, and permission is the operator's word", async () => {
  const robotsTxt = "User-agent: *\nDisallow: /dp/";
  await using site = openSite(product, { robotsTxt });
  await using server = await startQuintet(environment(site));
  const { status, body } = await ask(server, "asin=B07JH148DF");
  expect([status, body.code, site.visits().length]).toEqual([503, "robots-disallowed", 0]);
  await using permitted = await startQuintet(environment(site, { AMAZON_ROBOTS: "permitted" }));
  expect((await ask(permitted, "asin=B07JH148DF")).status).toBe(200);
});

test("redirects stay on the marketplace; the operator's base opens nothing to others", async () => {
  await using site = openSite((visit) => {
    if (visit.path.endsWith(asinOf(1)))
      return { status: 301, headers: { Location: `/Nice-Words/dp/${asinOf(2)}` } };
    if (visit.path.endsWith(asinOf(3)))
      return { status: 302, headers: { Location: "https://evil.example/dp/x" } };
    if (visit.path.endsWith(asinOf(4))) return { status: 302, headers: { Location: "/ap/signin?x" } };
    if (visit.path === "/ap/signin") return { body: "<form name=signIn>" };
    return product(visit);
  });
  await using server = await startQuintet(environment(site, { AMAZON_LIMITS: "interval-ms=0,pause-ms=0" }));
  expect((await ask(server, `asin=${asinOf(1)}`)).body).toMatchObject({
    asin: asinOf(2),
    requestedAsin: asinOf(1),
  });
  expect((await ask(server, `asin=${asinOf(3)}`)).body.code).toBe("upstream-unexpected-page");
  expect((await ask(server, `asin=${asinOf(4)}`)).body.code).toBe("upstream-blocked");
  expect(new Set(site.visits().map(({ host }) => host))).toEqual(new Set(["www.amazon.com"]));
  const inside = encodeURIComponent(`http://127.0.0.1:${site.port}/`);
  const audit = await fetch(`${server.url}/seo/meta?url=${inside}`);
  expect(await audit.json()).toMatchObject({ code: "url-not-public" });
});

test("a site that is not there or sends without end is a typed error", async () => {
  await using large = openSite(() => ({ body: "x".repeat(9_000_000) }));
  await using small = await startQuintet(environment(large));
  expect((await ask(small, "asin=B07JH148DF")).body).toMatchObject({
    code: "upstream-unavailable",
    charged: 0,
  });
  const gone = openSite(product);
  await gone[Symbol.asyncDispose]();
  await using lost = await startQuintet(environment(gone, { AMAZON_ROBOTS: "permitted" }));
  expect((await ask(lost, "asin=B07JH148DF")).body).toMatchObject({
    code: "upstream-unavailable",
    charged: 0,
  });
});

test("fields, reviews, language and url choose; what is not known is refused", async () => {
  await using site = openSite(product);
  await using server = await startQuintet(environment(site));
  const { body } = await ask(
    server,
    "url=https%3A%2F%2Fwww.amazon.es%2Fx%2Fdp%2FB07JH148DF&language=pt&fields=price,title",
  );
  expect(Object.keys(body).sort()).toEqual([
    "asin",
    "cache",
    "completeness",
    "marketplace",
    "observedAt",
    "price",
    "requestedAsin",
    "source",
    "title",
  ]);
  expect(site.visits()[0]).toMatchObject({ host: "www.amazon.es", path: "/-/pt/dp/B07JH148DF" });
  const whole = await ask(server, "asin=B07JH148DF");
  expect(ProductResponse.safeParse(whole.body).error).toBeUndefined();
  expect(whole.body.reviews).toEqual([]);
  expect((await ask(server, "asin=B07JH148DF&reviews=false")).body.reviews).toBeUndefined();
  for (const wrong of [
    "",
    "asin=B07JH148DF&url=x",
    "asin=B07JH148DF&fields=prices",
    "asin=B07JH148DF&language=xx",
    "asin=B07JH148DF&marketplace=xx",
    "asin=B07JH148DF&maxAge=-1",
    "asin=B07JH148DF&reviews=1",
    "url=https%3A%2F%2Famzn.to%2F3x",
    "url=https%3A%2F%2Fwww.amazon.es%2Fdp%2FB07JH148DF&marketplace=de",
  ]) {
    const { status, body: problem } = await ask(server, wrong);
    expect([wrong, status, problem.code]).toEqual([wrong, 400, "invalid-parameter"]);
  }
});

test("a product is charged once while its copy is fresh; errors and stale answers cost nothing", async () => {
  let answer: "product" | "captcha" | "missing" = "product";
  await using site = openSite((visit) => {
    if (answer === "missing") return { status: 404 };
    return answer === "captcha" ? { body: CAPTCHA } : product(visit);
  });
  const shared = {
    ...environment(site, { METERING: "on", AMAZON_LIMITS: "interval-ms=0,pause-ms=0" }),
    DATA_DIR: temporaryFolder(),
  };
  const made = spawnQuintet(shared, ["keys", "create", "buyer@example.com"]);
  const { key } = JSON.parse(await new Response(made.stdout).text());
  const other = spawnQuintet(shared, ["keys", "create", "other@example.com"]);
  const { key: otherKey } = JSON.parse(await new Response(other.stdout).text());
  await using server = await startQuintet(shared);
  const cost = async (query: string, of = key) =>
    (await ask(server, query, of)).headers.get("quintet-cost")?.split(";")[0];
  expect((await ask(server, "asin=B07JH148DF")).status).toBe(401);
  // Several at once pay once.
  const costs = await Promise.all(Array.from({ length: 6 }, () => cost("asin=B07JH148DF")));
  expect(costs.sort()).toEqual(["0", "0", "0", "0", "0", "1"]);
  expect(await cost("asin=B07JH148DF&fields=price")).toBe("0");
  expect(await cost("asin=B07JH148DF", otherKey)).toBe("1");
  expect(await cost(`asin=${asinOf(1)}`)).toBe("1");
  answer = "captcha";
  const { body, headers } = await ask(server, `asin=${asinOf(2)}`, key);
  expect([body.code, body.charged, headers.get("quintet-cost")?.split(";")[0]]).toEqual([
    "upstream-captcha",
    0,
    "0",
  ]);
  answer = "missing";
  expect((await ask(server, `asin=${asinOf(3)}`, key)).body).toMatchObject({ code: "not-found", charged: 0 });
  answer = "product";
  // A failure is no payment: the product that comes later is.
  expect(await cost(`asin=${asinOf(2)}`)).toBe("1");
  const used = await (await fetch(`${server.url}/usage`, { headers: { "X-API-Key": key } })).text();
  const { apis }: { apis: { api: string; quotas: { used: number }[] }[] } = JSON.parse(used);
  expect(apis.find(({ api }) => api === "products")?.quotas[0]?.used).toBe(3);
});

test("a stale answer gives back what was charged", async () => {
  let blocked = false;
  await using site = openSite((visit) => (blocked ? { body: CAPTCHA } : product(visit)));
  const shared = {
    ...environment(site, {
      METERING: "on",
      AMAZON_LIMITS: "interval-ms=0,fresh-seconds=1,pause-ms=0",
    }),
    DATA_DIR: temporaryFolder(),
  };
  const made = spawnQuintet(shared, ["keys", "create", "buyer@example.com"]);
  const { key } = JSON.parse(await new Response(made.stdout).text());
  await using server = await startQuintet(shared);
  expect((await ask(server, "asin=B07JH148DF", key)).headers.get("quintet-cost")).toStartWith("1;");
  blocked = true;
  const stale = await until("the copy and the payment for it are over", async () => {
    const response = await ask(server, "asin=B07JH148DF", key);
    return response.body.cache.state === "stale" ? response : undefined;
  });
  expect(stale.headers.get("quintet-cost")?.split(";")[0]).toBe("0");
});
