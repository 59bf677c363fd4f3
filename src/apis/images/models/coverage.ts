import { Problem } from "../../../kit/problem.ts";

/** The highest probability that still means that nothing was seen. */
const SEEN = 0.3;

/** A mask without so much between its darkest and its lightest place, and without a sure one, is noise. */
const CONTRAST = 0.2;
const SURE = 0.5;

/** How far a probability may lie outside 0..1 by rounding. */
const ROUNDING = 0.01;

function unusable(): Problem {
  return new Problem(
    "processing-failed",
    "The model gives no usable mask for this image. Choose another engine, or leave out `engine`.",
    { parameter: "engine" },
  );
}

/** The lowest and the highest value. Throws `processing-failed` where one is not a number. */
export function rangeOf(values: Float32Array): readonly [low: number, high: number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) throw unusable();
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

const logistic = (value: number) => 1 / (1 + Math.exp(-value));

/**
 * Converts a model's output in place into the share of foreground of each place, 0 to 1. Probabilities are kept as they
 * are but for a linear stretch, so that the surest places are foreground and background in full; never is noise
 * stretched into a subject. Throws `no-foreground` where none is seen, `processing-failed` where the values mean
 * nothing.
 */
export function coverageOf(values: Float32Array, output: "sigmoid" | "logits"): Float32Array {
  const [lowest, highest] = rangeOf(values);
  if (output === "sigmoid" && (lowest < -ROUNDING || highest > 1 + ROUNDING)) throw unusable();
  const [low, high] = output === "logits" ? [logistic(lowest), logistic(highest)] : [lowest, highest];
  if (high <= SEEN || (high - low < CONTRAST && high < SURE)) {
    throw new Problem("no-foreground", "The model found no subject in the image.");
  }
  // Where even the least likely place was seen as subject, there is no background to stretch to.
  const base = low <= SEEN ? low : 0;
  for (const [i, value] of values.entries()) {
    const probability = output === "logits" ? logistic(value) : value;
    values[i] = (probability - base) / (high - base);
  }
  return values;
}
