import type { RgbImage } from "../engine.ts";
import { barrierDistance } from "./barrier.ts";
import { bordersOf, differenceFrom, leastOf } from "./borders.ts";
import { connectivityOf } from "./connectivity.ts";
import { distribution, surround } from "./distribution.ts";
import { focusMap } from "./focus.ts";
import type { LabImage } from "./lab-image.ts";
import { backgroundness, optimised, weightedContrast } from "./saliency.ts";
import { pooled, type Superpixels, superpixelsOf } from "./superpixels.ts";

/** Texture of each pixel: how much luminance changes to the right and downwards. */
function texture({ width, height, lab }: LabImage): Float32Array {
  const out = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const right = x < width - 1 ? i + 1 : i;
      const below = y < height - 1 ? i + width : i;
      out[i] = Math.min(
        40,
        Math.hypot((lab[right * 3] ?? 0) - (lab[i * 3] ?? 0), (lab[below * 3] ?? 0) - (lab[i * 3] ?? 0)),
      );
    }
  }
  return out;
}

// Normalized and combined values of all patches, comparable between images.

/** The rank of each value, -1 (lowest) to 1. */
function ranked(values: Float64Array): Float64Array {
  const order = Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const out = new Float64Array(values.length);
  for (const [place, k] of order.entries()) out[k] = (2 * place) / Math.max(1, values.length - 1) - 1;
  return out;
}

/** Values minus their mean, in standard deviations of at least `least`, limited to -3 to 3. */
function standard(values: Float64Array, least: number): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const scale = Math.max(least, Math.sqrt(variance));
  return values.map((value) => Math.min(3, Math.max(-3, (value - mean) / scale)));
}

/** The smallest of several values of each patch. */
function smallest(...all: readonly Float64Array[]): Float64Array {
  return (all[0] ?? new Float64Array()).map((_, k) => Math.min(...all.map((one) => one[k] ?? 0)));
}

/** The largest of several values of each patch. */
function largest(...all: readonly Float64Array[]): Float64Array {
  return (all[0] ?? new Float64Array()).map((_, k) => Math.max(...all.map((one) => one[k] ?? 0)));
}

/** The most patches of an image, and the fewest pixels of each. */
const PATCHES = 250;
const PATCH = 24;

/** The features of each patch: `width` numbers, each about -3 to 3. */
export interface Features {
  readonly patches: Superpixels;
  readonly width: number;
  readonly values: Float32Array;
}

/** One number for each patch. */
type Column = Float64Array;

/** The patches of an image and what is derived from them once. */
interface Patches {
  readonly small: LabImage;
  readonly patches: Superpixels;
  readonly borders: ReturnType<typeof bordersOf>;
  readonly network: ReturnType<typeof connectivityOf>;
}

/** Describes the patches of an image; `small` is its copy of about 256 pixels a side. */
export function featuresOf(image: RgbImage, small: LabImage): Features {
  const patches = superpixelsOf(small, Math.min(PATCHES, (small.width * small.height) / PATCH));
  const borders = bordersOf(patches, small);
  const all = [...new Set([...borders.top, ...borders.right, ...borders.bottom, ...borders.left])];
  const described = { small, patches, borders, network: connectivityOf(patches, all) };
  // The nets are fitted to the columns in this order.
  const columns: readonly Column[] = [
    ...saliencyColumns(described, all),
    ...borderColumns(described),
    ...sharpnessColumns(described, image),
    ...contrastColumns(described),
    ...positionColumns(described),
    ...colorColumns(described),
  ];
  const values = new Float32Array(patches.count * columns.length);
  for (const [c, column] of columns.entries()) {
    for (let k = 0; k < patches.count; k++) values[k * columns.length + c] = column[k] ?? 0;
  }
  return { patches, width: columns.length, values };
}

/**
 * The saliency of each patch against all borders, and against all but the lower one, which many subjects touch.
 */
function saliencyColumns({ small, patches, borders, network }: Patches, all: readonly number[]): Column[] {
  const upper = [...new Set([...borders.top, ...borders.right, ...borders.left])];
  const everywhere = { top: true, right: true, bottom: true, left: true };
  const barrier = pooled(patches, barrierDistance(small, everywhere));
  const barrierUp = pooled(patches, barrierDistance(small, { ...everywhere, bottom: false }));
  const background = backgroundness(patches, network, new Set(all));
  const backgroundUp = backgroundness(patches, network, new Set(upper));
  const salient = weightedContrast(patches, network, background);
  const salientUp = weightedContrast(patches, network, backgroundUp);
  const smooth = optimised(patches, network, salient, background);
  const smoothUp = optimised(patches, network, salientUp, backgroundUp);
  return [
    standard(barrier, 6),
    ranked(barrier),
    standard(barrierUp, 6),
    ranked(barrierUp),
    scaled(background, 2),
    scaled(backgroundUp, 2),
    standard(salient, 0.08),
    ranked(salient),
    standard(salientUp, 0.08),
    standard(smooth, 0.05),
    ranked(smooth),
    standard(smoothUp, 0.05),
    ranked(smoothUp),
  ];
}

/** How different a patch is from each border, directly and along the path with the smallest steps. */
function borderColumns({ patches: { count }, borders, network: { contrast, path } }: Patches): Column[] {
  const from = {
    top: differenceFrom(count, contrast, borders.top),
    right: differenceFrom(count, contrast, borders.right),
    bottom: differenceFrom(count, contrast, borders.bottom),
    left: differenceFrom(count, contrast, borders.left),
  };
  const way = {
    top: leastOf(count, path, borders.top),
    right: leastOf(count, path, borders.right),
    bottom: leastOf(count, path, borders.bottom),
    left: leastOf(count, path, borders.left),
  };
  return [
    standard(from.top, 4),
    standard(smallest(from.left, from.right), 4),
    standard(largest(from.left, from.right), 4),
    standard(from.bottom, 4),
    standard(smallest(from.top, from.left, from.right), 4),
    ranked(smallest(from.top, from.left, from.right)),
    standard(smallest(from.top, from.left, from.right, from.bottom), 4),
    standard(way.top, 4),
    standard(smallest(way.left, way.right), 4),
    standard(largest(way.left, way.right), 4),
    standard(way.bottom, 4),
    standard(smallest(way.top, way.left, way.right, way.bottom), 4),
    ranked(smallest(way.top, way.left, way.right)),
  ];
}

/** How sharp a patch is, alone and weighted with how much sharpness varies over the image. */
function sharpnessColumns({ small, patches }: Patches, image: RgbImage): Column[] {
  const { count } = patches;
  const sharp = pooled(patches, focusMap(image, small.width, small.height));
  const sorted = new Float64Array(sharp).sort();
  const range = (sorted[Math.floor(count * 0.95)] ?? 0) - (sorted[Math.floor(count * 0.3)] ?? 0);
  const sharpness = standard(sharp, 0.3);
  const constant = (value: number) => new Float64Array(count).fill(value);
  return [
    sharpness,
    ranked(sharp),
    sharpness.map((value) => value * (range / 2)),
    constant(range / 2),
    constant((sorted[Math.floor(count * 0.5)] ?? 0) / 3),
  ];
}

/** Texture, how the color of a patch is distributed over the image, and its contrast with what surrounds it. */
function contrastColumns({ small, patches, network: { contrast } }: Patches): Column[] {
  const { common, spread, central } = distribution(patches, contrast);
  const wide = surround(patches, contrast, 0.25);
  return [
    standard(pooled(patches, texture(small)), 1),
    standard(common, 1),
    standard(spread, 0.02),
    standard(central, 0.02),
    standard(surround(patches, contrast, 0.08), 2),
    standard(wide, 2),
    ranked(wide),
  ];
}

/** Where a patch is: its distance from the center, and the borders that it touches. */
function positionColumns({ patches: { count, middles }, borders }: Patches): Column[] {
  const isIn = (border: readonly number[]) => {
    const set = new Set(border);
    return Float64Array.from({ length: count }, (_, k) => (set.has(k) ? 1 : 0));
  };
  const x = Float64Array.from({ length: count }, (_, k) => (middles[k * 2] ?? 0) - 0.5);
  const y = Float64Array.from({ length: count }, (_, k) => (middles[k * 2 + 1] ?? 0) - 0.5);
  return [
    x.map((value) => 4 * Math.abs(value)),
    scaled(y, 4),
    x.map((value, k) => 4 * Math.hypot(value, y[k] ?? 0)),
    x.map((value, k) => 8 * Math.max(Math.abs(value), Math.abs(y[k] ?? 0)) ** 2),
    isIn(borders.top),
    isIn([...borders.left, ...borders.right]),
    isIn(borders.bottom),
  ];
}

/** The color of a patch in CIELAB, absolute and relative to the image. */
function colorColumns({ patches: { count, lab } }: Patches): Column[] {
  const channel = (c: number) => Float64Array.from({ length: count }, (_, k) => lab[k * 3 + c] ?? 0);
  return [
    scaled(channel(0), 1 / 40).map((value) => value - 1.25),
    scaled(channel(1), 1 / 20),
    scaled(channel(2), 1 / 20),
    standard(channel(0), 5),
    standard(channel(1), 3),
    standard(channel(2), 3),
  ];
}

function scaled(values: Column, by: number): Column {
  return values.map((value) => value * by);
}
