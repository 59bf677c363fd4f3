/** The distance of a pixel that no path from the source reaches. */
const FAR = 2 ** 30;

/**
 * The minimum cut of a grid with eight neighbors. `terminal[i]` is the capacity from the source to pixel i minus that from i
 * to the sink; `links[i * 8 + d]` is the capacity from i to its neighbor in direction d (0 east, 1 west, 2 south, 3 north,
 * 4 south-east, 5 north-west, 6 north-east, 7 south-west), 0 beyond the border. Both arrays are overwritten. Returns 1 for
 * each pixel on the source's side, 0 for the rest.
 *
 * By preflow-push (Goldberg and Tarjan, A New Approach to the Maximum-Flow Problem, 1988), from the sink to the source: a
 * negative terminal is a deficit. Each wave (Karzanov, 1974) pushes deficits one step closer to the source, those of the
 * furthest pixels first. Before each wave, the distances are measured again (Cherkassky and Goldberg, On Implementing the
 * Push-Relabel Method, 1997: global relabeling). The flow is at its maximum when a wave pushes nothing.
 */
export function minimumCut(
  width: number,
  height: number,
  terminal: Float32Array,
  links: Float32Array,
): Uint8Array {
  // The opposite of direction d is d ^ 1. A step beyond the border ends somewhere, but its link has no capacity.
  const steps = [1, -1, width, -width, width + 1, -width - 1, 1 - width, width - 1];
  const open = contract(steps, terminal, links);
  const distance = new Int32Array(width * height);
  const order = new Int32Array(open.length);
  let isPushed = true;
  while (isPushed) {
    const count = measure(steps, open, terminal, links, distance, order);
    isPushed = pushWave(steps, order.subarray(0, count), distance, terminal, links);
  }
  const cut = new Uint8Array(terminal.length);
  for (let i = 0; i < cut.length; i++) if ((terminal[i] ?? 0) > 0) cut[i] = 1;
  for (const i of open) if (distance[i] !== FAR) cut[i] = 1;
  return cut;
}

/** Pushes each deficit to neighbors that are closer to the source, from the last pixel of `order` to the first. */
function pushWave(
  steps: readonly number[],
  order: Int32Array,
  distance: Int32Array,
  terminal: Float32Array,
  links: Float32Array,
): boolean {
  let isPushed = false;
  for (let k = order.length - 1; k >= 0; k--) {
    const i = order[k] ?? 0;
    for (let d = 0; d < 8 && (terminal[i] ?? 0) < 0; d++) {
      const near = i + (steps[d] ?? 0);
      const link = near * 8 + (d ^ 1);
      if (!((links[link] ?? 0) > 0) || (distance[near] ?? FAR) >= (distance[i] ?? 0)) continue;
      const flow = Math.min(links[link] ?? 0, -(terminal[i] ?? 0));
      links[link] = (links[link] ?? 0) - flow;
      links[i * 8 + d] = (links[i * 8 + d] ?? 0) + flow;
      terminal[i] = (terminal[i] ?? 0) + flow;
      terminal[near] = (terminal[near] ?? 0) - flow;
      isPushed = true;
    }
  }
  return isPushed;
}

/**
 * Contracts pixels whose terminal outweighs all their links into that terminal: their side of the cut is known. Their links
 * become part of their neighbors' terminals. Returns the other pixels.
 */
function contract(steps: readonly number[], terminal: Float32Array, links: Float32Array): number[] {
  const open: number[] = [];
  for (let i = 0; i < terminal.length; i++) {
    const own = terminal[i] ?? 0;
    let [out, into] = [0, 0];
    for (let d = 0; d < 8; d++) {
      out += links[i * 8 + d] ?? 0;
      into += links[(i + (steps[d] ?? 0)) * 8 + (d ^ 1)] ?? 0;
    }
    if (own <= out && -own <= into) {
      open.push(i);
      continue;
    }
    for (let d = 0; d < 8; d++) {
      const near = i + (steps[d] ?? 0);
      const [there, back] = [i * 8 + d, near * 8 + (d ^ 1)];
      const change = own > 0 ? (links[there] ?? 0) : -(links[back] ?? 0);
      if (near >= 0 && near < terminal.length) {
        terminal[near] = (terminal[near] ?? 0) + change;
        links[back] = 0;
      }
      links[there] = 0;
    }
  }
  return open;
}

/**
 * Measures how many links each open pixel is from the source, by breadth-first search over residual capacities. Writes the
 * pixels that a path reaches into `order`, the nearest first, and returns how many there are.
 */
function measure(
  steps: readonly number[],
  open: readonly number[],
  terminal: Float32Array,
  links: Float32Array,
  distance: Int32Array,
  order: Int32Array,
): number {
  let count = 0;
  for (const i of open) {
    distance[i] = (terminal[i] ?? 0) > 0 ? 0 : FAR;
    if (distance[i] === 0) order[count++] = i;
  }
  for (let head = 0; head < count; head++) {
    const i = order[head] ?? 0;
    for (let d = 0; d < 8; d++) {
      const near = i + (steps[d] ?? 0);
      if (!((links[i * 8 + d] ?? 0) > 0) || distance[near] !== FAR) continue;
      distance[near] = (distance[i] ?? 0) + 1;
      order[count++] = near;
    }
  }
  return count;
}
