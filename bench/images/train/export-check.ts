// `bun images/train/export-check.ts MODEL.onnx INPUTS ANSWERS` in bench/: what ONNX Runtime answers to some inputs, for export.py.
import { readFileSync, writeFileSync } from "node:fs";
import { InferenceSession, Tensor } from "onnxruntime-node";

const [model = "", inputs = "", answers = ""] = process.argv.slice(2);
const session = await InferenceSession.create(model, { intraOpNumThreads: 1 });
const bytes = readFileSync(inputs);
const values = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
const { inputMetadata } = session;
const [shape] = inputMetadata.map((one) => (one.isTensor ? one.shape.map(Number) : []));
const size = (shape ?? []).reduce((product, n) => product * n, 1);
const found: Buffer[] = [];
for (let at = 0; at < values.length; at += size) {
  const { y } = await session.run({ x: new Tensor("float32", values.slice(at, at + size), shape ?? []) });
  if (!(y?.data instanceof Float32Array)) throw new Error("the model answers no float32 tensor named y");
  found.push(Buffer.from(y.data.buffer, y.data.byteOffset, y.data.byteLength));
}
writeFileSync(answers, Buffer.concat(found));
