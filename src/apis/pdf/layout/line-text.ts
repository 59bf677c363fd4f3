import { type Chars, HYPHEN } from "../engine/chars.ts";
import { withBrackets } from "./brackets.ts";
import { insetOf } from "./insets.ts";
import type { Line } from "./line.ts";
import { SPACE_BETWEEN, TAB_BETWEEN } from "./segment.ts";

const SOFT_HYPHEN = 0xad;

/** Ligatures that fonts draw and people do not type: Unicode's Alphabetic Presentation Forms, Latin part. */
const LIGATURES = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"];
const FIRST_LIGATURE = 0xfb00;

/** Whether a code is a presentation form, whose shape depends on its neighbors: Arabic A and B, Hebrew. */
function isForm(code: number): boolean {
  return (code >= 0xfb1d && code <= 0xfdfb) || (code >= 0xfe70 && code <= 0xfefc);
}

/** Converts one character to how a person types it. */
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

/** Collapses spaces: a character removed between two spaces leaves both. */
function folded(text: string): string {
  return (text.includes("  ") ? text.replaceAll(/ {2,}/g, " ") : text).trim();
}

/** A buffer for the codes of a line; longer lines are built character by character. */
const codes = Buffer.alloc(512);

/** The text of a line of only ASCII and spaces, built at once; undefined for other lines. */
function asciiText({ chars: own }: Line, { code }: Chars): string | undefined {
  if (own.length > codes.length) return undefined;
  for (let k = 0; k < own.length; k++) {
    const i = own[k] ?? 0;
    const one = i >= 0 ? (code[i] ?? 0) : i === SPACE_BETWEEN ? 32 : i === TAB_BETWEEN ? 9 : 0;
    if (one !== 9 && (one < 32 || one >= 0x7f)) return undefined;
    codes[k] = i >= 0 && one === 9 ? 32 : one;
  }
  return codes.toString("latin1", 0, own.length);
}

/** The text of one line, including a hyphen at its end. */
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
