import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  type Answer,
  apiItem,
  CREDENTIAL_ID,
  credentialsFor,
  failure,
  itemError,
  itemsOf,
  OLD_CREDENTIAL_ID,
  openCreatorsApi,
  SECRET,
} from "../fixtures/products/creators-api.ts";
import { type Running, spawnQuintet, startQuintet } from "../helpers/running.ts";

const ASIN = "B0TEST0001";

function environment(base: string, more: Readonly<Record<string, string>> = {}) {
  return {
    METERING: "off",
    AMAZON_SOURCE: "api",
    UPSTREAM_URLS: `amazon=${base}`,
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

const answerItem = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => ({
  body: itemsOf(apiItem(String(Reflect.get(Object(body.itemIds), 0)))),
});

test("one token serves many requests; the response is that of a page, with the source of each field", async () => {
  await using api = openCreatorsApi(answerItem);
  await using server = await startQuintet(environment(api.base));
  const first = await ask(server, `asin=${ASIN}&marketplace=de&language=de`);
  expect([first.status, first.body.source, first.body.cache.state]).toEqual([200, "api", "miss"]);
  expect(first.body).toMatchObject({
    price: { amount: "19.90", currency: "EUR" },
    sources: { price: "api.offersV2.listings.price" },
  });
  expect((await ask(server, `asin=${ASIN}&marketplace=de&language=de`)).body.cache.state).toBe("hit");
  expect((await ask(server, "asin=B0TEST0002&marketplace=de")).status).toBe(200);
  expect((await ask(server, `asin=${ASIN}&marketplace=co.jp&fields=price`)).status).toBe(200);
  expect(api.grants).toEqual(["api.amazon.co.uk/auth/o2/token", "api.amazon.co.jp/auth/o2/token"]);
  expect(api.requests.map(({ marketplace, authorization }) => [marketplace, authorization])).toEqual([
    ["www.amazon.de", "Bearer Atc|token-1"],
    ["www.amazon.de", "Bearer Atc|token-1"],
    ["www.amazon.co.jp", "Bearer Atc|token-2"],
  ]);
  expect(api.requests[0]?.body).toMatchObject({
    itemIds: [ASIN],
    languagesOfPreference: ["de_DE"],
    partnerTag: "quintet-20",
  });
  const other = await ask(server, `asin=${ASIN}&marketplace=fr`);
  expect([other.status, other.body.code]).toEqual([503, "source-not-configured"]);
});

test("credentials of version 2 are exchanged at their own endpoint and name their version", async () => {
  await using api = openCreatorsApi(answerItem);
  const old = credentialsFor("com", "de", "co.jp").replaceAll(CREDENTIAL_ID, OLD_CREDENTIAL_ID);
  await using server = await startQuintet(environment(api.base, { AMAZON_API_CREDENTIALS: old }));
  for (const marketplace of ["com", "de", "co.jp"]) {
    expect((await ask(server, `asin=${ASIN}&marketplace=${marketplace}`)).status).toBe(200);
  }
  expect(api.requests.map(({ authorization }) => authorization.slice(-11))).toEqual([
    "Version 2.1",
    "Version 2.2",
    "Version 2.3",
  ]);
  expect(api.grants).toEqual(
    ["us-east-1", "eu-south-2", "us-west-2"].map(
      (region) => `creatorsapi.auth.${region}.amazoncognito.com/oauth2/token`,
    ),
  );
});

describe("a token that is no longer valid is replaced", () => {
  test("when it expires", async () => {
    await using api = openCreatorsApi(answerItem, { expiresIn: 10 });
    await using server = await startQuintet(environment(api.base));
    await ask(server, `asin=${ASIN}&marketplace=de`);
    await ask(server, "asin=B0TEST0002&marketplace=de");
    expect([api.grants.length, api.requests.length]).toEqual([2, 2]);
  });

  test("when the API rejects it before its time; the caller does not notice, and pacing does not count it", async () => {
    await using api = openCreatorsApi(answerItem);
    await using server = await startQuintet(
      environment(api.base, { AMAZON_LIMITS: "interval-ms=0,daily=2" }),
    );
    expect((await ask(server, `asin=${ASIN}&marketplace=de`)).status).toBe(200);
    api.revoke();
    expect((await ask(server, "asin=B0TEST0002&marketplace=de")).status).toBe(200);
    expect(api.grants).toHaveLength(2);
  });
});

describe("what the API rejects has a code of its own, costs nothing and shows no secret", () => {
  let answer: Answer = { body: "" };
  let token: Answer = { body: "" };
  let asked = 0;
  const api = openCreatorsApi(() => answer);
  const tokenless = openCreatorsApi(answerItem, { token: () => token });
  let server: Running;
  let withoutToken: Running;
  beforeAll(async () => {
    // Without the pause after a failure, which would answer the next case.
    const AMAZON_LIMITS = "interval-ms=0,pause-ms=0";
    server = await startQuintet(environment(api.base, { AMAZON_LIMITS }));
    withoutToken = await startQuintet(environment(tokenless.base, { AMAZON_LIMITS }));
  });
  afterAll(() =>
    Promise.all([server, withoutToken, api, tokenless].map((one) => one[Symbol.asyncDispose]())),
  );

  test.each([
    [
      { status: 429, body: failure("ThrottleException"), headers: { "Retry-After": "9" } },
      503,
      "upstream-rate-limited",
    ],
    [{ body: itemError("ItemNotAccessible") }, 404, "item-not-accessible"],
    [
      { status: 403, body: failure("AccessDeniedException", "AssociateNotEligible") },
      503,
      "upstream-credentials-rejected",
    ],
    [
      { status: 400, body: failure("ValidationException", "InvalidPartnerTag") },
      503,
      "upstream-credentials-rejected",
    ],
    [{ status: 500, body: failure("InternalServerException") }, 502, "upstream-unavailable"],
    [
      { status: 302, body: "", headers: { Location: "http://127.0.0.1:1/" } },
      502,
      "upstream-unexpected-page",
    ],
  ])("%j", async (given, status, code) => {
    answer = given;
    const told = await ask(server, `asin=B0TEST1${String(++asked).padStart(3, "0")}&marketplace=de`);
    expect([told.status, told.body.code, told.body.charged]).toEqual([status, code, 0]);
    expect(JSON.stringify(told.body)).not.toMatch(/oa2-cs|Atc\|/);
  });

  test("another secret", async () => {
    await using api = openCreatorsApi(answerItem);
    const wrong = credentialsFor("de").replace(SECRET, "anotherSecretWithEnoughCharacters");
    await using server = await startQuintet(environment(api.base, { AMAZON_API_CREDENTIALS: wrong }));
    const told = await ask(server, `asin=${ASIN}&marketplace=de`);
    expect([told.body.code, api.requests.length]).toEqual(["upstream-credentials-rejected", 0]);
    expect(told.body.detail).toContain("invalid_client");
  });

  test.each([
    [{ status: 429, body: {} }, "upstream-rate-limited"],
    [{ status: 503, body: "<html>" }, "upstream-unavailable"],
    [{ status: 403, body: "" }, "upstream-credentials-rejected"],
    [{ status: 400, body: { error: "invalid_scope" } }, "upstream-credentials-rejected"],
    [{ body: {} }, "upstream-unexpected-page"],
    [{ body: "<html>" }, "upstream-unexpected-page"],
    [{ body: { access_token: "with\r\nline" } }, "upstream-unexpected-page"],
    [{ body: { access_token: "x".repeat(100_000) } }, "upstream-unexpected-page"],
    [{ status: 302, body: "", headers: { Location: "https://api.amazon.com/" } }, "upstream-unexpected-page"],
  ])("a token endpoint that returns %j", async (given, code) => {
    token = given;
    const told = await ask(withoutToken, `asin=${ASIN}&marketplace=de`);
    expect([told.body.code, told.body.charged, tokenless.requests.length]).toEqual([code, 0, 0]);
    expect(JSON.stringify(told.body)).not.toContain(SECRET);
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
