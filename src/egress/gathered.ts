const FIRST_ROOM = 64 * 1024;

/** Bytes in one block that grows: a body may come in a million chunks, and each would cost more than it holds. */
export class Gathered {
  readonly #max: number;
  #block: Uint8Array;
  #length = 0;

  constructor(max: number) {
    this.#max = max;
    this.#block = new Uint8Array(Math.min(max, FIRST_ROOM));
  }

  /** Takes what there is room for; false where that was not all of it. */
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

  /** All of it, in a block of its own size. */
  bytes(): Uint8Array {
    return this.#length === this.#block.byteLength ? this.#block : this.#block.slice(0, this.#length);
  }
}
