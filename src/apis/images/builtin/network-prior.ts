import { readFileSync } from "node:fs";
import type { RgbImage } from "../engine.ts";
import { enlarge } from "../matting/enlarge.ts";
import { maskOf, planeOf } from "../matting/fill.ts";
import { type Network, openNetwork } from "../network/network.ts";
import { type Box, boxOf, isWhole } from "../pixels/box.ts";
import { resample } from "../pixels/resample.ts";
import type { LabImage } from "./lab-image.ts";

/** Probabilities are this far from 0 and 1 at least, so that their log-odds are finite. */
const LEAST = 5e-4;

/** From these probabilities on, colors alone do not overrule the network: at an edge, and anywhere. */
export const LIKELY = 0.9;
export const CONFIDENT_PROBABILITY = 0.97;

const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));

function logOdds(probability: number): number {
  const within = Math.min(1 - LEAST, Math.max(LEAST, probability));
  return Math.log(within / (1 - within));
}

/**
 * Below this certainty, the network looks once more, at the part of the image whose pixels are this likely and a margin: a
 * share of its width and height. Chosen on held out images, masks made by hand and the pairs of docs/images.md.
 */
const CERTAIN = 0.93;
const POSSIBLE = 0.3;
const MARGIN = 0.05;

/** Loads the network that comes with Quintet (bench/images/train/README.md). */
export function openBuiltinNetwork(): Network {
  return openNetwork(readFileSync(new URL("model.onnx", import.meta.url)));
}

/** A part of the image as the network expects it: squeezed into a square, (value / 255 - 0.5) * 4. */
function inputOf({ width, rgb }: RgbImage, part: Box, side: number): Float32Array {
  const input = new Float32Array(side * side * 3);
  const values = rgb.subarray((part.y * width + part.x) * 3);
  resample({ ...part, channels: 3, values, stride: width * 3 }, side, side, (row, y) => {
    const start = y * side * 3;
    for (let i = 0; i < side * 3; i++) input[start + i] = ((row[i] ?? 0) / 255 - 0.5) * 4;
  });
  return input;
}

/** The mirror image of rows of `side` pixels with `channels` numbers each. */
function mirrored(values: Float32Array, side: number, channels: number): Float32Array {
  const out = new Float32Array(values.length);
  for (let i = 0; i < side * side; i++) {
    const column = i % side;
    const from = (i - column + side - 1 - column) * channels;
    for (let c = 0; c < channels; c++) out[i * channels + c] = values[from + c] ?? 0;
  }
  return out;
}

/** The log-odds of subject in a part of the image, enlarged to `width` by `height`: the mean over the part and its mirror image. */
function look(image: RgbImage, part: Box, network: Network, width: number, height: number): Float32Array {
  const { inputSide, outputSide } = network;
  const input = inputOf(image, part, inputSide);
  const first = network.run(input);
  const odds = planeOf(first.length, (i) => logOdds(first[i] ?? 0));
  const mirror = mirrored(network.run(mirrored(input, inputSide, 3)), outputSide, 1);
  for (let i = 0; i < odds.length; i++) odds[i] = ((odds[i] ?? 0) + logOdds(mirror[i] ?? 0)) / 2;
  return enlarge(odds, outputSide, outputSide, width, height);
}

/** The part of a prior around everything that may be subject; undefined if that is nothing or everything. */
function partOf(prior: Float32Array, width: number, height: number): Box | undefined {
  const possible = maskOf(prior.length, (i) => (prior[i] ?? 0) >= POSSIBLE);
  const box = boxOf(possible, width, 1, 0, 1);
  if (box === undefined) return undefined;
  const [beside, above] = [Math.ceil(MARGIN * box.width), Math.ceil(MARGIN * box.height)];
  const [x, y] = [Math.max(0, box.x - beside), Math.max(0, box.y - above)];
  const [right, bottom] = [box.x + box.width + beside, box.y + box.height + above];
  const part = { x, y, width: Math.min(width, right) - x, height: Math.min(height, bottom) - y };
  return isWhole({ width, height }, part) ? undefined : part;
}

/** A part of the copy as a part of the image. */
function partOfImage({ x, y, width, height }: Box, image: RgbImage, small: LabImage): Box {
  const across = (place: number) => Math.round((place * image.width) / small.width);
  const down = (place: number) => Math.round((place * image.height) / small.height);
  const [left, top] = [across(x), down(y)];
  return { x: left, y: top, width: across(x + width) - left, height: down(y + height) - top };
}

/** The probability that each pixel of `small` is subject, by the network. If it is not certain, it looks nearer. */
export function networkPrior(image: RgbImage, small: LabImage, network: Network): Float32Array {
  const { width, height } = small;
  const whole = { x: 0, y: 0, width: image.width, height: image.height };
  const odds = look(image, whole, network, width, height);
  const prior = odds.map(sigmoid);
  const part = certaintyOf(prior) < CERTAIN ? partOf(prior, width, height) : undefined;
  if (part === undefined) return prior;
  const near = look(image, partOfImage(part, image, small), network, part.width, part.height);
  for (let i = 0; i < near.length; i++) {
    const at = (part.y + Math.floor(i / part.width)) * width + part.x + (i % part.width);
    prior[at] = sigmoid(((odds[at] ?? 0) + (near[i] ?? 0)) / 2);
  }
  return prior;
}

/** Overlap of a prior with its own mask, 0 to 1: how decided it is about the subject. 0 if it sees none. */
export function certaintyOf(prior: Float32Array): number {
  let [both, either] = [0, 0];
  for (const share of prior) {
    if (share > 0.5) both += share;
    either += share > 0.5 ? 1 : share;
  }
  return either === 0 ? 0 : both / either;
}
