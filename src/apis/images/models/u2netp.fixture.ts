// The topology of U2-Netp (Qin et al. 2020, doi:10.1016/j.patcog.2020.107404; u2net.py of its authors) with
// random weights: its values mean nothing, its cost is the real one's.
import { OnnxWriter } from "./onnx-writer.fixture.ts";

/** A stream of normal values that is the same each time. */
function normals(): () => number {
  let state = 20201120;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** The file, and how many weights it has. */
export function writeU2netp(side = 320): { readonly file: Uint8Array; readonly parameters: number } {
  const writer = new OnnxWriter();
  const normal = normals();
  const conv = (from: string, inputs: number, outputs: number, size: number, dilation: number): string => {
    const spread = Math.sqrt(2 / (inputs * size * size));
    const values = Float32Array.from({ length: outputs * inputs * size * size }, () => spread * normal());
    const kernel = writer.weights([outputs, inputs, size, size], values);
    const bias = writer.weights([outputs], new Float32Array(outputs));
    const pad = size === 1 ? 0 : dilation;
    return writer.node("Conv", [from, kernel, bias], {
      kernel_shape: [size, size],
      pads: [pad, pad, pad, pad],
      dilations: [dilation, dilation],
    });
  };
  const layer = (from: string, inputs: number, outputs: number, dilation = 1): string =>
    writer.node("Relu", [conv(from, inputs, outputs, 3, dilation)]);
  const pool = (from: string): string =>
    writer.node("MaxPool", [from], { kernel_shape: [2, 2], strides: [2, 2], ceil_mode: 1 });
  const enlarge = (from: string, channels: number, to: number): string => {
    const sizes = writer.weights([4], new BigInt64Array([1n, BigInt(channels), BigInt(to), BigInt(to)]));
    return writer.node("Resize", [from, "", "", sizes], {
      mode: "linear",
      coordinate_transformation_mode: "pytorch_half_pixel",
    });
  };
  const join = (...from: readonly string[]): string => writer.node("Concat", from, { axis: 1 });

  const mid = 16;
  const out = 64;
  /** A U of `height` levels within the large one. */
  const block = (height: number, from: string, inputs: number, size: number): string => {
    const whole = layer(from, inputs, out);
    const levels = [layer(whole, out, mid)];
    for (let level = 2; level < height; level++) levels.push(layer(pool(levels.at(-1) ?? ""), mid, mid));
    let up = layer(levels.at(-1) ?? "", mid, mid, 2);
    for (let level = height - 1; level >= 1; level--) {
      const joined = join(up, levels[level - 1] ?? "");
      up = layer(joined, 2 * mid, level === 1 ? out : mid);
      if (level > 1) up = enlarge(up, mid, size / 2 ** (level - 2));
    }
    return writer.node("Add", [up, whole]);
  };
  /** The same without pooling: dilated convolutions see as far. */
  const flat = (from: string, inputs: number): string => {
    const whole = layer(from, inputs, out);
    const first = layer(whole, out, mid);
    const second = layer(first, mid, mid, 2);
    const third = layer(second, mid, mid, 4);
    const fourth = layer(third, mid, mid, 8);
    const back = layer(join(layer(join(fourth, third), 2 * mid, mid, 4), second), 2 * mid, mid, 2);
    return writer.node("Add", [layer(join(back, first), 2 * mid, out), whole]);
  };

  const down = [block(7, "picture", 3, side)];
  for (const [i, height] of [6, 5, 4].entries()) {
    down.push(block(height, pool(down.at(-1) ?? ""), out, side / 2 ** (i + 1)));
  }
  down.push(flat(pool(down.at(-1) ?? ""), out));
  const deepest = flat(pool(down.at(-1) ?? ""), out);
  const sides = [deepest];
  let up = deepest;
  for (let level = 5; level >= 1; level--) {
    const size = side / 2 ** (level - 1);
    const joined = join(enlarge(up, out, size), down[level - 1] ?? "");
    up = level === 5 ? flat(joined, 2 * out) : block(8 - level, joined, 2 * out, size);
    sides.unshift(up);
  }
  const masks = sides.map((from) => enlarge(conv(from, out, 1, 3, 1), 1, side));
  writer.node("Sigmoid", [conv(join(...masks), masks.length, 1, 1, 1)], {}, "d0");
  for (const [i, mask] of masks.entries()) writer.node("Sigmoid", [mask], {}, `d${i + 1}`);
  const shape = [1, 1, side, side];
  const outputs = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`d${i}`, shape]));
  return { file: writer.file({ picture: [1, 3, side, side] }, outputs), parameters: writer.parameters };
}
