const FIRST_CAPACITY = 64 * 1024;

/** Bytes in one block that grows: a body may come in a million chunks, and each would cost more than it holds. */
export class GrowableBuffer {
  readonly #max: number;
  #block: Uint8Array<ArrayBuffer>;
  #length = 0;

  /** `max`: the most bytes that it holds; it begins with a block of at most `first` bytes. */
  constructor(max: number, first = FIRST_CAPACITY) {
    this.#max = max;
    this.#block = new Uint8Array(Math.min(max, first));
  }

  get length(): number {
    return this.#length;
  }

  /** The bytes of memory that the block takes. */
  get capacity(): number {
    return this.#block.byteLength;
  }

  /** Adds as much of the chunk as fits. Returns false if a part did not fit. */
  add(chunk: Uint8Array): boolean {
    const taken = chunk.subarray(0, this.#max - this.#length);
    const length = this.#length + taken.byteLength;
    if (length > this.#block.byteLength) {
      const larger = new Uint8Array(Math.min(this.#max, Math.max(length, this.#block.byteLength * 2)));
      larger.set(this.#block.subarray(0, this.#length));
      this.#block = larger;
    }
    this.#block.set(taken, this.#length);
    this.#length = length;
    return taken.byteLength === chunk.byteLength;
  }

  /** Forgets what it holds and keeps the block. */
  clear(): void {
    this.#length = 0;
  }

  /** Returns all bytes as a view of the block. It is valid until the next `add`. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#block.subarray(0, this.#length);
  }

  /** Returns a copy of all bytes. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#length === this.#block.byteLength ? this.#block : this.#block.slice(0, this.#length);
  }
}

/** Reads a stream to its end; undefined where it has more than `max` bytes, of which no more are read. */
export async function readUpTo(
  stream: ReadableStream<Uint8Array> | null,
  max: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const buffer = new GrowableBuffer(max);
  const reader = stream?.getReader();
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    if (buffer.add(next.value)) continue;
    // Not waited for: of a stream that was cloned, it ends with the other copy.
    void reader?.cancel().catch(() => {});
    return undefined;
  }
  return buffer.bytes();
}
