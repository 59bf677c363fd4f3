import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import sharp from "sharp";
import { encodings, sample } from "../fixtures/image-files.ts";
import { expectProblem } from "../helpers/problem-document.ts";
import { freePort, type Running, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const { width, height, rgb } = sample;
const png = Uint8Array.from(
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer(),
);

const upstreamPort = freePort();
const upstream = Bun.serve({
  port: upstreamPort,
  hostname: "127.0.0.1",
  routes: {
    "/picture.png": () => new Response(png),
    "/cut-out.png": () => new Response(cutOut.bytes),
    "/cut-short.png": () => new Response(png.slice(0, 3_000)),
    "/page": () => new Response("<html>no picture</html>"),
    "/empty.png": () => new Response(new Uint8Array()),
    "/gone": () => new Response("gone", { status: 404 }),
  },
});
const address = (path: string) => `http://127.0.0.1:${upstreamPort}${path}`;

let server: Running;
/** The response without options, which others are compared with. */
let cutOut: { readonly bytes: Uint8Array<ArrayBuffer>; readonly headers: Headers };
beforeAll(async () => {
  server = await startQuintet({
    METERING: "off",
    EGRESS_ALLOW: `127.0.0.1:${upstreamPort}`,
    UPLOAD_MAX_MB: "2",
  });
  const answer = await send();
  expect(answer.status).toBe(200);
  cutOut = { bytes: Uint8Array.from(await answer.bytes()), headers: answer.headers };
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await upstream.stop(true);
});

const post = (body: Bun.BodyInit, type?: string, query = "", headers: Record<string, string> = {}) =>
  fetch(`${server.url}/images/remove-bg${query}`, {
    method: "POST",
    body,
    headers: { ...(type === undefined ? {} : { "Content-Type": type }), ...headers },
  });
const json = (members: object) => post(JSON.stringify(members), "application/json");
const send = (query = "", headers: Record<string, string> = {}) => post(png, "image/png", query, headers);
/** Sends the cut-out, for options that the engine has no part in: it has nothing to do, for 0.3 s less processor time. */
const sendCutOut = (query: string, headers: Record<string, string> = {}) =>
  post(cutOut.bytes, "image/png", query, headers);

function form(parts: Record<string, string | Uint8Array<ArrayBuffer>>): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === "string") made.append(name, value);
    else made.append(name, new Blob([value]), "a.png");
  }
  return made;
}

async function decoded(image: Uint8Array) {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  return { data, ...info };
}

async function pixels(answer: Response) {
  expect(answer.status).toBe(200);
  return decoded(await answer.bytes());
}

async function refused(
  answer: Response,
): Promise<[status: number, code: string, parameter: string | undefined]> {
  const body = await answer.text();
  const { status } = answer;
  expectProblem({ status, contentType: answer.headers.get("content-type"), body }, server.url);
  const { code, parameter } = JSON.parse(body) as { code: string; parameter?: string };
  return [status, code, parameter];
}

describe("every form of a body gives the same picture", () => {
  // One without a background: it has nothing to remove, and all forms are read alike.
  let base64 = "";
  let expected: Uint8Array;
  beforeAll(async () => {
    base64 = Buffer.from(cutOut.bytes).toString("base64");
    expected = await (await post(cutOut.bytes, "image/png")).bytes();
    expect((await pixels(new Response(expected))).width).toBe(width);
  });
  const file = () => cutOut.bytes;
  test.each([
    ["a part named image", () => post(form({ image: file() }))],
    ["a part named file", () => post(form({ file: file() }))],
    ["remove.bg's image_file", () => post(form({ image_file: file(), size: "auto", type: "auto" }))],
    ["remove.bg's largest size", () => post(form({ image_file: file(), size: "50MP", format: "png" }))],
    ["remove.bg's image_file_b64", () => post(form({ image_file_b64: base64 }))],
    [
      "rembg's path",
      () => fetch(`${server.url}/api/remove`, { method: "POST", body: form({ file: file() }) }),
    ],
    ["octets", () => post(file(), "application/octet-stream")],
    ["url in JSON", () => json({ url: address("/cut-out.png") })],
    ["image_url in JSON", () => json({ image_url: address("/cut-out.png") })],
    ["imageBase64 in JSON", () => json({ imageBase64: base64 })],
    ["a data URL", () => json({ image_base64: `data:image/png;base64,${base64}` })],
    ["url in a form", () => post(new URLSearchParams({ url: address("/cut-out.png") }))],
    ["Base64 in a form", () => post(new URLSearchParams({ image_file_b64: base64 }))],
  ] as const)("%s", async (_name, call) => {
    const answer = await call();
    expect(answer.status).toBe(200);
    expect(await answer.bytes()).toEqual(expected);
  });
});

describe("the cut-out", () => {
  test("keeps the subject's pixels to the bit and nothing of the background", async () => {
    const { data, channels } = await decoded(cutOut.bytes);
    expect(channels).toBe(4);
    let [kept, gone, soft] = [0, 0, 0];
    for (let i = 0; i < width * height; i++) {
      const alpha = data[i * 4 + 3];
      const colour = [...data.subarray(i * 4, i * 4 + 3)];
      if (alpha === 255) {
        kept++;
        expect(colour).toEqual([...rgb.subarray(i * 3, i * 3 + 3)]);
      } else if (alpha === 0) {
        gone++;
        expect(colour).toEqual([0, 0, 0]);
      } else soft++;
    }
    expect(kept).toBeGreaterThan(5_000);
    expect(gone).toBeGreaterThan(20_000);
    expect(soft).toBeGreaterThan(100);
  });
  test("is described in headers that a page of another origin may read", async () => {
    const { headers } = cutOut;
    expect(headers.get("quintet-engine")).toBe("builtin");
    expect(Number(headers.get("quintet-confidence"))).toBeGreaterThan(0.9);
    expect([headers.get("quintet-width"), headers.get("quintet-height")]).toEqual(["240", "180"]);
    const [x = 0, y = 0, w = 0, h = 0] = (headers.get("quintet-foreground-box") ?? "").split(",").map(Number);
    // The ring is 0.32 of the height in radius, and its width goes a little beyond.
    expect(Math.abs(x + w / 2 - 120) + Math.abs(y + h / 2 - 90)).toBeLessThan(4);
    expect(Number(headers.get("quintet-foreground-area"))).toBeGreaterThan(0.15);
    expect(Number(headers.get("quintet-processing-ms"))).toBeGreaterThan(0);
    expect(headers.get("access-control-expose-headers")).toContain("Quintet-Confidence");
  });
  test("the same file gives the same bytes", async () => {
    expect(await (await send()).bytes()).toEqual(cutOut.bytes);
  });
  test.each(encodings)("from %s", async (name, make) => {
    const answer = await post(await make(), "application/octet-stream");
    const { data, ...size } = await pixels(answer);
    expect([size.width, size.height]).toEqual([240, 180]);
    const alphaAt = (x: number, y: number) => data[(y * 240 + x) * 4 + 3];
    // On the ring, in its middle, beside it.
    const reached = [alphaAt(120 + 43, 90), alphaAt(120, 90 - 43), alphaAt(120, 90), alphaAt(225, 15)];
    expect([name, ...reached]).toEqual([name, 255, 255, 0, 0]);
    if (name.includes("alpha")) expect(alphaAt(20, 90)).toBe(0);
  });
});

describe("an empty file is a bad request, whichever way it comes", () => {
  const nothing = new Uint8Array();
  test.each([
    ["a part", () => post(form({ image: nothing })), "invalid-body", "image"],
    ["remove.bg's part", () => post(form({ image_file: nothing })), "invalid-body", "image"],
    ["the body", () => post(nothing, "image/png"), "invalid-body", "image"],
    ["octets", () => post(nothing, "application/octet-stream"), "invalid-body", "image"],
    ["Base64", () => json({ imageBase64: "" }), "invalid-body", "imageBase64"],
    ["a data URL", () => json({ imageBase64: "data:image/png;base64," }), "invalid-body", "imageBase64"],
    ["a background", () => post(form({ image: png, bgImage: nothing })), "invalid-body", "bgImage"],
    ["a URL", () => json({ url: address("/empty.png") }), "invalid-parameter", "url"],
    [
      "a background's URL",
      () => post(form({ image: png, bgImageUrl: address("/empty.png") })),
      "invalid-parameter",
      "bgImageUrl",
    ],
  ] as const)("%s", async (_name, call, code, parameter) => {
    expect(await refused(await call())).toEqual([400, code, parameter]);
  });
});

describe("formats", () => {
  test.each([
    ["?format=webp", "image/webp"],
    ["?format=jpg&bgColor=white", "image/jpeg"],
    ["?format=jpeg&bgColor=ffffff", "image/jpeg"],
    ["?format=png", "image/png"],
  ])("%s", async (query, type) => {
    const answer = await sendCutOut(query);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(`image/${(await sharp(await answer.bytes()).metadata()).format}`).toBe(type);
  });
  test("by Accept, where the answer can be that", async () => {
    const as = async (accept: string, query = "") =>
      (await sendCutOut(query, { Accept: accept })).headers.get("content-type");
    expect(await as("image/webp")).toBe("image/webp");
    expect(await as("image/jpeg")).toBe("image/png");
    expect(await as("image/jpeg", "?bgColor=0f0")).toBe("image/jpeg");
    expect(await as("application/zip")).toBe("application/zip");
    expect(await as("text/html, */*")).toBe("image/png");
  });
  test("zip holds color.jpg and alpha.png, and unzip reads it", async () => {
    const file = `${temporaryFolder()}/many.zip`;
    await Bun.write(file, await (await sendCutOut("?format=zip")).bytes());
    const names = "import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); z.testzip(); print(*z.namelist())";
    const listed =
      Bun.which("python3") && Bun.spawnSync(["python3", "-c", names, file]).stdout.toString().trim();
    if (listed) expect(listed).toBe("color.jpg alpha.png");
    const bytes = Buffer.from(await Bun.file(file).bytes());
    const start = bytes.indexOf("alpha.png") + "alpha.png".length;
    const matte = await sharp(bytes.subarray(start, bytes.indexOf("PK\x01\x02"))).metadata();
    expect(matte).toMatchObject({ format: "png", width: 240, height: 180, channels: 1 });
    expect(bytes.subarray(39, 41)).toEqual(Buffer.from([0xff, 0xd8]));
    await Bun.file(file).delete();
  });
  test("JSON holds what a view of before and after needs", async () => {
    const answer = await sendCutOut("?response=json&crop=true&cropMargin=10px");
    expect(answer.headers.get("content-type")).toBe("application/json");
    const body = (await answer.json()) as Record<string, never>;
    expect(body).toMatchObject({
      engine: "builtin",
      type: "image/png",
      source: { width: 240, height: 180, type: "image/png" },
      foreground: { x: 10, y: 10 },
    });
    const {
      area,
      width: wide,
      height: high,
      foreground,
    } = body as unknown as Record<string, { width: number }>;
    expect([area?.width, wide, high]).toEqual([wide, (foreground?.width ?? 0) + 20, high] as never);
    const decoded = await sharp(Buffer.from(body.imageBase64 ?? "", "base64")).metadata();
    expect([decoded.width, decoded.height] as unknown[]).toEqual([wide, high]);
  });
});

describe("options", () => {
  test("channels=alpha is the matte alone", async () => {
    const cut = await decoded(cutOut.bytes);
    const matte = sharp(await (await send("?channels=alpha")).bytes());
    expect(await matte.metadata()).toMatchObject({ format: "png", channels: 1 });
    const values = await matte.toColourspace("b-w").raw().toBuffer();
    expect(values).toEqual(Buffer.from(cut.data.filter((_, i) => i % 4 === 3)));
  });
  test("channels=background is the rest, and nothing of the subject", async () => {
    const [cut, rest] = [await decoded(cutOut.bytes), await pixels(await send("?channels=background"))];
    for (let i = 0; i < width * height; i++) {
      expect(rest.data[i * 4 + 3]).toBe(255 - (cut.data[i * 4 + 3] ?? 0));
      if (rest.data[i * 4 + 3] === 0) expect(rest.data[i * 4]).toBe(0);
    }
  });
  test.each([
    ["preview of a small picture", "?size=preview", 240, 180],
    ["crop", "?crop=true", undefined, undefined],
    ["scale", "?scale=50%25", 240, 180],
  ])("size: %s", async (_name, query, w, h) => {
    const { width: wide, height: high } = await pixels(await sendCutOut(query));
    if (w !== undefined) expect([wide, high]).toEqual([w, h as number]);
    else expect(wide).toBeLessThan(140);
  });
  test("sizes bound the pixels", async () => {
    const large = Uint8Array.from(await sharp(cutOut.bytes).resize(1600, 1200).png().toBuffer());
    for (const [size, most] of [
      ["preview", 250_000],
      ["medium", 1_500_000],
      ["full", 1_920_000],
    ] as const) {
      const answer = await post(large, "image/png", `?size=${size}&format=webp`);
      const area = Number(answer.headers.get("quintet-width")) * Number(answer.headers.get("quintet-height"));
      expect(area).toBeLessThanOrEqual(most);
      expect(area).toBeGreaterThan(0.98 * most);
    }
  });
  const boxOf = (answer: { readonly headers: Headers }) =>
    (answer.headers.get("quintet-foreground-box") ?? "").split(",").map(Number);
  test("crop with margins: one, two and four lengths", async () => {
    const [, , w = 0, h = 0] = boxOf(await sendCutOut("?crop=true"));
    for (const [margin, top, right, bottom, left] of [
      ["7px", 7, 7, 7, 7],
      ["0 20px", 0, 20, 0, 20],
      ["1px 2px 3px 4px", 1, 2, 3, 4],
      ["50%25", h / 2, w / 2, h / 2, w / 2],
    ] as const) {
      const answer = await sendCutOut(`?crop=true&crop_margin=${margin}`);
      const size = await pixels(answer);
      expect(Math.abs(size.width - (w + left + right))).toBeLessThanOrEqual(1);
      expect(Math.abs(size.height - (h + top + bottom))).toBeLessThanOrEqual(1);
      const [x = 0, y = 0] = boxOf(answer);
      expect([x, y]).toEqual([Math.round(left), Math.round(top)]);
    }
  });
  test("scale and position place the subject", async () => {
    const [x = 0, y = 0, w = 0, h = 0] = boxOf(await sendCutOut("?scale=50%25&position=0%25 100%25"));
    expect(Math.abs(Math.max(w / 240, h / 180) - 0.5)).toBeLessThan(0.02);
    expect([x, Math.abs(y + h - 180) <= 1]).toEqual([0, true]);
    const [left = 0] = boxOf(await sendCutOut("?position=100%25 50%25"));
    expect(left + (boxOf(cutOut)[2] ?? 0)).toBeGreaterThanOrEqual(239);
  });
  test("roi: all outside of it is background", async () => {
    const { data } = await pixels(await send("?roi=0% 0% 50% 100%".replaceAll("%", "%25")));
    for (let y = 0; y < 180; y++) for (let x = 120; x < 240; x++) expect(data[(y * 240 + x) * 4 + 3]).toBe(0);
    expect(data[(90 * 240 + 77) * 4 + 3]).toBe(255);
  });
  test("roi in pixels counts those of the picture that was sent, whatever the size of the answer", async () => {
    const large = Uint8Array.from(
      await sharp(rgb, { raw: { width, height, channels: 3 } })
        .resize(1600, 1200)
        .png()
        .toBuffer(),
    );
    const [inPixels, inShares] = [
      await post(large, "image/png", "?size=preview&roi=0 0 800px 1200px"),
      await post(large, "image/png", "?size=preview&roi=0 0 50%25 100%25"),
    ];
    expect(inPixels.status).toBe(200);
    expect(await inPixels.bytes()).toEqual(await inShares.bytes());
  });
  test("a background colour leaves no transparency, a translucent one does", async () => {
    const solid = await pixels(await sendCutOut("?bg_color=rebeccapurple"));
    expect(solid.data.filter((_, i) => i % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
    expect([...solid.data.subarray(0, 3)]).toEqual([0x66, 0x33, 0x99]);
    const veil = await pixels(await sendCutOut("?bgColor=%23ff000080"));
    expect([...veil.data.subarray(0, 4)]).toEqual([255, 0, 0, 128]);
  });
  test("a background picture: a part of the form, remove.bg's name for it, and an address", async () => {
    const sky = sharp({ create: { width: 30, height: 60, channels: 3, background: "#1080f0" } });
    const bgImage = Uint8Array.from(await sky.png().toBuffer());
    const answers = [
      await post(form({ image: cutOut.bytes, bgImage })),
      await post(form({ image_file: cutOut.bytes, bg_image_file: bgImage })),
      await post(form({ image: cutOut.bytes, bg_image_url: address("/picture.png") })),
    ];
    const [one, two, third] = await Promise.all(answers.map(pixels));
    expect([...(one?.data.subarray(0, 4) ?? [])]).toEqual([0x10, 0x80, 0xf0, 255]);
    expect(two?.data).toEqual(one?.data as never);
    expect(third?.data.filter((_, i) => i % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
  });
  test("a shadow lies under the subject and leaves it as it is", async () => {
    const [plain, dark] = [
      await decoded(cutOut.bytes),
      await pixels(await send("?shadow=true&shadowOpacity=80")),
    ];
    let added = 0;
    for (let i = 0; i < width * height; i++) {
      const [before = 0, after = 0] = [plain.data[i * 4 + 3], dark.data[i * 4 + 3]];
      expect(after).toBeGreaterThanOrEqual(before);
      if (before === 255) expect(dark.data[i * 4]).toBe(plain.data[i * 4] as number);
      if (before === 0 && after > 0) {
        added++;
        expect([...dark.data.subarray(i * 4, i * 4 + 3)]).toEqual([0, 0, 0]);
      }
    }
    expect(added).toBeGreaterThan(500);
  });
  test("feather softens, holes=fill closes the ring, decontaminate=false keeps the colours", async () => {
    const softness = ({ data }: { data: Buffer }) =>
      data.filter((value, i) => i % 4 === 3 && value > 0 && value < 255).length;
    const plain = await decoded(cutOut.bytes);
    expect(softness(await pixels(await send("?feather=8")))).toBeGreaterThan(1.5 * softness(plain));
    const filled = await pixels(await send("?holes=fill"));
    expect(filled.data[(90 * 240 + 120) * 4 + 3]).toBe(255);
    const kept = await pixels(await send("?decontaminate=false"));
    for (let i = 0; i < width * height; i++) {
      if (kept.data[i * 4 + 3] !== 0) expect(kept.data[i * 4]).toBe(rgb[i * 3] as number);
    }
  });
});

describe("refusals", () => {
  test.each([
    ["nothing", () => json({}), 400, "invalid-parameter", "image"],
    [
      "two sources",
      () => json({ url: address("/picture.png"), imageBase64: "AAAA" }),
      400,
      "invalid-parameter",
      "image",
    ],
    ["two files", () => post(form({ image: png, image_file_b64: "AAAA" })), 400, "invalid-body", "image"],
    ["no Base64", () => json({ imageBase64: "not base64!" }), 400, "invalid-body", "imageBase64"],
    ["a file as a text", () => post(form({ image: "AAAA" })), 400, "invalid-body", "image"],
    ["one option by two names", () => send("?bgColor=red&bg_color=red"), 400, "invalid-parameter", "bgColor"],
    ["an unknown option", () => send("?colour=red"), 400, "invalid-parameter", undefined],
    ["a colour that is none", () => send("?bgColor=reddish"), 400, "invalid-parameter", "bgColor"],
    ["five digits of colour", () => send("?bgColor=12345"), 400, "invalid-parameter", "bgColor"],
    ["a call as a colour", () => send("?bgColor=url(x)"), 400, "invalid-parameter", "bgColor"],
    ["a margin without crop", () => send("?cropMargin=5px"), 400, "invalid-parameter", "cropMargin"],
    ["three margins", () => send("?crop=true&cropMargin=1 2 3"), 400, "invalid-parameter", "cropMargin"],
    ["a margin too wide", () => send("?crop=true&cropMargin=501px"), 400, "invalid-parameter", "cropMargin"],
    ["a scale beyond the canvas", () => send("?scale=101%25"), 400, "invalid-parameter", "scale"],
    ["a scale in pixels", () => send("?scale=50px"), 400, "invalid-parameter", "scale"],
    ["a position outside", () => send("?position=120%25"), 400, "invalid-parameter", "position"],
    ["half a region", () => send("?roi=1px 2px"), 400, "invalid-parameter", "roi"],
    ["an empty region", () => send("?roi=50px 0px 50px 9px"), 400, "invalid-parameter", "roi"],
    ["feather too wide", () => send("?feather=21"), 400, "invalid-parameter", "feather"],
    ["jpg without a background", () => send("?format=jpg"), 400, "invalid-parameter", "format"],
    ["jpg on a veil", () => send("?format=jpg&bgColor=ff000080"), 400, "invalid-parameter", "format"],
    ["zip with a background", () => send("?format=zip&bgColor=red"), 400, "invalid-parameter", "format"],
    [
      "a matte with a background",
      () => send("?channels=alpha&bgColor=red"),
      400,
      "invalid-parameter",
      "channels",
    ],
    ["an engine that is not there", () => send("?engine=u2net"), 400, "invalid-parameter", "engine"],
    ["a path as an engine", () => send("?engine=..%2Fx.onnx"), 400, "invalid-parameter", "engine"],
    ["a text", () => post("hello", "image/png"), 415, "unsupported-image", "image"],
    [
      "a media type that is not read",
      () => post(png, "image/heic"),
      415,
      "unsupported-media-type",
      undefined,
    ],
    ["a private address", () => json({ url: "http://10.0.0.1/a.png" }), 400, "url-not-public", "url"],
    ["an address of a page", () => json({ url: address("/page") }), 415, "unsupported-image", "url"],
    [
      "an address of half a picture",
      () => json({ url: address("/cut-short.png") }),
      422,
      "unreadable-image",
      "url",
    ],
    [
      "an address of half a background",
      () => post(form({ image: png, bg_image_url: address("/cut-short.png") })),
      422,
      "unreadable-image",
      "bgImageUrl",
    ],
    ["an address of nothing", () => json({ url: address("/gone") }), 422, "url-not-a-file", "url"],
    [
      "a background from a private address",
      () => post(form({ image: png, bgImageUrl: "http://10.0.0.1/a.png" })),
      400,
      "url-not-public",
      "bgImageUrl",
    ],
    [
      "a body too large",
      () => post(new Uint8Array(2_200_000), "image/png"),
      413,
      "payload-too-large",
      undefined,
    ],
    [
      "too large as Base64",
      () => json({ imageBase64: Buffer.alloc(2_200_000).toString("base64") }),
      413,
      "payload-too-large",
      undefined,
    ],
  ] as const)("%s", async (_name, call, status, code, parameter) => {
    const [gotStatus, gotCode, gotParameter] = await refused(await call());
    expect([gotStatus, gotCode]).toEqual([status, code]);
    if (parameter !== undefined) expect(gotParameter).toBe(parameter);
  });
});
