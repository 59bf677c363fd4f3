import type { Features } from "./features.ts";

/** One hidden layer: for each unit its bias and its weights, then the bias and the weights of the output. */
export interface Net {
  readonly inputs: number;
  readonly hidden: number;
  readonly weights: Float32Array;
}

/** How sure a net is that a patch is subject, 0 to 1. */
function judge({ inputs, hidden, weights }: Net, values: Float32Array, from: number): number {
  const output = hidden * (inputs + 1);
  let sum = weights[output] ?? 0;
  for (let unit = 0; unit < hidden; unit++) {
    const at = unit * (inputs + 1);
    let input = weights[at] ?? 0;
    for (let k = 0; k < inputs; k++) input += (weights[at + 1 + k] ?? 0) * (values[from + k] ?? 0);
    sum += (weights[output + 1 + unit] ?? 0) * Math.tanh(input);
  }
  return 1 / (1 + Math.exp(-sum));
}

/** How likely each patch is subject, by the mean of some nets; 0 to 1. */
export function priorOf({ patches, width, values }: Features, nets: readonly Net[]): Float64Array {
  return Float64Array.from({ length: patches.count }, (_, k) => {
    let sum = 0;
    for (const net of nets) sum += judge(net, values, k * width);
    return sum / nets.length;
  });
}
