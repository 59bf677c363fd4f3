/** How far a matte is from the true one. */
export interface Score {
  /** Shared pixels over all pixels of either, at half alpha. */
  readonly iou: number;
  /** Mean difference of alpha, 0 to 1. */
  readonly mae: number;
  /** F measure with beta squared 0.3, at half alpha. */
  readonly f: number;
  /** Difference of alpha where the truth is soft (5 to 250 of 255); NaN where it is nowhere. */
  readonly band: number;
  /** Difference of colour there, over black and over white, 0 to 1; NaN without true colours. */
  readonly fringe: number;
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/**
 * Scores an answer (red, green, blue and alpha, four bytes a pixel) against the true matte (one byte) and,
 * where they are known, the subject's true colours (three bytes).
 */
export function score(answer: Uint8Array, truth: Uint8Array, colours?: Uint8Array): Score {
  let [both, either, ours, theirs, difference] = [0, 0, 0, 0, 0];
  let [soft, band, fringe] = [0, 0, 0];
  for (let i = 0; i < truth.length; i++) {
    const given = answer[i * 4 + 3] ?? 0;
    const real = truth[i] ?? 0;
    const isOurs = given >= 128;
    const isTheirs = real >= 128;
    if (isOurs && isTheirs) both++;
    if (isOurs || isTheirs) either++;
    if (isOurs) ours++;
    if (isTheirs) theirs++;
    const off = Math.abs(given - real) / 255;
    difference += off;
    if (real < 5 || real > 250) continue;
    soft++;
    band += off;
    if (colours === undefined) continue;
    for (let c = 0; c < 3; c++) {
      const [mine, right] = [(answer[i * 4 + c] ?? 0) * given, (colours[i * 3 + c] ?? 0) * real];
      const onBlack = Math.abs(mine - right);
      const flattenOnWhite = Math.abs(mine + 255 * (255 - given) - right - 255 * (255 - real));
      fringe += (onBlack + flattenOnWhite) / 2 / 255 / 255 / 3;
    }
  }
  const precision = ours === 0 ? 0 : both / ours;
  const recall = theirs === 0 ? 0 : both / theirs;
  const weighted = 0.3 * precision + recall;
  return {
    iou: either === 0 ? 1 : both / either,
    mae: difference / truth.length,
    f: weighted === 0 ? 0 : (1.3 * precision * recall) / weighted,
    band: soft === 0 ? Number.NaN : band / soft,
    fringe: soft === 0 || colours === undefined ? Number.NaN : fringe / soft,
  };
}

export function mean(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.length === 0 ? Number.NaN : known.reduce((sum, value) => sum + value, 0) / known.length;
}
