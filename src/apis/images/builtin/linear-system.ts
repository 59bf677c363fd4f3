/**
 * Solves a symmetric positive system of `size` rows by Cholesky's method, in place in the lower half of `matrix`: only
 * that half is read. `sides` has one or more right sides, row by row. A pivot is at least the square root of `least`.
 */
export function solve(matrix: Float64Array, sides: Float64Array, size: number, least: number): Float64Array {
  for (let r = 0; r < size; r++) {
    for (let c = 0; c <= r; c++) {
      let sum = matrix[r * size + c] ?? 0;
      for (let k = 0; k < c; k++) sum -= (matrix[r * size + k] ?? 0) * (matrix[c * size + k] ?? 0);
      matrix[r * size + c] = r === c ? Math.sqrt(Math.max(sum, least)) : sum / (matrix[c * size + c] ?? 0);
    }
  }
  const out = Float64Array.from(sides);
  const columns = sides.length / size;
  for (let c = 0; c < columns; c++) {
    for (let r = 0; r < size; r++) {
      const at = r * columns + c;
      for (let k = 0; k < r; k++)
        out[at] = (out[at] ?? 0) - (matrix[r * size + k] ?? 0) * (out[k * columns + c] ?? 0);
      out[at] = (out[at] ?? 0) / (matrix[r * size + r] ?? 0);
    }
    for (let r = size - 1; r >= 0; r--) {
      const at = r * columns + c;
      for (let k = r + 1; k < size; k++)
        out[at] = (out[at] ?? 0) - (matrix[k * size + r] ?? 0) * (out[k * columns + c] ?? 0);
      out[at] = (out[at] ?? 0) / (matrix[r * size + r] ?? 0);
    }
  }
  return out;
}
