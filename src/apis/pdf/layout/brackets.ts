const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

const OPENING = "([{«";
const CLOSING = ")]}»";
const PAIRS = new Map(
  [...OPENING].flatMap((one, k) => [
    [one, CLOSING[k] ?? one],
    [CLOSING[k] ?? one, one],
  ]),
);

/** How many brackets close nothing or stay open. */
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

/** Turns each bracket that has a gap on one side and a word on the other towards the word. */
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
 * Turns the brackets of a line with right-to-left words so that they pair: some producers store what is seen
 * and some what is meant, PDFium mirrors both, and nothing but words and gaps around them tells.
 */
export function withBrackets(text: string): string {
  if (!RIGHT_TO_LEFT.test(text) || !/[()[\]{}«»]/.test(text)) return text;
  const whole = text.replaceAll(/[()[\]{}«»]/g, (one) => PAIRS.get(one) ?? one);
  const candidates = [text, whole, mirroredByNeighbors(text)];
  return candidates.reduce((best, one) => (unmatched(one) < unmatched(best) ? one : best));
}
