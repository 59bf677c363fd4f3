// Writes ONNX models by hand, so that tests need no weights and no binary file (onnx.proto, opset 13).

type Bytes = Uint8Array;

function varint(value: number): Bytes {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Uint8Array.from([...bytes, rest]);
}

const number = (field: number, value: number): Bytes => Buffer.concat([varint(field * 8), varint(value)]);

const bytes = (field: number, value: Bytes | string): Bytes => {
  const content = typeof value === "string" ? Buffer.from(value) : value;
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
};

const message = (field: number, ...parts: readonly Bytes[]): Bytes => bytes(field, Buffer.concat(parts));

const FLOAT = 1;
const INT8 = 3;
const INT64 = 7;

function typeOf(values: Float32Array | Int8Array | BigInt64Array): number {
  if (values instanceof Float32Array) return FLOAT;
  return values instanceof Int8Array ? INT8 : INT64;
}

/** An attribute of a node: a text, a whole number or several. */
export type Attribute = string | number | readonly number[];

function attribute(name: string, value: Attribute): Bytes {
  if (typeof value === "string") return message(5, bytes(1, name), bytes(4, value), number(20, 3));
  if (typeof value === "number") return message(5, bytes(1, name), number(3, value), number(20, 2));
  return message(5, bytes(1, name), ...value.map((each) => number(8, each)), number(20, 7));
}

function valueInfo(field: number, name: string, shape: readonly (number | string)[]): Bytes {
  const dimensions = shape.map((size) =>
    typeof size === "number" ? message(1, number(1, size)) : message(1, bytes(2, size)),
  );
  return message(field, bytes(1, name), message(2, message(1, number(1, FLOAT), message(2, ...dimensions))));
}

/** A graph that is being written: nodes and weights in the order in which they are added. */
export class OnnxWriter {
  readonly #parts: Bytes[] = [];
  #names = 0;
  /** Weights so far. */
  parameters = 0;

  /** Adds a node and gives the name of what it puts out. */
  node(
    operator: string,
    inputs: readonly string[],
    attributes: Record<string, Attribute> = {},
    name?: string,
  ) {
    const output = name ?? `v${this.#names++}`;
    this.#parts.push(
      message(
        1,
        ...inputs.map((input) => bytes(1, input)),
        bytes(2, output),
        bytes(4, operator),
        ...Object.entries(attributes).map(([key, value]) => attribute(key, value)),
      ),
    );
    return output;
  }

  /** Adds weights. `elsewhere` says that they are in another file, as external data is. */
  weights(
    shape: readonly number[],
    values: Float32Array | Int8Array | BigInt64Array,
    elsewhere?: string,
  ): string {
    const name = `w${this.#names++}`;
    const type = typeOf(values);
    if (type !== INT64) this.parameters += values.length;
    const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    const data =
      elsewhere === undefined
        ? [bytes(9, raw)]
        : [message(13, bytes(1, "location"), bytes(2, elsewhere)), number(14, 1)];
    this.#parts.push(
      message(5, ...shape.map((size) => number(1, size)), number(2, type), bytes(8, name), ...data),
    );
    return name;
  }

  /** The file of a model with these inputs and outputs. */
  file(
    inputs: Readonly<Record<string, readonly (number | string)[]>>,
    outputs: Readonly<Record<string, readonly (number | string)[]>>,
  ): Bytes {
    return Buffer.concat([
      number(1, 8),
      message(
        7,
        ...this.#parts,
        bytes(2, "test"),
        ...Object.entries(inputs).map(([name, shape]) => valueInfo(11, name, shape)),
        ...Object.entries(outputs).map(([name, shape]) => valueInfo(12, name, shape)),
      ),
      message(8, number(2, 13)),
    ]);
  }
}

/** What a color classifier may be made like. */
export interface ClassifierOptions {
  /** A side of its input; a text for any. */
  readonly side: number | string;
  /** What each channel counts for, one list for each output channel. */
  readonly weights?: readonly (readonly number[])[];
  readonly bias?: number;
  /** What follows the convolution: `Sigmoid`, or nothing, or an operator that spoils it. */
  readonly after?: string;
  readonly elsewhere?: string;
}

/** A linear classifier of colors, of about 300 bytes: one 1 x 1 convolution, and what follows it. */
export function colorClassifier({ side, after = "Sigmoid", ...options }: ClassifierOptions): Bytes {
  const { weights = [[20, 0, -20]], bias = 0, elsewhere } = options;
  const writer = new OnnxWriter();
  const [outputs, inputs] = [weights.length, weights[0]?.length ?? 0];
  const kernel = writer.weights([outputs, inputs, 1, 1], new Float32Array(weights.flat()), elsewhere);
  const offset = writer.weights([outputs], new Float32Array(outputs).fill(bias));
  const name = after === "" ? "mask" : undefined;
  const sum = writer.node("Conv", ["image", kernel, offset], { kernel_shape: [1, 1] }, name);
  if (after !== "") writer.node(after, [sum], {}, "mask");
  return writer.file({ image: [1, inputs, side, side] }, { mask: [1, outputs, side, side] });
}
