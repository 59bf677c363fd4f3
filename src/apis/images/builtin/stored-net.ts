import type { Layer } from "./planes.ts";
import type { Net } from "./prior.ts";

/**
 * A layer as it is kept: planes taken, planes made, the side of its windows, what one step of its weights and one
 * of its constants is worth, and both as signed bytes in Base64, the weights first.
 */
export type StoredLayer = readonly [
  from: number,
  to: number,
  size: number,
  weightStep: number,
  biasStep: number,
  bytes: string,
];

function readLayer([from, to, size, weightStep, biasStep, text]: StoredLayer): Layer {
  const bytes = Int8Array.from(Buffer.from(text, "base64"));
  const weights = Float32Array.from(bytes.subarray(0, -to), (step) => step * weightStep);
  if (weights.length !== from * to * size * size) throw new TypeError("a stored layer is incomplete");
  return { from, to, size, weights, bias: Float32Array.from(bytes.subarray(-to), (step) => step * biasStep) };
}

/** Reads a net: the first layer, the layers down, one fewer up, and the last layer. */
export function readNet(stored: readonly StoredLayer[]): Net {
  const [enter, ...rest] = stored.map(readLayer);
  const leave = rest.pop();
  if (enter === undefined || leave === undefined) throw new TypeError("a stored net has no layers");
  const depth = Math.ceil(rest.length / 2);
  return { enter, down: rest.slice(0, depth), up: rest.slice(depth), leave };
}
