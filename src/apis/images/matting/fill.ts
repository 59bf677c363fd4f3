// `TypedArray.from` with a function takes ten times as long as these loops.

/** A plane of `length` numbers, made pixel by pixel. */
export function planeOf(length: number, value: (i: number) => number): Float32Array {
  const plane = new Float32Array(length);
  for (let i = 0; i < length; i++) plane[i] = value(i);
  return plane;
}

/** Intersection over union of two masks of `length` pixels, 0 to 1; `empty` where both are empty. */
export function overlap(
  length: number,
  isIn: (i: number) => boolean,
  isInOther: (i: number) => boolean,
  empty = 1,
): number {
  let [both, either] = [0, 0];
  for (let i = 0; i < length; i++) {
    const [one, other] = [isIn(i), isInOther(i)];
    if (one && other) both++;
    if (one || other) either++;
  }
  return either === 0 ? empty : both / either;
}

/** A mask of `length` pixels: 1 where `is` holds. */
export function maskOf(length: number, is: (i: number) => boolean): Uint8Array {
  const mask = new Uint8Array(length);
  for (let i = 0; i < length; i++) if (is(i)) mask[i] = 1;
  return mask;
}
