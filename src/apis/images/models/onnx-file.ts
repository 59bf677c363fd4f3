import { type FileHandle, open } from "node:fs/promises";
import { ModelError, systemCode } from "./model-error.ts";

/** The largest model that is loaded, in bytes. */
export const MODEL_MAX = 1_500_000_000;

/** Levels of graphs within graphs that are followed. */
const DEPTH_MAX = 16;

/** Bytes that are read at once: heads of fields lie close together, and weights are stepped over. */
const WINDOW = 4096;

/**
 * Which fields of which message lead to tensors (onnx.proto of ONNX 1.18). A tensor that keeps its numbers in
 * another file says so in field 13 (`external_data`) or 14 (`data_location`).
 */
const paths: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  model: { 7: "graph", 20: "training", 25: "function" },
  training: { 1: "graph", 2: "graph" },
  graph: { 1: "node", 5: "tensor", 15: "sparse" },
  function: { 7: "node", 11: "attribute" },
  node: { 5: "attribute" },
  attribute: { 5: "tensor", 6: "graph", 10: "tensor", 11: "graph", 22: "sparse", 23: "sparse" },
  sparse: { 1: "tensor", 2: "tensor" },
  tensor: { 13: "external", 14: "external" },
};

class Damaged extends Error {}

/** A file of protobuf messages, of which no more is read than the heads of its fields. */
class Wire {
  readonly #file: FileHandle;
  readonly #window = new Uint8Array(WINDOW);
  #start = 0;
  #length = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async #byte(at: number): Promise<number> {
    if (at < this.#start || at >= this.#start + this.#length) {
      this.#start = at;
      this.#length = (await this.#file.read(this.#window, 0, WINDOW, at)).bytesRead;
      if (this.#length === 0) throw new Damaged();
    }
    return this.#window[at - this.#start] ?? 0;
  }

  async #varint(at: number): Promise<readonly [value: number, next: number]> {
    let value = 0;
    for (let i = 0; i < 10; i++) {
      const byte = await this.#byte(at + i);
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) return [value, at + i + 1];
    }
    throw new Damaged();
  }

  /**
   * Walks over the fields of a message from `at` to `end`. Gives the numbers of those that it has, and throws a
   * `ModelError` for a tensor that is elsewhere.
   */
  async walk(message: string, at: number, end: number, depth: number): Promise<Set<number>> {
    if (depth > DEPTH_MAX) throw new Damaged();
    const seen = new Set<number>();
    for (let here = at; here < end; ) {
      const [tag, content] = await this.#varint(here);
      const [field, wire] = [Math.floor(tag / 8), tag % 8];
      let next: number;
      if (wire === 0) {
        const [value, after] = await this.#varint(content);
        next = after;
        if (message === "tensor" && field === 14 && value !== 0) throw elsewhere();
      } else if (wire === 2) {
        const [length, start] = await this.#varint(content);
        next = start + length;
        const inner = paths[message]?.[field];
        if (inner === "external") throw elsewhere();
        if (next <= end && inner !== undefined) await this.walk(inner, start, next, depth + 1);
      } else if (wire === 5 || wire === 1) {
        next = content + (wire === 5 ? 4 : 8);
      } else {
        throw new Damaged();
      }
      if (field === 0 || next > end) throw new Damaged();
      seen.add(field);
      here = next;
    }
    return seen;
  }
}

function elsewhere(): ModelError {
  return new ModelError(
    "unsupported",
    "The model keeps its weights in a second file (external data): save it as one file.",
  );
}

/**
 * Makes sure that a file is an ONNX model in one piece, of at most `MODEL_MAX` bytes, without loading it. Throws
 * a `ModelError`: `not-installed`, `not-a-model`, `unsupported`.
 */
export async function checkOnnxFile(path: string): Promise<void> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (cause) {
    const missing = systemCode(cause) === "ENOENT";
    const what = missing ? "The model file does not exist." : "The model file cannot be read.";
    throw new ModelError("not-installed", what, { cause });
  }
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new Damaged();
    if (facts.size > MODEL_MAX) {
      const has = `${(facts.size / 1e9).toFixed(1)} GB`;
      throw new ModelError("unsupported", `The model has ${has}; at most ${MODEL_MAX / 1e9} GB are loaded.`);
    }
    const fields = await new Wire(file).walk("model", 0, facts.size, 0);
    // A model has a version of its format, a graph, and a set of operators (ModelProto 1, 7, 8).
    if (![1, 7, 8].every((field) => fields.has(field))) throw new Damaged();
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    throw new ModelError("not-a-model", "The file is not an ONNX model, or it is cut short.");
  } finally {
    await file.close();
  }
}
