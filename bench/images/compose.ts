import sharp from "sharp";
import { randomFrom } from "../../src/apis/images/random.fixture.ts";
import type { Sample } from "./pictures.ts";

type Random = () => number;
type Color = readonly [number, number, number];

/** How much of a pixel a shape covers (0 to 1) and its colour there; coordinates in lengths of the picture's height. */
interface Shape {
  cover(x: number, y: number, pixel: number): number;
  colour(x: number, y: number): Color;
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));

function shaded(random: Random): Shape["colour"] {
  const base = [random(), random(), random()].map((value) => 40 + 180 * value);
  const [u, v, stripes] = [random() * 80, random() * 80, random() < 0.5 ? 30 * random() : 0];
  return (x, y) => {
    const light = 1 - 0.5 * y + 0.25 * x + 0.2 * Math.sin(x * u + y * v) * (stripes > 0 ? 1 : 0.3);
    const [r = 0, g = 0, b = 0] = base.map((value) => Math.min(250, value * light));
    return [r, g, b];
  };
}

/** A rounded thing whose outline waves. */
function blob(random: Random): Shape {
  const [a, b, c] = [random() * 7, random() * 7, 3 + Math.floor(random() * 4)];
  const [size, flat] = [0.2 + 0.12 * random(), 0.7 + 0.5 * random()];
  return {
    colour: shaded(random),
    cover(x, y, pixel) {
      const angle = Math.atan2(y / flat, x);
      const radius = size * (1 + 0.18 * Math.sin(c * angle + a) + 0.07 * Math.sin(9 * angle + b));
      return clamp((radius - Math.hypot(x, y / flat)) / pixel + 0.5);
    },
  };
}

/** A wheel: what is between its spokes is background. */
function wheel(random: Random): Shape {
  const [size, spokes] = [0.26 + 0.08 * random(), 5 + Math.floor(random() * 6)];
  return {
    colour: shaded(random),
    cover(x, y, pixel) {
      const [distance, angle] = [Math.hypot(x, y), Math.atan2(y, x)];
      const rim = clamp((0.035 - Math.abs(distance - size)) / pixel + 0.5);
      const off = Math.abs(((angle * spokes) / (2 * Math.PI)) % 1);
      const across = (Math.min(off, 1 - off) * 2 * Math.PI * distance) / spokes;
      const spoke = distance < size ? clamp((0.008 - across) / pixel + 0.5) : 0;
      return Math.max(rim, spoke, clamp((0.05 - distance) / pixel + 0.5));
    },
  };
}

/** A body with hair: fine soft strokes all round. */
function hairy(random: Random): Shape {
  const inner = blob(random);
  const strands = Array.from({ length: 160 }, (_, i) => ({
    angle: (i / 160) * 2 * Math.PI + 0.03 * random(),
    length: 0.3 + 0.13 * random(),
    bend: (random() - 0.5) * 2,
  }));
  return {
    colour: inner.colour,
    cover(x, y, pixel) {
      const body = inner.cover(x, y, pixel);
      const distance = Math.hypot(x, y);
      if (body === 1 || distance < 0.12) return Math.max(body, distance < 0.12 ? 1 : 0);
      let most = body;
      const angle = (Math.atan2(y, x) + 2 * Math.PI) % (2 * Math.PI);
      for (const strand of strands) {
        if (distance > strand.length) continue;
        const way = Math.abs(angle - strand.angle - strand.bend * (distance - 0.2));
        const across = Math.min(way, 2 * Math.PI - way) * distance;
        const thin = 0.0035 * (1 - distance / strand.length) + 0.0006;
        most = Math.max(most, clamp((thin - across) / pixel + 0.5) * 0.9);
      }
      return most;
    },
  };
}

export function backdrop(random: Random): Shape["colour"] {
  const walls: readonly Color[] = [
    [250, 250, 250],
    [225, 226, 230],
    [188, 192, 198],
    [52, 54, 60],
    [180, 208, 226],
    [232, 214, 190],
  ];
  const wall = walls[Math.floor(random() * walls.length)] ?? [255, 255, 255];
  const [slope, vignette] = [(random() - 0.5) * 40, random() * 30];
  const isShaded = random() < 0.6;
  return (x, y) => {
    const shade = isShaded ? 0.35 * Math.exp(-((x / 0.3) ** 2 + ((y - 0.33) / 0.07) ** 2)) : 0;
    const light = slope * y - vignette * (x * x + y * y);
    const [r, g, b] = wall.map((value) => (value + light) * (1 - shade)) as unknown as Color;
    return [r, g, b];
  };
}

/** Something like a meadow, a street or a room out of focus: waves of a few hues at all scales, ever fainter. */
function scene(random: Random): Shape["colour"] {
  const waves = Array.from({ length: 26 }, (_, i) => {
    const scale = 1.5 * 1.16 ** i;
    const tint = [random(), random(), random()].map((value) => (value - 0.5) * 0.7);
    const angle = random() * Math.PI;
    return {
      u: scale * Math.cos(angle),
      v: scale * Math.sin(angle),
      phase: random() * 7,
      tint,
      size: 46 / (1 + i * 0.35),
    };
  });
  const base = [random(), random(), random()].map((value) => 70 + 100 * value);
  return (x, y) => {
    const out = [...base];
    for (const { u, v, phase, tint, size } of waves) {
      const wave = size * Math.sin(u * x + v * y + phase + Math.sin(1.7 * v * x));
      for (let c = 0; c < 3; c++) out[c] = (out[c] ?? 0) + wave * (0.6 + (tint[c] ?? 0));
    }
    const [r = 0, g = 0, b = 0] = out;
    return [r, g, b];
  };
}

async function render(id: string, shape: Shape, behind: Shape["colour"], random: Random): Promise<Sample> {
  const height = 500 + Math.floor(500 * random());
  const width = Math.round(height * (0.8 + 0.7 * random()));
  const [left, top] = [width / height / 2 + 0.1 * (random() - 0.5), 0.48 + 0.06 * random()];
  const colours = new Uint8Array(width * height * 3);
  const mask = new Uint8Array(width * height);
  const rgb = new Uint8Array(width * height * 3);
  const noise = 4 * random();
  for (let i = 0; i < mask.length; i++) {
    const [x, y] = [(i % width) / height - left, Math.floor(i / width) / height - top];
    const share = shape.cover(x, y, 1 / height);
    const [front, back] = [shape.colour(x, y), behind(x, y)];
    mask[i] = Math.round(255 * share);
    for (let c = 0; c < 3; c++) {
      const grain = noise * (random() + random() + random() - 1.5);
      colours[i * 3 + c] = Math.max(0, Math.min(255, front[c] ?? 0));
      rgb[i * 3 + c] = Math.max(
        0,
        Math.min(255, share * (front[c] ?? 0) + (1 - share) * (back[c] ?? 0) + grain),
      );
    }
  }
  const raw = { width, height, channels: 3 as const };
  const file = await sharp(rgb, { raw })
    .jpeg({ quality: 80 + Math.round(15 * random()) })
    .toBuffer();
  return { id, width, height, rgb: await sharp(file).raw().toBuffer(), mask, colours };
}

/** Pictures with exact mattes: rounded things, wheels and hair, half of them before a backdrop, half before a scene. */
export async function composed(count: number): Promise<Sample[]> {
  const random = randomFrom(2026);
  const kinds = [blob, wheel, hairy];
  const out: Sample[] = [];
  for (let i = 0; i < count; i++) {
    const kind = kinds[i % kinds.length] ?? blob;
    const isStudio = i % 2 === 0;
    const behind = isStudio ? backdrop(random) : scene(random);
    out.push(
      await render(`${isStudio ? "studio" : "scene"}-${kind.name}-${i}`, kind(random), behind, random),
    );
  }
  return out;
}
