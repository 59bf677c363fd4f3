// Clients of rembg's HTTP server, unchanged but for the base URL and the key, and attacks on the same paths.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";
import { z } from "zod";
import { emptyFile, sampleFile } from "../../src/apis/images/sample.ts";
import { cutOutFile, hostile } from "../fixtures/image-files.ts";
import { casesOf } from "../helpers/nightly.ts";
import { type Running, runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const folder = temporaryFolder();
const photo = join(folder, "photo.png");
let server: Running;
let site: ReturnType<typeof Bun.serve>;
let [key, other, testKey] = ["", "", ""];
/** What tests of parameters send. */
let cutOut: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  await Bun.write(photo, sampleFile.make());
  cutOut = await cutOutFile();
  site = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) =>
      url.endsWith("/private") ? Response.redirect("http://10.0.0.1/a.png") : new Response(cutOut),
  });
  const data = temporaryFolder();
  server = await startQuintet({
    DATA_DIR: data,
    EGRESS_ALLOW: `127.0.0.1:${site.port}`,
    BURST_PER_SECOND: "1000",
    LOG_LEVEL: "error",
  });
  const keyOf = async (email: string, ...words: string[]) => {
    const { out } = await runQuintet({ DATA_DIR: data }, "keys", "create", email, ...words);
    return z.object({ key: z.string() }).parse(JSON.parse(out)).key;
  };
  key = await keyOf("rembg@example.com");
  other = await keyOf("other@example.com");
  testKey = await keyOf("rembg@example.com", "--mode", "test");
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await site.stop(true);
});

const header = (of: string) => ({ "X-API-Key": of });

function post(
  fields: Record<string, string>,
  {
    file = cutOut,
    query = "",
    headers = {},
  }: {
    file?: Uint8Array<ArrayBuffer> | null;
    query?: string;
    headers?: Record<string, string>;
  } = {},
): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (file !== null) body.append("file", new Blob([file]), "photo.png");
  return fetch(`${server.url}/api/remove${query}`, {
    method: "POST",
    body,
    headers: { ...header(key), ...headers },
  });
}

const get = (query: Record<string, string>, headers: Record<string, string> = header(key)) =>
  fetch(`${server.url}/api/remove?${new URLSearchParams(query)}`, { headers });

const photoUrl = () => new URL("/photo.png", site.url).href;

/** The pixels of a PNG, and how it is encoded. */
async function pixelsOf(response: Response) {
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  const png = await response.bytes();
  const { space, channels } = await sharp(png).metadata();
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const alphas = new Set(data.filter((_, i) => i % 4 === 3));
  return {
    space,
    channels,
    width: info.width,
    height: info.height,
    alphas,
    corner: [...data.subarray(0, 4)],
  };
}

async function used(of: string): Promise<number> {
  const response = await fetch(`${server.url}/usage`, { headers: header(of) });
  const { apis } = (await response.json()) as { apis: { api: string; quotas: { used: number }[] }[] };
  return apis.find(({ api }) => api === "images")?.quotas[0]?.used ?? Number.NaN;
}

const Detail = z.object({
  detail: z.union([
    z.string(),
    z.array(z.object({ type: z.string(), loc: z.array(z.string()), msg: z.string() })),
  ]),
  code: z.string(),
});

describe("the calls that rembg's README documents", () => {
  test.skipIf(Bun.which("curl") === null)(
    "curl with a file, as the docs have it, and curl with a URL",
    async () => {
      const guide = await Bun.file(join(import.meta.dir, "../../src/web/docs/guides/remove-bg.md")).text();
      const [, example] = /```bash\n(curl [^`]*\/api\/remove[^`]*)```/.exec(guide) ?? [];
      const inDocs = example?.replace("{{baseUrl}}", server.url).replaceAll("photo.jpg", "photo.png") ?? "";
      const withUrl = `curl -s -H "X-API-Key: $QUINTET_KEY" "${server.url}/api/remove?url=${photoUrl()}" -o output.png`;
      for (const command of [inDocs, withUrl]) {
        const sh = Bun.spawn(["sh", "-c", command], {
          cwd: folder,
          env: { ...process.env, QUINTET_KEY: key },
        });
        expect(await sh.exited).toBe(0);
        const made = await sharp(await Bun.file(join(folder, "output.png")).bytes()).metadata();
        expect(made).toMatchObject({ format: "png", width: 160, height: 120, channels: 4 });
      }
    },
  );

  test("a file: a transparent PNG of the same size, and the engine", async () => {
    const response = await post({}, { file: sampleFile.make() });
    expect(response.headers.get("quintet-engine")).toBe("builtin");
    expect(response.headers.get("quintet-cost")).toStartWith('1;unit="images"');
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await pixelsOf(response)).toMatchObject({
      width: 160,
      height: 120,
      channels: 4,
      corner: [0, 0, 0, 0],
    });
  });

  test("om: the mask as grayscale; bgc has no part in it", async () => {
    const mask = await pixelsOf(await post({ om: "true" }, { query: "?bgc=1,2,3,4" }));
    expect(mask).toMatchObject({ space: "b-w", channels: 1 });
    expect(await pixelsOf(await get({ url: photoUrl(), om: "True" }))).toMatchObject({ channels: 1 });
  });

  test("bgc: in the query, in the form and with three numbers", async () => {
    const query = "?bgc=255,%200,0,255";
    expect((await pixelsOf(await post({}, { query }))).corner).toEqual([255, 0, 0, 255]);
    expect((await pixelsOf(await post({ bgc: "0,0,255" }))).corner).toEqual([0, 0, 255, 255]);
    expect((await pixelsOf(await get({ url: photoUrl(), bgc: "0,128,0,128" }))).corner[3]).toBe(128);
  });

  test("ppm: every pixel is opaque or transparent", async () => {
    const alphasOf = async (ppm: string) =>
      (await pixelsOf(await post({ ppm }, { file: sampleFile.make() }))).alphas;
    expect((await alphasOf("false")).size).toBeGreaterThan(2);
    expect(await alphasOf("true")).toEqual(new Set([0, 255]));
  });

  test("every other parameter, in FastAPI's spellings, and unknown ones", async () => {
    const fields = {
      model: "u2net",
      a: "1",
      af: "200",
      ab: "20",
      ae: "11",
      om: "off",
      ppm: "No",
      new: "1",
    };
    expect((await post(fields, { query: "?extras=%7B%22putalpha%22%3Atrue%7D" })).status).toBe(200);
    expect((await get({ url: photoUrl(), ...fields, extras: "not JSON" })).status).toBe(200);
    expect((await post({}, { headers: { "X-API-Key": "", Authorization: `Bearer ${key}` } })).status).toBe(
      200,
    );
  });
});

test.each([
  ["no file", () => post({}, { file: null }), 422, "body.file"],
  ["no URL", () => get({}), 422, "query.url"],
  ["a model that does something else", () => post({ model: "sam" }), 422, "body.model"],
  ["a model of the operator's disk", () => post({ model: "u2net_custom" }), 422, "body.model"],
  ["an unknown model", () => get({ url: photoUrl(), model: "../../etc/passwd" }), 422, "query.model"],
  ["af out of range", () => post({ af: "256" }), 422, "body.af"],
  ["a negative ab", () => post({ ab: "-1" }), 422, "body.ab"],
  ["ae that is no number", () => get({ url: photoUrl(), ae: "NaN" }), 422, "query.ae"],
  ["a boolean of another kind", () => post({ om: "maybe" }), 422, "body.om"],
  ["two numbers for a color", () => post({ bgc: "1,2" }), 422, "query.bgc"],
  ["a color beyond 255", () => post({ bgc: "1,2,3,256" }), 422, "query.bgc"],
  ["five numbers for a color", () => post({ bgc: "1,2,3,4,5" }), 422, "query.bgc"],
  ["a loopback URL", () => get({ url: "http://127.0.0.1:1/a.png" }), 400, "url-not-public"],
  ["a private URL", () => get({ url: "http://10.0.0.1/a.png" }), 400, "url-not-public"],
  [
    "the URL of a cloud's metadata",
    () => get({ url: "http://169.254.169.254/latest" }),
    400,
    "url-not-public",
  ],
  [
    "an IPv6 loopback URL in a form",
    () => post({ url: "http://[::1]/" }, { file: null }),
    400,
    "url-not-public",
  ],
  [
    "a redirect to a private URL",
    () => get({ url: new URL("/private", site.url).href }),
    400,
    "url-not-public",
  ],
  ["a file URL", () => get({ url: "file:///etc/passwd" }), 400, "url-invalid"],
  ["no subject", () => post({}, { file: emptyFile.make() }), 422, "no-foreground"],
  ["no key", () => get({ url: photoUrl() }, {}), 401, "key-missing"],
  ["a wrong key", () => post({}, { headers: header("wrong") }), 401, "key-invalid"],
  ["a key in the query", () => get({ url: photoUrl(), api_key: key }, {}), 400, "key-in-query"],
  ["extras of 9 KB more than allowed", () => post({ extras: "[".repeat(19_000) }), 422, "query.extras"],
  ["a model name of 100 KB", () => post({ model: "u2net".repeat(20_000) }), 413, "payload-too-large"],
  ["a URL of 8 KB", () => get({ url: `https://example.com/${"a".repeat(8_000)}` }), 422, "query.url"],
] as const)("errors: %s costs nothing", async (_name, send, status, place) => {
  const before = await used(key);
  const response = await send();
  expect([response.status, response.headers.get("content-type")]).toEqual([status, "application/json"]);
  const { detail, code } = Detail.parse(await response.json());
  expect(typeof detail === "string" ? code : detail[0]?.loc.join(".")).toBe(place);
  expect(await used(key)).toBe(before);
});

// images-hostile.test.ts sends all of them to the path of our own, which has the same handler.
test.each(casesOf(hostile, 3))("a hostile image: %s", async (_name, make, statuses) => {
  const response = await post({ a: "true", ppm: "true" }, { file: await make() });
  // A subject of one pixel is a speck, which ppm removes.
  expect([...statuses, 422]).toContain(response.status);
  if (response.status === 200) await response.bytes();
  else Detail.parse(await response.json());
});

test("an Idempotency-Key charges once, belongs to one account and one body, and keeps no other form", async () => {
  const once = { "Idempotency-Key": "rembg-1" };
  const before = [await used(key), await used(other)];
  const [first, again] = [await post({}, { headers: once }), await post({}, { headers: once })];
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect(await again.bytes()).toEqual(await first.bytes());
  const changed = await post({ om: "true" }, { headers: once });
  expect([changed.status, Detail.parse(await changed.json()).code]).toEqual([422, "idempotency-mismatch"]);
  const others = await post({}, { headers: { ...once, ...header(other) } });
  expect([others.status, others.headers.get("idempotency-replayed")]).toEqual([200, null]);
  expect([await used(key), await used(other)]).toEqual(before.map((units) => units + 1));
});

test("a test key gets the sample, is charged nothing, and is rejected as a live key is", async () => {
  const before = await used(key);
  const file = await post({ om: "true" }, { headers: header(testKey) });
  expect([file.status, file.headers.get("quintet-mode")]).toEqual([200, "test"]);
  expect((await get({ url: "https://example.com/a.png" }, header(testKey))).status).toBe(200);
  expect((await get({ url: "http://10.0.0.1/a.png" }, header(testKey))).status).toBe(400);
  expect((await post({ model: "sam" }, { headers: header(testKey) })).status).toBe(422);
  expect((await post({}, { file: Uint8Array.from([1, 2]), headers: header(testKey) })).status).toBe(415);
  expect(await used(key)).toBe(before);
});

test("both methods are allowed, and no other", async () => {
  const options = await fetch(`${server.url}/api/remove`, { method: "OPTIONS" });
  expect(options.headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
  expect((await fetch(`${server.url}/api/remove`, { method: "DELETE" })).status).toBe(405);
});
