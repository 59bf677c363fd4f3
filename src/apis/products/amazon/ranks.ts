import type { Product } from "../schemas.ts";
import { numbersIn, plainDigits } from "./money.ts";
import type { FoundElement, Scan } from "./scan.ts";
import { cut, NAME_MAX } from "./text.ts";

/** The most links that are read as ranks. Ranks are in a few short lines; longer texts are something else. */
const LINKS_MAX = 40;
const AREAS_MAX = 300;
const AREA_MAX = 4_000;

/** A link to a list of best sellers, and where it is in the text of its area. */
interface RankLink {
  readonly found: FoundElement;
  readonly start: number;
  readonly end: number;
}

/** Separators between the links of a category path. */
const PATH_MARK = /^[\s>\u203a\u00bb]*$/;

/** Text directly before a rank. */
const RANK_MARK = /(?:#|n[\u00ba\u00b0]|nr\.?|n\.)\s*(?=\d)/gi;

/** The word for "rank" behind its number: Japanese and Turkish. */
const RANK_WORD = /^(?:\u4f4d|\.?\s?s\u0131ra(?:da)?)/;

/** "in the category" before the name of a category. A preposition alone is one short word in lower case. */
const IN_CATEGORY =
  /^(?:(?:dans la cat\u00e9gorie|in der Kategorie|nella categoria|en la categor\u00eda|na categoria|in de categorie|i kategorin|w kategorii|\u0641\u064a(?: \u0641\u0626\u0629)?|[-\u2013\u2014\u2500])\s+|\p{Ll}{1,4}\s+)/u;

/** "in the category" behind the name of a category: Turkish and Hindi. */
const CATEGORY_IN = /\s(?:kategorisinde|\u092e\u0947\u0902|[-\u2013\u2014\u2500])$/;

const trimOpening = (text: string) => text.replace(/(?<![\s(\uff08])[\s(\uff08]+$/, "");

/** The number of a rank in the text before a link, with the texts before and after the number. */
function numberIn(text: string) {
  const plain = plainDigits(text);
  const from = [...plain.matchAll(RANK_MARK)].at(-1);
  const [number] = numbersIn(from === undefined ? plain : plain.slice(from.index));
  if (number === undefined) return undefined;
  const at = plain.indexOf(number.digits, from?.index ?? 0);
  return {
    digits: number.digits,
    before: plain.slice(0, from?.index ?? at),
    after: plain.slice(at + number.digits.length),
  };
}

/** The category in " in Musical Instruments (", or in "Musical Instruments category: 5th (" where nothing follows. */
function categoryBeside(before: string, after: string): string {
  const following = trimOpening(after)
    .replace(RANK_WORD, "")
    .replace(/^[\s:.\u00ba\u00b0]+/, "")
    .replace(IN_CATEGORY, "")
    .trim();
  if (following !== "") return following;
  const preceding = before.slice(Math.max(before.lastIndexOf(":"), before.lastIndexOf("\uff1a")) + 1);
  return preceding.trim().replace(CATEGORY_IN, "").trim();
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

/** A rank behind its link: " category: #12", " - 12位", with the length of the text up to its end. */
const BEHIND =
  /^[^\d(\uff08#]{0,40}(?:(?:#|n[\u00ba\u00b0]|nr\.?)\s*(\d[\d.,]*)|(?<!\d)(\d[\d.,]*?)(?=\s?(?:\u4f4d|\.?\s?s\u0131ra)))/i;

/** The links of each area, in the order of the page, each in the innermost area that has its text. */
function linksByArea(found: Scan): Map<FoundElement, RankLink[]> {
  const areas = found.rankText
    .filter(({ text }) => text.length <= AREA_MAX && numbersIn(text).length > 0)
    .slice(0, AREAS_MAX);
  const links = new Map<FoundElement, RankLink[]>();
  for (const link of found.rankLink.slice(0, LINKS_MAX)) {
    const from = (area: FoundElement) => links.get(area)?.at(-1)?.end ?? 0;
    const area = areas.findLast((one) => one.order < link.order && one.text.includes(link.text, from(one)));
    if (link.text === "" || area === undefined) continue;
    const start = area.text.indexOf(link.text, from(area));
    links.getOrInsert(area, []).push({ found: link, start, end: start + link.text.length });
  }
  return links;
}

/** Links with nothing but an arrow between them, as one path each. */
function pathsOf(text: string, links: readonly RankLink[]): RankLink[][] {
  const paths: RankLink[][] = [];
  for (const link of links) {
    const path = paths.at(-1);
    const last = path?.at(-1);
    const isNext =
      last !== undefined && link.start > last.end && PATH_MARK.test(text.slice(last.end, link.start));
    // Two links with a space between them are two; a path has an arrow.
    if (isNext && text.slice(last.end, link.start).trim() !== "") path?.push(link);
    else paths.push([link]);
  }
  return paths;
}

type Ranked = Omit<Product["bestSellerRanks"][number], "rank"> & { readonly digits: string };

/** The ranks of one area, each with the text that belongs to it: before its links, or right behind them. */
function ranksIn(text: string, links: readonly RankLink[]): Ranked[] {
  const ranks: Ranked[] = [];
  let from = 0;
  const paths = pathsOf(text, links);
  for (const [i, path] of paths.entries()) {
    const [first] = path;
    const last = path.at(-1);
    if (first === undefined || last === undefined) continue;
    const before = text.slice(from, first.start);
    from = last.end;
    const nodeId = rankNode(last.found.attributes.href ?? "");
    const category = path.map((link) => link.found.text).join(" > ");
    for (const piece of plainDigits(before).split(RANK_MARK).slice(1, -1)) {
      const number = numberIn(piece);
      const named = number?.after.split(/[(\uff08]/, 1)[0] ?? "";
      if (number !== undefined)
        ranks.push({ digits: number.digits, category: categoryBeside("", named), nodeId: null });
    }
    const number = numberIn(before);
    if (number !== undefined) {
      const isBehindName = /[(\uff08]\s*$/.test(before);
      const named = isBehindName ? categoryBeside(number.before, number.after) : "";
      ranks.push({ digits: number.digits, category: named === "" ? category : named, nodeId });
      continue;
    }
    const rest = text.slice(last.end, paths[i + 1]?.[0]?.start);
    const behind = BEHIND.exec(plainDigits(rest));
    if (behind === null) continue;
    ranks.push({ digits: behind[1] ?? behind[2] ?? "", category, nodeId });
    from = last.end + rest.length;
  }
  return ranks;
}

/**
 * Reads the ranks by the links to the lists of best sellers, in whatever language, in the order of the page: the
 * number is before the link, or right behind it. Several links for one number are the path to the category, which
 * is given in full.
 */
export function readRanks(found: Scan): Product["bestSellerRanks"] {
  const ranks: Product["bestSellerRanks"] = [];
  const seen = new Set<string>();
  for (const [area, links] of linksByArea(found)) {
    for (const { digits, category, nodeId } of ranksIn(area.text, links)) {
      const rank = Number(digits.replace(/\D/g, ""));
      const key = `${rank} ${category}`;
      const isRank = rank > 0 && Number.isSafeInteger(rank) && category !== "";
      if (isRank && !seen.has(key)) ranks.push({ rank, category: cut(category, NAME_MAX), nodeId });
      seen.add(key);
    }
  }
  return ranks;
}
