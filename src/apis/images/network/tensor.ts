/** Pixels of zeros around every tensor: the reach of the largest kernel, which is 3 x 3 with a dilation of 2. */
export const EDGE = 2;

/** A tensor in WebAssembly's memory: rows of pixels, channels last, with EDGE pixels of zeros around. */
export interface Tensor {
  /** Index of its first number in the memory, edge included. */
  readonly at: number;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** The size of a tensor, wherever it is. */
export type Shape = Omit<Tensor, "at">;

/** Numbers from one row to the next, edges included. */
export const rowOf = ({ width, channels }: Shape) => (width + 2 * EDGE) * channels;

/** Numbers of a tensor, edge included. */
export const sizeOf = (shape: Shape) => rowOf(shape) * (shape.height + 2 * EDGE);

/** Index of the first pixel inside the edge. */
export const inside = (tensor: Tensor) => tensor.at + EDGE * rowOf(tensor) + EDGE * tensor.channels;

export const isSameShape = (a: Shape, b: Shape) =>
  a.width === b.width && a.height === b.height && a.channels === b.channels;
