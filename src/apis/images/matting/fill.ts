// `TypedArray.from` with a function takes ten times as long as these loops.

/** A plane of `length` numbers, made pixel by pixel. */
export function planeOf(length: number, value: (i: number) => number): Float32Array {
  const plane = new Float32Array(length);
  for (let i = 0; i < length; i++) plane[i] = value(i);
  return plane;
}

/** A mask of `length` pixels: 1 where `is` holds. */
export function maskOf(length: number, is: (i: number) => boolean): Uint8Array {
  const mask = new Uint8Array(length);
  for (let i = 0; i < length; i++) if (is(i)) mask[i] = 1;
  return mask;
}
