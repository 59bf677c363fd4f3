const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

const OPENING = "([{«";
const CLOSING = ")]}»";
const PAIRS = new Map(
  [...OPENING].flatMap((one, k) => [
    [one, CLOSING[k] ?? one],
    [CLOSING[k] ?? one, one],
  ]),
);

function unmatched(text: string): number {
  const open: string[] = [];
  let wrong = 0;
  for (const one of text) {
    if (OPENING.includes(one)) open.push(one);
    else if (CLOSING.includes(one) && PAIRS.get(open.pop() ?? "") !== one) wrong++;
  }
  return wrong + open.length;
}

const GAP_OR_MARK = /[\s.,;:!?\u060c\u061b\u061f]/;

/** Mirrors each bracket with a gap on one side and a word on the other, so that it opens or closes the word. */
function mirroredByNeighbors(text: string): string {
  return [...text]
    .map((one, k, all) => {
      if (!PAIRS.has(one)) return one;
      const before = all[k - 1];
      const after = all[k + 1];
      const opens = before === undefined || /\s/.test(before) || OPENING.includes(before);
      const closes = after === undefined || GAP_OR_MARK.test(after) || CLOSING.includes(after);
      if (opens === closes) return one;
      return opens === OPENING.includes(one) ? one : (PAIRS.get(one) ?? one);
    })
    .join("");
}

/**
 * Mirrors the brackets of a line with right-to-left words so that they pair: some producers store the visible
 * form and some the logical one, PDFium mirrors both, and only the words and gaps around them show which.
 */
export function withBrackets(text: string): string {
  if (!RIGHT_TO_LEFT.test(text) || !/[()[\]{}«»]/.test(text)) return text;
  const whole = text.replaceAll(/[()[\]{}«»]/g, (one) => PAIRS.get(one) ?? one);
  const candidates = [text, whole, mirroredByNeighbors(text)];
  return candidates.reduce((best, one) => (unmatched(one) < unmatched(best) ? one : best));
}
