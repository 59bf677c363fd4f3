import { numbersIn, plainDigits } from "./money.ts";
import type { Scan } from "./scan.ts";
import { cut, NAME_MAX } from "./text.ts";

/** The most links that are read as ranks. Ranks are in a few short lines; longer texts are something else. */
const LINKS_MAX = 40;
const AREAS_MAX = 300;
const AREA_MAX = 4_000;

/** A place among what sells best in a category. */
export interface BestSellerRank {
  readonly rank: number;
  readonly category: string;
  readonly nodeId: string | null;
}

/** The category in " in Musical Instruments (", the text between the number and the link. */
function categoryIn(between: string, link: string): string {
  const said = between.replace(/(?<![\s(\uff08])[\s(\uff08]+$/, "").replace(/^[\s:.\u00ba\u00b0]+/, "");
  const eastern = /^\u4f4d(.+)$/.exec(said)?.[1];
  // "in", "en", "em", "dans", "w": before the name of a category, which has a capital letter.
  const name = (eastern ?? said).trim().replace(/^\p{Ll}{1,4}\s+/u, "");
  return name === "" ? link : name;
}

/** The category's number in the path to a list of best sellers: the first segment behind `bestsellers` of digits alone. */
function rankNode(address: string): string | null {
  let inside = false;
  for (const segment of (address.split("?", 1)[0] ?? "").split("/").slice(1)) {
    if (inside && /^\d{4,20}$/.test(segment)) return segment;
    inside = segment !== "" && (inside || segment === "bestsellers" || segment === "zgbs");
  }
  return null;
}

/** What is written right before a rank. */
const RANK_MARK = /(?:#|n[\u00ba\u00b0]|nr\.)\s*(?=\d)/i;

/** The rank and the category in a text such as "1,234 in Books (", which no link names. */
function rankIn(piece: string): [digits: string, category: string] {
  const [number] = numbersIn(piece);
  if (number === undefined) return ["0", ""];
  const after = piece.slice(piece.indexOf(number.digits) + number.digits.length);
  return [number.digits, categoryIn(after.split(/[(\uff08]/, 1)[0] ?? "", "")];
}

/**
 * Reads the ranks by the links to the lists of best sellers, in whatever language, in the order of the page: the
 * number is before the link. Several links for one number are the path to the category, which is given in full.
 */
export function readRanks(found: Scan): BestSellerRank[] {
  const ranks: { rank: number; category: string; nodeId: string | null }[] = [];
  const positions = new Map<number, number>();
  const seen = new Set<string>();
  const add = (digits: string, category: string, nodeId: string | null) => {
    const rank = Number(digits.replace(/\D/g, ""));
    const key = `${rank} ${category}`;
    const isRank = rank > 0 && Number.isSafeInteger(rank) && category !== "";
    if (isRank && !seen.has(key)) ranks.push({ rank, category: cut(category, NAME_MAX), nodeId });
    seen.add(key);
  };
  const areas = found.rankText
    .filter(({ text }) => text.length <= AREA_MAX && numbersIn(text).length > 0)
    .slice(0, AREAS_MAX);
  for (const link of found.rankLink.slice(0, LINKS_MAX)) {
    const address = link.attributes.href ?? "";
    const area = areas.findLast(
      ({ order, text }) => order < link.order && text.includes(link.text, positions.get(order) ?? 0),
    );
    if (link.text === "" || area === undefined) continue;
    const from = positions.get(area.order) ?? 0;
    const at = area.text.indexOf(link.text, from);
    const before = area.text.slice(from, at);
    positions.set(area.order, at + link.text.length);
    const nodeId = rankNode(address);
    const pieces = plainDigits(before).split(RANK_MARK);
    for (const piece of pieces.slice(1, -1)) add(...rankIn(piece), null);
    const [number] = numbersIn(pieces.at(-1) ?? before);
    if (number === undefined) {
      const last = ranks.at(-1);
      if (last !== undefined && /^[\s>\u203a\u00bb]*$/.test(before)) {
        Object.assign(last, { category: cut(`${last.category} > ${link.text}`, NAME_MAX), nodeId });
      }
      continue;
    }
    const after = pieces.at(-1) ?? "";
    const named = after.slice(after.indexOf(number.digits) + number.digits.length);
    add(number.digits, /[(\uff08]\s*$/.test(named) ? categoryIn(named, link.text) : link.text, nodeId);
  }
  return ranks;
}
