import { describe, expect, test } from "bun:test";
import { OnnxWriter } from "../models/onnx-writer.fixture.ts";
import { randomFrom } from "../random.fixture.ts";
import { openNetwork } from "./network.ts";
import { readGraph } from "./onnx-graph.ts";
import { Planner } from "./planner.ts";

const SIDE = 12;

interface Layer {
  readonly from: number;
  readonly to: number;
  readonly side: number;
  readonly stride: number;
  readonly dilation: number;
}

const random = randomFrom(3);
const numbers = (length: number) => Float32Array.from({ length }, () => random() - 0.5);

/** A convolution with zero padding, straight from its definition. */
function convolved(x: Float32Array, size: number, weights: Float32Array, layer: Layer): Float32Array {
  const { from, to, side, stride, dilation } = layer;
  const out = new Float32Array((size / stride) ** 2 * to);
  const reach = Math.floor(side / 2) * dilation;
  for (let i = 0; i < out.length; i++) {
    const [o, at] = [i % to, Math.floor(i / to)];
    const [u, v] = [at % (size / stride), Math.floor(at / (size / stride))];
    for (let k = 0; k < side * side * from; k++) {
      const [c, dx] = [Math.floor(k / (side * side)), k % side];
      const dy = Math.floor((k % (side * side)) / side);
      const [px, py] = [u * stride + dx * dilation - reach, v * stride + dy * dilation - reach];
      if (px < 0 || py < 0 || px >= size || py >= size) continue;
      const weight = weights[o * from * side * side + k] ?? 0;
      out[i] = (out[i] ?? 0) + weight * (x[(py * size + px) * from + c] ?? 0);
    }
  }
  return out;
}

test.each([
  [{ from: 3, to: 12, side: 3, stride: 2, dilation: 1 }],
  [{ from: 3, to: 8, side: 3, stride: 1, dilation: 2 }],
  [{ from: 3, to: 20, side: 1, stride: 1, dilation: 1 }],
])("%p, a ReLU, and one channel of the sum", (first) => {
  const last = { from: first.to, to: 1, side: 3, stride: 1, dilation: 1 };
  const writer = new OnnxWriter();
  let name = "x";
  const kept: Float32Array[] = [];
  for (const layer of [first, last]) {
    const { from, to, side, stride, dilation } = layer;
    const weights = numbers(from * to * side * side);
    kept.push(weights);
    const pad = Math.floor(side / 2) * dilation;
    const given = [name, writer.weights([to, from, side, side], weights)];
    const settings = {
      strides: [stride, stride],
      dilations: [dilation, dilation],
      pads: [pad, pad, pad, pad],
    };
    name = writer.node("Conv", given, settings);
    if (layer === first) name = writer.node("Relu", [name]);
  }
  writer.node("Sigmoid", [name], {}, "y");
  const size = SIDE / first.stride;
  const network = openNetwork(writer.file({ x: [1, 3, SIDE, SIDE] }, { y: [1, 1, size, size] }));
  const x = numbers(SIDE * SIDE * 3);
  const middle = convolved(x, SIDE, kept[0] ?? x, first).map((value) => Math.max(0, value));
  const expected = convolved(middle, size, kept[1] ?? x, last).map((value) => 1 / (1 + Math.exp(-value)));
  for (let run = 0; run < 2; run++) {
    const found = network.run(x);
    expect(found).toHaveLength(size * size);
    for (const [i, value] of found.entries()) expect(value).toBeCloseTo(expected[i] ?? 0, 4);
  }
});

/** The mean of each 2 x 2 pixels. */
function halved(x: Float32Array, size: number, channels: number): Float32Array {
  const half = size / 2;
  return Float32Array.from({ length: half * half * channels }, (_, i) => {
    const [c, at] = [i % channels, Math.floor(i / channels)];
    const first = (Math.floor(at / half) * 2 * size + (at % half) * 2) * channels + c;
    const four = [first, first + channels, first + size * channels, first + (size + 1) * channels];
    return four.reduce((sum, from) => sum + (x[from] ?? 0), 0) / 4;
  });
}

/** Bilinear, to twice the size. */
function doubled(x: Float32Array, size: number, channels: number): Float32Array {
  const place = (to: number) => {
    const center = Math.max(0, (to + 0.5) / 2 - 0.5);
    const low = Math.floor(center);
    return [low, Math.min(size - 1, low + 1), center - low] as const;
  };
  return Float32Array.from({ length: 4 * size * size * channels }, (_, i) => {
    const [c, at] = [i % channels, Math.floor(i / channels)];
    const [left, right, u] = place(at % (2 * size));
    const [top, bottom, v] = place(Math.floor(at / (2 * size)));
    const value = (column: number, row: number) => x[(row * size + column) * channels + c] ?? 0;
    const upper = value(left, top) * (1 - u) + value(right, top) * u;
    return upper * (1 - v) + (value(left, bottom) * (1 - u) + value(right, bottom) * u) * v;
  });
}

const rectified = (x: Float32Array) => x.map((value) => Math.max(0, value));

const layer = (from: number, to: number): Layer => ({ from, to, side: 3, stride: 1, dilation: 1 });

/** A small network that uses every operation, and its weights in the order in which they are written. */
function small() {
  const writer = new OnnxWriter();
  const kept: Float32Array[] = [];
  const conv = (name: string, from: number, to: number) => {
    const weights = numbers(to * from * 9);
    kept.push(weights);
    return writer.node("Conv", [name, writer.weights([to, from, 3, 3], weights)], { pads: [1, 1, 1, 1] });
  };
  const fine = writer.node("Relu", [conv("x", 3, 8)]);
  const mean = writer.node("AveragePool", [fine], { kernel_shape: [2, 2], strides: [2, 2] });
  const sizes = writer.weights([4], BigInt64Array.from([1, 8, SIDE, SIDE].map(BigInt)));
  const back = writer.node("Resize", [conv(mean, 8, 8), "", "", sizes]);
  const sum = writer.node("Relu", [writer.node("Add", [conv(fine, 8, 8), back])]);
  writer.node("Sigmoid", [conv(writer.node("Concat", [sum, back, fine]), 24, 1)], {}, "y");
  return { writer, kept };
}

/** What `small` computes, step by step. */
function expected(x: Float32Array, [first = x, coarse = x, second = x, last = x]: readonly Float32Array[]) {
  const fine = rectified(convolved(x, SIDE, first, layer(3, 8)));
  const back = doubled(convolved(halved(fine, SIDE, 8), SIDE / 2, coarse, layer(8, 8)), SIDE / 2, 8);
  const sum = rectified(convolved(fine, SIDE, second, layer(8, 8)).map((value, i) => value + (back[i] ?? 0)));
  const joined = Float32Array.from({ length: SIDE * SIDE * 24 }, (_, i) => {
    const [c, at] = [i % 24, Math.floor(i / 24)];
    return [sum, back, fine][Math.floor(c / 8)]?.[at * 8 + (c % 8)] ?? 0;
  });
  return convolved(joined, SIDE, last, layer(24, 1)).map((value) => 1 / (1 + Math.exp(-value)));
}

const square = (channels: number) => [1, channels, SIDE, SIDE];

test("all operations together, in memory that is used again, in each run", () => {
  const { writer, kept } = small();
  const network = openNetwork(writer.file({ x: square(3) }, { y: square(1) }));
  for (let run = 0; run < 3; run++) {
    const x = numbers(SIDE * SIDE * 3);
    const values = expected(x, kept);
    for (const [i, value] of network.run(x).entries()) expect(value).toBeCloseTo(values[i] ?? 0, 4);
  }
});

test("weights of a byte, each output channel with a scale", () => {
  const bytes = Int8Array.from({ length: 4 * 3 * 9 }, () => Math.floor(random() * 255) - 127);
  const scales = numbers(4);
  const last = numbers(4 * 9);
  const writer = new OnnxWriter();
  const stored = [writer.weights([4, 3, 3, 3], bytes), writer.weights([4], scales)];
  const widened = writer.node("DequantizeLinear", stored, { axis: 0 });
  const first = writer.node("Conv", ["x", widened], { pads: [1, 1, 1, 1] });
  const kernel = writer.weights([1, 4, 3, 3], last);
  writer.node("Sigmoid", [writer.node("Conv", [first, kernel], { pads: [1, 1, 1, 1] })], {}, "y");
  const x = numbers(SIDE * SIDE * 3);
  const weights = Float32Array.from(bytes, (value, i) => value * (scales[Math.floor(i / 27)] ?? 0));
  const middle = convolved(x, SIDE, weights, layer(3, 4));
  const values = convolved(middle, SIDE, last, layer(4, 1)).map((value) => 1 / (1 + Math.exp(-value)));
  const network = openNetwork(writer.file({ x: square(3) }, { y: square(1) }));
  for (const [i, value] of network.run(x).entries()) expect(value).toBeCloseTo(values[i] ?? 0, 4);
});

describe("a damaged file is a TypeError, or is laid out within bounds", () => {
  const file = small().writer.file({ x: square(3) }, { y: square(1) });
  /** Plans what may be anything; without WebAssembly, whose memories are freed late. */
  const attempt = (bytes: Uint8Array) => {
    try {
      const planner = new Planner(readGraph(bytes));
      expect(planner.size).toBeLessThanOrEqual(16 * 1024 * 1024);
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
    }
  };
  test("cut off anywhere", () => {
    for (let length = 0; length < file.length; length += 41) attempt(file.subarray(0, length));
  });
  test("with any bytes changed", () => {
    for (let k = 0; k < 300; k++) {
      const changed = Uint8Array.from(file);
      // The names, sizes and settings of nodes are at the start of each message: not only weights are to be hit.
      for (let i = 0; i < 3; i++) changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256);
      attempt(changed);
    }
  });
});

describe("what is not such a model is a TypeError", () => {
  const model = (add: (writer: OnnxWriter) => void, input = square(3), output = square(1)) => {
    const writer = new OnnxWriter();
    add(writer);
    return writer.file({ x: input }, { y: output });
  };
  const weights = (writer: OnnxWriter, shape: readonly number[]) =>
    writer.weights(shape, numbers(shape.reduce((product, n) => product * n, 1)));
  /** A convolution of the input to eight channels. */
  const eight = (writer: OnnxWriter) =>
    writer.node("Conv", ["x", weights(writer, [8, 3, 1, 1])], { pads: [0, 0, 0, 0] });
  const conv = (shape: readonly number[], settings: Record<string, number | readonly number[]>) =>
    model((writer) => writer.node("Conv", ["x", weights(writer, shape)], settings, "y"));
  test.each<[string, Uint8Array]>([
    ["nothing", new Uint8Array()],
    ["a few bytes", Uint8Array.from([58, 200, 1])],
    ["another operation", model((writer) => writer.node("Tanh", ["x"], {}, "y"))],
    ["an output that is not computed", model((writer) => writer.node("Relu", [eight(writer)], {}, "z"))],
    ["a node that reads what comes later", model((writer) => writer.node("Relu", ["y"], {}, "y"))],
    ["two inputs", new OnnxWriter().file({ x: square(3), z: square(3) }, { y: square(1) })],
    ["an input without a size", model((writer) => writer.node("Relu", ["x"], {}, "y"), [1, 3, 0, 0])],
    ["an input of a terabyte", model((writer) => writer.node("Relu", ["x"], {}, "y"), [1, 3, 4e5, 4e5])],
    ["a strip", model((writer) => writer.node("Relu", ["x"], {}, "y"), [1, 3, 8, 16])],
    ["a stride that does not divide the image", conv([8, 3, 3, 3], { pads: [1, 1, 1, 1], strides: [5, 5] })],
    ["a stride of 0", conv([8, 3, 3, 3], { pads: [1, 1, 1, 1], strides: [0, 0] })],
    ["no padding", conv([8, 3, 3, 3], { pads: [0, 0, 0, 0] })],
    ["a kernel that reaches too far", conv([8, 3, 7, 7], { pads: [3, 3, 3, 3] })],
    ["a kernel that is even", conv([8, 3, 2, 2], { pads: [1, 1, 1, 1] })],
    [
      "bytes with too few scales",
      model((writer) => {
        const stored = [writer.weights([8, 3, 1, 1], new Int8Array(24)), writer.weights([1], numbers(1))];
        const widened = writer.node("DequantizeLinear", stored, { axis: 0 });
        writer.node("Conv", ["x", widened], { pads: [0, 0, 0, 0] }, "y");
      }),
    ],
    ["groups", conv([3, 1, 3, 3], { pads: [1, 1, 1, 1], group: 3 })],
    ["more channels than there are", conv([8, 16, 3, 3], { pads: [1, 1, 1, 1] })],
    [
      "a resize to a terabyte",
      model((writer) => {
        const sizes = writer.weights([4], BigInt64Array.from([1n, 8n, 400_000n, 400_000n]));
        writer.node("Resize", [eight(writer), "", "", sizes], {}, "y");
      }),
    ],
    ["a resize to nowhere", model((writer) => writer.node("Resize", [eight(writer)], {}, "y"))],
    ["a tensor whose channels do not fill a vector", model((writer) => writer.node("Relu", ["x"], {}, "y"))],
  ])("%s", (_name, bytes) => {
    expect(() => openNetwork(bytes)).toThrow(TypeError);
  });
});
