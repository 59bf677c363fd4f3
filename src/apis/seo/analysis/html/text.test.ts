import { expect, test } from "bun:test";
import { isWide, wordsOf } from "./text.ts";

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** The words of a text by the segmenter alone. */
function segmented(text: string): string[] {
  return [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) =>
    isWordLike === true ? [segment] : [],
  );
}

test("words of ASCII texts are those of the segmenter, whatever the marks between them", () => {
  const often = "aBz09_.':,; -";
  const all = String.fromCharCode(...Array(128).keys());
  let seed = 11;
  const below = (n: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  for (let i = 0; i < 20_000; i++) {
    const text = Array.from({ length: 1 + below(12) }, () => {
      const from = below(3) > 0 ? often : all;
      return from[below(from.length)];
    }).join("");
    if (Bun.deepEquals(wordsOf(text), segmented(text))) continue;
    throw new Error(`${JSON.stringify(text)}: ${wordsOf(text)}, not ${segmented(text)}`);
  }
});

test("texts in other scripts are segmented", () => {
  for (const text of ["naïve café, 3.5 km", "東京は日本の首都です。", "ภาษาไทย", "it’s Zoë's"])
    expect(wordsOf(text)).toEqual(segmented(text));
});

test("most letters of a wide text are Chinese, Japanese or Korean", () => {
  const wide = ["東京 x", "한국어", "ひらがな", "ｶﾀｶﾅ", "ᄀᄁ"];
  const narrow = ["", "Lisbon", "naïve café", "Привет", "1234 ★", "a東bcd"];
  expect(wide.map(isWide)).toEqual(wide.map(() => true));
  expect(narrow.map(isWide)).toEqual(narrow.map(() => false));
});
