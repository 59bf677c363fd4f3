/**
 * Enlarges a plane bilinearly with the centres of pixels in their places: pixel x of the large one lies at
 * (x + 0.5) width / to - 0.5 of the small one.
 */
export function enlarge(
  plane: Float32Array,
  width: number,
  height: number,
  toWidth: number,
  toHeight: number,
): Float32Array {
  const out = new Float32Array(toWidth * toHeight);
  const lefts = new Int32Array(toWidth);
  const shares = new Float32Array(toWidth);
  for (let x = 0; x < toWidth; x++) {
    const u = Math.min(width - 1, Math.max(0, ((x + 0.5) * width) / toWidth - 0.5));
    lefts[x] = Math.min(Math.max(0, width - 2), Math.floor(u));
    shares[x] = u - (lefts[x] ?? 0);
  }
  const right = width > 1 ? 1 : 0;
  for (let y = 0; y < toHeight; y++) {
    const v = Math.min(height - 1, Math.max(0, ((y + 0.5) * height) / toHeight - 0.5));
    const top = Math.min(Math.max(0, height - 2), Math.floor(v));
    const fy = v - top;
    const row = top * width;
    const next = height > 1 ? row + width : row;
    for (let x = 0; x < toWidth; x++) {
      const at = lefts[x] ?? 0;
      const fx = shares[x] ?? 0;
      const upper = (plane[row + at] ?? 0) + ((plane[row + at + right] ?? 0) - (plane[row + at] ?? 0)) * fx;
      const lower =
        (plane[next + at] ?? 0) + ((plane[next + at + right] ?? 0) - (plane[next + at] ?? 0)) * fx;
      out[y * toWidth + x] = upper + (lower - upper) * fy;
    }
  }
  return out;
}
