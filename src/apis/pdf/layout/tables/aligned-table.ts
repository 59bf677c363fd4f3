import { isEastAsian } from "../vertical-runs.ts";
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

/** The fewest rows of a table of two columns without values, and the most words that its cells have on average. */
const NARROW_ROWS = 4;
const NARROW_WORDS = 2.5;

/** The largest distance between two lines of one cell, in font sizes. */
const LINE_GAP = 0.45;

const DIGIT = /\d/;
const DIGITS = /\p{Nd}/gu;
const LETTERS = /\p{L}/gu;
const LOWER = /^\p{Ll}/u;
/** Dots that lead from a text to its number. */
const LEADER = /^[.·…]+$/;
const MARKER = /^(?:[•‣▪◦●○■·–—*\uf0b7\uf0a7-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]+)[.)])$/;

const BULLET = /^[•‣▪◦●○■\uf0b7\uf0a7]$/;

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

/** Whether a row of one piece is a line of a cell of the row above: it begins where a word does, and ends in its column. */
function isUnderCell({ chunks: [piece], size }: Row, above: Row): boolean {
  if (piece === undefined || above.chunks.length < 2) return false;
  const chunk = above.chunks.findLast(({ left }) => left < piece.left + 0.3 * size);
  const next = above.chunks.find(({ left }) => left >= piece.left + 0.3 * size);
  const begins = chunk?.words.some(({ box }) => Math.abs(box.left - piece.left) < 0.3 * size);
  return begins === true && piece.right < (next?.left ?? Number.POSITIVE_INFINITY);
}

/** How many rows above a line of a cell show its column. */
const NEAR = 8;

/** Rows that may be a table: runs in which most rows have several pieces. */
function runsOf(rows: readonly Row[]): Row[][] {
  const runs: Row[][] = [];
  let run: Row[] = [];
  let singles = 0;
  const end = () => {
    const kept = run.slice(0, run.length - singles);
    // A line below the table is further away than any of its rows.
    const gaps = kept.slice(1).map((row, k) => gapBetween(kept[k] ?? row, row));
    if ((kept.at(-1)?.chunks.length ?? 0) < 2 && (gaps.pop() ?? 0) > Math.max(...gaps)) kept.pop();
    if (kept.length >= 2) runs.push(kept);
    run = [];
    singles = 0;
  };
  for (const row of rows) {
    const before = run.at(-1);
    const isOne = row.chunks.length < 2;
    const isSingle = isOne && !(singles === 0 && run.slice(-NEAR).some((above) => isUnderCell(row, above)));
    if (before !== undefined) {
      const gap = gapBetween(before, row);
      const most = isSingle || singles > 0 ? SINGLE_GAP : ROW_GAP;
      const isTitle = isOne && row.size > TWO_SIZES * before.size;
      if (gap > most || isTitle || (isSingle && singles === SINGLES_MAX)) end();
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

/** A block above a table is so far away, in font sizes, and has pieces in less than this share of its columns. */
const BLOCK_GAP = 1;
const BLOCK_SHARE = 0.6;

/** Rows of a run without the title above them: rows of one piece, or of pieces over most of the columns. */
function withoutTitle(rows: readonly Row[], ranges: readonly ColumnRange[]): readonly Row[] {
  const isTitle = ({ chunks }: Row) =>
    chunks.length < 2 ||
    (ranges.length > 3 &&
      chunks.some((chunk) => {
        const [first, last] = columnsUnder(chunk, ranges);
        return last - first + 1 > 0.6 * ranges.length;
      }));
  // Another block above the table has fewer pieces and is further away.
  const isFull = ({ chunks }: Row) => chunks.length >= BLOCK_SHARE * ranges.length;
  const full = rows.findIndex(isFull);
  const block = rows.findLastIndex(
    (row, k) => k > 0 && k <= full && gapBetween(rows[k - 1] ?? row, row) > BLOCK_GAP,
  );
  if (ranges.length > 3 && block > 0) return rows.slice(block);
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

/** Characters of Chinese and Japanese, which have no spaces, that count as a word. */
const WORD_CHARACTERS = 3;

/** How many words there are, without dots that lead to a number. */
function countWords(words: readonly PageWord[], textOf: TextOf): number {
  return words.reduce((sum, word) => {
    const text = textOf(word);
    if (LEADER.test(text)) return sum;
    return sum + (isEastAsian(text.codePointAt(0) ?? 0) ? Math.ceil(word.chars.length / WORD_CHARACTERS) : 1);
  }, 0);
}

/** The words of a piece, on average. */
function wordsOf(pieces: readonly Chunk[], textOf: TextOf): number {
  return pieces.reduce((sum, { words }) => sum + countWords(words, textOf), 0) / Math.max(1, pieces.length);
}

function isProse(pieces: readonly Chunk[], { left, right }: ColumnRange, textOf: TextOf): boolean {
  if (pieces.length < 3) return false;
  const full = pieces.filter((piece) => piece.right - piece.left > PROSE_FILL * (right - left)).length;
  return wordsOf(pieces, textOf) >= PROSE_WORDS && full >= 0.5 * pieces.length;
}

function isMarkers(pieces: readonly Chunk[], textOf: TextOf): boolean {
  const marks = pieces.filter(
    ({ words }) => words.length === 1 && words.every((word) => MARKER.test(textOf(word))),
  );
  return pieces.length > 0 && marks.length >= 0.7 * pieces.length;
}

/** Pieces of forms and indexes: a label, a line to write on, a box to tick, and words with their pages. */
const FORM_OR_INDEX = /:$|^_+$|^[\u2610\u25a1]|\p{L}, \d+(?:[,–-] ?\d+)*,?$|^\d+(?:, \d+)+,?$/u;

/** A line of code. */
const CODE = /[{};]$|[;{] |\*\/$|^[#}]|=>|\(\)|^\w+ = |^"\w+":/;

const OTHERS_SHARE = 0.5;

/** Whether rows are options, lists side by side, a form, an index or code. */
function isOther(rows: readonly Row[], textOf: TextOf): boolean {
  const textOfAll = (words: readonly PageWord[]) =>
    words.slice(-WORDS_SEEN).map(textOf).join(" ").slice(-LETTERS_SEEN);
  const pieces = rows.flatMap(({ chunks }) => chunks);
  const others = pieces.filter(
    ({ words }) =>
      (words.length > 1 && words[0] !== undefined && MARKER.test(textOf(words[0]))) ||
      FORM_OR_INDEX.test(textOfAll(words)),
  );
  const code = rows.filter(({ row }) => CODE.test(textOfAll(row.words)));
  const listed = rows.filter(({ row: { words } }) => words[0] !== undefined && BULLET.test(textOf(words[0])));
  if (listed.length > OTHERS_SHARE * rows.length) return true;
  return others.length > OTHERS_SHARE * pieces.length || code.length >= OTHERS_SHARE * rows.length;
}

/** The most words and characters of a piece that tell what it is. */
const WORDS_SEEN = 20;
const LETTERS_SEEN = 200;

/** Columns of running text: the fewest lines, the fewest words of one, and the least share that the column's width ends. */
const LINES_MIN = 5;
const LINE_WORDS = 2;
const WRAPPED_SHARE = 0.7;

/** A column of justified text has several pieces in a row. */
const PIECES = 1.1;

/** Gaps of a justified line: how wide they are, how much they differ, in font sizes, and the share of the gaps that is so. */
const JUSTIFIED_GAP = 0.6;
const JUSTIFIED_SLACK = 0.08;
const JUSTIFIED_SHARE = 0.7;

/** Whether the gaps between the words of a row are wide and alike, whatever the widths of the words; those of numbers are in tables too. */
function isJustified({ row: { words }, size }: Row, textOf: TextOf): boolean {
  if (2 * words.filter((word) => DIGIT.test(textOf(word))).length > words.length) return false;
  const gaps = words.slice(1).map(({ box }, k) => box.left - (words[k]?.box.right ?? 0));
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0;
  const alike = gaps.filter((gap) => Math.abs(gap - usual) < JUSTIFIED_SLACK * size);
  return usual > JUSTIFIED_GAP * size && alike.length >= JUSTIFIED_SHARE * gaps.length;
}

/** Whether columns are running text: most are justified, or the lines of all end where the next word does not fit. */
function areRunning(rows: readonly Row[], pieces: readonly (readonly Chunk[])[], textOf: TextOf): boolean {
  const apart = rows.filter(({ row, chunks }) => row.words.length > 2 && chunks.length > 1);
  if (2 * apart.filter((row) => isJustified(row, textOf)).length > apart.length) return true;
  const justified = pieces.filter(({ length }) => length > PIECES * rows.length);
  if (rows.length >= LINES_MIN && justified.length >= pieces.length / 2) return true;
  return pieces.every((own) => {
    const right = Math.max(...own.map((piece) => piece.right));
    const wrapped = own.filter(
      (piece, k) => k > 0 && isWrapped(own[k - 1]?.words ?? [], piece, right, textOf),
    );
    const isFull = wrapped.length >= WRAPPED_SHARE * (own.length - 1);
    return own.length >= LINES_MIN && wordsOf(own, textOf) >= LINE_WORDS && isFull;
  });
}

/** The largest share of the pieces of a table of words that begin in lower case: more are parts of justified lines. */
const LOWER_MAX = 0.5;

function areInLowerCase(pieces: readonly Chunk[], textOf: TextOf): boolean {
  const lower = pieces.filter(({ words: [word] }) => word !== undefined && LOWER.test(textOf(word)));
  return lower.length > LOWER_MAX * pieces.length;
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
  const words = countWords(
    rows.flatMap(({ row }) => row.words),
    textOf,
  );
  return rows.length < LOOSE_ROWS && ranges.length <= 3 && words >= LOOSE_WORDS * rows.length;
}

const PAGE_NUMBER = /^(?:\d{1,4}|[ivxlc]{1,7})$/i;

const LEADER_MIN = 4;

/** The fewest lines of a table of contents without dots. */
const CONTENTS_MIN = 6;

/** Whether rows are a table of contents: page numbers that do not fall are at their ends, behind dots or in all rows of two columns. */
function isContents(rows: readonly Row[], columns: number, textOf: TextOf): boolean {
  const texts = rows.map(({ row }) => row.words.map(textOf));
  const dotsOf = (row: readonly string[]) =>
    row.reduce((sum, text) => sum + (LEADER.test(text) ? text.length : 0), 0);
  const dotted = texts.filter((row) => dotsOf(row) >= LEADER_MIN);
  const isDotted = dotted.length > 1 && dotted.length >= 0.5 * rows.length;
  if (!isDotted && (columns > 2 || rows.length < CONTENTS_MIN)) return false;
  const ends = (isDotted ? dotted : texts).map((row) => row.at(-1) ?? "");
  const pages = ends.map(Number).filter((page) => !Number.isNaN(page));
  const falls = pages.filter((page, k) => page < (pages[k - 1] ?? 0)).length;
  const least = isDotted ? 0 : 0.9 * ends.length;
  return ends.every((end) => PAGE_NUMBER.test(end)) && falls <= 0.1 * ends.length && pages.length >= least;
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

/** A column whose pieces below its heading are values, such as numbers and dates: a row has one line of them. */
const VALUE_WORDS = 3;
const VALUE_SHARE = 0.6;

/** Whether a piece of a few words has no more letters than digits. */
function isValue({ words }: Chunk | Placed, textOf: TextOf): boolean {
  if (words.length > VALUE_WORDS) return false;
  const text = words.map(textOf).join("");
  const digits = text.match(DIGITS)?.length ?? 0;
  return digits > 0 && digits >= (text.match(LETTERS)?.length ?? 0);
}

/** The columns of values; the numbers of two or more notes or items are none. */
function valueColumns(pieces: readonly (readonly Chunk[])[], textOf: TextOf): ReadonlySet<number> {
  const isCounted = (own: readonly Chunk[]) =>
    own.every(
      ({ words }, k) => Number(words.map(textOf).join("")) === Number(own[0]?.words.map(textOf).join("")) + k,
    );
  return new Set(
    pieces.flatMap((own, k) => {
      if (k === 0 && pieces.length === 2 && isCounted(own)) return [];
      const values = own.filter((piece) => isValue(piece, textOf)).length;
      return values > 0 && values >= VALUE_SHARE * (own.length - 1) ? [k] : [];
    }),
  );
}

/** The largest distance between lines of one row, in font sizes, where rows are further apart; undefined otherwise. */
function lineGapOf(
  rows: readonly Row[],
  placedRows: readonly (readonly Placed[])[],
  isOfRow: (cell: Placed) => boolean,
) {
  const gaps = rows.slice(1).map((row, k) => gapBetween(rows[k] ?? row, row));
  const sorted = gaps.toSorted((a, b) => a - b);
  const steps = sorted
    .slice(1)
    .map((gap, k) => ({ step: gap - (sorted[k] ?? gap), limit: (gap + (sorted[k] ?? gap)) / 2 }))
    .filter(({ step }) => step >= GAP_STEP)
    .sort((a, b) => b.step - a.step);
  // Two values of a column are in two rows.
  const isLimit = (limit: number) => {
    let seen = new Set<number>();
    return placedRows.every((cells, k) => {
      if (k === 0 || (gaps[k - 1] ?? 0) > limit) seen = new Set();
      return cells.filter(isOfRow).every(({ first }) => !seen.has(first) && seen.add(first));
    });
  };
  return steps.find(({ limit }) => gaps.filter((gap) => gap > limit).length >= 2 && isLimit(limit))?.limit;
}

/** Whether a piece of text goes on with the line above it: its first word did not fit there. */
function isWrapped(
  above: readonly PageWord[],
  { words: [word] }: Chunk | Placed,
  right: number,
  textOf: TextOf,
): boolean {
  const last = above.at(-1);
  if (word === undefined || last === undefined) return false;
  const width = isEastAsian(textOf(word).codePointAt(0) ?? 0) ? word.size : word.box.right - word.box.left;
  return last.box.right + 0.2 * word.size + width > right;
}

/** A row of a table as it is made of the lines of its cells. */
interface MadeRow {
  cells: readonly Placed[];
  /** The lowest line of each cell, by its first column. */
  readonly lowest: Map<number, readonly PageWord[]>;
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

/** How much further apart than the closest lines of a table those of one cell may be, in font sizes. */
const LINE_SLACK = 0.15;

/** Joins the lines of rows: those that are close, and those whose words did not fit above and are no values. */
function madeRows(
  rows: readonly Row[],
  ranges: readonly ColumnRange[],
  pieces: readonly (readonly Chunk[])[],
  textOf: TextOf,
): MadeRow[] {
  const made: MadeRow[] = [];
  const headings = headingLines(rows, textOf);
  const placedRows = rows.map(({ chunks }) =>
    chunks.flatMap((chunk) => placed(chunk, ranges)).reduce(withPiece, []),
  );
  const values = valueColumns(pieces, textOf);
  const isOfRow = (cell: Placed) => values.has(cell.first) && isValue(cell, textOf);
  const lineGap = lineGapOf(rows, placedRows, isOfRow);
  const closest =
    Math.min(LINE_GAP, ...rows.slice(1).map((row, k) => gapBetween(rows[k] ?? row, row))) + LINE_SLACK;
  const rights = pieces.map((own) => Math.max(...own.map(({ right }) => right)));
  const continues = (above: MadeRow, cells: readonly Placed[], k: number, gap: number) => {
    if (lineGap !== undefined && gap <= lineGap) return true;
    if (k < headings && gap <= LINE_GAP && isHeadingLine(above.cells, cells, textOf)) return true;
    if (gap > closest || cells.some(isOfRow)) return false;
    const isUnder = cells.every(({ first, last }) =>
      above.cells.some((cell) => cell.first === first && cell.last === last),
    );
    if (!isUnder) return false;
    if (cells.every(({ words: [word] }) => word !== undefined && LOWER.test(textOf(word)))) return true;
    const doesNotFit = (cell: Placed) =>
      isWrapped(above.lowest.get(cell.first) ?? [], cell, rights[cell.last] ?? 0, textOf);
    return cells.length < above.cells.length && cells.every(doesNotFit);
  };
  for (const [k, row] of rows.entries()) {
    const cells = placedRows[k] ?? [];
    let own = made.at(-1);
    if (own !== undefined && continues(own, cells, k, gapBetween(own.bottom, row))) {
      own.cells = cells.reduce(withPiece, own.cells);
      own.bottom = row;
    } else {
      own = { cells, bottom: row, lowest: new Map() };
      made.push(own);
    }
    for (const { first, words } of cells) own.lowest.set(first, words);
  }
  return made;
}

/** The least width of a gap that goes through all rows, in font sizes, and the fewest rows that show it. */
const RIVER_GAP = 0.36;
const RIVER_ROWS = 4;

/** Splits pieces at gaps that go through all rows: columns may be as close as words. */
function withRivers(rows: readonly Row[], textOf: TextOf): readonly Row[] {
  const most = Math.max(...rows.map(({ chunks }) => chunks.length));
  const asked = rows.filter(({ chunks }) => chunks.length >= Math.max(2, 0.6 * most));
  const size = asked.map((row) => row.size).toSorted((a, b) => a - b)[asked.length >> 1] ?? 0;
  const words = columnRanges(
    asked.map(({ row }) =>
      row.words.map((word) => ({ words: [word], left: word.box.left, right: word.box.right })),
    ),
  );
  const cuts = words.slice(1).flatMap(({ left }, k) => {
    const right = words[k]?.right ?? left;
    if (left - right < RIVER_GAP * size) return [];
    const middle = (left + right) / 2;
    const isAcross = (chunk: ColumnRange) => chunk.left < middle && chunk.right > middle;
    const split = asked.flatMap(({ chunks }) => chunks.filter(isAcross));
    if (split.length === 0 || asked.filter(({ row }) => isAcross(row.box)).length < RIVER_ROWS) return [];
    // A currency or a unit that all amounts have is a part of them.
    const next = new Set(
      split
        .map((chunk) => chunk.words.find(({ box }) => box.left > middle))
        .map((word) => word && textOf(word)),
    );
    return split.length > 1 && next.size < 2 ? [] : [middle];
  });
  if (cuts.length === 0) return rows;
  const splitAt = (chunk: Chunk): Chunk[] => {
    const parts = Map.groupBy(chunk.words, ({ box }) => cuts.findLastIndex((at) => at < box.left));
    return [...parts.values()].map((own) => ({ words: own, ...boxOfWords(own) }));
  };
  return rows.map((row) => ({ ...row, chunks: row.chunks.flatMap(splitAt) }));
}

/** The table of a run of rows; undefined if it is running text or a list. */
function tableOf(found: readonly Row[], textOf: TextOf): FoundTable | undefined {
  const run = withRivers(found, textOf);
  const ranges = columnRanges(run.map(({ chunks }) => chunks));
  const rows = withoutTitle(run, ranges);
  if (
    ranges.length < 2 ||
    areUnlike(rows) ||
    isLooseText(rows, ranges, textOf) ||
    isContents(rows, ranges.length, textOf)
  )
    return undefined;
  const pieces = piecesIn(rows, ranges);
  const hasProse = ranges.some((range, k) => isProse(pieces[k] ?? [], range, textOf));
  const hasValues = valueColumns(pieces, textOf).size > 0;
  if (!hasValues && areInLowerCase(pieces.flat(), textOf)) return undefined;
  const isNarrow = ranges.length === 2 && !hasValues;
  const isSentences = isNarrow
    ? pieces.some((own) => wordsOf(own, textOf) > NARROW_WORDS)
    : hasProse && !hasValues;
  const isList = ranges.length === 2 && (hasProse || isMarkers(pieces[0] ?? [], textOf));
  if (isSentences || isList || isOther(rows, textOf) || areRunning(rows, pieces, textOf)) return undefined;
  const made = madeRows(rows, ranges, pieces, textOf);
  if (made.length < 2 || (isNarrow && made.length < NARROW_ROWS)) return undefined;
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
function gutterOf(rows: readonly Row[], textOf: TextOf): number | undefined {
  const box = boxOfWords(rows.flatMap(({ row }) => row.words));
  const width = box.right - box.left;
  const isWide = (own: ColumnRange) => own.right - own.left > 0.3 * width;
  const isLong = (chunk: Chunk) => isWide(chunk) && countWords(chunk.words, textOf) >= PROSE_WORDS;
  // Justified lines have wide gaps, and most go on in lower case.
  const isLine = (words: readonly PageWord[]) =>
    words.length > 1 && words[0] !== undefined && LOWER.test(textOf(words[0])) && isWide(boxOfWords(words));
  for (let k = 7; k <= 13; k++) {
    for (const sign of [-1, 1]) {
      const x = box.left + width * (0.5 + (sign * (k - 7)) / 40);
      let [left, right, across, onlyLeft, onlyRight] = [0, 0, 0, 0, 0];
      for (const { chunks, row } of rows) {
        if (row.box.right <= x) onlyLeft++;
        if (row.box.left >= x) onlyRight++;
        if (chunks.some((chunk) => chunk.left < x && chunk.right > x)) across++;
        else {
          const isText = (own: readonly Chunk[]) =>
            own.some(isLong) || isLine(own.flatMap(({ words }) => words));
          if (isText(chunks.filter((chunk) => chunk.right <= x))) left++;
          if (isText(chunks.filter((chunk) => chunk.left >= x))) right++;
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
  const gutter = gutterOf(rows, textOf);
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
