// `bun images/train/export-check.ts MODEL.onnx INPUTS ANSWERS` in bench/: what the built-in engine's runtime computes for
// some inputs, for export.py.
import { readFileSync, writeFileSync } from "node:fs";
import { openNetwork } from "../../../src/apis/images/network/network.ts";

const [model = "", inputs = "", answers = ""] = process.argv.slice(2);
const network = openNetwork(readFileSync(model));
const bytes = readFileSync(inputs);
const planes = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
const area = network.inputSide ** 2;
const found: Buffer[] = [];
for (let at = 0; at < planes.length; at += 3 * area) {
  const rgb = Float32Array.from(
    { length: 3 * area },
    (_, i) => planes[at + (i % 3) * area + Math.floor(i / 3)] ?? 0,
  );
  found.push(Buffer.from(Float32Array.from(network.run(rgb)).buffer));
}
writeFileSync(answers, Buffer.concat(found));
