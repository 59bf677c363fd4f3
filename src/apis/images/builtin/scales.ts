// Values of all patches, brought to one scale or taken together, so that pictures can be compared.

/** The place of each value among all, -1 (lowest) to 1. */
export function ranked(values: Float64Array): Float64Array {
  const order = Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const out = new Float64Array(values.length);
  for (const [place, k] of order.entries()) out[k] = (2 * place) / Math.max(1, values.length - 1) - 1;
  return out;
}

/** Values less their mean, in standard deviations that are at least `least`. */
export function standard(values: Float64Array, least: number): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const scale = Math.max(least, Math.sqrt(variance));
  return values.map((value) => Math.min(3, Math.max(-3, (value - mean) / scale)));
}

/** The smallest of several values of each patch. */
export function smallest(...all: readonly Float64Array[]): Float64Array {
  return (all[0] ?? new Float64Array()).map((_, k) => Math.min(...all.map((one) => one[k] ?? 0)));
}

/** The largest of several values of each patch. */
export function largest(...all: readonly Float64Array[]): Float64Array {
  return (all[0] ?? new Float64Array()).map((_, k) => Math.max(...all.map((one) => one[k] ?? 0)));
}
