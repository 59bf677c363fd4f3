import { type Chars, isRightToLeft } from "../engine/chars.ts";

const DIGIT = /\p{Nd}/u;
/** The percent sign and the separators of Arabic numbers. */
const NUMBER_SIGN = /[\u066a-\u066c]/;
const LETTER = /\p{L}/u;
const MARK = /\p{M}/u;

type Kind = "right" | "left" | "digit" | "neutral";

/** The class of a character in the bidirectional algorithm, reduced to the classes that ordering needs. */
function kindOf(code: number): Kind {
  const text = String.fromCodePoint(code);
  // Digits of every script are written from left to right.
  if (DIGIT.test(text)) return "digit";
  if (NUMBER_SIGN.test(text)) return "neutral";
  if (isRightToLeft(code)) return "right";
  return LETTER.test(text) ? "left" : "neutral";
}

/** A character with the marks that are written on it. */
export interface Cluster {
  readonly chars: number[];
  readonly kind: Kind;
  readonly left: number;
  readonly right: number;
}

/** How far beside a word a space without a width is placed, in points. */
const BESIDE = 0.01;

const LAM = 0x644;

/** Restores the order of lam ligatures, which begin with lam: PDFium reverses them with their line. */
export function lamFirst(cluster: Cluster, chars: Chars): void {
  const [first = 0, second = 0] = cluster.chars;
  if (cluster.chars.length !== 2 || chars.code[second] !== LAM || chars.code[first] === LAM) return;
  if (isRightToLeft(chars.code[first] ?? 0)) cluster.chars.reverse();
}

/** The most comparisons of marks with clusters of a line; only hostile lines need more. */
const COMPARISONS_MAX = 2_000_000;

/** Joins marks that are drawn before or after their line with the characters at their place. */
function placeMarks(clusters: readonly Cluster[], marks: readonly Cluster[]): Cluster[] {
  const own = [...clusters];
  const isHostile = marks.length * clusters.length > COMPARISONS_MAX;
  for (const mark of marks) {
    const middle = (mark.left + mark.right) / 2;
    const base = isHostile
      ? undefined
      : clusters.find(({ kind, left, right }) => kind === "right" && left <= middle && middle <= right);
    if (base === undefined) own.push(mark);
    else base.chars.push(...mark.chars);
  }
  return own;
}

/** Groups the characters of a line with their marks, in the given order. */
export function clustersOf(line: readonly number[], chars: Chars): Cluster[] {
  const clusters: Cluster[] = [];
  const marks: Cluster[] = [];
  for (const i of line) {
    const code = chars.code[i] ?? 32;
    const last = clusters.at(-1);
    const isMark = code > 127 && MARK.test(String.fromCodePoint(code));
    // A ligature is one glyph and several characters: they share its place.
    const isPart = chars.left[i] === last?.left && chars.right[i] === last?.right;
    const middle = ((chars.left[i] ?? 0) + (chars.right[i] ?? 0)) / 2;
    const isAway = isRightToLeft(code) && (last === undefined || middle < last.left || middle > last.right);
    if (isMark && isAway) {
      marks.push({ chars: [i], kind: "right", left: chars.left[i] ?? 0, right: chars.right[i] ?? 0 });
    } else if (last !== undefined && (isMark || isPart)) last.chars.push(i);
    else {
      clusters.push({
        chars: [i],
        kind: kindOf(code),
        left: chars.left[i] ?? Number.NaN,
        right: chars.right[i] ?? Number.NaN,
      });
    }
  }
  return marks.length === 0 ? clusters : placeMarks(clusters, marks);
}

/**
 * Places spaces without a width, which XeTeX puts over the last glyph of a word, at the end of that word. Where the text
 * goes to the left, that is beside the right-to-left word of both.
 */
export function placeSpaces(clusters: Cluster[], chars: Chars): void {
  for (const [k, cluster] of clusters.entries()) {
    if (cluster.right > cluster.left || !isSpace(cluster, chars)) continue;
    const [before, after] = [clusters[k - 1], clusters[k + 1]];
    if (before === undefined || after === undefined || after.left >= before.left) continue;
    if (before.kind === "right") clusters[k] = { ...cluster, left: before.left - BESIDE };
    else if (after.kind === "right") clusters[k] = { ...cluster, left: after.right };
  }
}

/** Reports whether a cluster is a space, of the file or added. */
export function isSpace({ chars: own }: Cluster, chars: Chars): boolean {
  return own.every((i) => i < 0 || chars.code[i] === 32 || chars.code[i] === 0xa0);
}
