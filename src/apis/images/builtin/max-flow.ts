/** The eight neighbours of a pixel; the opposite of direction d is d ^ 1. */
const STEPS_X = [1, -1, 0, 0, 1, -1, 1, -1];
const STEPS_Y = [0, 0, 1, -1, 1, -1, -1, 1];

const FREE = 0;
const SOURCE = 1;
const SINK = 2;

const NONE = -1;
const TERMINAL = 8;
const ORPHAN = 9;

/**
 * The minimum cut of a grid with eight neighbours, by the augmenting paths of Boykov and Kolmogorov (An
 * Experimental Comparison of Min-Cut/Max-Flow Algorithms, 2004). `terminal[i]` is the capacity from the source
 * to pixel i less that from i to the sink; `links[i * 8 + d]` the capacity from i to its neighbour in direction
 * d (0 east, 1 west, 2 south, 3 north, 4 south-east, 5 north-west, 6 north-east, 7 south-west), 0 beyond the
 * border. Both are used up. Gives 1 for the pixels on the source's side.
 */
export function minimumCut(
  width: number,
  height: number,
  terminal: Float32Array,
  links: Float32Array,
): Uint8Array {
  const size = width * height;
  const steps = STEPS_X.map((dx, d) => dx + (STEPS_Y[d] ?? 0) * width);
  const tree = new Uint8Array(size);
  const parent = new Int8Array(size).fill(NONE);
  const stamp = new Int32Array(size);
  const depth = new Int32Array(size);
  const isActive = new Uint8Array(size);
  let active: number[] = [];
  let later: number[] = [];
  let orphans: number[] = [];
  let time = 0;

  const activate = (i: number) => {
    if (isActive[i] === 1) return;
    isActive[i] = 1;
    later.push(i);
  };
  for (let i = 0; i < size; i++) {
    if (terminal[i] === 0) continue;
    tree[i] = (terminal[i] ?? 0) > 0 ? SOURCE : SINK;
    parent[i] = TERMINAL;
    depth[i] = 1;
    activate(i);
  }

  /** What is left from i's parent to i in the source's tree, from i to its parent in the sink's. */
  const toParent = (i: number, d: number): number =>
    tree[i] === SOURCE ? (links[(i + (steps[d] ?? 0)) * 8 + (d ^ 1)] ?? 0) : (links[i * 8 + d] ?? 0);

  const augment = (from: number, d: number): void => {
    const to = from + (steps[d] ?? 0);
    let flow = links[from * 8 + d] ?? 0;
    for (const start of [from, to]) {
      let i = start;
      for (let p = parent[i] ?? 0; p !== TERMINAL; p = parent[i] ?? 0) {
        flow = Math.min(flow, toParent(i, p));
        i += steps[p] ?? 0;
      }
      flow = Math.min(flow, Math.abs(terminal[i] ?? 0));
    }
    links[from * 8 + d] = (links[from * 8 + d] ?? 0) - flow;
    links[to * 8 + (d ^ 1)] = (links[to * 8 + (d ^ 1)] ?? 0) + flow;
    for (const start of [from, to]) {
      let i = start;
      for (let p = parent[i] ?? 0; p !== TERMINAL; p = parent[i] ?? 0) {
        const up = i + (steps[p] ?? 0);
        const [a, b] = tree[i] === SOURCE ? [up * 8 + (p ^ 1), i * 8 + p] : [i * 8 + p, up * 8 + (p ^ 1)];
        links[a] = (links[a] ?? 0) - flow;
        links[b] = (links[b] ?? 0) + flow;
        if ((links[a] ?? 0) <= 0) {
          links[a] = 0;
          parent[i] = ORPHAN;
          orphans.push(i);
        }
        i = up;
      }
      terminal[i] = (terminal[i] ?? 0) + (tree[i] === SOURCE ? -flow : flow);
      if (Math.abs(terminal[i] ?? 0) <= 1e-7) {
        terminal[i] = 0;
        parent[i] = ORPHAN;
        orphans.push(i);
      }
    }
  };

  /** How far a pixel is from its tree's root; 0 where its branch is cut off. Marks the way for the next time. */
  const rootDepth = (start: number): number => {
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
  };

  const adopt = (i: number): void => {
    const own = tree[i] ?? 0;
    let [best, bestDepth] = [NONE, Number.POSITIVE_INFINITY];
    const x = i % width;
    const y = (i - x) / width;
    const isThere = (d: number): boolean => {
      const [u, v] = [x + (STEPS_X[d] ?? 0), y + (STEPS_Y[d] ?? 0)];
      return u >= 0 && v >= 0 && u < width && v < height;
    };
    for (let d = 0; d < 8; d++) {
      if (!isThere(d)) continue;
      const near = i + (steps[d] ?? 0);
      if (tree[near] !== own) continue;
      const capacity = own === SOURCE ? (links[near * 8 + (d ^ 1)] ?? 0) : (links[i * 8 + d] ?? 0);
      if (capacity <= 0) continue;
      const found = rootDepth(near);
      if (found > 0 && found < bestDepth) [best, bestDepth] = [d, found];
    }
    if (best !== NONE) {
      parent[i] = best;
      stamp[i] = time;
      depth[i] = bestDepth + 1;
      return;
    }
    for (let d = 0; d < 8; d++) {
      if (!isThere(d)) continue;
      const near = i + (steps[d] ?? 0);
      if (tree[near] !== own) continue;
      const capacity = own === SOURCE ? (links[near * 8 + (d ^ 1)] ?? 0) : (links[i * 8 + d] ?? 0);
      if (capacity > 0) activate(near);
      if (parent[near] === (d ^ 1)) {
        parent[near] = ORPHAN;
        orphans.push(near);
      }
    }
    tree[i] = FREE;
    parent[i] = NONE;
    isActive[i] = 0;
  };

  /** Grows both trees from one pixel; the direction in which they meet, seen from the source's side. */
  const grow = (i: number): readonly [from: number, d: number] | undefined => {
    const x = i % width;
    const y = (i - x) / width;
    for (let d = 0; d < 8; d++) {
      const [u, v] = [x + (STEPS_X[d] ?? 0), y + (STEPS_Y[d] ?? 0)];
      if (u < 0 || v < 0 || u >= width || v >= height) continue;
      const near = i + (steps[d] ?? 0);
      const capacity = tree[i] === SOURCE ? (links[i * 8 + d] ?? 0) : (links[near * 8 + (d ^ 1)] ?? 0);
      if (capacity <= 0) continue;
      if (tree[near] === FREE) {
        tree[near] = tree[i] ?? 0;
        parent[near] = d ^ 1;
        stamp[near] = stamp[i] ?? 0;
        depth[near] = (depth[i] ?? 0) + 1;
        activate(near);
      } else if (tree[near] !== tree[i]) {
        return tree[i] === SOURCE ? [i, d] : [near, d ^ 1];
      } else if ((stamp[near] ?? 0) <= (stamp[i] ?? 0) && (depth[near] ?? 0) > (depth[i] ?? 0)) {
        parent[near] = d ^ 1;
        stamp[near] = stamp[i] ?? 0;
        depth[near] = (depth[i] ?? 0) + 1;
      }
    }
    return undefined;
  };

  for (;;) {
    if (active.length === 0) {
      if (later.length === 0) break;
      // Oldest first, as in the paper: the list is taken from its end.
      active = later.reverse();
      later = [];
    }
    const i = active[active.length - 1] ?? 0;
    if (isActive[i] === 0 || tree[i] === FREE) {
      active.pop();
      isActive[i] = 0;
      continue;
    }
    const meeting = grow(i);
    if (meeting === undefined) {
      active.pop();
      isActive[i] = 0;
      continue;
    }
    time++;
    augment(...meeting);
    while (orphans.length > 0) {
      const batch = orphans;
      orphans = [];
      for (const orphan of batch) adopt(orphan);
    }
  }
  return tree.map((side) => (side === SOURCE ? 1 : 0));
}
