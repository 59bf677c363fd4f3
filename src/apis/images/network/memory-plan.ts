/** A stretch of memory, in numbers. */
interface Block {
  readonly at: number;
  readonly length: number;
}

/** Numbers that a network may take at most: 64 MB. The built-in one takes 9. */
const MOST = 16 * 1024 * 1024;

/** Hands out places in a memory that is made later. Places that were given back are handed out again. */
export class MemoryPlan {
  #free: Block[] = [];
  #size: number;

  /** `start` is the first place that may be used. */
  constructor(start: number) {
    this.#size = start;
  }

  get size(): number {
    return this.#size;
  }

  /** A place that is never given back and held nothing before. Throws as `take`. */
  keep(numbers: number): Block {
    const length = Math.ceil(numbers / 4) * 4;
    if (!Number.isSafeInteger(length) || length <= 0)
      throw new TypeError("the model has a tensor without a size");
    const at = this.#size;
    this.#size += length;
    if (this.#size > MOST) throw new TypeError("the model needs too much memory");
    return { at, length };
  }

  /** Finds a place, aligned to 16 bytes. Throws a `TypeError` for no size, and if the network would take more than 64 MB. */
  take(numbers: number): Block {
    const length = Math.ceil(numbers / 4) * 4;
    const fitting = this.#free.filter((block) => block.length >= length);
    const [best] = fitting.sort((a, b) => a.length - b.length);
    if (best === undefined) return this.keep(numbers);
    this.#free = this.#free.filter((block) => block !== best);
    if (best.length > length) this.#free.push({ at: best.at + length, length: best.length - length });
    return { at: best.at, length };
  }

  release(block: Block): void {
    let { at, length } = block;
    for (const other of this.#free) {
      if (other.at + other.length === at) [at, length] = [other.at, length + other.length];
      else if (at + length === other.at) length += other.length;
      else continue;
      this.#free = this.#free.filter((one) => one !== other);
    }
    this.#free.push({ at, length });
  }
}
