import type { Chars } from "../engine/chars.ts";
import { type Cluster, clustersOf, isRightToLeft, isSpace, lamFirst, placeSpaces } from "./clusters.ts";
import { CELL_GAP, SPACE_BETWEEN, TAB_BETWEEN } from "./segment.ts";

/**
 * Sorts a line with right-to-left words into reading order (the inverse of UAX 9, for the two
 * levels of printed lines). PDFium orders pure lines correctly and mixed ones wrongly; here the positions
 * of the characters decide. Each cell of a row is sorted on its own, and cells go from right to left if all of them
 * are right-to-left. Lines without such words are returned unchanged.
 */
export function readingOrder(line: readonly number[], chars: Chars): number[] {
  if (!line.some((i) => isRightToLeft(chars.code[i] ?? 0))) return [...line];
  const clusters = clustersOf(
    line.map((i) => (i === TAB_BETWEEN ? SPACE_BETWEEN : i)),
    chars,
  );
  placeSpaces(clusters, chars);
  for (const cluster of clusters) lamFirst(cluster, chars);
  const cells = cellsOf(
    clusters.toSorted((a, b) => a.left - b.left),
    chars,
  );
  const isFromRight = cells.every((cell) => cell.some(({ kind }) => kind === "right"));
  const read = (isFromRight ? cells.reverse() : cells).map(cellOrder);
  return read.flatMap((cell, k) => (k === 0 ? cell : [TAB_BETWEEN, ...cell]));
}

/** Splits clusters, sorted from the left, at gaps as wide as those between cells. */
function cellsOf(shown: readonly Cluster[], chars: Chars): Cluster[][] {
  const cells: Cluster[][] = [[]];
  let end = Number.POSITIVE_INFINITY;
  for (const cluster of shown) {
    const i = cluster.chars[0] ?? 0;
    if (!isSpace(cluster, chars)) {
      const size = chars.textRuns[chars.textRun[i] ?? 0]?.size ?? 0;
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

/** Orders a right-to-left paragraph: left-to-right words and numbers are reversed. */
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

/** Orders a left-to-right paragraph: each run of right-to-left words is reversed as a whole. */
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
