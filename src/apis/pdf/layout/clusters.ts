import type { Chars } from "../engine/chars.ts";

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and the forms in which PDF producers write them. */
export function isRightToLeft(code: number): boolean {
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

/** The class of a character in the bidirectional algorithm, reduced to the classes that ordering needs. */
function kindOf(code: number): Kind {
  const text = String.fromCodePoint(code);
  // Digits of every script are written from left to right.
  if (DIGIT.test(text)) return "digit";
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

const LAM = 0x644;

/** Restores the order of lam ligatures, which begin with lam: PDFium reverses them with their line. */
export function lamFirst(cluster: Cluster, chars: Chars): void {
  const [first = 0, second = 0] = cluster.chars;
  if (cluster.chars.length !== 2 || chars.code[second] !== LAM || chars.code[first] === LAM) return;
  if (isRightToLeft(chars.code[first] ?? 0)) cluster.chars.reverse();
}

/** Groups the characters of a line with their marks, in the given order. */
export function clustersOf(line: readonly number[], chars: Chars): Cluster[] {
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

/** Places added spaces, which have no position of their own, at the end of the word before them. */
export function placeSpaces(clusters: Cluster[]): void {
  for (const [k, cluster] of clusters.entries()) {
    if (!Number.isNaN(cluster.left)) continue;
    const [before, after] = [clusters[k - 1], clusters[k + 1]];
    const left = ((before?.left ?? 0) + (after?.left ?? before?.left ?? 0)) / 2;
    clusters[k] = { ...cluster, left };
  }
}

/** Reports whether a cluster is a space, of the file or added. */
export function isSpace({ chars: own }: Cluster, chars: Chars): boolean {
  return own.every((i) => i < 0 || chars.code[i] === 32 || chars.code[i] === 0xa0);
}
