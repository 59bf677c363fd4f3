/** Letters and digits of a text, as they are compared. Arabic letters have one form. */
function key(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** The length of the parts that are looked up, in characters, and the least share of a paragraph's that is found. */
const PART = 8;
const FOUND_MIN = 0.3;

/** The middle position of a paragraph in a text; undefined if too little of it is there. */
function positionOf(
  paragraph: string,
  positions: ReadonlyMap<string, number | undefined>,
): number | undefined {
  const found: number[] = [];
  let asked = 0;
  for (let at = 0; at + PART <= paragraph.length; at++) {
    const part = paragraph.slice(at, at + PART);
    asked++;
    const position = positions.get(part);
    if (position !== undefined) found.push(position);
  }
  if (found.length < FOUND_MIN * asked) return undefined;
  return found.sort((a, b) => a - b)[found.length >> 1];
}

/**
 * Kendall's tau of the paragraphs of a page: 1 if all pairs are in order, -1 if all are reversed. A pair of which one
 * is not found counts as a tie. Parts of a text that are there twice are not used.
 */
export function kendallTau(paragraphs: readonly string[], text: string): number {
  const whole = key(text);
  const positions = new Map<string, number | undefined>();
  for (let at = 0; at + PART <= whole.length; at++) {
    const part = whole.slice(at, at + PART);
    positions.set(part, positions.has(part) ? undefined : at);
  }
  const places = paragraphs.map((paragraph) => positionOf(key(paragraph), positions));
  let sum = 0;
  let pairs = 0;
  for (const [k, place] of places.entries()) {
    for (const other of places.slice(k + 1)) {
      pairs++;
      if (place !== undefined && other !== undefined) sum += Math.sign(other - place);
    }
  }
  return pairs === 0 ? 1 : sum / pairs;
}
