/**
 * Bytes go over in chunks of this size. In one message, 50 MB keep the server from everything else for a
 * tenth of a second and take three times as long.
 */
export const CHUNK_BYTES = 256 * 1024;

/** Bytes that travel by themselves. */
interface Slot {
  /** The member of the value that they are; null where they are the value. */
  readonly member: string | null;
  readonly size: number;
}

/** A value without its large bytes, which follow in the order of the slots. */
export interface PackedMessage {
  readonly value: unknown;
  readonly slots: readonly Slot[];
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isLarge(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.byteLength > CHUNK_BYTES;
}

/** The clone of a view is a clone of all that its buffer holds: a small one is copied first. */
function compact(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  return value.byteLength < value.buffer.byteLength ? value.slice() : value;
}

/** Separates large byte arrays from a value: the value itself, or its members. */
export function pack(value: unknown): {
  readonly packed: PackedMessage;
  readonly large: readonly Uint8Array[];
} {
  if (isLarge(value)) {
    const slots = [{ member: null, size: value.byteLength }];
    return { packed: { value: undefined, slots }, large: [value] };
  }
  if (!isPlain(value)) return { packed: { value: compact(value), slots: [] }, large: [] };
  const rest: Record<string, unknown> = {};
  const slots: Slot[] = [];
  const large: Uint8Array[] = [];
  for (const [member, one] of Object.entries(value)) {
    if (isLarge(one)) {
      slots.push({ member, size: one.byteLength });
      large.push(one);
    } else rest[member] = compact(one);
  }
  return { packed: { value: rest, slots }, large };
}

/** The chunks of bytes, in order. Each is freed when the next one is asked for, not when garbage is collected. */
export function* chunksOf(large: readonly Uint8Array[]): Generator<Uint8Array, void> {
  for (const bytes of large) {
    for (let at = 0; at < bytes.byteLength; at += CHUNK_BYTES) {
      const chunk = new Uint8Array(bytes.subarray(at, at + CHUNK_BYTES));
      yield chunk;
      chunk.buffer.transfer(0);
    }
  }
}

/** Puts a value together from its chunks. */
export class ChunkAssembler {
  readonly #packed: PackedMessage;
  readonly #whole: readonly Uint8Array[];
  #filling = 0;
  #at = 0;

  constructor(packed: PackedMessage) {
    this.#packed = packed;
    this.#whole = packed.slots.map(({ size }) => new Uint8Array(size));
  }

  get isComplete(): boolean {
    return this.#filling === this.#whole.length;
  }

  add(chunk: Uint8Array): void {
    const whole = this.#whole[this.#filling];
    if (whole === undefined) throw new RangeError("a chunk too many");
    whole.set(chunk, this.#at);
    this.#at += chunk.byteLength;
    if (this.#at < whole.byteLength) return;
    this.#filling++;
    this.#at = 0;
  }

  /** The value as it was packed; only where it is complete. */
  get value(): unknown {
    const { value, slots } = this.#packed;
    if (slots.length === 0) return value;
    if (slots[0]?.member === null) return this.#whole[0];
    const bytes = slots.map(({ member }, i) => [member, this.#whole[i]] as const);
    return Object.assign({}, value, Object.fromEntries(bytes));
  }
}
