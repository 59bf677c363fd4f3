import { convolve, doubled, halved, joined, type Layer, mirrored, type Planes, rectified } from "./planes.ts";

/**
 * A small net that reduces a grid of cells step by step, and enlarges it again with skip connections from
 * the way down (Ronneberger et al., U-Net, 2015).
 */
export interface Net {
  readonly enter: Layer;
  /** The first at the full side, each further one at half the side of the one before. */
  readonly down: readonly Layer[];
  readonly up: readonly Layer[];
  readonly leave: Layer;
}

/** The log-odds that each cell is subject, by one net. */
function judge({ enter, down, up, leave }: Net, grid: Planes): Planes {
  const seen: Planes[] = [];
  let planes = rectified(convolve(grid, enter));
  for (const layer of down) {
    planes = rectified(convolve(seen.length === 0 ? planes : halved(planes), layer));
    seen.push(planes);
  }
  seen.pop();
  for (const layer of up) {
    planes = doubled(planes);
    const before = seen.pop();
    planes = rectified(convolve(before === undefined ? planes : joined(planes, before), layer));
  }
  return convolve(planes, leave);
}

/** The probability that each cell is subject: the mean over several nets, and over the grid and its mirror image. */
export function priorOf(grid: Planes, nets: readonly Net[]): Float32Array {
  const sum = new Float32Array(grid.side ** 2);
  const mirror = mirrored(grid);
  for (const net of nets) {
    for (const { values } of [judge(net, grid), mirrored(judge(net, mirror))]) {
      for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + 1 / (1 + Math.exp(-(values[i] ?? 0)));
    }
  }
  return sum.map((value) => value / (2 * nets.length));
}
