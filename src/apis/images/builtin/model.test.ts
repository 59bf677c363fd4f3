import { expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { openBuiltinNetwork } from "./network-prior.ts";

/** PyTorch's output for the drawn image, every sixteenth pixel: bench/images/train/export.py writes it with the weights. */
const reference: readonly number[] = await Bun.file(
  fileURLToPath(new URL("model.reference.json", import.meta.url)),
).json();

/** A slope of grey from left to right with a red rectangle. */
function drawn(side: number): Float32Array {
  return Float32Array.from({ length: side * side * 3 }, (_, i) => {
    const [c, at] = [i % 3, Math.floor(i / 3)];
    const [x, y] = [at % side, Math.floor(at / side)];
    const isRed = y >= side / 4 && y < side / 2 && x >= Math.floor(side / 3) && x < side / 2;
    const value = isRed ? ([0.9, 0.2, 0.1][c] ?? 0) : x / (side - 1);
    return (value - 0.5) * 4;
  });
}

test("the network in the repository computes what PyTorch computes, within 0.001", () => {
  const network = openBuiltinNetwork();
  expect([network.inputSide, network.outputSide]).toEqual([256, 128]);
  const found = network.run(drawn(network.inputSide));
  const sampled = found.filter((_, i) => i % 16 === 0 && Math.floor(i / network.outputSide) % 16 === 0);
  expect(sampled).toHaveLength(reference.length);
  for (const [i, value] of sampled.entries()) {
    expect(Math.abs(value - (reference[i] ?? Number.NaN))).toBeLessThan(1e-3);
  }
});
