import { type Chars, GENERATED } from "./chars.ts";

/** Spacing accents and their combining marks. */
const MARKS = new Map<number, number>([
  [0x60, 0x300],
  [0xa8, 0x308],
  [0xaf, 0x304],
  [0xb4, 0x301],
  [0xb8, 0x327],
  [0x2c6, 0x302],
  [0x2c7, 0x30c],
  [0x2d8, 0x306],
  [0x2d9, 0x307],
  [0x2da, 0x30a],
  [0x2db, 0x328],
  [0x2dc, 0x303],
  [0x2dd, 0x30b],
  // Marks by themselves: glyphs of TeX's mathematical fonts.
  [0x302, 0x302],
  [0x303, 0x303],
  [0x338, 0x338],
  [0x20d7, 0x20d7],
]);

/** The largest distance between the centers of an accent and its letter, in font sizes. */
const APART = 0.3;

/** Letters that lose their dot under an accent. */
const DOTLESS = new Map([
  [0x131, 0x69],
  [0x237, 0x6a],
]);

const LETTER = /^\p{L}$/u;
const COMBINES_WITH_SIGNS = 0x338;
const [BAR_OF_ARROW, ARROW, MAPS_TO] = [0x21a6, 0x2192, 0x21a6];

function isOver(chars: Chars, accent: number, base: number, size: number): boolean {
  const middle = (i: number) => ((chars.left[i] ?? 0) + (chars.right[i] ?? 0)) / 2;
  const apart = Math.abs((chars.bottom[accent] ?? 0) - (chars.bottom[base] ?? 0));
  return Math.abs(middle(accent) - middle(base)) < APART * size && apart < size;
}

/** The nearest character of the page, skipping those that PDFium added. */
function neighbour(chars: Chars, from: number, step: 1 | -1): number | undefined {
  for (let i = from + step; i >= 0 && i < chars.count && Math.abs(i - from) <= 3; i += step) {
    if (((chars.flags[i] ?? 0) & GENERATED) === 0 && chars.code[i] !== 0) return i;
  }
  return undefined;
}

function compose(chars: Chars, accent: number, base: number, mark: number): void {
  const { code } = chars;
  const letter = code[base] ?? 0;
  const whole = String.fromCodePoint(DOTLESS.get(letter) ?? letter, mark).normalize("NFC");
  // Spaces that PDFium saw between the two are none.
  if (Math.abs(accent - base) <= 3)
    for (let i = Math.min(accent, base) + 1; i < Math.max(accent, base); i++) code[i] = 0;
  const single = [...whole].length === 1;
  if (single) {
    code[base] = whole.codePointAt(0) ?? letter;
    code[accent] = 0;
  } else if (Math.abs(accent - base) <= 3) {
    code[Math.min(accent, base)] = letter;
    code[Math.max(accent, base)] = mark;
  }
}

/**
 * The largest distance from an accent to its base character, in characters: PDFium moves an accent that is
 * drawn higher to the end of its line.
 */
const REACH = 200;

/** Finds the base character of an accent: the next one, the previous one, or any on its line. */
function baseOf(
  chars: Chars,
  accent: number,
  mark: number,
  size: number,
  next: number | undefined,
): number | undefined {
  const isBase = (i: number) => {
    if (((chars.flags[i] ?? 0) & GENERATED) !== 0 || !isOver(chars, accent, i, size)) return false;
    return mark === COMBINES_WITH_SIGNS || LETTER.test(String.fromCodePoint(Math.max(0, chars.code[i] ?? 0)));
  };
  const before = neighbour(chars, accent, -1);
  if (next !== undefined && isBase(next)) return next;
  if (before !== undefined && isBase(before)) return before;
  for (let away = 2; away <= REACH; away++) {
    if (accent - away >= 0 && isBase(accent - away)) return accent - away;
    if (accent + away < chars.count && isBase(accent + away)) return accent + away;
  }
  return undefined;
}

/**
 * Combines accents that are drawn separately with their base characters: TeX's older fonts have an a and two
 * dots, but no ä. An accent without a base character does not change.
 */
export function composeAccents(chars: Chars): void {
  const { count, code, flags, textRun, textRuns } = chars;
  for (let i = 0; i < count; i++) {
    const one = code[i] ?? 0;
    if (one < 0x60 || (one > 0x60 && one < 0xa8)) continue;
    const mark = MARKS.get(one);
    if (mark === undefined && one !== BAR_OF_ARROW) continue;
    if (((flags[i] ?? 0) & GENERATED) !== 0) continue;
    const size = textRuns[textRun[i] ?? 0]?.size ?? 0;
    const next = neighbour(chars, i, 1);
    if (mark === undefined) {
      if (next !== undefined && code[next] === ARROW) {
        code[i] = 0;
        code[next] = MAPS_TO;
      }
      continue;
    }
    const base = baseOf(chars, i, mark, size, next);
    if (base !== undefined) compose(chars, i, base, mark);
  }
}
