import type { Net } from "../../src/apis/images/builtin/prior.ts";

/** The patches of one picture: features row by row, the share of subject in each, and how much each counts. */
export interface Example {
  readonly width: number;
  readonly values: Float32Array;
  readonly targets: Float32Array;
  readonly weights: Float32Array;
}

export interface Training {
  readonly hidden: number;
  readonly epochs: number;
  readonly decay: number;
  readonly seed: number;
}

/** Random numbers below 1 that are the same in each run. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Fits a net by logistic loss with Adam (Kingma and Ba, 2014) and weight decay, a picture a step. */
export function train(examples: readonly Example[], { hidden, epochs, decay, seed }: Training): Net {
  const inputs = examples[0]?.width ?? 0;
  const random = randomFrom(seed);
  const output = hidden * (inputs + 1);
  const size = output + hidden + 1;
  const weights = new Float32Array(size);
  for (let i = 0; i < size; i++)
    weights[i] = ((random() * 2 - 1) * 1) / Math.sqrt(i < output ? inputs : hidden);
  const [first, second, gradient] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)];
  const units = new Float32Array(hidden);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    const rate = 0.004 * (0.5 + 0.5 * Math.cos((Math.PI * epoch) / epochs));
    const order = examples.map((example) => ({ example, at: random() })).sort((a, b) => a.at - b.at);
    for (const { example } of order) {
      gradient.fill(0);
      const { values, targets, weights: counts } = example;
      let whole = 0;
      for (const count of counts) whole += count;
      for (let row = 0; row < targets.length; row++) {
        const from = row * inputs;
        let sum = weights[output] ?? 0;
        for (let u = 0; u < hidden; u++) {
          const at = u * (inputs + 1);
          let input = weights[at] ?? 0;
          for (let k = 0; k < inputs; k++) input += (weights[at + 1 + k] ?? 0) * (values[from + k] ?? 0);
          units[u] = Math.tanh(input);
          sum += (weights[output + 1 + u] ?? 0) * (units[u] ?? 0);
        }
        const error = ((1 / (1 + Math.exp(-sum)) - (targets[row] ?? 0)) * (counts[row] ?? 0)) / whole;
        gradient[output] = (gradient[output] ?? 0) + error;
        for (let u = 0; u < hidden; u++) {
          const unit = units[u] ?? 0;
          const own = output + 1 + u;
          gradient[own] = (gradient[own] ?? 0) + error * unit;
          const back = error * (weights[own] ?? 0) * (1 - unit * unit);
          const at = u * (inputs + 1);
          gradient[at] = (gradient[at] ?? 0) + back;
          for (let k = 0; k < inputs; k++) {
            gradient[at + 1 + k] = (gradient[at + 1 + k] ?? 0) + back * (values[from + k] ?? 0);
          }
        }
      }
      step++;
      for (let i = 0; i < size; i++) {
        const g = gradient[i] ?? 0;
        const m = 0.9 * (first[i] ?? 0) + 0.1 * g;
        const v = 0.999 * (second[i] ?? 0) + 0.001 * g * g;
        first[i] = m;
        second[i] = v;
        const move = m / (1 - 0.9 ** step) / (Math.sqrt(v / (1 - 0.999 ** step)) + 1e-8);
        weights[i] = (weights[i] ?? 0) - rate * (move + decay * (weights[i] ?? 0));
      }
    }
  }
  return { inputs, hidden, weights };
}
