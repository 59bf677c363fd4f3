import { convolve, doubled, halved, joined, type Layer, mirrored, type Planes, rectified } from "./planes.ts";

/**
 * A small net that looks at a grid of cells coarser and coarser, and goes back to the fine one with what it saw on
 * the way (Ronneberger et al., U-Net, 2015).
 */
export interface Net {
  readonly enter: Layer;
  /** The first at the full side, each further one at half the side of the one before. */
  readonly down: readonly Layer[];
  readonly up: readonly Layer[];
  readonly leave: Layer;
}

/** How sure a net is that each cell is subject, in log-odds. */
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

/** How likely each cell of a grid is subject, 0 to 1: the mean of some nets, and of the grid and its mirror image. */
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
