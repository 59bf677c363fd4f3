/** An image's confidence as the engine says it, and the overlap of its mask with the true one. */
export interface Judged {
  readonly confidence: number;
  readonly iou: number;
}

/** A tenth of the range of confidence. */
export interface Bin {
  readonly from: number;
  readonly count: number;
  readonly confidence: number;
  readonly iou: number;
  /** Share of masks that need no work: an overlap of 0.9 or more. */
  readonly good: number;
}

const BINS = 10;
const GOOD = 0.9;

/** The reliability diagram: mean overlap by confidence, in tenths; bins without an image are left out. */
export function binsOf(judged: readonly Judged[]): Bin[] {
  const of = (value: number) => Math.min(BINS - 1, Math.max(0, Math.floor(value * BINS)));
  const bins = Map.groupBy(judged, ({ confidence }) => of(confidence));
  return [...bins]
    .toSorted(([a], [b]) => a - b)
    .map(([bin, some]) => {
      const mean = (pick: (one: Judged) => number) =>
        some.reduce((sum, one) => sum + pick(one), 0) / some.length;
      return {
        from: bin / BINS,
        count: some.length,
        confidence: mean((one) => one.confidence),
        iou: mean((one) => one.iou),
        good: mean((one) => (one.iou >= GOOD ? 1 : 0)),
      };
    });
}

/** Expected calibration error (Naeini et al., 2015): how far confidence is from the mean overlap of its bin, over all images. */
export function calibrationError(bins: readonly Bin[]): number {
  const count = bins.reduce((sum, bin) => sum + bin.count, 0);
  const weighted = bins.reduce((sum, bin) => sum + bin.count * Math.abs(bin.confidence - bin.iou), 0);
  return count === 0 ? 0 : weighted / count;
}

/** Prints the diagram and the error. */
export function printReliability(name: string, judged: readonly Judged[]): void {
  const bins = binsOf(judged);
  console.log(`${name}: ${judged.length} images, calibration error ${calibrationError(bins).toFixed(3)}`);
  for (const { from, count, confidence, iou, good } of bins) {
    const bar = "#".repeat(Math.round(iou * 40));
    console.log(
      `  ${from.toFixed(1)}${String(count).padStart(6)}  confidence ${confidence.toFixed(3)}  overlap ${iou.toFixed(3)}  0.9 or more ${good.toFixed(2)}  ${bar}`,
    );
  }
}
