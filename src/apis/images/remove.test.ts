import { describe, expect, test } from "bun:test";
import sharp from "sharp";
import { rejectionOf } from "../../../test/helpers/rejection.ts";
import type { Engine } from "./engine.ts";
import { readOptions } from "./options.ts";
import { kindOf } from "./pixels/kind.ts";
import { remove } from "./remove.ts";
import { RemoveInput } from "./schemas.ts";

const WIDTH = 80;
const HEIGHT = 60;

const cut = (image: Uint8Array, options: object, mediaType = "image/png") =>
  remove(
    { image, background: undefined, options: readOptions(RemoveInput.parse(options), mediaType) },
    engine,
  );

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

async function file(pixelAt: (x: number, y: number) => Pixel) {
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let i = 0; i < WIDTH * HEIGHT; i++) rgba.set(pixelAt(i % WIDTH, Math.floor(i / WIDTH)), i * 4);
  const image = sharp(rgba, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } });
  return { rgba, bytes: Uint8Array.from(await image.png().toBuffer()) };
}

/** Takes all that is right of the tenth column for the subject. */
const engine: Engine = {
  name: "right",
  segment: ({ width, height }) => ({
    alpha: Uint8Array.from({ length: width * height }, (_, i) => (i % width < 10 ? 0 : 255)),
  }),
};

async function pixels(image: Uint8Array, options: object) {
  return sharp((await cut(image, options)).body)
    .raw()
    .toBuffer();
}

describe("transparency that the file has stays", async () => {
  // A sign on the right: soft at its lower edge, with an opening; other colors lie hidden under what is clear.
  const { rgba, bytes } = await file((x, y) => {
    if (x > 50 && x < 60 && y > 10 && y < 20) return [0, 255, 0, 0];
    if (x < 30 || y >= 50) return [255, 0, 255, 0];
    return [40, 90, 200, y >= 40 ? 250 - 25 * (y - 40) : 255];
  });
  test.each([
    {},
    { holes: "fill" },
    { holes: "keep", feather: 12 },
    { feather: 6, decontaminate: false },
    { channels: "background" },
  ])("%p", async (options) => {
    const data = await pixels(bytes, options);
    for (let i = 0; i < rgba.length; i += 4) {
      expect(data[i + 3]).toBeLessThanOrEqual(rgba[i + 3] ?? 0);
      const color = data[i + 3] === 0 ? [0, 0, 0] : [...rgba.subarray(i, i + 3)];
      expect([...data.subarray(i, i + 3)]).toEqual(color);
    }
  });
  test("what is without the subject and the subject make the picture", async () => {
    const [subject, rest] = [await pixels(bytes, {}), await pixels(bytes, { channels: "background" })];
    for (let i = 3; i < rgba.length; i += 4) expect((subject[i] ?? 0) + (rest[i] ?? 0)).toBe(rgba[i] ?? 0);
  });
});

test("what is cut out already stays as it is: white parts, a soft shadow, a foot at the border", async () => {
  const { rgba, bytes } = await file((x, y) => {
    if (x < 20 || x >= 60 || y < 10) return [0, 0, 0, 0];
    if (y < 40) return x < 40 ? [255, 255, 255, 255] : [20, 120, 60, 255];
    return [0, 0, 0, 90];
  });
  expect(await pixels(bytes, {})).toEqual(Buffer.from(rgba));
  const [left = 0, right = 0] = [20, 60].map((x) => (30 * WIDTH + x) * 4 + 3);
  const part = await pixels(bytes, { roi: "50% 0 100% 100%" });
  expect([part[left], part[right - 4]]).toEqual([0, 255]);
});

test("all outside of roi is background, however soft the edge is to be", async () => {
  const { bytes } = await file((x) => [x, 90, 200, 255]);
  const data = await pixels(bytes, { roi: "50% 0 100% 100%", feather: 12 });
  for (let i = 0; i < WIDTH * HEIGHT; i++) if (i % WIDTH < WIDTH / 2) expect(data[i * 4 + 3]).toBe(0);
});

describe("a side that a format cannot say", async () => {
  const strip = (width: number) =>
    sharp({ create: { width, height: 2, channels: 3, background: "red" } })
      .png()
      .toBuffer();
  const [webp, jpeg] = await Promise.all([strip(16_384), strip(65_536)]);
  test.each([
    ["image/webp", webp, {}],
    ["image/jpeg", jpeg, { bgColor: "white" }],
    ["application/zip", jpeg, {}],
  ])("gives way to PNG where Accept asks for %s", async (mediaType, image, options) => {
    const { mediaType: sent, headers } = await cut(image, options, mediaType);
    expect([sent, headers["Quintet-Width"]]).toEqual(["image/png", image === webp ? "16384" : "65536"]);
  });
  test.each([
    ["webp", webp, {}],
    ["jpg", jpeg, { bgColor: "white" }],
    ["zip", jpeg, {}],
  ])("is refused where format=%s is named", async (format, image, options) => {
    const refused = { code: "invalid-parameter", options: { parameter: "format" } };
    expect(await rejectionOf(cut(image, { format, ...options }))).toMatchObject(refused);
  });
});

test.each([
  ["\xef\xbb\xbf<svg/>", "SVG"],
  ["<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN'><svg/>", "SVG"],
  ["<!-- Inkscape --><svg/>", "SVG"],
  ["<?xml version='1.0'?><Error/>", "not one of these"],
  ["8BPS\0\x01", "Photoshop"],
  ["\0\0\0\fjP  \r\n", "JPEG 2000"],
])("%p: the error says what it is", (head, name) => {
  expect(() => kindOf(Buffer.from(head, "latin1"), "image")).toThrow(name);
});
