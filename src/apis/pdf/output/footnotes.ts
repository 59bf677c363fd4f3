import type { Chars } from "../engine/chars.ts";
import type { Line } from "../layout/line.ts";
import { lineText } from "../layout/line-text.ts";

/** A note at the foot of a page: the mark that leads to it, and its lines. */
export interface Footnote {
  readonly mark: string;
  readonly lines: readonly Line[];
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** How a note begins, and a mark in running text: after a word or a closing sign. */
const RAISED_START = /^([⁰¹²³⁴-⁹]{1,3})\s*(?=\S)/u;
const PLAIN_START = /^(\d{1,3}|[*†‡§]{1,2})[.)]?\s+(?=\S)/u;
const RAISED_MARK = /(?<=[\p{L}]{3}|[.,;:!?…)\]}"'”’»])[⁰¹²³⁴-⁹]{1,3}/gu;
const SIGN_MARK = /(?<=[\p{L}]{2}|[.,;:!?)\]”’»])(?:\\?[*†‡§]){1,2}(?=[\s.,;:)]|$)/gu;

/** A note is smaller than the running text by this factor, unless its mark is raised. */
const NOTE_SIZE = 0.95;

/** The largest distance between two lines of a note, in font sizes. */
const NOTE_PITCH = 1.9;

/** Superscript digits as digits; other marks without their escape. */
function plain(mark: string): string {
  return mark.replaceAll("\\", "").replaceAll(/[⁰¹²³⁴-⁹]/gu, (one) => String(SUPERSCRIPTS.indexOf(one)));
}

/** The mark that a line begins with, if it may begin a note. */
function startOf(line: Line, text: string, body: number): string | undefined {
  const raised = RAISED_START.exec(text)?.[1];
  if (raised !== undefined) return plain(raised);
  return line.size <= NOTE_SIZE * body ? PLAIN_START.exec(text)?.[1] : undefined;
}

function marksIn(text: string): string[] {
  return [...(text.match(RAISED_MARK) ?? []), ...(text.match(SIGN_MARK) ?? [])].map(plain);
}

/** The notes of a page whose marks are in the text above them. */
export function footnotesOf(lines: readonly Line[], chars: Chars, body: number): Footnote[] {
  const notes: { mark: string; lines: Line[] }[] = [];
  const marks = new Set<string>();
  let open: { mark: string; lines: Line[] } | undefined;
  for (const line of lines) {
    const text = lineText(line, chars);
    const mark = line.angle === 0 ? startOf(line, text, body) : undefined;
    if (mark !== undefined && marks.has(mark) && !notes.some((note) => note.mark === mark)) {
      open = { mark, lines: [line] };
      notes.push(open);
      continue;
    }
    const before = open?.lines.at(-1);
    if (open !== undefined && before !== undefined) {
      const pitch = before.base.bottom - line.base.bottom;
      const isSame = Math.abs(line.size - before.size) < 0.6 && pitch > 0 && pitch < NOTE_PITCH * line.size;
      if (isSame && line.size <= body) {
        open.lines.push(line);
        continue;
      }
      open = undefined;
    }
    for (const found of marksIn(text)) marks.add(found);
  }
  return notes;
}

/** Writes the marks of notes in a text as references of Markdown. */
export function withReferences(text: string, notes: readonly Footnote[]): string {
  if (notes.length === 0) return text;
  const refer = (found: string) => {
    const mark = plain(found);
    return notes.some((note) => note.mark === mark) ? `[^${mark}]` : found;
  };
  return text.replaceAll(RAISED_MARK, refer).replaceAll(SIGN_MARK, refer);
}

/** A note as Markdown, without the mark that its text begins with. */
export function markdownNote({ mark }: Footnote, text: string): string {
  const bare = text.replace(RAISED_START, "").replace(/^(?:\d{1,3}|(?:\\?[*†‡§]){1,2})[.)]?\s+/u, "");
  return `[^${mark}]: ${bare}`;
}
