import type { Kernels } from "./kernels.ts";
import { EDGE, inside, rowOf, sizeOf, type Tensor } from "./tensor.ts";

/** A step runs one node of a graph; the network runs all in their order. `memory` is that of the kernels. */
export type Step = (memory: Float32Array, kernels: Kernels) => void;

/** Sets the edge of a tensor to zero, where its memory held another tensor before. */
export function clearEdge(tensor: Tensor): Step {
  const [row, side] = [rowOf(tensor), EDGE * tensor.channels];
  return (memory) => {
    memory.fill(0, tensor.at, inside(tensor));
    // The end of a row and the start of the next lie side by side.
    for (let v = 1; v < tensor.height; v++) {
      const start = inside(tensor) + v * row;
      memory.fill(0, start - 2 * side, start);
    }
    memory.fill(0, inside(tensor) + tensor.height * row - 2 * side, tensor.at + sizeOf(tensor));
  };
}

/** Where a tensor begins, and its first pixel inside the edge, in bytes. */
const start = ({ at }: Tensor) => at * 4;
const first = (tensor: Tensor) => inside(tensor) * 4;

/** Bilinear, to the size of `y`. */
export function resize(x: Tensor, y: Tensor): Step {
  const sizes = [x.channels, x.width, x.height, y.width, y.height, rowOf(x), rowOf(y)];
  return (_, { resize }) => resize(first(x), first(y), ...sizes);
}

/** The mean of each `side` by `side` pixels. */
export function averagePool(x: Tensor, y: Tensor, side: number): Step {
  const sizes = [x.channels, y.width, y.height, side, rowOf(x), rowOf(y)];
  return (_, { pool }) => pool(first(x), first(y), ...sizes);
}

/** Adds `x` to `y`, edges included: zeros stay zeros. */
export function addTo(y: Tensor, x: Tensor): Step {
  return (_, { add }) => add(start(y), start(x), sizeOf(y));
}

/** Sets what is below zero to zero, edges included. */
export function rectify(x: Tensor): Step {
  return (_, { rectify }) => rectify(start(x), sizeOf(x));
}

export function concat(parts: readonly Tensor[], y: Tensor): Step {
  return (memory) => {
    let channel = 0;
    for (const x of parts) {
      for (let v = 0; v < y.height; v++) {
        for (let u = 0; u < y.width; u++) {
          const from = inside(x) + v * rowOf(x) + u * x.channels;
          memory.copyWithin(inside(y) + v * rowOf(y) + u * y.channels + channel, from, from + x.channels);
        }
      }
      channel += x.channels;
    }
  };
}
