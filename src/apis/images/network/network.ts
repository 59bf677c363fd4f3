import { readFileSync } from "node:fs";
import { type Constant, type Graph, type GraphNode, readGraph } from "./onnx-graph.ts";

/** Pixels of zeros around every tensor: the reach of the largest kernel, which is 3 x 3 with a dilation of 2. */
const EDGE = 2;

/** The kernel computes channels in groups of this size. */
const GROUP = 8;

const PAGE = 65_536;

/** A tensor in WebAssembly's memory: rows of pixels, channels last, with EDGE pixels of zeros around. */
interface Tensor {
  /** Index of its first number in the memory, edge included. */
  readonly at: number;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

type Step = (memory: Float32Array) => void;
type Convolve = (...numbers: readonly number[]) => void;

const rowOf = ({ width, channels }: Tensor) => (width + 2 * EDGE) * channels;
const sizeOf = (tensor: Tensor) => rowOf(tensor) * (tensor.height + 2 * EDGE);
/** Index of the first pixel inside the edge. */
const inside = (tensor: Tensor) => tensor.at + EDGE * rowOf(tensor) + EDGE * tensor.channels;
const grouped = (channels: number) => Math.ceil(channels / GROUP) * GROUP;

/**
 * Weights in the order in which the kernel reads them: groups of 8 outputs, kernel positions, inputs. `channels` is the
 * number of channels that the input has in memory, which may be more than the weights are for.
 */
function packed({ dims, values }: Constant, channels: number): Float32Array {
  const [to = 0, from = 0, side = 0] = dims;
  const area = side * side;
  const out = new Float32Array(grouped(to) * channels * area);
  for (let o = 0; o < to; o++) {
    const group = Math.floor(o / GROUP) * GROUP * channels * area + (o % GROUP);
    for (let i = 0; i < from; i++) {
      for (let k = 0; k < area; k++) {
        out[group + (k * channels + i) * GROUP] = values[(o * from + i) * area + k] ?? 0;
      }
    }
  }
  return out;
}

/** The two neighbors of each place of a longer line, and how near it is to the second; ends are repeated. */
function neighbors(from: number, to: number) {
  return Array.from({ length: to }, (_, place) => {
    const center = Math.max(0, ((place + 0.5) * from) / to - 0.5);
    const first = Math.min(from - 1, Math.floor(center));
    return { first, second: Math.min(from - 1, first + 1), share: Math.min(center - first, 1) };
  });
}

/** Mixes two pixels of one row, and the same of another, into a pixel. */
function mix(memory: Float32Array, to: number, corners: Int32Array, channels: number, u: number, v: number) {
  const [a = 0, b = 0, c = 0, d = 0] = corners;
  for (let k = 0; k < channels; k++) {
    const top = (memory[a + k] ?? 0) * (1 - u) + (memory[b + k] ?? 0) * u;
    const bottom = (memory[c + k] ?? 0) * (1 - u) + (memory[d + k] ?? 0) * u;
    memory[to + k] = top * (1 - v) + bottom * v;
  }
}

function resize(x: Tensor, y: Tensor): Step {
  const [columns, rows] = [neighbors(x.width, y.width), neighbors(x.height, y.height)];
  const corners = new Int32Array(4);
  return (memory) => {
    for (const [v, row] of rows.entries()) {
      const [upper, lower] = [row.first, row.second].map((line) => inside(x) + line * rowOf(x));
      for (const [u, column] of columns.entries()) {
        corners[0] = (upper ?? 0) + column.first * x.channels;
        corners[1] = (upper ?? 0) + column.second * x.channels;
        corners[2] = (lower ?? 0) + column.first * x.channels;
        corners[3] = (lower ?? 0) + column.second * x.channels;
        mix(memory, inside(y) + v * rowOf(y) + u * y.channels, corners, y.channels, column.share, row.share);
      }
    }
  };
}

function averagePool(x: Tensor, y: Tensor, side: number): Step {
  return (memory) => {
    for (let v = 0; v < y.height; v++) {
      for (let u = 0; u < y.width; u++) {
        const to = inside(y) + v * rowOf(y) + u * y.channels;
        memory.fill(0, to, to + y.channels);
        for (let k = 0; k < side * side; k++) {
          const row = v * side + Math.floor(k / side);
          const from = inside(x) + row * rowOf(x) + (u * side + (k % side)) * x.channels;
          for (let c = 0; c < y.channels; c++)
            memory[to + c] = (memory[to + c] ?? 0) + (memory[from + c] ?? 0);
        }
        for (let c = 0; c < y.channels; c++) memory[to + c] = (memory[to + c] ?? 0) / (side * side);
      }
    }
  };
}

function concat(parts: readonly Tensor[], y: Tensor): Step {
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

// These two run over edges too: zeros stay zeros.

function addTo(y: Tensor, x: Tensor): Step {
  return (memory) => {
    const [to, from] = [y.at, x.at];
    for (let i = 0; i < sizeOf(y); i++) memory[to + i] = (memory[to + i] ?? 0) + (memory[from + i] ?? 0);
  };
}

function rectify(x: Tensor): Step {
  return (memory) => {
    const end = x.at + sizeOf(x);
    for (let i = x.at; i < end; i++) if ((memory[i] ?? 0) < 0) memory[i] = 0;
  };
}

/** Lays a graph out in memory and turns its nodes into steps. */
class Planner {
  readonly tensors = new Map<string, Tensor>();
  readonly steps: Step[] = [];
  readonly #constants: Map<string, Constant>;
  readonly #loaded: { readonly at: number; readonly values: Float32Array }[] = [];
  readonly #lastUse = new Map<string, number>();
  readonly #kernel: () => Convolve;
  #size = PAGE;

  constructor(graph: Graph, kernel: () => Convolve) {
    this.#constants = new Map(graph.constants);
    this.#kernel = kernel;
    for (const [i, node] of graph.nodes.entries()) for (const name of node.inputs) this.#lastUse.set(name, i);
    const [name = ""] = graph.inputs;
    const [, channels = 0, height = 0, width = 0] = graph.inputDims;
    this.tensors.set(name, this.#reserve({ width, height, channels }));
    for (const [i, node] of graph.nodes.entries()) this.#plan(node, i);
  }

  /** Numbers that the memory must hold. */
  get size(): number {
    return this.#size;
  }

  /** Writes the weights into the memory. */
  load(memory: Float32Array): void {
    for (const { at, values } of this.#loaded) memory.set(values, at);
  }

  #take(length: number): number {
    const at = this.#size;
    this.#size += Math.ceil(length / 4) * 4;
    return at;
  }

  #reserve(size: Omit<Tensor, "at">): Tensor {
    return { ...size, at: this.#take(sizeOf({ ...size, at: 0 })) };
  }

  #keep(values: Float32Array): number {
    const at = this.#take(values.length);
    this.#loaded.push({ at, values });
    return at;
  }

  #tensor(name: string | undefined): Tensor {
    const tensor = this.tensors.get(name ?? "");
    if (tensor === undefined) throw new TypeError(`the model uses ${name} before it is computed`);
    return tensor;
  }

  #convolution({ inputs, numbers }: GraphNode): Tensor {
    const x = this.#tensor(inputs[0]);
    const weights = this.#constants.get(inputs[1] ?? "");
    const [to = 0, from = 0, side = 1] = weights?.dims ?? [];
    const [stride = 1] = numbers.strides ?? [];
    const [dilation = 1] = numbers.dilations ?? [];
    const reach = Math.floor(side / 2) * dilation;
    if (weights === undefined || from > x.channels || reach > EDGE || numbers.pads?.[0] !== reach) {
      throw new TypeError("the model contains an unsupported convolution");
    }
    const bias = new Float32Array(grouped(to));
    bias.set(this.#constants.get(inputs[2] ?? "")?.values ?? []);
    const y = this.#reserve({ width: x.width / stride, height: x.height / stride, channels: grouped(to) });
    const given = [inside(x), inside(y), this.#keep(packed(weights, x.channels)), this.#keep(bias)].map(
      (at) => at * 4,
    );
    const rest = [x.channels, y.channels, y.width, y.height, side, stride, dilation, rowOf(x), rowOf(y)];
    this.steps.push(() => this.#kernel()(...given, ...rest));
    return y;
  }

  #plan(node: GraphNode, i: number): void {
    const [output = ""] = node.outputs;
    const [first = "", second = ""] = node.inputs;
    const constant = this.#constants.get(first);
    if (node.operator === "Cast" && constant !== undefined) this.#constants.set(output, constant);
    else this.tensors.set(output, this.#result(node, this.#lastUse.get(first) === i, first, second));
  }

  /** Plans a node; `isFree` says that nothing else reads its first input, which then becomes the output. */
  #result(node: GraphNode, isFree: boolean, first: string, second: string): Tensor {
    const x = this.#tensor(first);
    if (node.operator === "Conv") return this.#convolution(node);
    if (node.operator === "Relu" && isFree) {
      this.steps.push(rectify(x));
      return x;
    }
    if (node.operator === "Add" && isFree && sizeOf(x) === sizeOf(this.#tensor(second))) {
      this.steps.push(addTo(x, this.#tensor(second)));
      return x;
    }
    // Applied when the result is read.
    if (node.operator === "Sigmoid") return x;
    if (node.operator === "AveragePool") {
      const [side = 1] = node.numbers.kernel_shape ?? [];
      const y = this.#reserve({ ...x, width: x.width / side, height: x.height / side });
      this.steps.push(averagePool(x, y, side));
      return y;
    }
    if (node.operator === "Resize") {
      const [, , height = 0, width = 0] = this.#constants.get(node.inputs[3] ?? "")?.values ?? [];
      const y = this.#reserve({ ...x, width, height });
      this.steps.push(resize(x, y));
      return y;
    }
    if (node.operator === "Concat") {
      const parts = node.inputs.map((name) => this.#tensor(name));
      const y = this.#reserve({ ...x, channels: parts.reduce((sum, part) => sum + part.channels, 0) });
      this.steps.push(concat(parts, y));
      return y;
    }
    throw new TypeError(`the model contains an unsupported operation (${node.operator})`);
  }
}

/** A network with its weights in memory. */
export interface Network {
  /** Pixels of a side of its input and of its output. */
  readonly inputSide: number;
  readonly outputSide: number;
  /** The output for an image: `rgb` has three numbers a pixel, rows from the top. The array is reused by the next call. */
  run(rgb: Float32Array): Float32Array;
}

/**
 * Loads a small convolutional network that ends with a sigmoid of one channel: an ONNX model of Conv, Relu, Add,
 * AveragePool, Resize (bilinear), Concat and Sigmoid. Runs on one thread. ONNX Runtime would take 288 MB of packages, or
 * 148 MB and a second of start-up as WebAssembly. Throws a `TypeError` for any other model.
 */
export function openNetwork(model: Uint8Array): Network {
  const graph = readGraph(model);
  if (graph.inputs.length !== 1 || graph.outputs.length !== 1) {
    throw new TypeError("the model must have one input and one output");
  }
  let convolve: Convolve | undefined;
  const planner = new Planner(graph, () => {
    if (convolve === undefined) throw new TypeError("the kernel is not loaded");
    return convolve;
  });
  const memory = new WebAssembly.Memory({ initial: Math.ceil((planner.size * 4) / PAGE) + 1 });
  const values = new Float32Array(memory.buffer);
  planner.load(values);
  const code = new WebAssembly.Module(readFileSync(new URL("convolution.wasm", import.meta.url)));
  const { exports } = new WebAssembly.Instance(code, { env: { memory } });
  convolve = exports.convolve as Convolve;
  const [input, output] = [graph.inputs[0], graph.outputs[0]].map((name) => planner.tensors.get(name ?? ""));
  if (input === undefined || output === undefined) throw new TypeError("the model has no input or no output");
  const result = new Float32Array(output.width * output.height);
  return {
    inputSide: input.width,
    outputSide: output.width,
    run(rgb) {
      const line = input.width * input.channels;
      for (let y = 0; y < input.height; y++) {
        values.set(rgb.subarray(y * line, (y + 1) * line), inside(input) + y * rowOf(input));
      }
      for (const step of planner.steps) step(values);
      for (let i = 0; i < result.length; i++) {
        const [x, y] = [i % output.width, Math.floor(i / output.width)];
        const logit = values[inside(output) + y * rowOf(output) + x * output.channels] ?? 0;
        result[i] = 1 / (1 + Math.exp(-logit));
      }
      return result;
    },
  };
}
