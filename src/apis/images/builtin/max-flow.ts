/** The eight neighbors of a pixel; the opposite of direction d is d ^ 1. */
const STEPS_X = [1, -1, 0, 0, 1, -1, 1, -1];
const STEPS_Y = [0, 0, 1, -1, 1, -1, -1, 1];

const FREE = 0;
const SOURCE = 1;
const SINK = 2;

/** Parents other than a direction: none, the terminal itself, and a lost parent. */
const NONE = -1;
const TERMINAL = 8;
const ORPHAN = 9;

/** The residual capacity of a terminal that counts as zero, because of rounding. */
const EXHAUSTED = 1e-7;

/**
 * The minimum cut of a grid with eight neighbors, by the augmenting paths of Boykov and Kolmogorov (An
 * Experimental Comparison of Min-Cut/Max-Flow Algorithms, 2004). `terminal[i]` is the capacity from the source
 * to pixel i minus that from i to the sink; `links[i * 8 + d]` is the capacity from i to its neighbor in
 * direction d (0 east, 1 west, 2 south, 3 north, 4 south-east, 5 north-west, 6 north-east, 7 south-west), 0
 * beyond the border. Both arrays are overwritten. Returns 1 for each pixel on the source's side, 0 for the rest.
 */
export function minimumCut(
  width: number,
  height: number,
  terminal: Float32Array,
  links: Float32Array,
): Uint8Array {
  return new SearchTrees(width, height, terminal, links).saturate().map((side) => (side === SOURCE ? 1 : 0));
}

/** The search trees of the source and of the sink, with the residual capacities between their pixels. */
class SearchTrees {
  readonly #width: number;
  readonly #height: number;
  readonly #terminal: Float32Array;
  readonly #links: Float32Array;
  /** The distance in the arrays to the neighbor in each direction. */
  readonly #steps: readonly number[];
  readonly #tree: Uint8Array;
  readonly #parent: Int8Array;
  /** When the depth of a pixel was last known to be right. */
  readonly #stamp: Int32Array;
  readonly #depth: Int32Array;
  readonly #isActive: Uint8Array;
  /** Pixels to grow from in this round, the oldest at the end, and those of the next round. */
  #active: number[] = [];
  #next: number[] = [];
  #orphans: number[] = [];
  #time = 0;

  constructor(width: number, height: number, terminal: Float32Array, links: Float32Array) {
    const size = width * height;
    this.#width = width;
    this.#height = height;
    this.#terminal = terminal;
    this.#links = links;
    this.#steps = STEPS_X.map((dx, d) => dx + (STEPS_Y[d] ?? 0) * width);
    this.#tree = new Uint8Array(size);
    this.#parent = new Int8Array(size).fill(NONE);
    this.#stamp = new Int32Array(size);
    this.#depth = new Int32Array(size);
    this.#isActive = new Uint8Array(size);
    for (let i = 0; i < size; i++) {
      if (terminal[i] === 0) continue;
      this.#tree[i] = (terminal[i] ?? 0) > 0 ? SOURCE : SINK;
      this.#parent[i] = TERMINAL;
      this.#depth[i] = 1;
      this.#activate(i);
    }
  }

  /** Pushes flow along paths until no path is left; returns the tree that each pixel belongs to. */
  saturate(): Uint8Array {
    for (;;) {
      const i = this.#nextActive();
      if (i === undefined) return this.#tree;
      const meeting = this.#grow(i);
      if (meeting === undefined) {
        this.#active.pop();
        this.#isActive[i] = 0;
        continue;
      }
      this.#time++;
      this.#augment(...meeting);
      while (this.#orphans.length > 0) {
        const batch = this.#orphans;
        this.#orphans = [];
        for (const orphan of batch) this.#adopt(orphan);
      }
    }
  }

  #activate(i: number): void {
    if (this.#isActive[i] === 1) return;
    this.#isActive[i] = 1;
    this.#next.push(i);
  }

  /** The oldest active pixel, as in the paper. It stays active until it cannot grow. */
  #nextActive(): number | undefined {
    for (;;) {
      if (this.#active.length === 0) {
        if (this.#next.length === 0) return undefined;
        this.#active = this.#next.reverse();
        this.#next = [];
      }
      const i = this.#active[this.#active.length - 1] ?? 0;
      if (this.#isActive[i] === 1 && this.#tree[i] !== FREE) return i;
      this.#active.pop();
      this.#isActive[i] = 0;
    }
  }

  /** Grows both trees from one pixel; returns the direction in which they meet, seen from the source's side. */
  #grow(i: number): readonly [from: number, d: number] | undefined {
    const [tree, stamp, depth] = [this.#tree, this.#stamp, this.#depth];
    const [links, steps] = [this.#links, this.#steps];
    const x = i % this.#width;
    const y = (i - x) / this.#width;
    for (let d = 0; d < 8; d++) {
      if (!this.#hasNeighbor(x, y, d)) continue;
      const near = i + (steps[d] ?? 0);
      const capacity = tree[i] === SOURCE ? (links[i * 8 + d] ?? 0) : (links[near * 8 + (d ^ 1)] ?? 0);
      if (capacity <= 0) continue;
      if (tree[near] === FREE) {
        tree[near] = tree[i] ?? 0;
        this.#setParent(near, d ^ 1, i);
        this.#activate(near);
      } else if (tree[near] !== tree[i]) {
        return tree[i] === SOURCE ? [i, d] : [near, d ^ 1];
      } else if ((stamp[near] ?? 0) <= (stamp[i] ?? 0) && (depth[near] ?? 0) > (depth[i] ?? 0)) {
        this.#setParent(near, d ^ 1, i);
      }
    }
    return undefined;
  }

  #hasNeighbor(x: number, y: number, d: number): boolean {
    const u = x + (STEPS_X[d] ?? 0);
    const v = y + (STEPS_Y[d] ?? 0);
    return u >= 0 && v >= 0 && u < this.#width && v < this.#height;
  }

  #setParent(child: number, d: number, i: number): void {
    this.#parent[child] = d;
    this.#stamp[child] = this.#stamp[i] ?? 0;
    this.#depth[child] = (this.#depth[i] ?? 0) + 1;
  }

  /** Pushes as much flow as it takes through the path over the link where the trees meet. */
  #augment(from: number, d: number): void {
    const links = this.#links;
    const to = from + (this.#steps[d] ?? 0);
    const flow = Math.min(links[from * 8 + d] ?? 0, this.#bottleneck(from), this.#bottleneck(to));
    links[from * 8 + d] = (links[from * 8 + d] ?? 0) - flow;
    links[to * 8 + (d ^ 1)] = (links[to * 8 + (d ^ 1)] ?? 0) + flow;
    this.#push(from, flow);
    this.#push(to, flow);
  }

  /** The smallest residual capacity between a pixel and its terminal. */
  #bottleneck(start: number): number {
    const [tree, parent, links, steps] = [this.#tree, this.#parent, this.#links, this.#steps];
    let least = Number.POSITIVE_INFINITY;
    let i = start;
    for (let p = parent[i] ?? 0; p !== TERMINAL; p = parent[i] ?? 0) {
      const up = i + (steps[p] ?? 0);
      least = Math.min(least, tree[i] === SOURCE ? (links[up * 8 + (p ^ 1)] ?? 0) : (links[i * 8 + p] ?? 0));
      i = up;
    }
    return Math.min(least, Math.abs(this.#terminal[i] ?? 0));
  }

  /** Pushes flow between a pixel and its terminal. Pixels whose way there is used up become orphans. */
  #push(start: number, flow: number): void {
    const [tree, parent, links, steps] = [this.#tree, this.#parent, this.#links, this.#steps];
    const terminal = this.#terminal;
    let i = start;
    for (let p = parent[i] ?? 0; p !== TERMINAL; p = parent[i] ?? 0) {
      const up = i + (steps[p] ?? 0);
      const down = up * 8 + (p ^ 1);
      const [a, b] = tree[i] === SOURCE ? [down, i * 8 + p] : [i * 8 + p, down];
      links[a] = (links[a] ?? 0) - flow;
      links[b] = (links[b] ?? 0) + flow;
      if ((links[a] ?? 0) <= 0) {
        links[a] = 0;
        this.#orphan(i);
      }
      i = up;
    }
    terminal[i] = (terminal[i] ?? 0) + (tree[i] === SOURCE ? -flow : flow);
    if (Math.abs(terminal[i] ?? 0) <= EXHAUSTED) {
      terminal[i] = 0;
      this.#orphan(i);
    }
  }

  #orphan(i: number): void {
    this.#parent[i] = ORPHAN;
    this.#orphans.push(i);
  }

  /** Finds an orphan the nearest new parent in its tree, or frees it and makes its children orphans. */
  #adopt(i: number): void {
    const [tree, parent] = [this.#tree, this.#parent];
    const own = tree[i] ?? 0;
    let [best, bestDepth] = [NONE, Number.POSITIVE_INFINITY];
    const x = i % this.#width;
    const y = (i - x) / this.#width;
    for (let d = 0; d < 8; d++) {
      if (!this.#hasNeighbor(x, y, d)) continue;
      const near = i + (this.#steps[d] ?? 0);
      if (tree[near] !== own || this.#capacityFrom(near, i, d) <= 0) continue;
      const found = this.#rootDepth(near);
      if (found > 0 && found < bestDepth) [best, bestDepth] = [d, found];
    }
    if (best !== NONE) {
      parent[i] = best;
      this.#stamp[i] = this.#time;
      this.#depth[i] = bestDepth + 1;
      return;
    }
    for (let d = 0; d < 8; d++) {
      if (!this.#hasNeighbor(x, y, d)) continue;
      const near = i + (this.#steps[d] ?? 0);
      if (tree[near] !== own) continue;
      if (this.#capacityFrom(near, i, d) > 0) this.#activate(near);
      if (parent[near] === (d ^ 1)) this.#orphan(near);
    }
    tree[i] = FREE;
    parent[i] = NONE;
    this.#isActive[i] = 0;
  }

  /** The residual capacity of the link that makes a neighbor in direction d the parent of pixel i. */
  #capacityFrom(near: number, i: number, d: number): number {
    return (this.#tree[i] === SOURCE ? this.#links[near * 8 + (d ^ 1)] : this.#links[i * 8 + d]) ?? 0;
  }

  /** The depth of a pixel in its tree; 0 if its branch is cut off. Stores the depths on the way for the next call. */
  #rootDepth(start: number): number {
    const [parent, stamp, depth, steps] = [this.#parent, this.#stamp, this.#depth, this.#steps];
    const time = this.#time;
    let length = 0;
    let i = start;
    for (;;) {
      if (stamp[i] === time) {
        length += depth[i] ?? 0;
        break;
      }
      const p = parent[i] ?? 0;
      if (p === NONE || p === ORPHAN) return 0;
      length++;
      if (p === TERMINAL) break;
      i += steps[p] ?? 0;
    }
    let left = length;
    for (let j = start; stamp[j] !== time; ) {
      stamp[j] = time;
      depth[j] = left--;
      const p = parent[j] ?? 0;
      if (p === TERMINAL || p === NONE) break;
      j += steps[p] ?? 0;
    }
    return length;
  }
}
