/** The value of a decimal digit of any script. They are encoded in runs of ten from zero (Unicode 4.6). */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}

/** Writes the digits of every script as 0 to 9, and takes out marks that only turn the direction of writing. */
export function latinDigits(text: string): string {
  return (
    text
      // Those of mathematics are five runs without a gap, and in no number of a page.
      .replace(/[^0-9\P{Nd}\u{1d7ce}-\u{1d7ff}]/gu, (digit) => String(digitOf(digit)))
      .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, "")
  );
}
