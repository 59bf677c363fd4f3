import { afterAll, beforeAll, expect, test } from "bun:test";
import { engines } from "../helpers/engines.ts";
import { sendRaw } from "../helpers/raw.ts";
import { openTestApp, type TestApp } from "../helpers/test-app.ts";

/** Keys and URLs that the requests need. */
interface Given {
  readonly live: string;
  readonly tested: string;
  readonly managing: string;
  /** A site with a page that is no HTML. */
  readonly site: string;
}

type Body = string | Blob | FormData | Uint8Array<ArrayBuffer>;

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
}

/** A mistake: its request, and what the error says of it. */
type Mistake = readonly [
  name: string,
  path: string | ((given: Given) => string),
  sent: (given: Given) => Sent,
  status: number,
  code: string,
  detail: RegExp,
];

const PDF = new TextEncoder().encode(
  "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n",
);
const JSON_TYPE = { "Content-Type": "application/json" };
const get = ({ live }: Given): Sent => ({ headers: { "X-API-Key": live } });
const withHeaders =
  (headers: (given: Given) => Readonly<Record<string, string>>) =>
  (given: Given): Sent => ({ headers: headers(given) });
const post =
  (body: Body | undefined, headers: Readonly<Record<string, string>> = {}) =>
  ({ managing }: Given): Sent => ({
    method: "POST",
    headers: { "X-API-Key": managing, ...headers },
    ...(body === undefined ? {} : { body }),
  });
const json = (value: unknown) => post(JSON.stringify(value), JSON_TYPE);
function form(...parts: readonly (readonly [name: string, value: string | Uint8Array<ArrayBuffer>])[]) {
  const body = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === "string") body.append(name, value);
    else body.append(name, new Blob([value]), "file.bin");
  }
  return post(body);
}

const mistakes: readonly Mistake[] = [
  // Files.
  [
    "a PDF in a part of another name",
    "/pdf/extract",
    form(["document", PDF]),
    400,
    "invalid-body",
    /document.*part named file/,
  ],
  [
    "a PDF as a part without a file name",
    "/pdf/extract",
    form(["file", "%PDF-1.4"]),
    400,
    "invalid-body",
    /filename.*-F file=@/,
  ],
  [
    "a PDF with curl's own Content-Type",
    "/pdf/extract",
    post(PDF, { "Content-Type": "application/x-www-form-urlencoded" }),
    400,
    "invalid-body",
    /set the header Content-Type: application\/pdf/,
  ],
  [
    "a PDF as JSON",
    "/pdf/extract",
    post(PDF, JSON_TYPE),
    400,
    "invalid-body",
    /line 1, column 1.*set the header Content-Type: application\/pdf/,
  ],
  [
    "a PDF without a Content-Type",
    "/pdf/extract",
    post(PDF),
    415,
    "unsupported-media-type",
    /application\/pdf as the raw body.*set Content-Type/,
  ],
  [
    "an empty PDF",
    "/pdf/extract",
    post("", { "Content-Type": "application/pdf" }),
    400,
    "invalid-body",
    /body is empty\. Send/,
  ],
  [
    "no PDF at all",
    "/pdf/extract",
    post(undefined),
    400,
    "invalid-parameter",
    /Send exactly one of file.*fileBase64.*url/,
  ],
  [
    "an image as a PDF",
    "/pdf/extract",
    post("GIF89a", { "Content-Type": "application/pdf" }),
    422,
    "not-a-pdf",
    /must be a PDF/,
  ],
  [
    "a PDF and a URL",
    "/pdf/extract",
    form(["file", PDF], ["url", "https://a.example/b.pdf"]),
    400,
    "invalid-parameter",
    /Send only one/,
  ],
  [
    "a PDF as data that is no Base64",
    "/pdf/extract",
    json({ fileBase64: "%PDF-1.4" }),
    400,
    "invalid-body",
    /fileBase64 must be .*Base64/,
  ],
  [
    "a file path instead of a file",
    "/pdf/extract",
    json({ file: "/tmp/a.pdf" }),
    400,
    "invalid-parameter",
    /fileBase64/,
  ],
  [
    "a compressed body",
    "/pdf/extract",
    post(Bun.gzipSync(PDF), { "Content-Type": "application/pdf", "Content-Encoding": "gzip" }),
    415,
    "unsupported-media-type",
    /not be compressed.*without the header Content-Encoding/,
  ],
  [
    "a file that is too large",
    "/pdf/extract",
    post(new Uint8Array(1_000_001), { "Content-Type": "application/pdf" }),
    413,
    "payload-too-large",
    /at most 1 MB.*(?:Send|Split)/,
  ],
  [
    "a URL in the part for a file",
    "/images/remove-bg",
    form(["image", "https://a.example/b.png"]),
    400,
    "invalid-body",
    /image.*filename.*url/,
  ],
  [
    "two images for remove.bg",
    "/v1.0/removebg",
    form(["image_file", PDF], ["image_url", "https://a.example/b.png"]),
    400,
    "multiple_sources",
    /only one/,
  ],
  // JSON.
  [
    "JSON with a comma too many",
    "/pdf/extract",
    post('{\n  "url": "https://a.example",\n}', JSON_TYPE),
    400,
    "invalid-body",
    /line 3, column 1/,
  ],
  [
    "JSON that ends early",
    "/webhooks",
    post('{"url": "https://a.example"', JSON_TYPE),
    400,
    "invalid-body",
    /line 1, column 28/,
  ],
  [
    "JSON of Python",
    "/webhooks",
    post("{'url': 'https://a.example'}", JSON_TYPE),
    400,
    "invalid-body",
    /line 1, column 2/,
  ],
  [
    "a list as JSON",
    "/pdf/extract",
    json([{ url: "https://a.example" }]),
    400,
    "invalid-body",
    /must be a JSON object/,
  ],
  [
    "an object as a value",
    "/pdf/extract",
    json({ url: { href: "https://a.example" } }),
    400,
    "invalid-body",
    /^url must be a string/,
  ],
  [
    "JSON in another charset",
    "/pdf/extract",
    post(Uint8Array.of(0x7b, 0x22, 0xe4, 0x22, 0x3a, 0x31, 0x7d), JSON_TYPE),
    400,
    "invalid-body",
    /UTF-8/,
  ],
  [
    "an unknown field of a call",
    "/pdf/extract",
    json({ urls: "https://a.example" }),
    400,
    "invalid-parameter",
    /^Unknown parameter: urls\. Did you mean url\? .*accepts/,
  ],
  [
    "an unknown field of a resource",
    "/webhooks",
    json({ urls: "https://a.example" }),
    400,
    "invalid-body",
    /^Unknown field: urls\. Did you mean url\? .*accepts url, mode, events/,
  ],
  [
    "an unknown field of lines",
    "/validate",
    post('{"uuid":["a"]}', JSON_TYPE),
    400,
    "invalid-body",
    /^Unknown field: uuid\. Did you mean uuids\?/,
  ],
  [
    "no body",
    "/webhooks",
    post(undefined, JSON_TYPE),
    400,
    "invalid-body",
    /^url is missing\. .*accepts url/,
  ],
  ["a body without a Content-Type", "/webhooks", post(new Blob(["{}"])), 400, "invalid-body", /Content-Type/],
  [
    "an empty list of events",
    "/webhooks",
    json({ url: "https://a.example", events: [] }),
    400,
    "invalid-body",
    /^events is an empty list\. Leave events out, or send/,
  ],
  [
    "an unknown event",
    "/webhooks",
    json({ url: "https://a.example", events: ["job.done"] }),
    400,
    "invalid-parameter",
    /events must be one or more of .*job\.succeeded/,
  ],
  ["a webhook without https", "/webhooks", json({ url: "http://a.example" }), 400, "url-invalid", /https/],
  // Keys.
  ["no key", "/seo/meta", () => ({}), 401, "key-missing", /Authorization: Bearer KEY.*X-API-Key.*\/signup/],
  [
    "Basic authentication",
    "/seo/meta",
    withHeaders(({ live }) => ({ Authorization: `Basic ${btoa(`${live}:`)}` })),
    401,
    "key-missing",
    /scheme Basic.*Authorization: Bearer KEY/,
  ],
  [
    "the scheme Token",
    "/seo/meta",
    withHeaders(({ live }) => ({ Authorization: `Token ${live}` })),
    401,
    "key-missing",
    /scheme Token.*Authorization: Bearer KEY/,
  ],
  [
    "a key without a scheme",
    "/seo/meta",
    withHeaders(({ live }) => ({ Authorization: live })),
    401,
    "key-missing",
    /without a scheme.*Bearer/,
  ],
  [
    "a scheme without a key",
    "/seo/meta",
    withHeaders(() => ({ Authorization: "Bearer " })),
    401,
    "key-missing",
    /no key after Bearer/,
  ],
  [
    "a scheme in X-API-Key",
    "/seo/meta",
    withHeaders(({ live }) => ({ "X-API-Key": `Bearer ${live}` })),
    401,
    "key-invalid",
    /without Bearer/,
  ],
  [
    "a key in the query",
    ({ live }) => `/seo/meta?url=https://a.example&api_key=${live}`,
    () => ({}),
    400,
    "key-in-query",
    /Send it as Authorization: Bearer KEY/,
  ],
  [
    "a key of another service",
    "/seo/meta",
    withHeaders(() => ({ Authorization: "Bearer sk_live_51H8abcdefghijklmnop" })),
    401,
    "key-invalid",
    /begin with qt_live_ or qt_test_/,
  ],
  [
    "a placeholder",
    "/seo/meta",
    withHeaders(() => ({ "X-API-Key": "YOUR_API_KEY" })),
    401,
    "key-invalid",
    /begin with qt_live_ or qt_test_/,
  ],
  [
    "a part of a key",
    "/seo/meta",
    withHeaders(({ live }) => ({ "X-API-Key": live.slice(0, -4) })),
    401,
    "key-invalid",
    /Copy the full key/,
  ],
  [
    "a test key for a site audit",
    "/seo/site-audits",
    ({ tested }) => ({
      method: "POST",
      headers: { "X-API-Key": tested, ...JSON_TYPE },
      body: '{"url":"https://a.example"}',
    }),
    403,
    "key-scope",
    /live key/,
  ],
  ["a key without the scope", "/keys", get, 403, "key-scope", /scope keys.*(?:Create|Use)/],
  // Parameters.
  [
    "a URL that is not percent-encoded",
    "/seo/meta?url=https://a.example/?a=1&b=2",
    get,
    400,
    "invalid-parameter",
    /^Unknown parameter: b\. .*percent-encode.*%26/,
  ],
  ["no URL", "/seo/meta", get, 400, "invalid-parameter", /^url is missing\. .*accepts url/],
  ["a URL without a host", "/seo/meta?url=https://", get, 400, "url-invalid", /url/],
  ["a private address", "/seo/meta?url=http%3A%2F%2F127.0.0.1%2F", get, 400, "url-not-public", /public/],
  [
    "a page that is no HTML",
    ({ site }) => `/seo/meta?url=${encodeURIComponent(site)}`,
    get,
    422,
    "not-html",
    /HTML/,
  ],
  [
    "a parameter in capitals",
    "/seo/meta?URL=https%3A%2F%2Fa.example",
    get,
    400,
    "invalid-parameter",
    /^Unknown parameter: URL\. Did you mean url\?/,
  ],
  ["a parameter twice", "/v7?n=1&n=2", get, 400, "invalid-parameter", /n is repeated\. Send it only once/],
  ["n=0", "/v7?n=0", get, 400, "invalid-parameter", /whole number from 1 to 100/],
  ["n=101", "/v7?n=101", get, 400, "invalid-parameter", /from 1 to 100: it is out of range/],
  ["n=abc", "/v7?n=abc", get, 400, "invalid-parameter", /from 1 to 100: it has characters other/],
  [
    "count instead of n",
    "/v7?count=5",
    get,
    400,
    "invalid-parameter",
    /^Unknown parameter: count\. This operation accepts n/,
  ],
  ["a query that is not UTF-8", "/seo/meta?url=%E4", get, 400, "invalid-parameter", /percent-encoded UTF-8/],
  [
    "pages=0",
    "/pdf/extract?pages=0",
    post(PDF, { "Content-Type": "application/pdf" }),
    400,
    "invalid-parameter",
    /pages.*such as/,
  ],
  [
    "a batch of an unknown operation",
    "/batches?operation=seo.metadata",
    json([{ url: "https://a.example" }]),
    400,
    "invalid-parameter",
    /must be one of seo\.audit, seo\.meta/,
  ],
  [
    "a batch that is one object",
    "/batches?operation=seo.meta",
    json({ url: "https://a.example" }),
    400,
    "invalid-body",
    /JSON list.*application\/x-ndjson/,
  ],
  [
    "a wrong type of responses",
    "/batches?operation=seo.meta&accept=text/csv",
    json([{ url: "https://a.example" }]),
    400,
    "invalid-parameter",
    /accept must be one of application\/json/,
  ],
  [
    "an Idempotency-Key with a space",
    "/pdf/extract",
    post(PDF, { "Content-Type": "application/pdf", "Idempotency-Key": "my key" }),
    400,
    "invalid-idempotency-key",
    /1 to 128 visible ASCII/,
  ],
  // Paths.
  [
    "GET instead of POST",
    "/pdf/extract?url=https%3A%2F%2Fa.example",
    get,
    405,
    "method-not-allowed",
    /accepts POST.*not GET/,
  ],
  [
    "POST instead of GET",
    "/seo/meta",
    json({ url: "https://a.example" }),
    405,
    "method-not-allowed",
    /accepts GET.*not POST.*query/,
  ],
  [
    "a slash at the end",
    "/seo/meta/?url=https%3A%2F%2Fa.example",
    get,
    404,
    "not-found",
    /closest path is \/seo\/meta\./,
  ],
  ["a path in capitals", "/V7", get, 404, "not-found", /closest path is \/v7\./],
  [
    "a version in the path",
    "/v1/seo/meta?url=https%3A%2F%2Fa.example",
    get,
    404,
    "not-found",
    /closest path is \/seo\/meta\./,
  ],
  [
    "a job that does not exist",
    "/jobs/01a1f985-ace8-7193-a290-1e9daeb3803b",
    get,
    404,
    "unknown-job",
    /GET \/jobs/,
  ],
  ["an ID that is none", "/jobs/42", get, 404, "unknown-job", /GET \/jobs/],
];

let app: TestApp;
let given: Given;
let site: ReturnType<typeof Bun.serve>;
beforeAll(async () => {
  const [engine] = engines;
  if (engine === undefined) throw new Error("there is no database");
  site = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => Response.json({ price: 1 }) });
  app = await openTestApp({
    address: engine.address(),
    everyApi: true,
    allow: `127.0.0.1:${site.port}`,
  });
  const live = await app.key("a@example.com");
  const { account } = await app.accounts.accountStore.ensure("a@example.com");
  const make = async (apis: string[] | null, mode: "live" | "test") => {
    const { key } = await app.accounts.keys.create(account.id, "test", apis, { mode });
    app.secrets.add(key);
    return key;
  };
  given = {
    live,
    tested: await make(null, "test"),
    managing: await make(["seo", "pdf", "images", "webhooks"], "live"),
    site: `http://127.0.0.1:${site.port}/prices.json`,
  };
});
afterAll(async () => {
  await site.stop(true);
  await app[Symbol.asyncDispose]();
});

test.each(mistakes)("%s", async (_name, path, sent, status, code, detail) => {
  const response = await fetch(app.url + (typeof path === "string" ? path : path(given)), sent(given));
  const body = (await response.json()) as {
    detail?: string;
    code?: string;
    errors?: [{ code: string; detail: string }];
  };
  const { code: told, detail: said = "" } = body.errors?.[0] ?? body;
  expect({ status: response.status, code: told, detail: said }).toEqual({
    status,
    code,
    detail: expect.stringMatching(detail),
  });
  for (const key of [given.live, given.tested, given.managing]) expect(said).not.toContain(key);
});

test("a PDF as Base64 in JSON is accepted", async () => {
  const [before, after] = ['{"pages":1,"fileBase64":"', '","include":["words"]}'];
  const body = before + Buffer.from(PDF).toString("base64") + after;
  const headers = { "X-API-Key": given.tested, ...JSON_TYPE };
  const response = await fetch(`${app.url}/pdf/extract`, { method: "POST", headers, body });
  expect({ status: response.status, text: await response.text() }).toMatchObject({ status: 200 });
});

test("are at least 40", () => expect(mistakes.length).toBeGreaterThanOrEqual(40));

test("clients that speak HTTP/1.0 without a Host are served on account pages and when they repeat a request", async () => {
  await using app = await openTestApp({ address: "sqlite::memory:" });
  const key = await app.key("old@example.com", { apis: ["keys"] });
  const ask = (head: string, body = "") =>
    sendRaw(
      Number(new URL(app.url).port),
      `${head}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  expect((await ask("GET /account HTTP/1.0")).status).toBe(401);
  const page = await ask("GET /account/requests?api=seo HTTP/1.0\r\nAccept: text/html");
  expect([page.status, page.headers.location]).toEqual([
    303,
    "/signup?next=%2Faccount%2Frequests%3Fapi%3Dseo",
  ]);
  const create = () =>
    ask(`POST /keys HTTP/1.0\r\nAuthorization: Bearer ${key}\r\nIdempotency-Key: old`, '{"name":"ci"}');
  const [first, second] = [await create(), await create()];
  expect([first.status, second.status]).toEqual([201, 201]);
  const { key: made, ...shown } = JSON.parse(first.body);
  app.secrets.add(made);
  expect(JSON.parse(second.body)).toEqual({ ...shown, key: null });
});
