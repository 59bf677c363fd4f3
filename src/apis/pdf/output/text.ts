import { type Chars, HYPHEN } from "../engine/chars.ts";
import { insetOf } from "../layout/insets.ts";
import type { Line } from "../layout/line.ts";
import { isColumn, startsParagraph, usualPitch } from "../layout/paragraphs.ts";
import { SPACE_BETWEEN, TAB_BETWEEN } from "../layout/segment.ts";
import { withBrackets } from "./brackets.ts";

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

/** What is left out between two spaces leaves both. */
function folded(text: string): string {
  return (text.includes("  ") ? text.replaceAll(/ {2,}/g, " ") : text).trim();
}

/** The codes of a line while it is made; longer lines are made character by character. */
const codes = new Uint16Array(512);

/** A line of nothing but ASCII and spaces, at once; undefined for all others. */
function asciiText({ chars: own }: Line, { code }: Chars): string | undefined {
  if (own.length > codes.length) return undefined;
  for (let k = 0; k < own.length; k++) {
    const i = own[k] ?? 0;
    const one = i >= 0 ? (code[i] ?? 0) : i === SPACE_BETWEEN ? 32 : i === TAB_BETWEEN ? 9 : 0;
    if (one !== 9 && (one < 32 || one >= 0x7f)) return undefined;
    codes[k] = i >= 0 && one === 9 ? 32 : one;
  }
  return String.fromCharCode(...codes.subarray(0, own.length));
}

/** The text of one line; a hyphen at its end is still there. */
export function lineText(line: Line, chars: Chars): string {
  const ascii = asciiText(line, chars);
  if (ascii !== undefined) return folded(ascii);
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
  const trimmed = folded(text);
  return isPlain ? trimmed : withBrackets(trimmed);
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
