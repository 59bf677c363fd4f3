import type { Chars } from "../engine/chars.ts";
import { type Box, boxAround, type Geometry, placeOf } from "../engine/geometry.ts";
import { turnBox, unrotateBox } from "../engine/turned.ts";
import type { Line } from "../layout/line.ts";
import { lineText } from "../layout/line-text.ts";
import type { Table } from "../layout/tables/table.ts";
import type { PageTable } from "../output-schema.ts";

/** Formats of the tables of a response, besides their cells. */
export const tableFormats = ["cells", "csv", "html"] as const;
export type TableFormat = (typeof tableFormats)[number];

type PageTableCell = PageTable["rows"][number][number];

const LOWER = /^\p{Ll}/u;

/** The text of a cell on one line. A hyphen at a line's end is removed before lower case. */
function cellText(lines: readonly Line[], write: (line: Line) => string): string {
  let text = "";
  for (const line of lines) {
    const own = write(line).replaceAll(/\s+/g, " ").trim();
    if (own === "") continue;
    const isSplit = /\p{L}-$/u.test(text) && LOWER.test(own);
    text = isSplit ? text.slice(0, -1) + own : text === "" ? own : `${text} ${own}`;
  }
  return text;
}

/** Where rows and columns begin and end: the edges of the cells that cover one only, or the nearest that are known. */
function edgesOf({ rows, columns, cells, box }: Table): { rows: Box[]; columns: Box[] } {
  const around = (count: number, place: "row" | "column", span: "rowSpan" | "colSpan") => {
    const byPlace = Map.groupBy(cells, (cell) => cell[place]);
    return Array.from({ length: count }, (_, k) => {
      const all = byPlace.get(k) ?? [];
      const own = all.filter((cell) => cell[span] === 1);
      const some = own.length > 0 ? own : all;
      return some.length === 0 ? box : boxAround(some.map((cell) => cell.box));
    });
  };
  return { rows: around(rows, "row", "rowSpan"), columns: around(columns, "column", "colSpan") };
}

/** A caption: a line that says so, with a number. */
const CAPTION =
  /^(?:table|tab\.|tableau|tabelle|tabella|tabla|tabela|tabel|tabell|taulukko|tablica|cuadro|exhibit|表|таблица)\s*[\d\divxIVXA-Z]/iu;

/** The largest distance of a caption from its table, in points. */
const CAPTION_GAP = 30;

function captionOf({ box, direction }: Table, lines: readonly Line[], chars: Chars): string | undefined {
  const away = (own: Box) => Math.min(Math.abs(own.bottom - box.top), Math.abs(box.bottom - own.top));
  const near = lines
    .filter(({ angle }) => angle === direction)
    .map((line) => ({ line, own: turnBox(line.box, direction) }))
    .filter(({ own }) => own.left < box.right && own.right > box.left && away(own) < CAPTION_GAP)
    .toSorted((a, b) => away(a.own) - away(b.own));
  for (const { line } of near) {
    const text = lineText(line, chars).replaceAll("\t", " ");
    if (CAPTION.test(text)) return text;
  }
  return undefined;
}

/** A table as CSV (RFC 4180): lines end with CR LF, the text of a cell is in its upper left place. */
export function csvOf(rows: PageTable["rows"]): string {
  const isPlain = (text: string) => !/[",\r\n]/.test(text) && text === text.trim();
  const field = (text: string) => (isPlain(text) ? text : `"${text.replaceAll('"', '""')}"`);
  return rows.map((row) => `${row.map(({ text }) => field(text)).join(",")}\r\n`).join("");
}

function escapedHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A table as an HTML `table` element, with `rowspan` and `colspan`. */
export function htmlOf(rows: PageTable["rows"], caption: string | undefined): string {
  const covered = new Set<string>();
  const body = rows.map((row, r) => {
    const cells = row.flatMap(({ text, rowSpan = 1, colSpan = 1 }, c) => {
      if (covered.has(`${r} ${c}`)) return [];
      for (let y = r; y < r + rowSpan; y++) for (let x = c; x < c + colSpan; x++) covered.add(`${y} ${x}`);
      const spans = `${rowSpan > 1 ? ` rowspan="${rowSpan}"` : ""}${colSpan > 1 ? ` colspan="${colSpan}"` : ""}`;
      return [`<td${spans}>${escapedHtml(text)}</td>`];
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  const title = caption === undefined ? "" : `<caption>${escapedHtml(caption)}</caption>`;
  return `<table>${title}${body.join("")}</table>`;
}

/** The tables of a page in the response. `lines` are the lines of the page, for captions. */
export function pageTables(
  tables: readonly Table[],
  lines: readonly Line[],
  chars: Chars,
  geometry: Geometry,
  format: TableFormat,
): PageTable[] {
  return tables.map((table) => {
    const edges = edgesOf(table);
    const place = (box: Box) => placeOf(unrotateBox(box, table.direction), geometry);
    const byPlace = new Map(table.cells.map((cell) => [cell.row * table.columns + cell.column, cell]));
    const rows = edges.rows.map(({ bottom, top }, r) =>
      edges.columns.map(({ left, right }, c): PageTableCell => {
        const cell = byPlace.get(r * table.columns + c);
        if (cell === undefined) return { text: "", box: place({ left, right, bottom, top }) };
        return {
          text: cellText(cell.lines, (line) => lineText(line, chars)),
          ...(cell.rowSpan > 1 ? { rowSpan: cell.rowSpan } : {}),
          ...(cell.colSpan > 1 ? { colSpan: cell.colSpan } : {}),
          box: place(cell.box),
        };
      }),
    );
    const caption = captionOf(table, lines, chars);
    return {
      rows,
      box: place(table.box),
      ruled: table.ruled,
      ...(caption === undefined ? {} : { caption }),
      ...(format === "csv" ? { csv: csvOf(rows) } : {}),
      ...(format === "html" ? { html: htmlOf(rows, caption) } : {}),
    };
  });
}

/** A table in Markdown, with its first row as the header. A text that covers several cells is in the first. */
export function markdownTable({ rows, columns, cells }: Table, write: (line: Line) => string): string {
  const texts = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ""));
  for (const { row, column, lines } of cells) {
    const own = texts[row];
    if (own !== undefined) own[column] = cellText(lines, write).replaceAll("|", "\\|");
  }
  const [head = [], ...body] = texts.map((row) => `| ${row.join(" | ")} |`);
  return [head, `| ${Array.from({ length: columns }, () => "---").join(" | ")} |`, ...body].join("\n");
}
