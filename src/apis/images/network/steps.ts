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
