// The topologies of U2-Net and U2-Netp (Qin et al. 2020, doi:10.1016/j.patcog.2020.107404) and of IS-Net (Qin
// et al. 2022, arXiv:2203.03041) with random weights: their values mean nothing, their cost is the real one's.
import { OnnxWriter } from "./onnx-writer.fixture.ts";

/** Channels in the middle of a block, and those that it puts out. */
type Block = readonly [mid: number, out: number];

interface Shape {
  readonly side: number;
  /** Whether a convolution halves the image before all else. */
  readonly halves: boolean;
  /** Six blocks down, then five up. */
  readonly down: readonly Block[];
  readonly up: readonly Block[];
}

const large = {
  down: [
    [32, 64],
    [32, 128],
    [64, 256],
    [128, 512],
    [256, 512],
    [256, 512],
  ],
  up: [
    [256, 512],
    [128, 256],
    [64, 128],
    [32, 64],
    [16, 64],
  ],
} as const;

const small = Array<Block>(6).fill([16, 64]);

/** What can be written, by the name of the published model of the same shape. */
export const shapes = {
  u2netp: { side: 320, halves: false, down: small, up: small.slice(1) },
  u2net: { side: 320, halves: false, ...large },
  "isnet-general-use": { side: 1024, halves: true, ...large },
} as const satisfies Record<string, Shape>;

/** A stream of normal values that is the same each time. */
function normals(): () => number {
  let state = 20201120;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Layers with weights by He et al. 2015, so that values neither grow nor fade. */
class Layers {
  readonly writer = new OnnxWriter();
  readonly #normal = normals();

  conv(from: string, inputs: number, outputs: number, size = 3, dilation = 1, stride = 1): string {
    const spread = Math.sqrt(2 / (inputs * size * size));
    const values = Float32Array.from(
      { length: outputs * inputs * size * size },
      () => spread * this.#normal(),
    );
    const kernel = this.writer.weights([outputs, inputs, size, size], values);
    const bias = this.writer.weights([outputs], new Float32Array(outputs));
    const pad = size === 1 ? 0 : dilation;
    return this.writer.node("Conv", [from, kernel, bias], {
      kernel_shape: [size, size],
      pads: [pad, pad, pad, pad],
      dilations: [dilation, dilation],
      strides: [stride, stride],
    });
  }

  layer(from: string, inputs: number, outputs: number, dilation = 1): string {
    return this.writer.node("Relu", [this.conv(from, inputs, outputs, 3, dilation)]);
  }

  pool(from: string): string {
    return this.writer.node("MaxPool", [from], { kernel_shape: [2, 2], strides: [2, 2], ceil_mode: 1 });
  }

  enlarge(from: string, channels: number, to: number): string {
    const sizes = new BigInt64Array([1n, BigInt(channels), BigInt(to), BigInt(to)]);
    return this.writer.node("Resize", [from, "", "", this.writer.weights([4], sizes)], {
      mode: "linear",
      coordinate_transformation_mode: "pytorch_half_pixel",
    });
  }

  join(...from: readonly string[]): string {
    return this.writer.node("Concat", from, { axis: 1 });
  }

  /** A U of `height` levels within the large one, at this size. */
  nested(height: number, from: string, inputs: number, [mid, out]: Block, size: number): string {
    const whole = this.layer(from, inputs, out);
    const levels = [this.layer(whole, out, mid)];
    for (let level = 2; level < height; level++) {
      levels.push(this.layer(this.pool(levels.at(-1) ?? ""), mid, mid));
    }
    let up = this.layer(levels.at(-1) ?? "", mid, mid, 2);
    for (let level = height - 1; level >= 1; level--) {
      up = this.layer(this.join(up, levels[level - 1] ?? ""), 2 * mid, level === 1 ? out : mid);
      if (level > 1) up = this.enlarge(up, mid, size / 2 ** (level - 2));
    }
    return this.writer.node("Add", [up, whole]);
  }

  /** The same without pooling: dilated convolutions see as far. */
  flat(from: string, inputs: number, [mid, out]: Block): string {
    const whole = this.layer(from, inputs, out);
    const first = this.layer(whole, out, mid);
    const second = this.layer(first, mid, mid, 2);
    const third = this.layer(second, mid, mid, 4);
    const fourth = this.layer(third, mid, mid, 8);
    const deep = this.layer(this.join(fourth, third), 2 * mid, mid, 4);
    const back = this.layer(this.join(deep, second), 2 * mid, mid, 2);
    return this.writer.node("Add", [this.layer(this.join(back, first), 2 * mid, out), whole]);
  }

  /** The block of a level: from the fifth on there is nothing left to pool. */
  block(level: number, from: string, inputs: number, block: Block, size: number): string {
    return level >= 5 ? this.flat(from, inputs, block) : this.nested(8 - level, from, inputs, block, size);
  }
}

/** Writes the model of this shape: the file, and how many weights it has. */
export function writeModel(name: keyof typeof shapes): {
  readonly file: Uint8Array;
  readonly parameters: number;
} {
  const { side, halves, down, up }: Shape = shapes[name];
  const layers = new Layers();
  const sizeAt = (level: number) => side / 2 ** (level - (halves ? 0 : 1));
  const outOf = (block: Block | undefined) => block?.[1] ?? 0;
  const encoded: string[] = [];
  let from = halves ? layers.conv("image", 3, 64, 3, 1, 2) : "image";
  let channels = halves ? 64 : 3;
  for (const [i, block] of down.entries()) {
    if (i > 0) from = layers.pool(from);
    from = layers.block(i + 1, from, channels, block, sizeAt(i + 1));
    encoded.push(from);
    channels = outOf(block);
  }
  const sides = [{ from, channels }];
  for (const [i, block] of up.entries()) {
    const level = 5 - i;
    const joined = layers.join(layers.enlarge(from, channels, sizeAt(level)), encoded[level - 1] ?? "");
    from = layers.block(level, joined, channels + outOf(down[level - 1]), block, sizeAt(level));
    channels = outOf(block);
    sides.unshift({ from, channels });
  }
  const masks = sides.map((each) => layers.enlarge(layers.conv(each.from, each.channels, 1), 1, side));
  const { writer } = layers;
  // U2-Net mixes its masks into one; IS-Net takes the finest.
  const finest = halves ? (masks[0] ?? "") : layers.conv(layers.join(...masks), masks.length, 1, 1);
  writer.node("Sigmoid", [finest], {}, "d0");
  for (const [i, mask] of masks.entries()) writer.node("Sigmoid", [mask], {}, `d${i + 1}`);
  const outputs = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`d${i}`, [1, 1, side, side]]));
  return { file: writer.file({ image: [1, 3, side, side] }, outputs), parameters: writer.parameters };
}
