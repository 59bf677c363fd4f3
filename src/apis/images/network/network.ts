import { loadKernels } from "./kernels.ts";
import { readGraph } from "./onnx-graph.ts";
import { Planner } from "./planner.ts";
import { inside, rowOf, type Tensor } from "./tensor.ts";

/** Bytes of a page of WebAssembly's memory. */
const PAGE = 65_536;

/** A network with its weights in memory. */
export interface Network {
  /** Pixels of a side of its input and of its output. */
  readonly inputSide: number;
  readonly outputSide: number;
  /**
   * The output for an image: `rgb` has three numbers a pixel, rows from the top. Returns a number from 0 to 1 for each
   * pixel of the output, in an array that the next call uses again.
   */
  run(rgb: Float32Array): Float32Array;
}

/** Whether a model takes a square image and returns a square of one number each. */
function isForImages(input: Tensor, output: Tensor): boolean {
  return input.channels === 3 && input.width === input.height && output.width === output.height;
}

/** The steps of a graph, and the memory that they work on. */
function prepare(model: Uint8Array) {
  const graph = readGraph(model);
  if (graph.inputs.length !== 1 || graph.outputs.length !== 1) {
    throw new TypeError("the model must have one input and one output");
  }
  const planner = new Planner(graph);
  const memory = new WebAssembly.Memory({ initial: Math.ceil((planner.size * 4) / PAGE) });
  const values = new Float32Array(memory.buffer);
  planner.load(values);
  const { input, output, steps } = planner;
  return { input, output, steps, values, kernels: loadKernels(memory) };
}

/**
 * Loads a small convolutional network that ends with a sigmoid of one channel: an ONNX model of Conv, Relu, Add,
 * AveragePool, Resize (bilinear), Concat and Sigmoid. Runs on one thread. ONNX Runtime would take 288 MB of packages, or
 * 148 MB and a second of start-up as WebAssembly. Throws a `TypeError` for any other model and for a damaged file.
 */
export function openNetwork(model: Uint8Array): Network {
  const { input, output, steps, values, kernels } = prepare(model);
  if (!isForImages(input, output)) throw new TypeError("the model must turn a square image into a square");
  const result = new Float32Array(output.width * output.height);
  return {
    inputSide: input.width,
    outputSide: output.width,
    run(rgb) {
      const line = input.width * input.channels;
      for (let y = 0; y < input.height; y++) {
        values.set(rgb.subarray(y * line, (y + 1) * line), inside(input) + y * rowOf(input));
      }
      for (const step of steps) step(values, kernels);
      for (let i = 0; i < result.length; i++) {
        const [x, y] = [i % output.width, Math.floor(i / output.width)];
        const logit = values[inside(output) + y * rowOf(output) + x * output.channels] ?? 0;
        result[i] = 1 / (1 + Math.exp(-logit));
      }
      return result;
    },
  };
}
