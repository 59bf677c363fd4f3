/** Square planes of numbers, one after the other, each row by row. */
export interface Planes {
  readonly count: number;
  readonly side: number;
  readonly values: Float32Array;
}

/** Makes `to` planes of `from`: each a sum of windows of `size` (1 or 3) a side, and a constant. */
export interface Layer {
  readonly from: number;
  readonly to: number;
  readonly size: number;
  /** By plane made, plane taken, row and column of the window. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}

/** Convolves planes with a layer, with zero padding. */
export function convolve({ side, values }: Planes, { from, to, size, weights, bias }: Layer): Planes {
  const area = side * side;
  const reach = (size - 1) / 2;
  const out = new Float32Array(to * area);
  for (let made = 0; made < to; made++) {
    const target = out.subarray(made * area, (made + 1) * area).fill(bias[made] ?? 0);
    for (let taken = 0; taken < from; taken++) {
      const source = values.subarray(taken * area, (taken + 1) * area);
      for (let k = 0; k < size * size; k++) {
        const weight = weights[(made * from + taken) * size * size + k] ?? 0;
        const [dy, dx] = [Math.floor(k / size) - reach, (k % size) - reach];
        const [first, last] = [Math.max(0, -dx), side - Math.max(0, dx)];
        for (let y = Math.max(0, -dy); y < side - Math.max(0, dy); y++) {
          const shift = dy * side + dx;
          for (let i = y * side + first; i < y * side + last; i++) {
            target[i] = (target[i] ?? 0) + weight * (source[i + shift] ?? 0);
          }
        }
      }
    }
  }
  return { count: to, side, values: out };
}

/** ReLU, in place. */
export function rectified(planes: Planes): Planes {
  const { values } = planes;
  for (let i = 0; i < values.length; i++) if ((values[i] ?? 0) < 0) values[i] = 0;
  return planes;
}

/** Planes of half the side, by average pooling. */
export function halved({ count, side, values }: Planes): Planes {
  const half = side / 2;
  const out = new Float32Array(count * half * half);
  for (let i = 0; i < out.length; i++) {
    const plane = Math.floor(i / (half * half));
    const at = plane * side * side + Math.floor((i % (half * half)) / half) * 2 * side + (i % half) * 2;
    const above = (values[at] ?? 0) + (values[at + 1] ?? 0);
    out[i] = (above + (values[at + side] ?? 0) + (values[at + side + 1] ?? 0)) / 4;
  }
  return { count, side: half, values: out };
}

/** Planes of twice the side, bilinear, the centers of cells in their places; beyond the border as at it. */
export function doubled({ count, side, values }: Planes): Planes {
  const twice = side * 2;
  const out = new Float32Array(count * twice * twice);
  for (let y = 0; y < twice; y++) {
    const near = y >> 1;
    const far = Math.min(side - 1, Math.max(0, y % 2 === 0 ? near - 1 : near + 1));
    for (let x = 0; x < twice; x++) {
      const close = x >> 1;
      const beside = Math.min(side - 1, Math.max(0, x % 2 === 0 ? close - 1 : close + 1));
      for (let plane = 0; plane < count; plane++) {
        const at = (row: number, column: number) => values[(plane * side + row) * side + column] ?? 0;
        const here = 0.75 * at(near, close) + 0.25 * at(near, beside);
        const there = 0.75 * at(far, close) + 0.25 * at(far, beside);
        out[(plane * twice + y) * twice + x] = 0.75 * here + 0.25 * there;
      }
    }
  }
  return { count, side: twice, values: out };
}

/** Concatenates planes. */
export function joined(one: Planes, other: Planes): Planes {
  const values = new Float32Array(one.values.length + other.values.length);
  values.set(one.values);
  values.set(other.values, one.values.length);
  return { count: one.count + other.count, side: one.side, values };
}

/** Mirrors planes horizontally. */
export function mirrored({ count, side, values }: Planes): Planes {
  const out = Float32Array.from(values, (_, i) => values[i - (i % side) + side - 1 - (i % side)] ?? 0);
  return { count, side, values: out };
}
