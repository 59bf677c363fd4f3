const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** East Asian wide and fullwidth characters, and emoji: two columns of a terminal each. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\ufe0f|\p{Emoji_Presentation}/u;
const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}]/u;

const widthOfGrapheme = (text: string) => (WIDE.test(text) ? 2 : INVISIBLE.test(text) ? 0 : 1);

/** The columns of a terminal that a text takes. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += widthOfGrapheme(segment);
  return width;
}

/** Fills a text up to so many columns. */
export function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** Cuts a text to so many columns. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = "";
  let room = width - 1;
  for (const { segment } of graphemes.segment(text)) {
    room -= widthOfGrapheme(segment);
    if (room < 0) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** A text in lines of at most `width` columns, each after `indent` spaces. */
export function wrapText(text: string, width: number, indent: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && widthOf(line) + widthOf(word) + 1 > width - indent) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].map((one) => " ".repeat(indent) + one).join("\n");
}
