/** A rectangle of an image, in pixels from its upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Reports whether a rectangle covers the whole image. */
export function isWhole({ width, height }: Pick<Box, "width" | "height">, box: Box): boolean {
  return box.width === width && box.height === height;
}

/** The smallest alpha that counts as subject. */
const SEEN = 13;

/** The bounding box of an alpha mask's pixels of at least `least`; undefined if no pixel has that. */
export function boxOf(
  alpha: Uint8Array,
  width: number,
  stride = 1,
  offset = 0,
  least = SEEN,
): Box | undefined {
  const height = alpha.length / stride / width;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    const start = y * width * stride + offset;
    let [first, last] = [0, width - 1];
    while (first < width && (alpha[start + first * stride] ?? 0) < least) first++;
    if (first === width) continue;
    while ((alpha[start + last * stride] ?? 0) < least) last--;
    left = Math.min(left, first);
    right = Math.max(right, last);
    top = Math.min(top, y);
    bottom = y;
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Copies a part of a plane with `channels` bytes per pixel; pixels outside the plane are 0. */
export function cropPixels(
  plane: Uint8Array,
  width: number,
  channels: number,
  box: Box,
): Uint8Array<ArrayBuffer> {
  const height = plane.length / channels / width;
  const out = new Uint8Array(box.width * box.height * channels);
  const from = Math.max(0, -box.x);
  const to = Math.min(box.width, width - box.x);
  if (to <= from) return out;
  for (let y = Math.max(0, -box.y); y < Math.min(box.height, height - box.y); y++) {
    const start = ((box.y + y) * width + box.x + from) * channels;
    out.set(plane.subarray(start, start + (to - from) * channels), (y * box.width + from) * channels);
  }
  return out;
}
