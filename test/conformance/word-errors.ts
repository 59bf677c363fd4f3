/** The words of a text as they are compared: letters and digits, without case. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .replaceAll(/(\p{L})-\s*\n\s*(?=\p{Ll})/gu, "$1")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Counts the words of a text that were replaced, left out or added (Levenshtein distance), and all of its words. */
export function wordErrors(found: string, expected: string): { errors: number; words: number } {
  const [own, all] = [wordsOf(found), wordsOf(expected)];
  let row = Uint32Array.from({ length: own.length + 1 }, (_, k) => k);
  for (const [i, word] of all.entries()) {
    const next = new Uint32Array(own.length + 1);
    next[0] = i + 1;
    for (const [k, other] of own.entries()) {
      const replaced = (row[k] ?? 0) + (word === other ? 0 : 1);
      next[k + 1] = Math.min(replaced, (row[k + 1] ?? 0) + 1, (next[k] ?? 0) + 1);
    }
    row = next;
  }
  return { errors: row[own.length] ?? 0, words: all.length };
}
