import { describe, expect, test } from "bun:test";
import { casesOf, isNightly } from "../../../../test/helpers/nightly.ts";
import { rejectionOf } from "../../../../test/helpers/rejection.ts";
import { Problem } from "../../../kit/problem.ts";
import type { RgbImage } from "../engine.ts";
import { randomFrom } from "../random.fixture.ts";
import { builtinEngine } from "./engine.ts";
import { openBuiltinNetwork } from "./network-prior.ts";

const builtin = builtinEngine(openBuiltinNetwork());

type Color = readonly [number, number, number];

interface Scene {
  readonly backdrop: (u: number, v: number) => Color;
  /** How much of a pixel is subject, 0 to 1; `u`, `v` in units. */
  readonly cover: (x: number, y: number) => number;
  readonly subject: (x: number, y: number) => Color;
  readonly noise?: number;
  /** Pixels per unit, instead of `SCALE`. */
  readonly scale?: number;
}

/** Pixels per unit. The short form has a ninth of the pixels, which take most of the time. */
const SCALE = isNightly ? 1 : 1 / 3;

/** Draws a scene of 360 by 300 units. */
function draw({ backdrop, cover, subject, noise = 0, scale = SCALE }: Scene) {
  const [width, height] = [360 * scale, 300 * scale];
  const random = randomFrom(9);
  const rgb = new Uint8Array(width * height * 3);
  const truth = new Uint8Array(width * height);
  for (let i = 0; i < truth.length; i++) {
    const [x, y] = [(i % width) / scale, Math.floor(i / width) / scale];
    const share = Math.min(1, Math.max(0, cover(x, y)));
    const [front, behind] = [subject(x, y), backdrop(x / 360, y / 300)];
    truth[i] = Math.round(255 * share);
    for (let c = 0; c < 3; c++) {
      const value =
        share * (front[c] ?? 0) + (1 - share) * (behind[c] ?? 0) + noise * (random() + random() - 1);
      rgb[i * 3 + c] = Math.min(255, Math.max(0, Math.round(value)));
    }
  }
  return { image: { width, height, rgb } satisfies RgbImage, truth };
}

async function scores({ image, truth }: ReturnType<typeof draw>) {
  const { alpha, confidence = Number.NaN } = await builtin.segment(image);
  let [both, either, off] = [0, 0, 0];
  for (const [i, real] of truth.entries()) {
    const given = alpha[i] ?? 0;
    if (given >= 128 && real >= 128) both++;
    if (given >= 128 || real >= 128) either++;
    off += Math.abs(given - real) / 255;
  }
  return { iou: both / either, mae: off / truth.length, confidence };
}

const disc = (x: number, y: number, radius = 80) => radius + 0.5 - Math.hypot(x - 180, y - 150);
const grey: Color = [206, 206, 208];
const leather = (x: number, y: number): Color => [120 + 40 * Math.sin(x / 9), 60 + 20 * Math.cos(y / 7), 35];

const otherColors: [string, Scene][] = [
  ["white", { backdrop: () => [255, 255, 255], cover: disc, subject: leather }],
  ["dark", { backdrop: () => [24, 26, 30], cover: disc, subject: leather }],
];

describe("before a plain backdrop", () => {
  test.each<[string, Scene]>([
    ["one colour", { backdrop: () => grey, cover: disc, subject: leather }],
    // What one color shows, others show too.
    ...(isNightly ? otherColors : []),
    [
      "a slope of light",
      { backdrop: (u, v) => [235 - 50 * v, 225 - 45 * v, 215 - 30 * u], cover: disc, subject: leather },
    ],
    [
      "a vignette",
      {
        backdrop: (u, v) => {
          const light = 230 - 90 * ((u - 0.5) ** 2 + (v - 0.5) ** 2);
          return [light, light, light - 8];
        },
        cover: disc,
        subject: leather,
      },
    ],
    ["noise", { backdrop: () => grey, cover: disc, subject: leather, noise: 9 }],
    [
      "a subject that stands on the lower border",
      { backdrop: () => grey, cover: (x, y) => (y > 110 ? 60 - Math.abs(x - 180) : 0), subject: leather },
    ],
    [
      "two subjects",
      {
        backdrop: () => grey,
        cover: (x, y) => Math.max(50.5 - Math.hypot(x - 100, y - 150), 40.5 - Math.hypot(x - 260, y - 150)),
        subject: leather,
      },
    ],
    [
      "a soft shadow beside it",
      {
        backdrop: (u, v) => {
          const depth = 40 * Math.exp(-(((u * 360 - 180) / 120) ** 2 + ((v * 300 - 235) / 30) ** 2));
          return [215 - depth, 215 - depth, 217 - depth];
        },
        cover: disc,
        subject: leather,
      },
    ],
    [
      "a ring: its opening is backdrop",
      {
        backdrop: () => grey,
        cover: (x, y) => 22.5 - Math.abs(Math.hypot(x - 180, y - 150) - 70),
        subject: leather,
      },
    ],
    [
      "a soft edge of 12 pixels",
      {
        backdrop: () => grey,
        cover: (x, y) => disc(x, y) / 12,
        subject: () => [90, 40, 40],
        scale: isNightly ? 1 : 2 / 3,
      },
    ],
  ])("%s", async (_name, scene) => {
    const { iou, mae, confidence } = await scores(draw(scene));
    expect(iou).toBeGreaterThan(0.96);
    expect(mae).toBeLessThan(0.008);
    expect(confidence).toBeGreaterThan(0.9);
  });
});

describe("before anything else", () => {
  test("a subject that differs from a restless background in colour and place", async () => {
    const scene = draw({
      backdrop: (u, v) => {
        const wave = 30 * Math.sin(u * 17) + 25 * Math.cos(v * 23 + u * 9) + 20 * Math.sin(v * 41);
        return [70 + wave, 130 + wave, 60 + wave / 2];
      },
      cover: disc,
      subject: (x) => [205 + 20 * Math.sin(x / 5), 60, 50],
      noise: 12,
    });
    const { iou, confidence } = await scores(scene);
    expect(iou).toBeGreaterThan(0.85);
    expect(confidence).toBeLessThan(1);
  });
  test("its matte has sure pixels on both sides and nothing but a band between", async () => {
    const { image } = draw({
      backdrop: (u, v) => [90 + 60 * Math.sin(u * 19), 120 + 50 * Math.cos(v * 21), 80],
      cover: disc,
      subject: () => [220, 210, 200],
      noise: 10,
    });
    const { alpha } = await builtin.segment(image);
    const soft = alpha.filter((value) => value > 0 && value < 255).length;
    expect(soft / alpha.length).toBeLessThan(0.15);
  });
});

const WHITE: Color = [220, 220, 220];
const BLACK: Color = [30, 30, 30];

/** A square image without a subject. */
function texture(
  seed: number,
  paint: (x: number, y: number, random: () => number) => readonly number[],
  side = isNightly ? 500 : 160,
) {
  const random = randomFrom(seed);
  const rgb = new Uint8Array(side * side * 3);
  for (let i = 0; i < side * side; i++) rgb.set(paint(i % side, Math.floor(i / side), random), i * 3);
  return { width: side, height: side, rgb } satisfies RgbImage;
}

/** Light that becomes weaker around a place, which is so far to the right, as a share of the width. */
const glow = (right: number) =>
  texture(4, (x, y) => {
    const light = 120 * Math.exp(-((x / 160 - right) ** 2 + (y / 160 - 0.45) ** 2) / 0.04);
    return [60 + light, 58 + 0.9 * light, 55 + 0.6 * light];
  });

describe("where nothing stands out", () => {
  test.each<[string, RgbImage]>([
    ["white", { width: 200, height: 150, rgb: new Uint8Array(200 * 150 * 3).fill(255) }],
    [
      "a slope",
      draw({ backdrop: (u) => [100 + 90 * u, 90 + 90 * u, 80], cover: () => 0, subject: () => grey }).image,
    ],
    ["one pixel", { width: 1, height: 1, rgb: new Uint8Array(3) }],
    ["a sliver", { width: 3, height: 9_000, rgb: new Uint8Array(3 * 9_000 * 3).fill(7) }],
    ["a row", { width: 900, height: 1, rgb: Uint8Array.from({ length: 2_700 }, (_, i) => (i * 37) & 255) }],
    ["stripes of a pixel", texture(1, (x) => (x % 2 === 0 ? WHITE : BLACK))],
    ["stripes of four pixels", texture(1, (x) => (Math.floor(x / 4) % 2 === 0 ? WHITE : BLACK))],
    [
      "a checkerboard",
      texture(1, (x, y) => ((Math.floor(x / 20) + Math.floor(y / 20)) % 2 ? WHITE : BLACK), 160),
    ],
    ["a glow", glow(0.5)],
    ["a glow at the left", glow(0)],
    ["specks", texture(5, (_x, _y, random) => (random() < 0.04 ? [20, 20, 20] : [200, 200, 200]), 160)],
    // In the short form each kind once, with one of the seeds.
    ...casesOf(
      [2, 3, 3_521].flatMap((seed): [string, () => RgbImage][] => [
        [
          `noise ${seed}`,
          () => texture(seed, (_x, _y, random) => [256 * random(), 256 * random(), 256 * random()]),
        ],
        [
          `gray noise ${seed}`,
          () => texture(seed, (_x, _y, random) => Array<number>(3).fill(256 * random())),
        ],
        [
          `faint noise ${seed}`,
          () => texture(seed, (_x, _y, random) => [90 + 80 * random(), 80 + 80 * random(), 70]),
        ],
        [
          `waves ${seed}`,
          () =>
            texture(seed, (x, y, random) => {
              const wave = 30 * Math.sin(x / 21) + 25 * Math.cos(y / 13 + x / 40) + 12 * random();
              return [70 + wave, 130 + wave, 60 + 20 * Math.sin(y / 7)];
            }),
        ],
      ]),
      3,
    ).map(([name, make]): [string, RgbImage] => [name, make()]),
  ])("%s is no-foreground, not noise", async (_name, image) => {
    const attempt = (async () => builtin.segment(image))();
    expect(await rejectionOf(attempt)).toBeInstanceOf(Problem);
    expect(await rejectionOf(attempt)).toMatchObject({ code: "no-foreground" });
  });
});

/** An engine whose network sees a subject in the middle, this surely. */
function sureOf(probability: number) {
  const side = 32;
  const isMiddle = (i: number) => Math.hypot((i % side) - 15.5, Math.floor(i / side) - 15.5) < 9;
  const seen = Float32Array.from({ length: side * side }, (_, i) => (isMiddle(i) ? probability : 0.01));
  return builtinEngine({ inputSide: side, outputSide: side, run: () => seen });
}

test("what the network suspects and is sure of nowhere is no subject", async () => {
  const noise = texture(7, (_x, _y, random) => [256 * random(), 256 * random(), 256 * random()]);
  const attempt = (async () => sureOf(0.85).segment(noise))();
  expect(await rejectionOf(attempt)).toMatchObject({ code: "no-foreground" });
  const { alpha } = await sureOf(0.95).segment(noise);
  expect(alpha.filter((value) => value > 128).length / alpha.length).toBeGreaterThan(0.1);
});

test("pictures of any small size are cut or refused, never broken", async () => {
  const random = randomFrom(5);
  for (let width = 1; width < 40; width += isNightly ? 6 : 13) {
    for (const height of casesOf([1, 5, 8, 13, 33], 3, width)) {
      const rgb = Uint8Array.from({ length: width * height * 3 }, () => Math.floor(random() * 256));
      try {
        const { alpha } = await builtin.segment({ width, height, rgb });
        expect(alpha).toHaveLength(width * height);
      } catch (error) {
        expect(error).toMatchObject({ code: "no-foreground" });
      }
    }
  }
});
