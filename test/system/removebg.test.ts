// Clients of remove.bg, unchanged but for the base URL, against a server.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { z } from "zod";
import { hasTools, tools } from "../../clients/build.ts";
import { emptyFile, sampleFile } from "../../src/apis/images/sample.ts";
import { cutOutFile } from "../fixtures/image-files.ts";
import { type Running, runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const folder = temporaryFolder();
const image = join(folder, "photo.png");
let server: Running;
let site: ReturnType<typeof Bun.serve>;
let key = "";
/** The key of an account that calls too often. */
let hasty = "";
let imageUrl = "";
/** What tests of fields send. */
let cutOut: Uint8Array<ArrayBuffer>;
let cutOutUrl = "";

const Errors = z.object({
  errors: z.array(z.object({ title: z.string(), detail: z.string(), code: z.string() })).length(1),
});
const Result = z.object({
  data: z.object({
    result_b64: z.string(),
    foreground_top: z.int(),
    foreground_left: z.int(),
    foreground_width: z.int(),
    foreground_height: z.int(),
  }),
});

beforeAll(async () => {
  await Bun.write(image, sampleFile.make());
  cutOut = await cutOutFile();
  const files = new Map<string, Bun.BodyInit>([
    ["/empty.png", ""],
    ["/cut-out.png", cutOut],
  ]);
  const file = ({ url }: Request) => new Response(files.get(new URL(url).pathname) ?? sampleFile.make());
  site = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: file });
  imageUrl = new URL("/photo.png", site.url).href;
  cutOutUrl = new URL("/cut-out.png", site.url).href;
  const data = temporaryFolder();
  server = await startQuintet({ DATA_DIR: data, EGRESS_ALLOW: `127.0.0.1:${site.port}` });
  const keyOf = async (email: string) => {
    const { out } = await runQuintet({ DATA_DIR: data }, "keys", "create", email);
    return z.object({ key: z.string() }).parse(JSON.parse(out)).key;
  };
  [key, hasty] = await Promise.all([keyOf("removebg@example.com"), keyOf("hasty@example.com")]);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await site.stop(true);
});

const call = (init: RequestInit, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/v1.0/removebg`, {
    method: "POST",
    ...init,
    headers: { "X-Api-Key": key, ...headers },
  });

function form(fields: Record<string, string>, file: Uint8Array<ArrayBuffer> | null = sampleFile.make()) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (file !== null) body.append("image_file", new Blob([file]), "photo.png");
  return body;
}

const json = (fields: object) =>
  call({ body: JSON.stringify(fields) }, { "Content-Type": "application/json", Accept: "application/json" });

describe("POST /v1.0/removebg", () => {
  test("a margin without a crop has no effect: clients send their defaults", async () => {
    for (const fields of [{ crop_margin: "0" }, { crop_margin: "30px", crop: "false" }]) {
      const response = await call({ body: form({ size: "auto", ...fields }) });
      expect([response.status, response.headers.get("x-width")]).toEqual([200, "160"]);
    }
  });

  test("a form: the image, with its headers", async () => {
    const response = await call({ body: form({ size: "auto" }) });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-width": "160",
      "x-height": "120",
      "x-max-width": "160",
      "x-max-height": "120",
      "x-type": "other",
      "x-credits-charged": "1",
      "x-ratelimit-limit": "100",
      "x-ratelimit-remaining": expect.stringMatching(/^\d+$/),
      "x-ratelimit-reset": expect.stringMatching(/^\d{10}$/),
      "x-foreground-width": expect.stringMatching(/^\d+$/),
    });
    // Requests, of which a key may send 100 at once, and not the images of the month.
    expect(Number(response.headers.get("x-ratelimit-reset")) - Date.now() / 1000).toBeLessThan(60);
    expect(response.headers.get("access-control-expose-headers")).toContain("X-Credits-Charged");
  });

  test("a smaller size: X-Max-Width and X-Max-Height are those of size=full", async () => {
    const wide = await sharp({ create: { width: 900, height: 600, channels: 3, background: "white" } })
      .composite([{ input: Buffer.from(sampleFile.make()), left: 370, top: 240 }])
      .png()
      .toBuffer();
    const { headers } = await call({ body: form({ size: "preview" }, new Uint8Array(wide)) });
    const sizes = ["x-width", "x-height", "x-max-width", "x-max-height"].map((name) => headers.get(name));
    expect(sizes).toEqual(["612", "408", "900", "600"]);
  });

  test("every field that remove.bg documents, as a form and as JSON", async () => {
    const fields = {
      size: "preview",
      type: "person",
      type_level: "latest",
      format: "png",
      roi: "0% 0% 100% 100%",
      crop: "true",
      crop_margin: "10%",
      scale: "80%",
      position: "center",
      channels: "rgba",
      add_shadow: "false",
      shadow_type: "drop",
      shadow_opacity: "70",
      semitransparency: "true",
      bg_color: "81d4faff",
    };
    expect((await call({ body: form(fields, cutOut) })).status).toBe(200);
    const answer = await json({ ...fields, crop: true, image_url: cutOutUrl });
    expect(answer.status).toBe(200);
    const { data } = Result.parse(await answer.json());
    expect(data.result_b64).toStartWith("iVBOR");
    expect(data.foreground_width).toBeGreaterThan(0);
  });

  test("empty, null and unknown fields are ignored", async () => {
    const empty = { image_url: "", bg_color: "", crop: "", scale: "", something: "new", image_file_b64: "" };
    expect((await call({ body: form(empty, cutOut) })).status).toBe(200);
    const reversed = new FormData();
    reversed.append("image_file", new Blob([cutOut]), "photo.png");
    reversed.append("image_file_b64", "");
    reversed.append("image_url", "");
    expect((await call({ body: reversed })).status).toBe(200);
    const nulls = {
      image_file_b64: null,
      bg_color: null,
      crop: null,
      roi: "",
      other: null,
      image_url: cutOutUrl,
    };
    expect((await json(nulls)).status).toBe(200);
    const base64 = Buffer.from(cutOut).toString("base64");
    expect((await json({ image_file_b64: base64, image_url: "", bg_image_url: null })).status).toBe(200);
    const body = new URLSearchParams({ image_file_b64: base64, size: "auto", bg_color: "" });
    expect((await call({ body })).status).toBe(200);
    const both = form({ image_url: cutOutUrl }, new Uint8Array());
    expect((await call({ body: both })).status).toBe(200);
  });

  test("format: auto is JPEG where nothing is transparent; jpg has a white background; zip; webp", async () => {
    const typeOf = async (fields: Record<string, string>, accept = "*/*") => {
      const response = await call({ body: form(fields, cutOut) }, { Accept: accept });
      return `${response.status} ${response.headers.get("content-type")}`;
    };
    expect(await typeOf({})).toBe("200 image/png");
    expect(await typeOf({ bg_color: "white" })).toBe("200 image/jpeg");
    expect(await typeOf({ bg_color: "ffffff80" })).toBe("200 image/png");
    expect(await typeOf({ format: "jpg" })).toBe("200 image/jpeg");
    expect(await typeOf({ format: "zip" })).toBe("200 application/zip");
    expect(await typeOf({ format: "webp" })).toBe("200 image/webp");
    expect(await typeOf({ format: "jpg" }, "application/json")).toBe("200 application/json");
  });

  test.each([
    ["no source", () => json({ size: "auto" }), 400, "missing_source"],
    ["no source in a form", () => call({ body: form({ size: "auto" }, null) }), 400, "missing_source"],
    ["two sources", () => call({ body: form({ image_url: imageUrl }) }), 400, "multiple_sources"],
    ["no image", () => call({ body: form({}, new TextEncoder().encode("text")) }), 400, "invalid_file_type"],
    ["an empty file", () => call({ body: form({}, new Uint8Array()) }), 400, "missing_source"],
    ["an empty body", () => call({ body: "" }, { "Content-Type": "image/png" }), 400, "missing_source"],
    [
      "a URL of an empty file",
      () => json({ image_url: new URL("/empty.png", site.url).href }),
      400,
      "failed_to_download_image",
    ],
    ["nothing to find", () => call({ body: form({}, emptyFile.make()) }), 400, "unknown_foreground"],
    ["a wrong size", () => json({ image_url: imageUrl, size: "huge" }), 400, "invalid_parameter"],
    ["a private URL", () => json({ image_url: "http://10.0.0.1/a.png" }), 400, "invalid_image_url"],
    ["no URL", () => json({ image_url: "nonsense" }), 400, "invalid_image_url"],
    [
      "a private background",
      () => json({ image_url: imageUrl, bg_image_url: "http://10.0.0.1/a.png" }),
      400,
      "invalid_image_url",
    ],
    [
      "a background of nothing",
      () => json({ image_url: imageUrl, bg_image_url: new URL("/empty.png", site.url).href }),
      400,
      "failed_to_download_image",
    ],
    ["no key", () => call({ body: form({}) }, { "X-Api-Key": "" }), 403, "auth_failed"],
    ["a wrong key", () => call({ body: form({}) }, { "X-Api-Key": "wrong" }), 403, "auth_failed"],
    ["broken JSON", () => call({ body: "{" }, { "Content-Type": "application/json" }), 400, "invalid_body"],
  ] as const)("errors: %s", async (_what, send, status, code) => {
    const response = await send();
    const { errors } = Errors.parse(await response.json());
    expect([response.status, errors[0]?.code]).toEqual([status, code]);
    if (code === "invalid_image_url") expect(errors[0]?.title).toContain(errors[0]?.detail.split(" ")[0]);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test("GET /v1.0/account: what the key has left", async () => {
  const account = (headers: Record<string, string>) => fetch(`${server.url}/v1.0/account`, { headers });
  const response = await account({ "X-Api-Key": key });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as {
    data: { attributes: { api: object; credits: Record<string, number> } };
  };
  const { api, credits } = data.attributes;
  // They are what previews cost nothing of: a client that adds them to the credits must not count images twice.
  expect(api).toEqual({ free_calls: 0, sizes: "all" });
  expect(credits).toMatchObject({ payg: 0, enterprise: 0 });
  expect(credits.total).toBeGreaterThan(0);
  expect(credits.total).toBeLessThan(100);
  expect(credits.subscription).toBe(credits.total as number);
  const wrong = await account({ "X-Api-Key": "wrong" });
  expect([wrong.status, Errors.parse(await wrong.json()).errors[0]?.code]).toEqual([403, "auth_failed"]);
});

describe("the Ruby gem remove_bg, by the requests of its version 2.2.2.pre with Faraday 2.14", () => {
  const accepted = { "Accept-Encoding": "gzip;q=1.0,deflate;q=0.6,identity;q=0.3", Accept: "*/*" };
  const gem = { ...accepted, "User-Agent": "remove-bg-ruby-2.2.2.pre" };
  const boundary = "-----------RubyMultipartPost-0815864d3bf499ebad368a1d312b91f3";

  /** Sends the form of `RemoveBg.from_file`: fields first, then the file, whose part has a length and an encoding. */
  function fromFile(fields: Record<string, string>, headers: Record<string, string> = {}) {
    const parts = Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = sampleFile.make();
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="image_file"; filename="photo.png"\r\nContent-Length: ${file.length}\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: binary\r\n\r\n`;
    const body = Buffer.concat([
      Buffer.from(parts.join("") + head),
      file,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const type = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
    return call({ body }, { ...gem, ...type, ...headers });
  }

  /** The facts that the gem reads from a response to an image. */
  const facts = ({ status, headers }: Response) => [
    status,
    headers.get("content-type"),
    Number(headers.get("x-width")),
    Number(headers.get("x-credits-charged")),
    Number(headers.get("x-ratelimit-limit")),
  ];

  test("from_file: the image, or where it asks for a ZIP instead of PNG, color.jpg and alpha.png", async () => {
    const image = await fromFile({ size: "auto", crop: "false", bg_color: "white", format: "png" });
    expect(facts(image)).toEqual([200, "image/png", 160, 1, 100]);
    const zip = await fromFile({ size: "auto", format: "zip" });
    expect(facts(zip)).toEqual([200, "application/zip", 160, 1, 100]);
    expect(Object.keys(unzipSync(await zip.bytes())).sort()).toEqual(["alpha.png", "color.jpg"]);
  });

  test("from_url: a URL-encoded form", async () => {
    const body = `bg_color=white&crop=true&image_url=${encodeURIComponent(imageUrl)}&size=auto`;
    const response = await call({ body }, { ...gem, "Content-Type": "application/x-www-form-urlencoded" });
    expect(facts(response).slice(0, 2)).toEqual([200, "image/jpeg"]);
  });

  test("account_info: exactly the members that its classes accept", async () => {
    const response = await fetch(`${server.url}/v1.0/account`, { headers: { ...gem, "X-Api-Key": key } });
    const { attributes } = ((await response.json()) as { data: { attributes: Record<string, object> } }).data;
    expect(Object.keys(attributes.api ?? {})).toEqual(["free_calls", "sizes"]);
    expect(Object.keys(attributes.credits ?? {})).toEqual(["total", "subscription", "payg", "enterprise"]);
  });

  test("an error: its title, with the limit of requests if a key is known", async () => {
    const wrong = await fromFile({ size: "auto" }, { "X-Api-Key": "wrong" });
    expect([wrong.status, Errors.parse(await wrong.json()).errors[0]?.title]).toEqual([
      403,
      "API Key invalid",
    ]);
    expect(wrong.headers.get("x-ratelimit-limit")).toBeNull();
    const rejected = await fromFile({ size: "huge" });
    expect(facts(rejected)).toEqual([400, "application/json", 0, 0, 100]);
    const tooOften = { "Content-Type": "application/json", "X-Api-Key": hasty };
    let limited = rejected;
    for (let i = 0; i < 40 && limited.status !== 429; i++) {
      const some = await Promise.all(Array.from({ length: 20 }, () => call({ body: "{" }, tooOften)));
      limited = some.find(({ status }) => status === 429) ?? limited;
    }
    expect(facts(limited)).toEqual([429, "application/json", 0, 0, 100]);
    const { headers } = limited;
    expect(headers.get("x-ratelimit-reset")).toMatch(/^\d{10}$/);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Errors.parse(await limited.json()).errors[0]?.code).toBe("rate_limit_exceeded");
  });
});

describe.if(hasTools)("packages from npm, unchanged but for the base URL", () => {
  /** A copy of a package whose code names this server instead of remove.bg. */
  function copyOf(name: string, file: string): string {
    const path = join(folder, name, file);
    mkdirSync(join(path, ".."), { recursive: true });
    const code = readFileSync(join(tools, name, file), "utf8");
    const changed = code.replaceAll("https://api.remove.bg", server.url);
    expect(changed).not.toBe(code);
    writeFileSync(path, changed);
    // Whatever the folders above say.
    writeFileSync(join(folder, "package.json"), '{"type": "commonjs"}');
    const modules = join(folder, "node_modules");
    if (!existsSync(modules)) symlinkSync(tools, modules);
    return path;
  }

  async function node(script: string) {
    const child = Bun.spawn(["node", "-e", script], { cwd: folder, stdout: "pipe", stderr: "pipe" });
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { out, err: err.replaceAll(/^.*(?:DeprecationWarning|--trace-deprecation).*\n/gm, "") };
  }

  test("remove.bg: a file, a URL, Base64, and an error", async () => {
    const path = copyOf("remove.bg", "dist/index.js");
    const { out, err } = await node(`
      const { removeBackgroundFromImageFile: file, removeBackgroundFromImageUrl: url, removeBackgroundFromImageBase64: base64 } = require(${JSON.stringify(path)});
      const options = { apiKey: ${JSON.stringify(key)}, size: "regular", type: "person", crop: true };
      const show = ({ base64img, ...rest }) => ({ start: base64img.slice(0, 5), ...rest });
      (async () => {
        const results = [
          await file({ ...options, path: ${JSON.stringify(image)}, outputFile: "made.png" }),
          await url({ ...options, url: ${JSON.stringify(imageUrl)} }),
          await base64({ ...options, base64img: require("fs").readFileSync(${JSON.stringify(image)}, "base64") }),
        ];
        const failed = await file({ ...options, apiKey: "wrong", path: ${JSON.stringify(image)} }).catch((errors) => errors);
        console.log(JSON.stringify({ results: results.map(show), failed }));
      })();`);
    expect(err).toBe("");
    const { results, failed } = JSON.parse(out) as { results: Record<string, unknown>[]; failed: unknown };
    for (const result of results) {
      expect(result).toMatchObject({
        start: "iVBOR",
        creditsCharged: "1",
        detectedType: "other",
        rateLimit: "100",
      });
      expect(Number(result.resultWidth)).toBeGreaterThan(10);
    }
    expect(failed).toMatchObject([{ title: "API Key invalid", code: "auth_failed" }]);
    expect(readFileSync(join(folder, "made.png")).subarray(1, 4).toString()).toBe("PNG");
  });

  test("removebg-wrapper: a file and a URL", async () => {
    const path = copyOf("removebg-wrapper", "index.js");
    const { out, err } = await node(`
      const client = require(${JSON.stringify(path)});
      client.rbFromImageFile(${JSON.stringify(image)}, ${JSON.stringify(key)});
      client.rbFromImageUrl(${JSON.stringify(imageUrl)}, ${JSON.stringify(key)});`);
    expect([out, err]).toEqual(["", ""]);
    for (const name of ["output.png", "output-2.png"]) {
      expect(readFileSync(join(folder, name)).subarray(1, 4).toString()).toBe("PNG");
    }
  });
});
