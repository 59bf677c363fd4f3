import { percentDecoded } from "../../../kit/percent-encoding.ts";
import type { Content } from "../report/schema/body.ts";
import type { Page } from "./page.ts";

/** Scripts that write no spaces: there a word has no edges that could be seen. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Upper and lower case, full and half width, and kinds of space and hyphen are one. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}_]+/gu, " ")
    .trim();
}

/** Addresses mostly lack the accents that the text has. */
function unaccented(text: string): string {
  return plain(text).normalize("NFD").replaceAll(/\p{M}/gu, "");
}

/** Whether the character at the start (0) or the end (-1) of a piece of text is a part of a word. */
function isInWord(piece: string, at: 0 | -1): boolean {
  const characters = [...piece];
  return /[\p{L}\p{N}\p{M}]/u.test(characters.at(at) ?? "");
}

/** How often a text says a phrase, as whole words where its script has spaces. */
function countIn(text: string, phrase: string): number {
  if (phrase === "") return 0;
  const needsStart = !UNSPACED.test(phrase.at(0) ?? "");
  const needsEnd = !UNSPACED.test(phrase.at(-1) ?? "");
  let count = 0;
  for (let at = text.indexOf(phrase); at >= 0; ) {
    const end = at + phrase.length;
    const isWhole =
      !(needsStart && isInWord(text.slice(Math.max(0, at - 2), at), -1)) &&
      !(needsEnd && isInWord(text.slice(end, end + 2), 0));
    if (isWhole) count++;
    at = text.indexOf(phrase, isWhole ? end : at + 1);
  }
  return count;
}

/**
 * Looks for a word or phrase in the places where readers of a result page look. For information only: search engines
 * require no keyword. Null without one.
 */
export function findKeyword(
  keyword: string | undefined,
  page: Page,
  url: URL,
  title: string | null,
  description: string | null,
): Content["keyword"] {
  if (keyword === undefined) return null;
  const phrase = plain(keyword);
  const says = (text: string | null | undefined): boolean =>
    text !== null && text !== undefined && countIn(plain(text), phrase) > 0;
  const place = `${url.hostname} ${url.pathname}`;
  const address = unaccented((percentDecoded(place) ?? place).replaceAll(/[./+]/g, " "));
  return {
    text: keyword,
    count: countIn(plain(page.text), phrase),
    inTitle: says(title),
    inH1: page.headings.some(({ level, text, alt }) => level === 1 && says(text || alt)),
    inDescription: says(description),
    inUrl: countIn(address, unaccented(keyword)) > 0,
    inFirstParagraph: says(page.firstParagraph),
  };
}
