import { type Chars, UNMAPPED } from "./chars.ts";

/** In the tables below: a glyph that is part of its neighbor, and an unknown glyph. */
const PIECE = "¤";
const UNKNOWN = " ";

/**
 * The characters of TeX's mathematical fonts, sixteen codes per row. Their glyph names are not in any list
 * that PDF readers know, and most files have no map: a prime would be read as the digit 0, a sum as an X.
 * Sources: D. Knuth, The TeXbook, appendix F (OMS, OML, OMX); amssymb.sty (MSAM, MSBM).
 */
const ENCODINGS: readonly (readonly [name: RegExp, glyphs: string])[] = [
  [
    /^CMB?SY/,
    `−·×∗÷⋄±∓⊕⊖⊗⊘⊙◯◦•
≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻
←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝
′∞∈∋△▽\u0338↦∀∃¬∅ℜℑ⊤⊥
ℵABCDEFGHIJKLMNO
PQRSTUVWXYZ∪∩⊎∧∨
⊢⊣⌊⌋⌈⌉{}⟨⟩|‖↕⇕\\≀
√⨿∇∫⊔⊓⊑⊒§†‡¶♣♦♥♠`,
  ],
  [
    /^CMM(I|B)/,
    `ΓΔΘΛΞΠΣΥΦΨΩαβγδϵ
ζηθικλμνξπρστυϕχ
ψωεϑϖϱςφ↼↽⇀⇁¤¤▹◃
0123456789.,</>⋆
∂ABCDEFGHIJKLMNO
PQRSTUVWXYZ♭♮♯⌣⌢
ℓabcdefghijklmno
pqrstuvwxyzıȷ℘\u20d7\u0361`,
  ],
  [
    /^CMEX/,
    `()[]⌊⌋⌈⌉{}⟨⟩|‖/\\
()()[]⌊⌋⌈⌉{}⟨⟩/\\
()[]⌊⌋⌈⌉{}⟨⟩/\\/\\
⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪¤
⎝⎠⎜⎟⟨⟩⨆⨆∮∮⨀⨀⨁⨁⨂⨂
∑∏∫⋃⋂⨄⋀⋁∑∏∫⋃⋂⨄⋀⋁
∐∐\u0302\u0302\u0302\u0303\u0303\u0303[]⌊⌋⌈⌉{}
√√√√⎷¤¤¤¤¤¤¤¤¤¤¤`,
  ],
  [
    /^MSAM/,
    `⊡⊞⊠□■∙◊⧫↻↺⇌⇋⊟⊩⊪⊨
↠↞⇇⇉⇈⇊↾⇂↿⇃↣↢⇆⇄↰↱
⇝↭↫↬≗≿≳⪆⊸∴∵≑≜≾≲⪅
⪕⪖⋞⋟≼≦⩽≶‵ ≓≒≽≧⩾≷
⊏⊐⊳⊲⊵⊴★≬▼▸◂  ▵▲▿
≖⋚⋛⪋⪌¥⇛⇚✓⊻⊼⩞∠∡∢∝
⌣⌢⋐⋑⋓⋒⋏⋎⋋⋌⫅⫆≏≎⋘⋙
⌜⌝®Ⓢ⋔∔∽⋍⌞⌟✠∁⊺⊚⊛⊝`,
  ],
  [
    /^MSBM/,
    `≨≩≰≱≮≯⊀⊁≨≩≰≱⪇⪈⋠⋡
⋨⋩⋦⋧≰≱⪵⪶⪹⪺⪉⪊≁≇∕∖
⊊⊋⊈⊉⫋⫌⫋⫌⊊⊋⊈⊉∦∤∤∦
⊬⊮⊭⊯⋭⋬⋪⋫↚↛⇍⇏⇎↮⋇∅
∄ABCDEFGHIJKLMNO
PQRSTUVWXYZ\u0302\u0302\u0303\u0303 
Ⅎ⅁    ℧ð≂ℶℷℸ⋖⋗⋉⋊
∣∥∖∼≈≊⪸⪷↶↷ϝϰ𝕜ℏℏ϶`,
  ],
];

const TABLES = ENCODINGS.map(([name, rows]) => ({ name, glyphs: [...rows.replaceAll("\n", "")] }));

/** Maps the code of a glyph to its Unicode character: 0 for part of another glyph, undefined if unknown. */
export type GlyphMap = (code: number) => number | undefined;

/** The map of one of TeX's mathematical fonts, by its name; undefined for other fonts. */
export function glyphMapOf(fontName: string): GlyphMap | undefined {
  const bare = fontName.replace(/^[A-Z]{6}\+/, "").toUpperCase();
  const table = TABLES.find(({ name }) => name.test(bare));
  if (table === undefined) return undefined;
  return (code) => {
    const glyph = table.glyphs[code];
    if (glyph === undefined || glyph === UNKNOWN) return undefined;
    return glyph === PIECE ? 0 : glyph.codePointAt(0);
  };
}

/**
 * The characters of TeX's text fonts that are not those of ASCII or Latin-1, by the codes of the first: in the encodings
 * OT1 and T1. Sources: The TeXbook, appendix F; M. Ferguson, Report on multilingual activities, TUGboat 11 (1990).
 */
const OT1 = charactersOf([
  [0x00, "ΓΔΘΛΞΠΣΥΦΨΩﬀﬁﬂﬃﬄıȷ`´ˇ˘¯˚¸ßæœøÆŒØ"],
  [0x22, "”"],
  [0x27, "’"],
  [0x5c, "“"],
  [0x5e, "ˆ˙‘"],
  [0x7b, "–—˝˜¨"],
]);
const T1 = charactersOf([
  [0x00, "`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”„«»–—\u200b0ıȷﬀﬁﬂﬃﬄ"],
  [0x27, "’"],
  [0x60, "‘"],
  [0x7f, "-ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£"],
  [0xd7, "Œ"],
  [0xdf, "ẞ"],
  [0xf7, "œ"],
  [0xff, "ß"],
]);

function charactersOf(rows: readonly (readonly [first: number, characters: string])[]) {
  return new Map(
    rows.flatMap(([first, characters]) =>
      Array.from(characters, (one, k) => [first + k, one.codePointAt(0)]),
    ),
  );
}

const isLetter = (code = 0) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);

/** The fewest letters of a font of text, and the least share of them that follow another one: in formulas few do. */
const LETTERS_MIN = 6;
const IN_WORDS = 0.55;

/** The encoding of a font with these codes: its ligatures, and letters beyond ASCII, tell which. */
function encodingOf(codes: readonly number[], follows: (k: number) => boolean) {
  const letters = [...codes.keys()].filter((k) => isLetter(codes[k]));
  const inWords = letters.filter((k) => isLetter(codes[k - 1]) && follows(k));
  if (letters.length < LETTERS_MIN || inWords.length < IN_WORDS * letters.length) return undefined;
  const ofOt1 = codes.filter((code) => code >= 0x0b && code <= 0x0f).length;
  const ofT1 = codes.filter((code) => (code >= 0x1b && code < 0x20) || code >= 0x80).length;
  return ofOt1 + ofT1 === 0 ? undefined : ofOt1 > ofT1 ? OT1 : T1;
}

/**
 * Gives the characters without a map those of TeX's text fonts where they are in one: its bitmap fonts have neither a name
 * nor a map, and codes of ASCII for most letters, but none for ligatures, dashes, quotation marks and accents.
 */
export function mendTexFonts({ count, code, flags, textRun, textRuns }: Chars): void {
  const byFont = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    if (((flags[i] ?? 0) & UNMAPPED) === 0) continue;
    byFont.getOrInsertComputed(textRuns[textRun[i] ?? 0]?.font ?? 0, () => []).push(i);
  }
  for (const own of byFont.values()) {
    const codes = own.map((i) => code[i] ?? 0);
    const encoding = encodingOf(codes, (k) => own[k - 1] === (own[k] ?? 0) - 1);
    for (const [k, i] of own.entries()) {
      const symbol = encoding === undefined ? textSymbol(codes[k] ?? 0) : undefined;
      if (symbol !== undefined) flags[i] = (flags[i] ?? 0) & ~UNMAPPED;
      code[i] = symbol ?? encoding?.get(codes[k] ?? 0) ?? code[i] ?? 0;
    }
  }
}

/** Marks of lists and notes in TeX's text symbols (TS1), from 0x84 on: codes that are no characters of Unicode. */
const TEXT_SYMBOLS = [0x2020, 0x2021, 0x2016, 0x2030, 0x2022];

/** The character of a code of TeX's text symbols; their bitmap fonts have neither a name nor a map. */
export function textSymbol(code: number): number | undefined {
  return code < 0x84 || code > 0x88 ? undefined : TEXT_SYMBOLS[code - 0x84];
}

/** Pieces of large brackets in Adobe's private range, and where Unicode has them in the same order. */
const BRACKETS: readonly (readonly [first: number, last: number, to: number])[] = [
  [0xf8eb, 0xf8ed, 0x239b],
  [0xf8ee, 0xf8f0, 0x23a1],
  [0xf8f1, 0xf8f4, 0x23a7],
  [0xf8f5, 0xf8f5, 0x23ae],
  [0xf8f6, 0xf8f8, 0x239e],
  [0xf8f9, 0xf8fb, 0x23a4],
  [0xf8fc, 0xf8fe, 0x23ab],
];

/** The Unicode character of a glyph that Adobe's glyph list maps to the private range. */
export function outOfPrivateRange(code: number): number {
  if (code < 0xf8eb || code > 0xf8fe) return code;
  for (const [first, last, to] of BRACKETS) if (code >= first && code <= last) return to + code - first;
  return code;
}
