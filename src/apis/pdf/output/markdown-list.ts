const BULLET = /^[•‣▪◦●○■·–*\uf0b7\uf0a7-]\s+|^\\[*-]\s+/;
const NUMBER = /^(\d+)[.)]\s+/;

/** A line as an item where it begins with a bullet; any other as it is. */
export function bulleted(text: string): string {
  return BULLET.test(text) ? `- ${text.replace(BULLET, "")}` : text;
}

/** An item that the file itself names as one, in its number or with a bullet. `depth` counts from 1. */
export function listItem(depth: number, text: string): string {
  const indent = "   ".repeat(Math.max(0, depth - 1));
  const number = NUMBER.exec(text)?.[1];
  const bare = text.replace(number === undefined ? BULLET : NUMBER, "");
  return `${indent}${number === undefined ? "-" : `${number}.`} ${bare}`;
}

/** Whether a block is one item of a list and nothing else. */
export function isItem(block: string): boolean {
  return /^ *(-|\d+\.) [^\n]*$/.test(block);
}
