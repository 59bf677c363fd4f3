import { boxOfWords, type Chunk, type ColumnRange, chunksOf, columnRanges, columnsUnder } from "./aligned.ts";
import { type PageWord, type WordRow, wordRows } from "./page-words.ts";
import { compacted, type TextOf } from "./ruled-table.ts";
import type { FoundTable } from "./table.ts";

/** The largest distances between two rows of a table, in font sizes: of any two, and around a row of one piece. */
const ROW_GAP = 2.6;
const SINGLE_GAP = 1.3;

/** The most rows of one piece inside a table, one after the other. */
const SINGLES_MAX = 2;

/** A column is running text if its pieces have so many words and fill so much of its width. */
const PROSE_WORDS = 5;
const PROSE_FILL = 0.75;

/** The least share of the fields of a table that have text. */
const FILLED_MIN = 0.35;

/** The fewest rows of a table of two columns. */
const NARROW_ROWS = 3;

/** The gap that makes a table of two rows and two columns, in font sizes. */
const WIDE_GAP = 2;

/** The largest distance between two lines of one cell, in font sizes. */
const LINE_GAP = 0.45;

const DIGIT = /\d/;
const LOWER = /^\p{Ll}/u;
/** Dots that lead from a text to its number. */
const LEADER = /^[.·…]+$/;
const MARKER = /^(?:[•‣▪◦●○■·–—*\uf0b7\uf0a7-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]+)[.)])$/;

interface Row {
  readonly row: WordRow;
  readonly chunks: readonly Chunk[];
  readonly size: number;
}

function sized(row: WordRow): Row {
  return { row, chunks: chunksOf(row), size: Math.max(...row.words.map(({ size }) => size)) };
}

function gapBetween(above: Row, below: Row): number {
  return (above.row.box.bottom - below.row.box.top) / Math.max(above.size, below.size, 0.1);
}

/** Whether a row of one piece is the next line of a cell that is not the first of its row. */
function isUnderCell({ chunks: [piece], size }: Row, above: Row | undefined): boolean {
  return (
    piece !== undefined &&
    above?.chunks.slice(1).some(({ left }) => Math.abs(left - piece.left) < 0.3 * size) === true
  );
}

/** Rows that may be a table: runs in which most rows have several pieces. */
function runsOf(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = [];
  let run: Row[] = [];
  let singles = 0;
  const end = () => {
    const kept = run.slice(0, run.length - singles);
    if (kept.length >= 2) runs.push(kept);
    run = [];
    singles = 0;
  };
  let wide: Row | undefined;
  for (const row of rows) {
    const before = run.at(-1);
    const isOne = row.chunks.length < 2;
    const isSingle = isOne && !(singles === 0 && isUnderCell(row, wide));
    if (!isOne) wide = row;
    if (before !== undefined) {
      const gap = gapBetween(before, row);
      const most = isSingle || singles > 0 ? SINGLE_GAP : ROW_GAP;
      if (gap > most || (isSingle && singles === SINGLES_MAX)) end();
    }
    if (isOne && run.length === 0) continue;
    run.push(row);
    singles = isSingle ? singles + 1 : 0;
  }
  end();
  return runs;
}

/** The largest distance between two parts of one table, in font sizes. */
const PART_GAP = 6;

/** Whether two runs have the same columns. */
function isSameTable(above: readonly Row[], below: readonly Row[]): boolean {
  const [last, first] = [above.at(-1), below[0]];
  if (last === undefined || first === undefined || gapBetween(last, first) > PART_GAP) return false;
  const [one, other] = [above, below].map((run) => columnRanges(run.map(({ chunks }) => chunks)));
  if (one === undefined || other === undefined || one.length < 3 || one.length !== other.length) return false;
  return one.every((range, k) => {
    const { left, right } = other[k] ?? { left: 0, right: 0 };
    return Math.min(range.right, right) > Math.max(range.left, left);
  });
}

/** Joins runs that are parts of one table, with the rows between them. */
function joinedRuns(runs: readonly (readonly Row[])[], rows: readonly Row[]): Row[][] {
  const joined: Row[][] = [];
  for (const run of runs) {
    const before = joined.at(-1);
    if (before === undefined || !isSameTable(before, run)) {
      joined.push([...run]);
      continue;
    }
    const [last, first] = [before.at(-1), run[0]];
    const between = last && first ? rows.slice(rows.indexOf(last) + 1, rows.indexOf(first)) : [];
    before.push(...between, ...run);
  }
  return joined;
}

/** Rows of a run without the title above them: rows of one piece, or of pieces over most of the columns. */
function withoutTitle(rows: readonly Row[], ranges: readonly ColumnRange[]): readonly Row[] {
  const isTitle = ({ chunks }: Row) =>
    chunks.length < 2 ||
    (ranges.length > 3 &&
      chunks.some((chunk) => {
        const [first, last] = columnsUnder(chunk, ranges);
        return last - first + 1 > 0.6 * ranges.length;
      }));
  const start = rows.findIndex((row) => !isTitle(row));
  return start < 0 ? [] : rows.slice(start);
}

/** The pieces of each column of a run that are in no other. */
function piecesIn(rows: readonly Row[], ranges: readonly ColumnRange[]): Chunk[][] {
  const pieces: Chunk[][] = ranges.map(() => []);
  for (const { chunks } of rows) {
    for (const chunk of chunks) {
      const [first, last] = columnsUnder(chunk, ranges);
      if (first === last) pieces[first]?.push(chunk);
    }
  }
  return pieces;
}

function isProse(pieces: readonly Chunk[], { left, right }: ColumnRange, textOf: TextOf): boolean {
  if (pieces.length < 3) return false;
  const count = ({ words }: Chunk) => words.filter((word) => !LEADER.test(textOf(word))).length;
  const words = pieces.reduce((sum, piece) => sum + count(piece), 0) / pieces.length;
  const full = pieces.filter((piece) => piece.right - piece.left > PROSE_FILL * (right - left)).length;
  return words >= PROSE_WORDS && full >= 0.5 * pieces.length;
}

function isMarkers(pieces: readonly Chunk[], textOf: TextOf): boolean {
  const marks = pieces.filter(
    ({ words }) => words.length === 1 && words.every((word) => MARKER.test(textOf(word))),
  );
  return pieces.length > 0 && marks.length >= 0.7 * pieces.length;
}

/** The largest share of rows in which running text goes over several columns, as it does in loose lines. */
const SPANNING_MAX = 0.3;

/** The largest difference between the sizes of the rows of a table of two: a heading below a page's header is none. */
const TWO_SIZES = 1.2;

/** Whether two rows have sizes of their own. */
function areUnlike([one, other, ...more]: readonly Row[]): boolean {
  if (one === undefined || other === undefined || more.length > 0) return false;
  return Math.max(one.size, other.size) > TWO_SIZES * Math.min(one.size, other.size);
}

/** A few rows with so many words each are sentences. */
const LOOSE_ROWS = 5;
const LOOSE_WORDS = 9;

/** Whether rows are running text whose lines have wide gaps: few have two pieces, or many go over several columns. */
function isLooseText(rows: readonly Row[], ranges: readonly ColumnRange[], textOf: TextOf): boolean {
  if (rows.filter(({ chunks }) => chunks.length > 1).length < 2) return true;
  const spanning = rows.filter(({ chunks }) =>
    chunks.some((chunk) => {
      const [first, last] = columnsUnder(chunk, ranges);
      return last > first && chunk.words.length >= PROSE_WORDS;
    }),
  );
  if (spanning.length > SPANNING_MAX * rows.length) return true;
  // Code in a sentence has wide gaps around it.
  const words = rows.reduce(
    (sum, { row }) => sum + row.words.filter((word) => !LEADER.test(textOf(word))).length,
    0,
  );
  return rows.length < LOOSE_ROWS && ranges.length <= 3 && words >= LOOSE_WORDS * rows.length;
}

const PAGE_NUMBER = /^(?:\d{1,4}|[ivxlc]{1,7})$/i;

const LEADER_MIN = 4;

/** Whether rows are a table of contents: dots lead to page numbers, which do not fall. */
function isContents(rows: readonly Row[], textOf: TextOf): boolean {
  let leaders = 0;
  let falls = 0;
  let before = 0;
  for (const { row } of rows) {
    const texts = row.words.map(textOf);
    const dots = texts.reduce((sum, text) => sum + (LEADER.test(text) ? text.length : 0), 0);
    const last = texts.at(-1) ?? "";
    if (dots < LEADER_MIN) continue;
    if (!PAGE_NUMBER.test(last)) return false;
    leaders++;
    const page = Number(last);
    if (page < before) falls++;
    before = Number.isNaN(page) ? before : page;
  }
  return leaders > 1 && leaders >= 0.5 * rows.length && falls <= 0.1 * leaders;
}

/** One piece of text and the columns under it. */
interface Placed {
  readonly words: readonly PageWord[];
  readonly first: number;
  readonly last: number;
}

/** Splits a piece over several columns at the gaps between them, if no word reaches over one. */
function placed(chunk: Chunk, ranges: readonly ColumnRange[]): Placed[] {
  const [first, last] = columnsUnder(chunk, ranges);
  if (first === last) return [{ words: [...chunk.words], first, last }];
  const parts: { words: PageWord[]; first: number; last: number }[] = [];
  for (const word of chunk.words) {
    const [from, to] = columnsUnder(word.box, ranges);
    if (from !== to) return [{ words: [...chunk.words], first, last }];
    const part = parts.at(-1);
    if (part?.first === from) part.words.push(word);
    else parts.push({ words: [word], first: from, last: from });
  }
  const isApart = parts.every((part, k) => {
    const before = parts[k - 1]?.words.at(-1);
    const word = part.words[0];
    return before === undefined || word === undefined || word.box.left - before.box.right >= 0.45 * word.size;
  });
  return isApart && parts.length === last - first + 1 ? parts : [{ words: [...chunk.words], first, last }];
}

/** The least share of the columns of a heading that its upper lines have. */
const HEADING_SHARE = 0.4;

/** Whether two rows are lines of one heading that ends at the lower: words above words, none of them over two columns. */
function isHeadingLine(above: readonly Placed[], own: readonly Placed[], textOf: TextOf): boolean {
  if (own.length < 3 || above.length < HEADING_SHARE * own.length || above.length > own.length) return false;
  const isPlain = ({ words, first, last }: Placed) =>
    first === last && !words.some((word) => DIGIT.test(textOf(word)));
  if (![...above, ...own].every(isPlain)) return false;
  return above.every(({ first }) => own.some((cell) => cell.first === first));
}

const HEADING_LINES = 5;

/** The number of lines above the first number; 0 where they are too many for a heading, as in a table of words. */
function headingLines(rows: readonly Row[], textOf: TextOf): number {
  const first = rows.findIndex(({ row }) => row.words.some((word) => DIGIT.test(textOf(word))));
  return first > HEADING_LINES ? 0 : first;
}

/** The least difference between the distances of lines and those of rows, in font sizes. */
const GAP_STEP = 0.2;

/** Whether a number is below a number: then both are rows. */
function hasNumbersBelow(above: Row, own: Row, ranges: readonly ColumnRange[], textOf: TextOf): boolean {
  const numbers = ({ chunks }: Row) =>
    chunks
      .filter(({ words }) => words.every((word) => NUMBER.test(textOf(word))))
      .map((chunk) => columnsUnder(chunk, ranges)[0]);
  const upper = new Set(numbers(above));
  return numbers(own).some((column) => upper.has(column));
}

/** The largest distance between lines of one row, in font sizes, where rows are further apart; undefined otherwise. */
function lineGapOf(rows: readonly Row[], ranges: readonly ColumnRange[], textOf: TextOf): number | undefined {
  const gaps = rows.slice(1).map((row, k) => gapBetween(rows[k] ?? row, row));
  const sorted = gaps.toSorted((a, b) => a - b);
  let [step, limit] = [0, 0];
  for (const [k, gap] of sorted.slice(1).entries()) {
    const before = sorted[k] ?? gap;
    if (gap - before > step) [step, limit] = [gap - before, (gap + before) / 2];
  }
  if (step < GAP_STEP || gaps.filter((gap) => gap > limit).length < 2) return undefined;
  const isLine = (gap: number, k: number) => {
    const [above, own] = [rows[k], rows[k + 1]];
    return (
      gap > limit || above === undefined || own === undefined || !hasNumbersBelow(above, own, ranges, textOf)
    );
  };
  return gaps.every(isLine) ? limit : undefined;
}

/** Whether a row goes on with the cells of the row above: close to it, in some of its columns, without a number. */
function continues(
  above: readonly Placed[],
  own: readonly Placed[],
  gap: number,
  isHeading: boolean,
  textOf: TextOf,
): boolean {
  if (gap > LINE_GAP) return false;
  if (isHeading && isHeadingLine(above, own, textOf)) return true;
  if (own.length > above.length) return false;
  const isUnder = own.every(({ first, last }) =>
    above.some((cell) => cell.first === first && cell.last === last),
  );
  if (!isUnder) return false;
  const text = (cells: readonly Placed[]) => cells.map(({ words }) => words.map(textOf).join(" ")).join(" ");
  const startsLower = own.every(({ words }) => words[0] !== undefined && LOWER.test(textOf(words[0])));
  if (startsLower) return true;
  if (own.some(({ first }) => first === 0)) return false;
  return !DIGIT.test(text(own)) && own.length < above.length;
}

function isNarrow(ranges: readonly ColumnRange[], rows: number): boolean {
  return ranges.length === 2 && rows < NARROW_ROWS;
}

/** Whether two rows of two columns are a table all the same: no field is empty, and the columns are far apart. */
function isWideApart(
  [one, other]: readonly ColumnRange[],
  rows: readonly Row[],
  made: readonly { readonly cells: readonly Placed[] }[],
): boolean {
  const gap = (other?.left ?? 0) - (one?.right ?? 0);
  return (
    gap > WIDE_GAP * Math.max(...rows.map(({ size }) => size)) &&
    made.every(({ cells }) => cells.length === 2)
  );
}

/** A row of a table as it is made of the lines of its cells. */
interface MadeRow {
  cells: readonly Placed[];
  bottom: Row;
}

/** Adds a piece of text to the cells of a row, as one with those under its columns: a place has one cell. */
function withPiece(cells: readonly Placed[], piece: Placed): Placed[] {
  const isUnder = ({ first, last }: Placed) => first <= piece.last && last >= piece.first;
  const joined = [...cells.filter(isUnder), piece];
  const whole = {
    words: joined.flatMap(({ words }) => words),
    first: Math.min(...joined.map(({ first }) => first)),
    last: Math.max(...joined.map(({ last }) => last)),
  };
  return [...cells.filter((cell) => !isUnder(cell)), whole];
}

/** Joins the lines that go on with cells of the row above. */
function madeRows(rows: readonly Row[], ranges: readonly ColumnRange[], textOf: TextOf): MadeRow[] {
  const made: MadeRow[] = [];
  const headings = headingLines(rows, textOf);
  const lineGap = lineGapOf(rows, ranges, textOf) ?? Number.NEGATIVE_INFINITY;
  for (const [k, row] of rows.entries()) {
    const cells = row.chunks.flatMap((chunk) => placed(chunk, ranges)).reduce(withPiece, []);
    const above = made.at(-1);
    const gap = above === undefined ? 0 : gapBetween(above.bottom, row);
    const goesOn =
      above !== undefined && (gap <= lineGap || continues(above.cells, cells, gap, k < headings, textOf));
    if (above === undefined || !goesOn) {
      made.push({ cells, bottom: row });
      continue;
    }
    above.cells = cells.reduce(withPiece, above.cells);
    above.bottom = row;
  }
  return made;
}

/** The least gap between two numbers that are columns of their own, in font sizes. */
const NUMBER_GAP = 0.4;

/** The fewest pieces of two numbers in a column, and the least share of its pieces. */
const PAIRS_MIN = 5;
const PAIRS_SHARE = 0.6;

/** A number, but no group of three digits, which may be a part of one. */
const NUMBER = /^[(<>≤≥±+–−-]?\d[\d.,–−-]*[)%*]*$/;
const GROUP = /^\d{3}$/;

/** Whether a piece of text is numbers side by side. */
function isNumbers({ words }: Chunk, textOf: TextOf): boolean {
  return (
    words.length > 1 &&
    words.every((word, k) => {
      const text = textOf(word);
      const before = words[k - 1];
      const gap = before === undefined ? 1 : (word.box.left - before.box.right) / word.size;
      return NUMBER.test(text) && gap >= NUMBER_GAP && (k === 0 || !GROUP.test(text));
    })
  );
}

/** Splits the pieces of columns in which most are numbers side by side. */
function withNumbersApart(rows: readonly Row[], textOf: TextOf): readonly Row[] {
  const ranges = columnRanges(rows.map(({ chunks }) => chunks));
  const pieces = piecesIn(rows, ranges);
  const pairs = new Set(
    pieces.flatMap((own) => {
      const found = own.filter((piece) => isNumbers(piece, textOf));
      return found.length >= PAIRS_MIN && found.length >= PAIRS_SHARE * own.length ? found : [];
    }),
  );
  if (pairs.size === 0) return rows;
  return rows.map((row) => ({
    ...row,
    chunks: row.chunks.flatMap((chunk) =>
      pairs.has(chunk)
        ? chunk.words.map((word) => ({ words: [word], left: word.box.left, right: word.box.right }))
        : [chunk],
    ),
  }));
}

/** The table of a run of rows; undefined if it is running text or a list. */
function tableOf(found: readonly Row[], textOf: TextOf): FoundTable | undefined {
  const run = withNumbersApart(found, textOf);
  const ranges = columnRanges(run.map(({ chunks }) => chunks));
  const rows = withoutTitle(run, ranges);
  if (ranges.length < 2 || areUnlike(rows) || isLooseText(rows, ranges, textOf) || isContents(rows, textOf))
    return undefined;
  const pieces = piecesIn(rows, ranges);
  const hasProse = ranges.some((range, k) => isProse(pieces[k] ?? [], range, textOf));
  if (hasProse || isMarkers(pieces[0] ?? [], textOf)) return undefined;
  const made = madeRows(rows, ranges, textOf);
  if (made.length < 2 || (isNarrow(ranges, made.length) && !isWideApart(ranges, rows, made)))
    return undefined;
  const filled = made.reduce(
    (sum, { cells }) => sum + cells.reduce((all, { first, last }) => all + last - first + 1, 0),
    0,
  );
  if (filled < FILLED_MIN * made.length * ranges.length) return undefined;
  const cells = made.flatMap(({ cells: own }, row) =>
    own.map(({ words, first, last }) => ({
      row,
      lastRow: row,
      column: first,
      lastColumn: last,
      box: boxOfWords(words),
      words,
    })),
  );
  const box = boxOfWords(rows.flatMap(({ row }) => row.words));
  return { ...compacted(cells), box, ruled: false };
}

/** The fewest rows of running text on each side of the gap between two columns of a page. */
const GUTTER_ROWS = 6;

/** The least share of rows that are on one side only, for each side, where a table is beside running text. */
const ONE_SIDED = 0.15;

/** The gap between two columns of text of a page, as an x coordinate; undefined if the page has one column. */
function gutterOf(rows: readonly Row[]): number | undefined {
  const box = boxOfWords(rows.flatMap(({ row }) => row.words));
  const width = box.right - box.left;
  const isLong = ({ words, left, right }: Chunk) => words.length >= PROSE_WORDS && right - left > 0.3 * width;
  for (let k = 7; k <= 13; k++) {
    for (const sign of [-1, 1]) {
      const x = box.left + width * (0.5 + (sign * (k - 7)) / 40);
      let [left, right, across, onlyLeft, onlyRight] = [0, 0, 0, 0, 0];
      for (const { chunks, row } of rows) {
        if (row.box.right <= x) onlyLeft++;
        if (row.box.left >= x) onlyRight++;
        for (const chunk of chunks) {
          if (chunk.left < x && chunk.right > x) across++;
          else if (isLong(chunk) && chunk.right <= x) left++;
          else if (isLong(chunk)) right++;
        }
      }
      if (left >= GUTTER_ROWS && right >= GUTTER_ROWS && across < 0.5 * Math.min(left, right)) return x;
      const isBeside = across <= 2 && Math.min(onlyLeft, onlyRight) >= ONE_SIDED * rows.length;
      if (isBeside && Math.max(left, right) >= 2 * GUTTER_ROWS) return x;
    }
  }
  return undefined;
}

/** The tables of a page that their alignment shows, among words that are in no ruled table. */
export function alignedTables(words: readonly PageWord[], textOf: TextOf): FoundTable[] {
  const rows = wordRows(words).map(sized);
  const gutter = gutterOf(rows);
  if (gutter === undefined) return tablesOf(rows, textOf);
  const sides = [
    words.filter(({ box }) => (box.left + box.right) / 2 < gutter),
    words.filter(({ box }) => (box.left + box.right) / 2 >= gutter),
  ];
  return sides.flatMap((own) => tablesOf(wordRows(own).map(sized), textOf));
}

function tablesOf(rows: readonly Row[], textOf: TextOf): FoundTable[] {
  return joinedRuns(runsOf(rows), rows)
    .map((run) => tableOf(run, textOf))
    .filter((table) => table !== undefined);
}
