/** Control characters but line feed and tab: they would let a text move the cursor or set a terminal's title. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** A text that is safe to show in a terminal: each control character but line feed and tab becomes U+FFFD. */
export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(CONTROL, "\uFFFD");
}
