/** Blurs the rows of a plane with a box of `2 radius + 1` and writes them turned into columns. */
function blurTurned(
  from: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  const size = 2 * radius + 1;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    let sum = (from[row] ?? 0) * (radius + 1);
    for (let x = 1; x <= radius; x++) sum += from[row + Math.min(width - 1, x)] ?? 0;
    for (let x = 0; x < width; x++) {
      to[x * height + y] = sum / size;
      sum +=
        (from[row + Math.min(width - 1, x + radius + 1)] ?? 0) - (from[row + Math.max(0, x - radius)] ?? 0);
    }
  }
}

/** Blurs a plane with three boxes each way, which is close to a Gaussian (Wells 1986); edges are carried on. */
export function blur(plane: Float32Array, width: number, height: number, radius: number): Float32Array {
  if (radius < 1) return plane;
  const [a, b] = [new Float32Array(plane), new Float32Array(plane.length)];
  for (let pass = 0; pass < 3; pass++) {
    blurTurned(a, b, width, height, radius);
    blurTurned(b, a, height, width, radius);
  }
  return a;
}
