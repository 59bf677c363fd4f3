import { readFileSync } from "node:fs";
import type { RgbImage } from "../engine.ts";
import { enlarge } from "../matting/enlarge.ts";
import { planeOf } from "../matting/fill.ts";
import { type Network, openNetwork } from "../network/network.ts";
import { resample } from "../pixels/resample.ts";
import type { LabImage } from "./lab-image.ts";

/** Probabilities are this far from 0 and 1 at least, so that their log-odds are finite. */
const LEAST = 5e-4;

/** From these probabilities on, colors alone do not overrule the network: at an edge, and anywhere. */
export const LIKELY = 0.9;
export const SURE = 0.97;

const sigmoid = (logit: number) => 1 / (1 + Math.exp(-logit));

function logOdds(probability: number): number {
  const within = Math.min(1 - LEAST, Math.max(LEAST, probability));
  return Math.log(within / (1 - within));
}

/** Loads the network that comes with Quintet (bench/images/train/README.md). */
export function openBuiltinNetwork(): Network {
  return openNetwork(readFileSync(new URL("model.onnx", import.meta.url)));
}

/** The image as the network expects it: squeezed into a square, (value / 255 - 0.5) * 4. */
function inputOf(image: RgbImage, side: number): Float32Array {
  const input = new Float32Array(side * side * 3);
  resample({ ...image, channels: 3, values: image.rgb }, side, side, (row, y) => {
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

/** The probability that each pixel of `small` is subject, by the network: the mean over the image and its mirror image. */
export function networkPrior(image: RgbImage, small: LabImage, network: Network): Float32Array {
  const { inputSide, outputSide } = network;
  const input = inputOf(image, inputSide);
  const first = network.run(input);
  const logits = planeOf(first.length, (i) => logOdds(first[i] ?? 0));
  const mirror = mirrored(network.run(mirrored(input, inputSide, 3)), outputSide, 1);
  for (let i = 0; i < logits.length; i++) logits[i] = ((logits[i] ?? 0) + logOdds(mirror[i] ?? 0)) / 2;
  return enlarge(logits.map(sigmoid), outputSide, outputSide, small.width, small.height);
}

/** How much the network counts beside the classic nets. Chosen on held out images of sources that neither learned from. */
const WEIGHT = 0.7;

/** What the network and the classic nets see together: the weighted mean of their log-odds. */
export function mixedPrior(seen: Float32Array, patches: Float32Array): Float32Array {
  return seen.map((share, i) => sigmoid(WEIGHT * logOdds(share) + (1 - WEIGHT) * logOdds(patches[i] ?? 0)));
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
