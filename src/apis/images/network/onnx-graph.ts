/** Numbers of a model: dimensions and values. */
export interface Constant {
  readonly dims: readonly number[];
  readonly values: Float32Array;
}

/** One operation of a graph. */
export interface GraphNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Attributes that are whole numbers or lists of them. */
  readonly numbers: Readonly<Record<string, readonly number[]>>;
}

/** The graph of an ONNX model. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly constants: ReadonlyMap<string, Constant>;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly inputDims: readonly number[];
}

// Values of TensorProto.DataType (onnx.proto).
const FLOAT = 1;
const INT8 = 3;
const INT64 = 7;

type Field = readonly [field: number, value: number | Uint8Array];

function varint(bytes: Uint8Array, at: number): readonly [value: number, next: number] {
  let value = 0;
  for (let i = 0; i < 10; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return [value, at + i + 1];
  }
  throw new TypeError("the model file is damaged");
}

/** The fields of a protobuf message; numbers of fixed width are skipped. */
function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  for (let at = 0; at < bytes.length; ) {
    const [tag, content] = varint(bytes, at);
    const [field, wire] = [Math.floor(tag / 8), tag % 8];
    const [value, next] = wire === 1 || wire === 5 ? [0, content] : varint(bytes, content);
    at = wire === 0 ? next : wire === 2 ? next + value : next + (wire === 1 ? 8 : 4);
    if (at > bytes.length || wire === 3 || wire === 4 || wire > 5) {
      throw new TypeError("the model file is damaged");
    }
    if (wire === 0) yield [field, value];
    if (wire === 2) yield [field, bytes.subarray(next, next + value)];
  }
}

const text = (value: number | Uint8Array) => (typeof value === "number" ? "" : Buffer.from(value).toString());

const bytesOf = (value: number | Uint8Array) => (typeof value === "number" ? new Uint8Array() : value);

function integers(value: number | Uint8Array): number[] {
  if (typeof value === "number") return [value];
  const found: number[] = [];
  for (let at = 0; at < value.length; ) {
    const [number, next] = varint(value, at);
    found.push(number);
    at = next;
  }
  return found;
}

/** Bytes of a number of each type that is read. */
const WIDTHS: Readonly<Record<number, number>> = { [FLOAT]: 4, [INT8]: 1, [INT64]: 8 };

function valuesOf(type: number, raw: Uint8Array): Float32Array {
  if (raw.length % (WIDTHS[type] ?? 1) !== 0) throw new TypeError("the model file is damaged");
  // Copied, because the numbers may start at any byte.
  const { buffer } = new Uint8Array(raw);
  if (type === FLOAT) return new Float32Array(buffer);
  if (type === INT8) return new Float32Array(new Int8Array(buffer));
  if (type === INT64) return Float32Array.from(new BigInt64Array(buffer), Number);
  throw new TypeError(`the model contains numbers of an unsupported type (${type})`);
}

function constantOf(bytes: Uint8Array): readonly [name: string, constant: Constant] {
  const dims: number[] = [];
  let [name, type] = ["", 0];
  let raw: Uint8Array = new Uint8Array();
  for (const [field, value] of fieldsOf(bytes)) {
    if (field === 1) dims.push(...integers(value));
    else if (field === 2 && typeof value === "number") type = value;
    else if (field === 8) name = text(value);
    else if (field === 9) raw = bytesOf(value);
  }
  const values = valuesOf(type, raw);
  if (values.length !== dims.reduce((product, n) => product * n, 1)) {
    throw new TypeError(`the model does not contain all of ${name}`);
  }
  return [name, { dims, values }];
}

function nodeOf(bytes: Uint8Array): GraphNode {
  const [inputs, outputs]: [string[], string[]] = [[], []];
  const numbers: Record<string, number[]> = {};
  let operator = "";
  for (const [field, value] of fieldsOf(bytes)) {
    if (field === 1) inputs.push(text(value));
    else if (field === 2) outputs.push(text(value));
    else if (field === 4) operator = text(value);
    else if (field === 5) {
      let name = "";
      const found: number[] = [];
      for (const [part, content] of fieldsOf(bytesOf(value))) {
        if (part === 1) name = text(content);
        else if (part === 3 || part === 8) found.push(...integers(content));
      }
      if (found.length > 0) numbers[name] = found;
    }
  }
  return { operator, inputs, outputs, numbers };
}

/** The first field of a message with this number, as a message. */
function inner(bytes: Uint8Array, field: number): Uint8Array {
  for (const [found, value] of fieldsOf(bytes)) if (found === field) return bytesOf(value);
  return new Uint8Array();
}

/** Reads a ValueInfoProto: its name and dimensions. */
function tensorInfo(bytes: Uint8Array): readonly [name: string, dims: readonly number[]] {
  const dims: number[] = [];
  for (const [field, value] of fieldsOf(inner(inner(inner(bytes, 2), 1), 2))) {
    if (field === 1) dims.push(...[...fieldsOf(bytesOf(value))].flatMap(([, n]) => integers(n)));
  }
  return [text(inner(bytes, 1)), dims];
}

/** Reads an ONNX model (onnx.proto of ONNX 1.18). Throws a `TypeError` for what is no model in one file. */
export function readGraph(model: Uint8Array): Graph {
  const nodes: GraphNode[] = [];
  const constants = new Map<string, Constant>();
  const [inputs, outputs]: [string[], string[]] = [[], []];
  let inputDims: readonly number[] = [];
  for (const [field, value] of fieldsOf(inner(model, 7))) {
    const bytes = bytesOf(value);
    if (field === 1) nodes.push(nodeOf(bytes));
    else if (field === 5) constants.set(...constantOf(bytes));
    else if (field === 11) {
      const [name, dims] = tensorInfo(bytes);
      if (inputs.length === 0) inputDims = dims;
      inputs.push(name);
    } else if (field === 12) outputs.push(tensorInfo(bytes)[0]);
  }
  return { nodes, constants, inputs, outputs, inputDims };
}
