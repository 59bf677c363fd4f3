import type { Anchor } from "./annotations.ts";
import type { Chars } from "./chars.ts";
import type { Line } from "./line.ts";
import { TAB_BETWEEN } from "./segments.ts";
import { type Hyphens, joinLines, lineText } from "./text.ts";

/** Sizes of headings as multiples of the running text's, the first level first. */
const HEADINGS: readonly (readonly [ratio: number, mark: string])[] = [
  [1.7, "# "],
  [1.35, "## "],
  [1.12, "### "],
];

/** A heading is short; a page that is all large is not a heading. */
const HEADING_CHARACTERS = 200;

const BULLET = /^[•‣▪◦●○■·–*\uf0b7]\s+/;

/** The size in which most characters of a page are set. */
function bodySize(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const { size, chars } of lines) {
    const rounded = Math.round(size * 2) / 2;
    counts.set(rounded, (counts.get(rounded) ?? 0) + chars.length);
  }
  let body = 0;
  let most = 0;
  for (const [size, count] of counts) if (count > most) [body, most] = [size, count];
  return body;
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<>]/g, "\\$&")
    .replace(/^(\s*)([#+-]|\d+[.)])(?=\s)/, (_, space: string, mark: string) =>
      // A number at the start of a line is a list's, and stays one.
      /\d/.test(mark) ? `${space}${mark}` : `${space}\\${mark}`,
    );
}

/** The anchor under a character, if there is one: its middle is inside. */
function anchorOf(i: number, chars: Chars, anchors: readonly Anchor[]): Anchor | undefined {
  if (i < 0) return undefined;
  const x = ((chars.left[i] ?? 0) + (chars.right[i] ?? 0)) / 2;
  const y = ((chars.bottom[i] ?? 0) + (chars.top[i] ?? 0)) / 2;
  return anchors.find(({ box }) => x >= box.left && x <= box.right && y >= box.bottom && y <= box.top);
}

/** The text of a line with its links as Markdown. */
function linkedText(line: Line, chars: Chars, anchors: readonly Anchor[]): string {
  if (anchors.length === 0) return escaped(lineText(line, chars));
  let text = "";
  let part: number[] = [];
  let current: Anchor | undefined;
  const end = () => {
    const own = lineText({ ...line, chars: part }, chars);
    const address = current?.uri.replaceAll(/[\s()<>]/g, encodeURIComponent);
    if (own !== "")
      text += `${text === "" ? "" : " "}${address === undefined ? escaped(own) : `[${escaped(own)}](${address})`}`;
    part = [];
  };
  for (const i of line.chars) {
    // A space belongs to whatever is around it.
    const under = i < 0 || chars.code[i] === 32 ? current : anchorOf(i, chars, anchors);
    if (under !== current) {
      end();
      current = under;
    }
    part.push(i);
  }
  end();
  return text;
}

function cellsOf(line: Line, chars: Chars): string[] {
  const cells: number[][] = [[]];
  for (const i of line.chars) {
    if (i === TAB_BETWEEN) cells.push([]);
    else cells.at(-1)?.push(i);
  }
  return cells.map((cell) => escaped(lineText({ ...line, chars: cell }, chars)).replaceAll("|", "\\|"));
}

function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [row(head), row(head.map(() => "---")), ...body.map(row)].join("\n");
}

/**
 * A page as Markdown: headings by their size, bullets and numbers as lists, rows of equally many cells as
 * tables, links where they are on the page. What is none of these is a paragraph, its lines as they stand.
 */
export function markdownOf(
  lines: readonly Line[],
  chars: Chars,
  anchors: readonly Anchor[],
  hyphens: Hyphens,
): string {
  const body = bodySize(lines);
  const blocks: string[] = [];
  let paragraph: Line[] = [];
  let rows: { readonly line: Line; readonly cells: readonly string[] }[] = [];
  const write = (line: Line): string => {
    const text = linkedText(line, chars, anchors);
    return BULLET.test(text) ? `- ${text.replace(BULLET, "")}` : text;
  };
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push(joinLines(paragraph, chars, hyphens, write, true));
    paragraph = [];
  };
  const endRows = () => {
    if (rows.length > 1) {
      endParagraph();
      blocks.push(table(rows.map(({ cells }) => cells)));
    } else paragraph.push(...rows.map(({ line }) => line));
    rows = [];
  };
  for (const line of lines) {
    const cells = line.chars.includes(TAB_BETWEEN) ? cellsOf(line, chars) : [];
    if (cells.length > 1 && (rows[0] === undefined || rows[0].cells.length === cells.length)) {
      rows.push({ line, cells });
      continue;
    }
    endRows();
    const mark = HEADINGS.find(([ratio]) => line.angle === 0 && line.size >= ratio * body)?.[1];
    const text = mark === undefined ? "" : linkedText(line, chars, anchors);
    if (mark !== undefined && text !== "" && text.length <= HEADING_CHARACTERS) {
      endParagraph();
      blocks.push(mark + text);
    } else paragraph.push(line);
  }
  endRows();
  endParagraph();
  return blocks.filter((block) => block !== "").join("\n\n");
}
