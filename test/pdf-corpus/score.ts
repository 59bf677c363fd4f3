/** A text as it is compared: one form of each character, words of one piece, one kind of gap. */
export function normalized(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\u00ad\u200b\ufeff]/g, "")
    .replaceAll(/(\p{L})[-\u2010]\s*\n\s*(\p{Ll})/gu, "$1$2")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The length of the longest common subsequence, a word of bits at a time (Hyyrö 2004, "Bit-parallel LCS"). */
function commonLength(a: string, b: string): number {
  const words = Math.ceil(a.length / 32);
  const masks = new Map<number, Uint32Array>();
  for (let i = 0; i < a.length; i++) {
    const mask = masks.get(a.charCodeAt(i)) ?? new Uint32Array(words);
    mask[i >> 5] = (mask[i >> 5] ?? 0) | (1 << (i & 31));
    masks.set(a.charCodeAt(i), mask);
  }
  const row = new Uint32Array(words).fill(0xffffffff);
  for (let j = 0; j < b.length; j++) {
    const mask = masks.get(b.charCodeAt(j));
    if (mask === undefined) continue;
    let carry = 0;
    for (let w = 0; w < words; w++) {
      const own = row[w] ?? 0;
      const sum = own + ((own & (mask[w] ?? 0)) >>> 0) + carry;
      carry = sum > 0xffffffff ? 1 : 0;
      row[w] = ((sum >>> 0) | (own & ~(mask[w] ?? 0))) >>> 0;
    }
  }
  let common = 0;
  for (let i = 0; i < a.length; i++) if ((((row[i >> 5] ?? 0) >>> (i & 31)) & 1) === 0) common++;
  return common;
}

/** Twice the common characters in parts of all: 1 where two texts are the same. */
export function similarity(a: string, b: string): number {
  const [one, other] = [normalized(a), normalized(b)];
  const all = one.length + other.length;
  return all === 0 ? 1 : (2 * commonLength(one, other)) / all;
}

function wordsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of normalized(text).match(/[\p{L}\p{N}]+/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Precision and recall of words in one: their harmonic mean, whatever the order. */
export function wordsF1(a: string, b: string): number {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  const sum = (counts: Map<string, number>) => counts.values().reduce((total, n) => total + n, 0);
  let common = 0;
  for (const [word, n] of one) common += Math.min(n, other.get(word) ?? 0);
  const all = sum(one) + sum(other);
  return all === 0 ? 1 : (2 * common) / all;
}
