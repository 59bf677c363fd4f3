import type { Chars } from "./chars.ts";
import { CELL_GAP, SPACE_BETWEEN, TAB_BETWEEN } from "./segments.ts";

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and the forms in which PDF producers write them. */
function isRightToLeft(code: number): boolean {
  if (code < 0x590) return false;
  return (
    (code >= 0x590 && code <= 0x8ff) ||
    (code >= 0xfb1d && code <= 0xfdff) ||
    (code >= 0xfe70 && code <= 0xfeff) ||
    (code >= 0x10800 && code <= 0x10fff)
  );
}

const DIGIT = /\p{Nd}/u;
const LETTER = /\p{L}/u;
const MARK = /\p{M}/u;

type Kind = "right" | "left" | "digit" | "neutral";

/** The class of a character as the bidirectional algorithm has it, in as few classes as order needs. */
function kindOf(code: number): Kind {
  const text = String.fromCodePoint(code);
  // Digits of every script are written from left to right.
  if (DIGIT.test(text)) return "digit";
  if (isRightToLeft(code)) return "right";
  return LETTER.test(text) ? "left" : "neutral";
}

/** A character with the marks that are written on it. */
interface Cluster {
  readonly chars: number[];
  readonly kind: Kind;
  readonly left: number;
  readonly right: number;
}

const LAM = 0x644;

/** Ligatures of two letters with lam begin with it; what comes the other way round was turned with its line. */
function lamFirst(cluster: Cluster, chars: Chars): void {
  const [first = 0, second = 0] = cluster.chars;
  if (cluster.chars.length !== 2 || chars.code[second] !== LAM || chars.code[first] === LAM) return;
  if (isRightToLeft(chars.code[first] ?? 0)) cluster.chars.reverse();
}

function clustersOf(line: readonly number[], chars: Chars): Cluster[] {
  const clusters: Cluster[] = [];
  for (const i of line) {
    const code = i < 0 ? 32 : (chars.code[i] ?? 32);
    const last = clusters.at(-1);
    const isMark = code > 127 && MARK.test(String.fromCodePoint(code));
    // A ligature is one glyph and several characters: they share its place.
    const isPart = i >= 0 && chars.left[i] === last?.left && chars.right[i] === last?.right;
    if (last !== undefined && (isMark || isPart)) last.chars.push(i);
    else {
      const kind = i < 0 ? "neutral" : kindOf(code);
      clusters.push({
        chars: [i],
        kind,
        left: chars.left[i] ?? Number.NaN,
        right: chars.right[i] ?? Number.NaN,
      });
    }
  }
  return clusters;
}

/**
 * Puts a line with right-to-left words into the order in which it is read (the inverse of UAX 9, for the two
 * levels that lines of print have). PDFium orders pure lines and loses its way in mixed ones; here the places
 * of the characters decide. The cells of a row are ordered each for itself, from the right where all of them
 * are written so. Lines without such words are returned as they are.
 */
export function readingOrder(line: readonly number[], chars: Chars): number[] {
  if (!line.some((i) => isRightToLeft(chars.code[i] ?? 0))) return [...line];
  const clusters = clustersOf(
    line.map((i) => (i === TAB_BETWEEN ? SPACE_BETWEEN : i)),
    chars,
  );
  placeSpaces(clusters);
  for (const cluster of clusters) lamFirst(cluster, chars);
  const cells = cellsOf(
    clusters.toSorted((a, b) => a.left - b.left),
    chars,
  );
  const isFromRight = cells.every((cell) => cell.some(({ kind }) => kind === "right"));
  const read = (isFromRight ? cells.reverse() : cells).map(cellOrder);
  return read.flatMap((cell, k) => (k === 0 ? cell : [TAB_BETWEEN, ...cell]));
}

function isSpace({ chars: own }: Cluster, chars: Chars): boolean {
  return own.every((i) => i < 0 || chars.code[i] === 32 || chars.code[i] === 0xa0);
}

/** Cuts what is shown, from the left, where a gap is as wide as one between cells. */
function cellsOf(shown: readonly Cluster[], chars: Chars): Cluster[][] {
  const cells: Cluster[][] = [[]];
  let end = Number.POSITIVE_INFINITY;
  for (const cluster of shown) {
    const i = cluster.chars[0] ?? 0;
    if (!isSpace(cluster, chars)) {
      const size = chars.stretches[chars.stretch[i] ?? 0]?.size ?? 0;
      if (cluster.left - end > CELL_GAP * size) cells.push([]);
      end = Math.max(cluster.right, end === Number.POSITIVE_INFINITY ? cluster.right : end);
    }
    cells.at(-1)?.push(cluster);
  }
  return cells;
}

function cellOrder(shown: readonly Cluster[]): number[] {
  const rights = shown.filter(({ kind }) => kind === "right").length;
  const lefts = shown.filter(({ kind }) => kind === "left").length;
  const read = rights > 0 && rights >= lefts ? fromRight(shown) : fromLeft(shown);
  return read.flatMap((cluster) => cluster.chars);
}

/** Spaces that we or PDFium put in have no place of their own: they stand where the word before them ends. */
function placeSpaces(clusters: Cluster[]): void {
  for (const [k, cluster] of clusters.entries()) {
    if (!Number.isNaN(cluster.left)) continue;
    const [before, after] = [clusters[k - 1], clusters[k + 1]];
    const left = ((before?.left ?? 0) + (after?.left ?? before?.left ?? 0)) / 2;
    clusters[k] = { ...cluster, left };
  }
}

/** A paragraph that runs from right to left: words of the other direction, and numbers, are turned back. */
function fromRight(shown: readonly Cluster[]): Cluster[] {
  const read: Cluster[] = [];
  let run: Cluster[] = [];
  const end = () => {
    // Neutral characters at the edge of a run belong to the paragraph, not to the run.
    const edge: Cluster[] = [];
    while (run.at(-1)?.kind === "neutral") edge.push(run.pop() as Cluster);
    read.push(...run.reverse(), ...edge.reverse());
    run = [];
  };
  for (const cluster of shown.toReversed()) {
    if (cluster.kind === "right" || (cluster.kind === "neutral" && run.length === 0)) {
      end();
      read.push(cluster);
    } else run.push(cluster);
  }
  end();
  return read;
}

/** A paragraph that runs from left to right: each stretch of right-to-left words is turned as a whole. */
function fromLeft(shown: readonly Cluster[]): Cluster[] {
  const read: Cluster[] = [];
  let run: Cluster[] = [];
  const end = () => {
    const edge: Cluster[] = [];
    while (run.at(-1)?.kind === "neutral" || run.at(-1)?.kind === "digit") edge.push(run.pop() as Cluster);
    read.push(...fromRight(run), ...edge.reverse());
    run = [];
  };
  for (const cluster of shown) {
    if (cluster.kind === "right" || (run.length > 0 && cluster.kind !== "left")) run.push(cluster);
    else {
      end();
      read.push(cluster);
    }
  }
  end();
  return read;
}
