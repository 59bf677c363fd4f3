import type { Hyphens } from "../output/text.ts";
import type { Word } from "../output-schema.ts";
import type { ImagePlace } from "./render-job.ts";

/** The text that OCR found on a page. */
export interface PageText {
  /** Lines of words, in blocks and paragraphs as the recognizer found them. */
  readonly paragraphs: readonly (readonly (readonly Word[])[])[];
  /** The mean over all words, 0 to 1; null where no word was found. */
  readonly confidence: number | null;
  readonly words: number;
}

/** The level of words among the rows of tesseract's TSV. */
const WORD_LEVEL = 5;

function round(value: number, step: number): number {
  return Math.round(value * step) / step;
}

/** The box of a word on the page, in points, around its box in the image. */
function onPage(left: number, top: number, width: number, height: number, place: ImagePlace) {
  const { scale, skew, pixels, points } = place;
  const tenths = (value: number) => round(value, 10);
  if (skew === 0) {
    const [x, y, wide, high] = [left, top, width, height].map((value) => tenths(value / scale));
    return { x: x ?? 0, y: y ?? 0, width: wide ?? 0, height: high ?? 0 };
  }
  const [cos, sin] = [Math.cos((skew * Math.PI) / 180), Math.sin((skew * Math.PI) / 180)];
  const [x, y] = [left + width / 2 - pixels[0] / 2, top + height / 2 - pixels[1] / 2];
  const wide = width * cos + height * Math.abs(sin);
  const high = height * cos + width * Math.abs(sin);
  return {
    x: tenths((x * cos - y * sin - wide / 2) / scale + points[0] / 2),
    y: tenths((x * sin + y * cos - high / 2) / scale + points[1] / 2),
    width: tenths(wide / scale),
    height: tenths(high / scale),
  };
}

/**
 * Reads what tesseract writes as TSV: level, page, block, paragraph, line, word, left, top, width, height,
 * confidence (0 to 100), text.
 */
export function readTsv(tsv: string, place: ImagePlace): PageText {
  const paragraphs: Word[][][] = [];
  let [paragraph, line] = ["", ""];
  let total = 0;
  let words = 0;
  for (const row of tsv.split("\n")) {
    const cells = row.split("\t");
    const [level, , block, par, inPar, , left, top, width, height, confidence] = cells.map(Number);
    const text = cells.slice(11).join("\t").trim();
    if (level !== WORD_LEVEL || text === "") continue;
    const sure = Math.min(1, Math.max(0, (confidence ?? 0) / 100));
    const word = {
      text,
      ...onPage(left ?? 0, top ?? 0, width ?? 0, height ?? 0, place),
      confidence: round(sure, 100),
    };
    if (`${block}.${par}` !== paragraph) {
      paragraph = `${block}.${par}`;
      line = "";
      paragraphs.push([]);
    }
    if (`${inPar}` !== line) {
      line = `${inPar}`;
      paragraphs.at(-1)?.push([]);
    }
    paragraphs.at(-1)?.at(-1)?.push(word);
    total += sure;
    words++;
  }
  return { paragraphs, confidence: words === 0 ? null : round(total / words, 100), words };
}

const PARTED = /\p{L}-$/u;
const LOWER = /^\p{Ll}/u;
const UNSPACED = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+$/u;

function lineText(words: readonly Word[]): string {
  let text = "";
  let before = "";
  for (const word of words) {
    // Of scripts without spaces each character is a word to the recognizer.
    text += text === "" || (UNSPACED.test(before) && UNSPACED.test(word.text)) ? word.text : ` ${word.text}`;
    before = word.text;
  }
  return text;
}

/**
 * The words as a text: one line each, with a blank line between paragraphs. With `join`, a hyphenated word is
 * joined on its first line. `write` returns the text of a line.
 */
export function joined(
  { paragraphs }: PageText,
  hyphens: Hyphens,
  write: (text: string) => string = (text) => text,
): string {
  const lines: string[] = [];
  for (const paragraph of paragraphs) {
    // An empty line stands for the end of a paragraph.
    if (lines.length > 0) lines.push("");
    for (const words of paragraph) {
      const own = lineText(words);
      const [first = ""] = own.split(" ", 1);
      // The recognizer may see a paragraph's end after a line that is short for want of a hyphen's room.
      const before = lines.findLastIndex((line) => line !== "");
      const parted = lines[before] ?? "";
      if (hyphens === "keep" || !PARTED.test(parted) || !LOWER.test(own)) lines.push(own);
      else {
        const rest = own.slice(first.length).trimStart();
        lines.splice(before, lines.length, parted.slice(0, -1) + first, ...(rest === "" ? [] : [rest]));
      }
    }
  }
  return lines.map((line) => (line === "" ? "" : write(line))).join("\n");
}
