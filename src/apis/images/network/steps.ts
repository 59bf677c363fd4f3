import { EDGE, inside, rowOf, sizeOf, type Tensor } from "./tensor.ts";

/** A step runs one node of a graph; the network runs all in their order. */
export type Step = (memory: Float32Array) => void;

/** Sets the edge of a tensor to zero, where its memory held another tensor before. */
export function clearEdge(tensor: Tensor): Step {
  const [row, side] = [rowOf(tensor), EDGE * tensor.channels];
  return (memory) => {
    memory.fill(0, tensor.at, inside(tensor));
    // The end of a row and the start of the next lie side by side.
    for (let v = 1; v < tensor.height; v++) {
      const start = inside(tensor) + v * row;
      memory.fill(0, start - 2 * side, start);
    }
    memory.fill(0, inside(tensor) + tensor.height * row - 2 * side, tensor.at + sizeOf(tensor));
  };
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

export function resize(x: Tensor, y: Tensor): Step {
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

export function averagePool(x: Tensor, y: Tensor, side: number): Step {
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

export function concat(parts: readonly Tensor[], y: Tensor): Step {
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

export function addTo(y: Tensor, x: Tensor): Step {
  return (memory) => {
    const [to, from] = [y.at, x.at];
    for (let i = 0; i < sizeOf(y); i++) memory[to + i] = (memory[to + i] ?? 0) + (memory[from + i] ?? 0);
  };
}

export function rectify(x: Tensor): Step {
  return (memory) => {
    const end = x.at + sizeOf(x);
    for (let i = x.at; i < end; i++) if ((memory[i] ?? 0) < 0) memory[i] = 0;
  };
}
