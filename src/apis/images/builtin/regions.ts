/** The connected components of a mask. */
export interface Regions {
  /** The number of each pixel's area, from 1; 0 outside of the mask. */
  readonly labels: Int32Array;
  /** Pixels of each area; the first entry is of no meaning. */
  readonly sizes: number[];
  /** Whether each area reaches the border of the image. */
  readonly isOpen: boolean[];
}

/** Finds the areas of pixels where `mask` is `value`, connected along rows and columns. */
export function regionsOf(mask: Uint8Array, width: number, value: 0 | 1): Regions {
  const labels = new Int32Array(mask.length);
  const sizes = [0];
  const isOpen = [false];
  const queue = new Int32Array(mask.length);
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] !== value || labels[start] !== 0) continue;
    const label = sizes.length;
    let [head, tail, open] = [0, 0, false];
    queue[tail++] = start;
    labels[start] = label;
    const visit = (i: number) => {
      if (mask[i] !== value || labels[i] !== 0) return;
      labels[i] = label;
      queue[tail++] = i;
    };
    while (head < tail) {
      const i = queue[head++] ?? 0;
      const x = i % width;
      if (x > 0) visit(i - 1);
      else open = true;
      if (x < width - 1) visit(i + 1);
      else open = true;
      if (i >= width) visit(i - width);
      else open = true;
      if (i < mask.length - width) visit(i + width);
      else open = true;
    }
    sizes.push(tail);
    isOpen.push(open);
  }
  return { labels, sizes, isOpen };
}

/** Removes, in place, areas of the mask smaller than a share of the largest; another share applies at the border. */
export function dropSmall(mask: Uint8Array, width: number, share: number, atBorder = share): void {
  const { labels, sizes, isOpen } = regionsOf(mask, width, 1);
  const largest = Math.max(...sizes);
  for (let i = 0; i < mask.length; i++) {
    const label = labels[i] ?? 0;
    const least = largest * (isOpen[label] === true ? atBorder : share);
    if (mask[i] === 1 && (sizes[label] ?? 0) < least) mask[i] = 0;
  }
}

/** Closes, in place, the openings of the mask for which `isClosed` holds. The areas are those outside of the mask. */
export function fillOpenings(
  mask: Uint8Array,
  { labels, sizes, isOpen }: Regions,
  isClosed: (size: number, label: number) => boolean,
): void {
  const isFilled = sizes.map((size, label) => label > 0 && isOpen[label] === false && isClosed(size, label));
  for (let i = 0; i < mask.length; i++) if (isFilled[labels[i] ?? 0] === true) mask[i] = 1;
}

/** Closes, in place, openings of the mask that are smaller than a share of the image. */
export function fillSmall(mask: Uint8Array, width: number, share: number): void {
  const most = share * mask.length;
  fillOpenings(mask, regionsOf(mask, width, 0), (size) => size < most);
}
