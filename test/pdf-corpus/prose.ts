/** Sentences to fill pages with; written for this corpus. */
export const SENTENCES = [
  "The harbour office opens at six and keeps a list of every boat that leaves.",
  "Whoever comes back after dark rings the bell twice, and a lamp is lit.",
  "In the year 1893 the list was lost, and nobody could say who was at sea.",
  "Since then two copies are written: one by the clerk, one by his neighbour.",
  "They are compared on Sundays, when the wind is said to rest.",
  "A difference is marked in red and settled over a cup of coffee (or two).",
  "Of 4,217 entries in the first ten years, only 38 differed, most by a letter.",
  "The clerk's great-grandson still counts them; he calls it his rosary.",
];

/** Words of the sentences in lines of up to so many characters, so many lines. */
export function filled(characters: number, count: number, from = 0): string[] {
  const rotated = [...SENTENCES.slice(from), ...SENTENCES.slice(0, from)];
  const words = Array.from({ length: 40 }, () => rotated)
    .flat()
    .join(" ")
    .split(" ");
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (`${line} ${word}`.trim().length > characters) {
      lines.push(line);
      line = word;
    } else line = `${line} ${word}`.trim();
    if (lines.length === count) break;
  }
  return lines;
}
