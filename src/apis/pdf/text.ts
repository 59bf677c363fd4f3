import { withBrackets } from "./brackets.ts";
import { type Chars, HYPHEN } from "./chars.ts";
import { insetOf } from "./insets.ts";
import type { Line } from "./line.ts";
import { SPACE_BETWEEN, TAB_BETWEEN } from "./segments.ts";

/** What happens to a hyphen that parts a word at the end of a line. */
export type Hyphens = "join" | "keep";

const SOFT_HYPHEN = 0xad;

/** Ligatures that fonts draw and people do not type: Unicode's Alphabetic Presentation Forms, Latin part. */
const LIGATURES = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"];
const FIRST_LIGATURE = 0xfb00;

/** Forms of letters that depend on their neighbours: Arabic Presentation Forms A and B, Hebrew's. */
function isForm(code: number): boolean {
  return (code >= 0xfb1d && code <= 0xfdfb) || (code >= 0xfe70 && code <= 0xfefc);
}

/** One character as a person would have typed it. */
function typed(code: number, flags: number): string {
  if ((flags & HYPHEN) !== 0 || code === SOFT_HYPHEN || code === 2 || code === 0xfffe) return "-";
  // No-break spaces and the spaces of typesetters are spaces to everyone else.
  if (code === 0xa0 || code === 9 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f) return " ";
  const ligature = LIGATURES[code - FIRST_LIGATURE];
  if (ligature !== undefined) return ligature;
  if (code < 32 || (code >= 0x7f && code < 0xa0) || code === 0xfeff || code === 0x200b) return "";
  const text = String.fromCodePoint(code);
  return isForm(code) ? text.normalize("NFKC") : text;
}

/** The text of one line; a hyphen at its end is still there. */
export function lineText(line: Line, chars: Chars): string {
  let text = "";
  let isPlain = true;
  for (const i of line.chars) {
    if (i === SPACE_BETWEEN) text += " ";
    else if (i === TAB_BETWEEN) text += "\t";
    else if (i < 0) text += insetOf(i, chars.insets)?.text ?? "";
    else {
      const code = chars.code[i] ?? 0;
      if (code >= 0x590) isPlain = false;
      text += code > 32 && code < 0x7f ? String.fromCharCode(code) : typed(code, chars.flags[i] ?? 0);
    }
  }
  // What is left out between two spaces leaves both.
  const trimmed = text.replaceAll(/ {2,}/g, " ").trim();
  return isPlain ? trimmed : withBrackets(trimmed);
}

/** Pitches and sizes that part paragraphs, as multiples of the line before. */
const WIDE_PITCH = 1.45;
const SIZE_CHANGE = 1.25;

/** Whether a line is a column of vertical writing. */
function isColumn({ box }: Line): boolean {
  return box.top - box.bottom > 1.5 * (box.right - box.left);
}

/** Whether a paragraph ends between two lines. `usual` is the distance between lines of running text. */
export function startsParagraph(before: Line, line: Line, usual: number): boolean {
  if (line.angle !== 0 || before.angle !== 0) return line.angle !== before.angle;
  // The next column of vertical writing is the next line; one that has room left ends a paragraph anyway.
  if (isColumn(line) && isColumn(before)) return before.box.right < line.box.left;
  const ratio = line.size / Math.max(before.size, 0.1);
  if (ratio > SIZE_CHANGE || ratio < 1 / SIZE_CHANGE) return true;
  const pitch = before.base.bottom - line.base.bottom;
  // Upwards is the next column or the next box, where a paragraph may well go on.
  if (pitch <= 0) return pitch < -usual / 2;
  return pitch > WIDE_PITCH * usual;
}

/** The distance between lines that is met most often, in points; 12 where there is none. */
export function usualPitch(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const [k, line] of lines.entries()) {
    const before = lines[k - 1];
    if (before === undefined) continue;
    const pitch = Math.round((before.base.bottom - line.base.bottom) * 2) / 2;
    if (pitch > 0.8 * line.size && pitch < 3 * line.size) counts.set(pitch, (counts.get(pitch) ?? 0) + 1);
  }
  let usual = 12;
  let most = 0;
  for (const [pitch, count] of counts) {
    if (count > most || (count === most && pitch < usual)) [usual, most] = [pitch, count];
  }
  return usual;
}

const LOWER = /^\p{Ll}/u;

/** Scripts that are written without spaces: a line may end anywhere in a sentence. */
const UNSPACED_START = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}、。，．）」』]/u;
const UNSPACED_END = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}、。，．（「『]$/u;

/** Whether a line is as long as its neighbours allow: then it ended for want of room, not of words. */
function isFull(line: Line, lines: readonly Line[]): boolean {
  const { box, size } = line;
  const isUpright = isColumn(line);
  const reach = (other: Line) => (isUpright ? -other.box.bottom : other.box.right);
  const beside = lines.filter((other) =>
    isUpright ? Math.abs(other.box.top - box.top) < 2 * size : Math.abs(other.box.left - box.left) < 2 * size,
  );
  return (isUpright ? -box.bottom : box.right) >= Math.max(...beside.map(reach)) - 1.5 * size;
}

/**
 * The lines as text: one a line, a blank line between paragraphs. With `join`, a word that a hyphen parts
 * is put together on the first of its lines, where it goes on in lower case. `write` gives the text of a line.
 * With `flow`, lines of scripts without spaces go on without a break: whoever folds breaks makes spaces of them.
 */
export function joinLines(
  lines: readonly Line[],
  chars: Chars,
  hyphens: Hyphens,
  write: (line: Line) => string = (line) => lineText(line, chars),
  flow = false,
): string {
  const usual = usualPitch(lines);
  let text = "";
  let before: Line | undefined;
  for (const line of lines) {
    let own = write(line);
    if (own === "") continue;
    if (before !== undefined) {
      const parted = before.hyphen && text.endsWith("-");
      if (parted && hyphens === "join" && LOWER.test(own)) {
        const [rest = ""] = own.split(/[ \t]/, 1);
        text = text.slice(0, -1) + rest;
        own = own.slice(rest.length).trimStart();
        if (own === "") {
          before = line;
          continue;
        }
      }
      if (
        flow &&
        UNSPACED_START.test(own) &&
        UNSPACED_END.test(text.slice(-2)) &&
        !startsParagraph(before, line, usual) &&
        isFull(before, lines)
      ) {
        // Nothing stands between them: the sentence goes on.
      } else text += startsParagraph(before, line, usual) && !parted ? "\n\n" : "\n";
    }
    text += own;
    before = line;
  }
  return text;
}
