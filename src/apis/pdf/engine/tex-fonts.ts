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
