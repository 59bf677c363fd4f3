import { expect, test } from "bun:test";
import { OnnxWriter } from "../../../src/apis/images/models/onnx-writer.fixture.ts";
import { randomFrom } from "../../../src/apis/images/random.fixture.ts";
import { openNetwork } from "./network.ts";

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

test("what is no model, or holds other operations, is a TypeError", () => {
  expect(() => openNetwork(new Uint8Array())).toThrow(TypeError);
  expect(() => openNetwork(Uint8Array.from([58, 200, 1]))).toThrow(TypeError);
  const writer = new OnnxWriter();
  writer.node("Tanh", ["x"], {}, "y");
  expect(() => openNetwork(writer.file({ x: [1, 3, 8, 8] }, { y: [1, 3, 8, 8] }))).toThrow("Tanh");
});
