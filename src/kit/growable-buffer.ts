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

  get capacity(): number {
    return this.#block.byteLength;
  }

  /** Adds as much of the chunk as fits. Returns false if a part did not fit. */
  add(chunk: Uint8Array): boolean {
    const taken = chunk.subarray(0, this.#max - this.#length);
    const length = this.#length + taken.byteLength;
    if (length > this.#block.byteLength) {
      // The old block is freed now, not when garbage is collected.
      const capacity = Math.min(this.#max, Math.max(length, this.#block.byteLength * 2));
      this.#block = new Uint8Array(this.#block.buffer.transfer(capacity));
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

  /** Hands over all bytes. It is empty then, and has no block. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#block.buffer.transfer(this.#length));
    this.#block = new Uint8Array();
    this.#length = 0;
    return bytes;
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
  return buffer.take();
}
