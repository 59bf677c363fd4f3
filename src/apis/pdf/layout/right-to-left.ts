import { type Chars, isRightToLeft } from "../engine/chars.ts";
import { type Cluster, clustersOf, isSpace, lamFirst, placeSpaces } from "./clusters.ts";
import { CELL_GAP, SPACE_BETWEEN, TAB_BETWEEN } from "./segment.ts";

/**
 * Sorts a line with right-to-left words into reading order (the inverse of UAX 9, for the two
 * levels of printed lines). PDFium orders pure lines correctly and mixed ones wrongly; here the positions
 * of the characters decide. Each cell of a row is sorted on its own, and cells go from right to left if all that have
 * words are right-to-left. Lines without such words are returned unchanged. `isRtl` tells that most of the page is
 * right-to-left: then so is a mixed line, unless it begins and ends with words of another script.
 */
export function readingOrder(line: readonly number[], chars: Chars, isRtl = false): number[] {
  if (!line.some((i) => isRightToLeft(chars.code[i] ?? 0))) return [...line];
  // Segments are joined in the order of the content: the spaces between them are placed anew, where the gaps are.
  const sizeOf = (i: number) => chars.textRuns[chars.textRun[i] ?? 0]?.size ?? 0;
  const largest = line.reduce((most, i) => Math.max(most, sizeOf(i)), 0);
  // LibreOffice moves to marks with tiny spaces.
  const isTiny = (i: number) => chars.code[i] === 32 && sizeOf(i) < TINY * largest;
  const clusters = clustersOf(
    line.filter((i) => i >= 0 && !isTiny(i)),
    chars,
  );
  placeSpaces(clusters, chars);
  for (const cluster of clusters) lamFirst(cluster, chars);
  const cells = cellsOf(
    clusters.toSorted((a, b) => a.left - b.left),
    chars,
  );
  const has = (cell: readonly Cluster[], wanted: Cluster["kind"]) => cell.some(({ kind }) => kind === wanted);
  const isFromRight = cells.every((cell) => has(cell, "right") || !has(cell, "left"));
  const read = (isFromRight ? cells.reverse() : cells).map((cell) => cellOrder(cell, chars, isRtl));
  return read.flatMap((cell, k) => (k === 0 ? cell : [TAB_BETWEEN, ...cell]));
}

/** The size of spaces that are none, as a share of the largest size of their line. */
const TINY = 0.2;

/** The smallest gap that is a space, in font sizes: brackets are narrower than their place by nearly as much. */
const WORD_GAP = 0.2;

/** Splits clusters, sorted from the left, at gaps as wide as those between cells, and adds the spaces in the others. */
function cellsOf(shown: readonly Cluster[], chars: Chars): Cluster[][] {
  const cells: Cluster[][] = [[]];
  let end = Number.POSITIVE_INFINITY;
  for (const cluster of shown) {
    const i = cluster.chars[0] ?? 0;
    if (!isSpace(cluster, chars)) {
      const size = chars.textRuns[chars.textRun[i] ?? 0]?.size ?? 0;
      const gap = cluster.left - end;
      const before = cells.at(-1)?.at(-1);
      if (gap > CELL_GAP * size) cells.push([]);
      else if (gap > WORD_GAP * size && before !== undefined && !isSpace(before, chars))
        cells.at(-1)?.push({ chars: [SPACE_BETWEEN], kind: "neutral", left: end, right: cluster.left });
      end = Math.max(cluster.right, end === Number.POSITIVE_INFINITY ? cluster.right : end);
    }
    cells.at(-1)?.push(cluster);
  }
  return cells.map((cell) => trimmed(cell, chars));
}

function trimmed(cell: readonly Cluster[], chars: Chars): Cluster[] {
  const isText = (cluster: Cluster) => !isSpace(cluster, chars);
  return cell.slice(cell.findIndex(isText), cell.findLastIndex(isText) + 1);
}

function cellOrder(shown: readonly Cluster[], chars: Chars, isRtl: boolean): number[] {
  const words = shown.map(({ kind }) => kind).filter((kind) => kind === "left" || kind === "right");
  const rights = words.filter((kind) => kind === "right").length;
  const isMore = rights >= words.length - rights;
  const isOfPage = isRtl && (words[0] === "right" || words.at(-1) === "right");
  const read = rights > 0 && (isMore || isOfPage) ? fromRight(withNumbers(shown, chars)) : fromLeft(shown);
  return read.flatMap((cluster) => cluster.chars);
}

const ARABIC_LETTER = /^[\p{scx=Arab}\p{scx=Syrc}\p{scx=Thaa}]/u;
const SEPARATOR = /^[.,:/\u066b\u066c]$/;
const SEPARATOR_OR_SIGN = /^[.,:/+\u2212-]$/;
const UNIT = /^[#%°±‰\p{Sc}]$/u;

const BRACKETS = ["()", "[]", "{}"];

/** Gives the brackets of a stretch to its words if one is before them, else to the paragraph (UAX 9, N0). */
function withBracketsResolved(stretch: readonly Cluster[], textOf: (cluster: Cluster) => string): Cluster[] {
  const firstWord = stretch.findIndex(({ kind }) => kind === "left");
  const resolved = [...stretch];
  let open: number | undefined;
  for (const [k, cluster] of stretch.entries()) {
    const pair = BRACKETS.find((both) => both.includes(textOf(cluster)));
    if (pair === undefined) continue;
    const opening = open === undefined ? undefined : stretch[open];
    if (open === undefined || opening === undefined || !pair.includes(textOf(opening))) {
      open = k;
      continue;
    }
    const kind = firstWord < open ? "left" : "right";
    resolved[open] = { ...opening, kind };
    resolved[k] = { ...cluster, kind };
    open = undefined;
  }
  return resolved;
}

/**
 * Resolves the neutral characters around numbers of a right-to-left paragraph (UAX 9, W2 to W6 and N1): one separator
 * between two digits belongs to the number; signs, percent and currency do so only where no Arabic letters are. Others
 * belong to the paragraph. Words from left to right stay as they are, with the numbers beside them.
 */
function withNumbers(shown: readonly Cluster[], chars: Chars): Cluster[] {
  const textOf = (cluster: Cluster) => String.fromCodePoint(chars.code[cluster.chars[0] ?? -1] ?? 0x20);
  const isArabic = shown.some((cluster) => cluster.kind === "right" && ARABIC_LETTER.test(textOf(cluster)));
  const separator = isArabic ? SEPARATOR : SEPARATOR_OR_SIGN;
  const resolved: Cluster[] = [];
  let begin = 0;
  for (let end = 0; end <= shown.length; end++) {
    if (end < shown.length && shown[end]?.kind !== "right") continue;
    const stretch = shown.slice(begin, end);
    const hasWords = stretch.some(({ kind }) => kind === "left");
    const between = hasWords ? withBracketsResolved(stretch, textOf) : stretch;
    for (const [k, cluster] of between.entries()) {
      const digits = [between[k - 1], between[k + 1]].filter((one) => one?.kind === "digit").length;
      const text = textOf(cluster);
      const isOfNumber =
        (digits === 2 && separator.test(text)) || (digits > 0 && !isArabic && UNIT.test(text));
      if (hasWords || cluster.kind !== "neutral") resolved.push(cluster);
      else resolved.push({ ...cluster, kind: isOfNumber ? "digit" : "right" });
    }
    resolved.push(...shown.slice(end, end + 1));
    begin = end + 1;
  }
  return resolved;
}

type Kind = Cluster["kind"];

/** Orders the runs of a paragraph that go against it: they begin at the kinds of `begins` and end before that of `ends`. */
function withRunsOrdered(
  shown: readonly Cluster[],
  { begins, ends }: { readonly begins: readonly Kind[]; readonly ends: Kind },
  order: (run: Cluster[]) => Cluster[],
): Cluster[] {
  const read: Cluster[] = [];
  let run: Cluster[] = [];
  const end = () => {
    // What does not begin a run belongs to the paragraph at the end of one too.
    const length = run.findLastIndex(({ kind }) => begins.includes(kind)) + 1;
    read.push(...order(run.slice(0, length)), ...run.slice(length));
    run = [];
  };
  for (const cluster of shown) {
    if (cluster.kind !== ends && (run.length > 0 || begins.includes(cluster.kind))) run.push(cluster);
    else {
      end();
      read.push(cluster);
    }
  }
  end();
  return read;
}

/** Orders a right-to-left paragraph: left-to-right words and numbers are reversed. */
function fromRight(shown: readonly Cluster[]): Cluster[] {
  const kinds = { begins: ["left", "digit"], ends: "right" } as const;
  return withRunsOrdered(shown.toReversed(), kinds, (run) => run.reverse());
}

/** Orders a left-to-right paragraph: each run of right-to-left words is reversed as a whole. */
function fromLeft(shown: readonly Cluster[]): Cluster[] {
  return withRunsOrdered(shown, { begins: ["right"], ends: "left" }, fromRight);
}
