import { MemoryPlan } from "./memory-plan.ts";
import type { Constant, Graph, GraphNode } from "./onnx-graph.ts";
import { addTo, averagePool, clearEdge, concat, rectify, resize, type Step } from "./steps.ts";
import { EDGE, inside, isSameShape, rowOf, type Shape, sizeOf, type Tensor } from "./tensor.ts";

/** The kernels compute channels in groups of this size. */
const GROUP = 8;

/** The stack of the kernels is below: 128 KB, in numbers. */
const START = 32_768;

const grouped = (channels: number) => Math.ceil(channels / GROUP) * GROUP;

/**
 * Weights in the order in which `convolve` reads them: groups of 8 outputs, kernel positions, inputs. `channels` is the
 * number of channels that the input has in memory, which may be more than the weights are for.
 */
function packed({ dims, values }: Constant, channels: number): Float32Array {
  const [to = 0, from = 0, side = 0] = dims;
  const area = side * side;
  const out = new Float32Array(grouped(to) * channels * area);
  for (let o = 0, at = 0; o < to; o++) {
    const group = Math.floor(o / GROUP) * GROUP * channels * area + (o % GROUP);
    for (let i = 0; i < from; i++) {
      for (let k = 0; k < area; k++) out[group + (k * channels + i) * GROUP] = values[at++] ?? 0;
    }
  }
  return out;
}

/** Lays a graph out in memory and turns its nodes into steps. Throws a `TypeError` for what it does not know. */
export class Planner {
  readonly input: Tensor;
  readonly output: Tensor;
  readonly steps: Step[] = [];
  readonly #tensors = new Map<string, Tensor>();
  readonly #constants: Map<string, Constant>;
  readonly #loaded: { readonly at: number; readonly values: Float32Array }[] = [];
  readonly #lastUse = new Map<string, number>();
  readonly #memory = new MemoryPlan(START);

  constructor(graph: Graph) {
    this.#constants = new Map(graph.constants);
    const [first = ""] = graph.inputs;
    const [last = ""] = graph.outputs;
    for (const [i, node] of graph.nodes.entries()) for (const name of node.inputs) this.#lastUse.set(name, i);
    // The edge of the input is cleared once only, and the output is read after the last step.
    for (const name of [first, last]) this.#lastUse.set(name, Number.POSITIVE_INFINITY);
    const [, channels = 0, height = 0, width = 0] = graph.inputDims;
    this.input = { width, height, channels, at: this.#memory.take(sizeOf({ width, height, channels })).at };
    this.#tensors.set(first, this.input);
    for (const [i, node] of graph.nodes.entries()) this.#plan(node, i);
    this.output = this.#tensor(last);
  }

  get size(): number {
    return this.#memory.size;
  }

  load(memory: Float32Array): void {
    for (const { at, values } of this.#loaded) memory.set(values, at);
    this.#loaded.length = 0;
  }

  #reserve(shape: Shape): Tensor {
    const { width, height, channels } = shape;
    if (![width, height, channels].every((size) => Number.isInteger(size) && size > 0)) {
      throw new TypeError("the model has a tensor without a size");
    }
    const tensor = { width, height, channels, at: this.#memory.take(sizeOf(shape)).at };
    this.steps.push(clearEdge(tensor));
    return tensor;
  }

  #keep(values: Float32Array): number {
    const { at } = this.#memory.keep(values.length);
    this.#loaded.push({ at, values });
    return at;
  }

  #tensor(name: string | undefined): Tensor {
    const tensor = this.#tensors.get(name ?? "");
    if (tensor === undefined) throw new TypeError(`the model uses ${name} before it is computed`);
    return tensor;
  }

  #plan(node: GraphNode, i: number): void {
    const [output = ""] = node.outputs;
    const [first = "", second = ""] = node.inputs;
    const constant = this.#constants.get(first);
    if (constant !== undefined) {
      this.#constants.set(output, this.#dequantized(node, constant));
      return;
    }
    const made = this.#result(node, this.#lastUse.get(first) === i, second);
    this.#tensors.set(output, made);
    for (const name of new Set(node.inputs)) {
      const used = this.#tensors.get(name);
      if (used === undefined || this.#lastUse.get(name) !== i || used.at === made.at) continue;
      this.#memory.release({ at: used.at, length: Math.ceil(sizeOf(used) / 4) * 4 });
    }
  }

  /** Weights that are kept as bytes: each times the scale of its output channel. */
  #dequantized({ operator, inputs, numbers }: GraphNode, constant: Constant): Constant {
    const { dims, values } = constant;
    const scales = this.#constants.get(inputs[1] ?? "")?.values;
    const [channels = 0] = dims;
    const isByFirst = (numbers.axis ?? [1])[0] === 0 && inputs.length === 2 && scales?.length === channels;
    if (operator !== "DequantizeLinear" || !isByFirst || scales === undefined) {
      throw new TypeError(`the model contains an unsupported operation (${operator})`);
    }
    const each = values.length / channels;
    const products = new Float32Array(values.length);
    for (let channel = 0, i = 0; channel < channels; channel++) {
      const scale = scales[channel] ?? 0;
      for (let k = 0; k < each; k++, i++) products[i] = (values[i] ?? 0) * scale;
    }
    return { dims, values: products };
  }

  /** Plans a node; `isFree` says that nothing else reads its first input, which then becomes the output. */
  #result(node: GraphNode, isFree: boolean, second: string): Tensor {
    const x = this.#tensor(node.inputs[0]);
    if (node.operator === "Conv") return this.#convolution(node, x);
    if (node.inputs.some((name) => (this.#tensors.get(name)?.channels ?? 0) % 4 !== 0)) {
      throw new TypeError(`the model contains an unsupported ${node.operator} of its input`);
    }
    if (node.operator === "Relu" && isFree) {
      this.steps.push(rectify(x));
      return x;
    }
    if (node.operator === "Add" && isFree && isSameShape(x, this.#tensor(second))) {
      this.steps.push(addTo(x, this.#tensor(second)));
      return x;
    }
    // Applied when the result is read.
    if (node.operator === "Sigmoid" && isFree) return x;
    if (node.operator === "AveragePool") return this.#pool(node, x);
    if (node.operator === "Resize") return this.#resize(node, x);
    if (node.operator === "Concat") return this.#concat(node, x);
    throw new TypeError(`the model contains an unsupported operation (${node.operator})`);
  }

  #convolution({ inputs, numbers }: GraphNode, x: Tensor): Tensor {
    const weights = this.#constants.get(inputs[1] ?? "");
    const bias = inputs[2] === undefined ? undefined : this.#constants.get(inputs[2]);
    const [to = 0, from = 0, side = 0, other = 0] = weights?.dims ?? [];
    const [stride = 1] = numbers.strides ?? [];
    const [dilation = 1] = numbers.dilations ?? [];
    const [groups = 1] = numbers.group ?? [];
    const reach = Math.floor(side / 2) * dilation;
    const fits =
      from <= x.channels && grouped(from) >= x.channels && reach <= EDGE && numbers.pads?.[0] === reach;
    const isKnown = groups === 1 && side % 2 === 1 && side === other && stride >= 1 && dilation >= 1;
    if (weights === undefined || to < 1 || !fits || !isKnown) {
      throw new TypeError("the model contains an unsupported convolution");
    }
    if (inputs[2] !== undefined && bias?.values.length !== to) {
      throw new TypeError("the model contains a convolution without its constants");
    }
    const constants = new Float32Array(grouped(to));
    constants.set(bias?.values ?? []);
    const y = this.#reserve({ width: x.width / stride, height: x.height / stride, channels: grouped(to) });
    const given = [inside(x), inside(y), this.#keep(packed(weights, x.channels)), this.#keep(constants)].map(
      (at) => at * 4,
    );
    const rest = [x.channels, y.channels, y.width, y.height, side, stride, dilation, rowOf(x), rowOf(y)];
    this.steps.push((_, { convolve }) => convolve(...given, ...rest));
    return y;
  }

  #pool({ numbers }: GraphNode, x: Tensor): Tensor {
    const [side = 0, other = 0] = numbers.kernel_shape ?? [];
    const isKnown = side >= 1 && [other, ...(numbers.strides ?? [1])].every((size) => size === side);
    if (!isKnown) throw new TypeError("the model contains an unsupported mean");
    const y = this.#reserve({ ...x, width: x.width / side, height: x.height / side });
    this.steps.push(averagePool(x, y, side));
    return y;
  }

  #resize({ inputs }: GraphNode, x: Tensor): Tensor {
    const [, , height = 0, width = 0] = this.#constants.get(inputs[3] ?? "")?.values ?? [];
    const y = this.#reserve({ ...x, width, height });
    this.steps.push(resize(x, y));
    return y;
  }

  #concat({ inputs }: GraphNode, x: Tensor): Tensor {
    const parts = inputs.map((name) => this.#tensor(name));
    if (parts.some((part) => part.width !== x.width || part.height !== x.height)) {
      throw new TypeError("the model joins tensors of different sizes");
    }
    const y = this.#reserve({ ...x, channels: parts.reduce((sum, part) => sum + part.channels, 0) });
    this.steps.push(concat(parts, y));
    return y;
  }
}
