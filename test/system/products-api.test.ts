import { describe, expect, test } from "bun:test";
import {
  apiItem,
  credentialsFor,
  failure,
  itemsOf,
  openAdvertisingApi,
  SECRET_KEY,
} from "../products/advertising-api.ts";
import { spawnQuintet, startQuintet } from "../running.ts";

const ASIN = "B0TEST0001";

function environment(base: string, more: Readonly<Record<string, string>> = {}) {
  return {
    METERING: "off",
    AMAZON_SOURCE: "api",
    AMAZON_BASE_URL: base,
    AMAZON_LIMITS: "interval-ms=0",
    AMAZON_API_CREDENTIALS: credentialsFor("de", "com", "co.jp"),
    ...more,
  };
}

async function ask(server: { readonly url: string }, query: string) {
  const response = await fetch(`${server.url}/amazon/product?${query}`);
  // biome-ignore lint/suspicious/noExplicitAny: the response of a server under test
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

test("a signed request gets the same response as from a page, with the source of each field", async () => {
  await using api = openAdvertisingApi(({ body }) => ({
    body: itemsOf(apiItem(String(Reflect.get(Object(body.ItemIds), 0)))),
  }));
  await using server = await startQuintet(environment(api.base));
  const first = await ask(server, `asin=${ASIN}&marketplace=de&language=de`);
  expect([first.status, first.body.source, first.body.cache.state]).toEqual([200, "api", "miss"]);
  expect(first.body).toMatchObject({
    price: { amount: "19.90", currency: "EUR" },
    sources: { price: "api.OffersV2.Listings.Price" },
  });
  expect((await ask(server, `asin=${ASIN}&marketplace=de&language=de`)).body.cache.state).toBe("hit");
  expect((await ask(server, `asin=${ASIN}&marketplace=co.jp&fields=price`)).status).toBe(200);
  expect(api.requests.map(({ host, region }) => [host, region])).toEqual([
    ["webservices.amazon.de", "eu-west-1"],
    ["webservices.amazon.co.jp", "us-west-2"],
  ]);
  expect(api.requests[0]?.body).toMatchObject({
    ItemIds: [ASIN],
    LanguagesOfPreference: ["de_DE"],
    Marketplace: "www.amazon.de",
    PartnerTag: "quintet-20",
    PartnerType: "Associates",
  });
  const other = await ask(server, `asin=${ASIN}&marketplace=fr`);
  expect([other.status, other.body.code]).toEqual([503, "source-not-configured"]);
});

describe("what the API rejects has a code of its own, costs nothing and shows no secret", () => {
  test.each([
    [
      { status: 429, body: failure("TooManyRequests"), headers: { "Retry-After": "9" } },
      503,
      "upstream-rate-limited",
    ],
    [{ body: failure("ItemNotAccessible") }, 404, "item-not-accessible"],
    [{ status: 403, body: failure("AccessDenied") }, 503, "upstream-credentials-rejected"],
    [{ status: 400, body: failure("InvalidPartnerTag") }, 503, "upstream-credentials-rejected"],
    [{ status: 500, body: failure("InternalFailure") }, 502, "upstream-unavailable"],
    [
      { status: 302, body: "", headers: { Location: "http://127.0.0.1:1/" } },
      502,
      "upstream-unexpected-page",
    ],
  ])("%j", async (answer, status, code) => {
    await using api = openAdvertisingApi(() => answer);
    await using server = await startQuintet(environment(api.base));
    const told = await ask(server, `asin=${ASIN}&marketplace=de`);
    expect([told.status, told.body.code, told.body.charged]).toEqual([status, code, 0]);
    expect(JSON.stringify(told.body)).not.toContain(SECRET_KEY);
  });

  test("another secret", async () => {
    await using api = openAdvertisingApi(() => ({ body: itemsOf(apiItem(ASIN)) }));
    const wrong = credentialsFor("de").replace(SECRET_KEY, "anotherSecretWithEnoughCharacters");
    await using server = await startQuintet(environment(api.base, { AMAZON_API_CREDENTIALS: wrong }));
    const told = await ask(server, `asin=${ASIN}&marketplace=de`);
    expect([told.body.code, api.requests.length]).toEqual(["upstream-credentials-rejected", 0]);
    expect(told.body.detail).toContain("InvalidSignature");
  });
});

test("without credentials, or with malformed ones, the server does not start and says what is missing", async () => {
  for (const given of [{}, { AMAZON_API_CREDENTIALS: "de=secret" }]) {
    const child = spawnQuintet({ AMAZON_SOURCE: "api", ...given });
    const [code, errors] = await Promise.all([
      child.exited,
      new Response(child.stderr as ReadableStream).text(),
    ]);
    expect(code).not.toBe(0);
    expect(errors).toContain("AMAZON_API_CREDENTIALS");
    expect(errors).not.toContain("=secret");
  }
});
