import { ColorField } from "../matting/color-field.ts";
import { maskOf } from "../matting/fill.ts";
import type { Backdrop } from "./backdrop.ts";
import type { LabImage } from "./lab-image.ts";
import { CONFIDENT_PROBABILITY, LIKELY } from "./network-prior.ts";
import { dropSmall, fillSmall, type Regions, regionsOf } from "./regions.ts";
import { differenceAt, Surface } from "./surface.ts";

/** The largest difference from the backdrop of a pixel that belongs to it; larger if the backdrop is noisy. */
const TOLERANCE = 4;
const NOISES = 2.2;

/** A shadow may be darker by so much, if it comes on slowly and has the hue of the backdrop in less light. */
const SHADOW = 42;
const SHADOW_STEP = 2.6;
const SHADOW_HUE = 3;

/** From this probability of subject on, nothing is a shadow, and an opening must match the backdrop closely. */
const EVEN = 0.5;

/** A gradient that the surface misses may be lighter by so much. */
const GLOW = 10;

/** The largest difference between most pixels of an opening and the adjacent backdrop. */
const HOLE = 2.2;
const HOLE_NOISES = 1.5;

/**
 * An area of the backdrop's color that encloses parts of the subject is no opening if they are larger than this share of the
 * area: they would float. The white ring of a badge is such an area.
 */
const FLOATING = 0.25;

/** How often the backdrop is fitted again to the filled pixels. */
const ROUNDS = 3;

/** Areas of the subject smaller than this share of its largest are dust; at the border they are other things. */
const DUST = 0.03;
const CUT_OFF = 0.25;

/** Below this mean probability of subject, the network sees no subject in an area. */
const UNSEEN = 0.1;

/** If the areas of a mask have fewer pixels than this on average, all of them are noise. */
const SPECKS = 3;

/** Openings smaller than this share of the image are glints. */
const GLINT = 0.0002;

/**
 * Flood-fills from the border, and from what is `filled` already, over pixels that the backdrop explains, unless the network
 * is sure that they are subject: white clothes on white. 1 = backdrop.
 */
function fill(
  image: LabImage,
  surface: Surface,
  noise: number,
  difference: Float32Array,
  seen?: Float32Array,
  filled: Uint8Array = new Uint8Array(image.width * image.height),
): Uint8Array {
  const { width, height, lab } = image;
  const near = Math.max(TOLERANCE, NOISES * noise);
  const queue = new Int32Array(width * height);
  const color = new Float64Array(3);
  let tail = 0;
  for (let i = 0; i < filled.length; i++) if (filled[i] === 1) queue[tail++] = i;
  const isShadow = (i: number, from: number): boolean => {
    if ((difference[i] ?? 0) >= near + SHADOW || (seen?.[i] ?? 0) > EVEN) return false;
    for (let c = 0; c < 3; c++) color[c] = lab[from * 3 + c] ?? 0;
    if (differenceAt(lab, i, color) >= Math.max(SHADOW_STEP, noise)) return false;
    surface.at(i % width, Math.floor(i / width), color);
    const l = lab[i * 3] ?? 0;
    const lit = color[0] ?? 0;
    if (l > lit + GLOW + noise) return false;
    // Less light shrinks L* + 16, a* and b* alike: all three are differences of cube roots.
    const light = Math.min(1, (l + 16) / (lit + 16));
    const a = (lab[i * 3 + 1] ?? 0) - (color[1] ?? 0) * light;
    const b = (lab[i * 3 + 2] ?? 0) - (color[2] ?? 0) * light;
    return Math.sqrt(a * a + b * b) < Math.max(SHADOW_HUE, near - 1);
  };
  /** Fills a pixel that is reached from another, or without one from the border. */
  const visit = (i: number, from?: number) => {
    if (filled[i] === 1 || (seen?.[i] ?? 0) > LIKELY) return;
    if ((difference[i] ?? 0) >= near && (from === undefined || !isShadow(i, from))) return;
    filled[i] = 1;
    queue[tail++] = i;
  };
  for (let x = 0; x < width; x++) {
    visit(x);
    visit((height - 1) * width + x);
  }
  for (let y = 0; y < height; y++) {
    visit(y * width);
    visit(y * width + width - 1);
  }
  for (let head = 0; head < tail; head++) {
    const i = queue[head] ?? 0;
    const x = i % width;
    if (x > 0) visit(i - 1, i);
    if (x < width - 1) visit(i + 1, i);
    if (i >= width) visit(i - width, i);
    if (i < filled.length - width) visit(i + width, i);
  }
  return filled;
}

/**
 * How many pixels of the subject would float in each area of `labels` if it became background: those of parts that touch
 * neither the background in `filled` nor the border. Parts as small as glints do not count.
 */
function floatingIn(labels: Int32Array, areas: number, filled: Uint8Array, width: number): Float64Array {
  const solid = maskOf(filled.length, (i) => filled[i] === 0 && labels[i] === 0);
  const parts = regionsOf(solid, width, 1);
  const isOuter = parts.isOpen.slice();
  const around = parts.sizes.map(() => new Set<number>());
  for (let i = 0; i < filled.length; i++) {
    const part = parts.labels[i] ?? 0;
    if (part === 0) continue;
    for (const near of [i - 1, i + 1, i - width, i + width]) {
      if (filled[near] === 1) isOuter[part] = true;
      else if ((labels[near] ?? 0) > 0) around[part]?.add(labels[near] ?? 0);
    }
  }
  const floating = new Float64Array(areas);
  for (const [part, size] of parts.sizes.entries()) {
    if (isOuter[part] === true || size <= GLINT * filled.length) continue;
    for (const label of around[part] ?? []) floating[label] = (floating[label] ?? 0) + size;
  }
  return floating;
}

/**
 * Opens what the subject encloses and only the backdrop explains, as a whole or as it is hereabouts: spokes of
 * a wheel, the handle of a cup.
 */
function openHoles(
  image: LabImage,
  differences: Float32Array,
  noise: number,
  filled: Uint8Array,
  seen?: Float32Array,
): void {
  const { width, height, lab } = image;
  const around = ColorField.of(lab, width, height, filled);
  if (around === undefined) return;
  const near = Math.max(TOLERANCE, NOISES * noise);
  const difference = differences.slice();
  const like = new Uint8Array(filled.length);
  const color = new Float64Array(3);
  for (let i = 0; i < filled.length; i++) {
    if (filled[i] === 1) continue;
    around.at(i % width, Math.floor(i / width), color);
    difference[i] = Math.min(differenceAt(lab, i, color), difference[i] ?? 0);
    if ((difference[i] ?? 0) < near) like[i] = 1;
  }
  const { labels, sizes } = regionsOf(like, width, 1);
  const floating = floatingIn(labels, sizes.length, filled, width);
  const members = sizes.map((): number[] => []);
  for (let i = 0; i < like.length; i++) if (like[i] === 1) members[labels[i] ?? 0]?.push(i);
  for (const [label, own] of members.entries()) {
    if (own.length <= GLINT * like.length || (floating[label] ?? 0) > FLOATING * own.length) continue;
    const likely = seen === undefined ? EVEN : own.reduce((sum, i) => sum + (seen[i] ?? 0), 0) / own.length;
    if (likely > CONFIDENT_PROBABILITY) continue;
    const sorted = own.map((i) => difference[i] ?? 0).sort((a, b) => a - b);
    // By the middle one: along their edges openings are mixed with what encloses them.
    if (likely < EVEN || (sorted[sorted.length >> 1] ?? 0) < Math.max(HOLE, HOLE_NOISES * noise))
      for (const i of own) filled[i] = 1;
  }
}

/** Whether a mask consists of specks of a pixel or two. */
function isSpeckled({ sizes }: Regions): boolean {
  const pixels = sizes.reduce((sum, size) => sum + size, 0);
  return pixels < SPECKS * (sizes.length - 1);
}

/** Removes, in place, areas that are light: their edges are gradual, and the network sees no subject in them. */
function dropLight(
  { width, lab }: LabImage,
  subject: Uint8Array,
  { labels, sizes }: Regions,
  noise: number,
  seen: Float32Array,
): void {
  const likely = new Float64Array(sizes.length);
  // For each area the sum, over its edge, of how much larger the steps are than those of light.
  const steps = new Float64Array(sizes.length);
  for (let i = 0; i < subject.length; i++) {
    const label = labels[i] ?? 0;
    if (label === 0) continue;
    likely[label] = (likely[label] ?? 0) + (seen[i] ?? 0);
    const x = i % width;
    // -1 is no pixel: those at the sides have a neighbor less.
    for (const near of [i - width, i + width, x > 0 ? i - 1 : -1, x < width - 1 ? i + 1 : -1]) {
      if (subject[near] !== 0) continue;
      const difference = differenceAt(lab, near, lab.subarray(i * 3, i * 3 + 3));
      steps[label] = (steps[label] ?? 0) + difference - SHADOW_STEP - noise;
    }
  }
  const isLight = sizes.map((size, label) => (likely[label] ?? 0) < UNSEEN * size && (steps[label] ?? 0) < 0);
  for (let i = 0; i < subject.length; i++) if (isLight[labels[i] ?? 0] === true) subject[i] = 0;
}

/**
 * Cuts a subject from a plain backdrop. 1 = subject. Undefined where the backdrop turns out to explain
 * nothing: it is met along the border alone. `seen` is how likely the network takes each pixel for subject.
 */
export function cutPlain(
  image: LabImage,
  { surface, noise }: Backdrop,
  seen?: Float32Array,
): Uint8Array | undefined {
  const { width, height } = image;
  let current = surface;
  let difference = current.differences(image);
  let filled = fill(image, current, noise, difference, seen);
  const chosen = new Int32Array(width * height);
  for (let round = 1; round < ROUNDS; round++) {
    let count = 0;
    for (let i = 0; i < filled.length; i += 3) if (filled[i] === 1) chosen[count++] = i;
    if (count < 30) return undefined;
    current = Surface.fit(image, chosen, count);
    difference = current.differences(image);
    filled = fill(image, current, noise, difference, seen);
  }
  openHoles(image, difference, noise, filled, seen);
  // What of an opening lies in shadow is reached from the rest of it.
  if (seen !== undefined) filled = fill(image, current, noise, difference, seen, filled);
  const subject = filled.map((value) => 1 - value);
  const regions = regionsOf(subject, width, 1);
  if (isSpeckled(regions)) subject.fill(0);
  else if (seen !== undefined) dropLight(image, subject, regions, noise, seen);
  dropSmall(subject, width, DUST, CUT_OFF);
  fillSmall(subject, width, GLINT);
  return subject;
}
