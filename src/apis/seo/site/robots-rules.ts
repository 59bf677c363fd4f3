import { type Group, groupsFor, parseRobotsTxt, type Rule } from "../../../kit/robots-txt.ts";

/** Rules that are compared with each URL, and the characters of their patterns; a file has a few dozen. */
const RULES_MAX = 5_000;
const CHARACTERS_MAX = 100_000;

const SITEMAPS_MAX = 100;

/** The rules of a robots.txt for one crawler. */
export interface RobotsRules {
  readonly groups: readonly Group[];
  readonly sitemaps: readonly string[];
  /** The longest `Crawl-delay`; null without one. */
  readonly crawlDelaySeconds: number | null;
}

/** No rules: everything is allowed. */
export const NO_RULES: RobotsRules = { groups: [], sitemaps: [], crawlDelaySeconds: null };

/**
 * Reads what a robots.txt says to the crawler that goes by `token`: at most 5,000 rules with 100,000 characters, so that one
 * URL is compared with them in a few milliseconds.
 */
export function readRobotsRules(bytes: Uint8Array, token: string): RobotsRules {
  const file = parseRobotsTxt(bytes);
  const groups = groupsFor(file, [token]);
  const delays = groups.flatMap(({ crawlDelaySeconds }) => crawlDelaySeconds ?? []);
  let [rules, characters] = [0, 0];
  const isKept = ({ pattern }: Rule) => {
    rules++;
    characters += pattern.length;
    return rules <= RULES_MAX && characters <= CHARACTERS_MAX;
  };
  return {
    groups: groups.map(({ agents, rules: all }) => ({ agents, rules: all.filter(isKept) })),
    sitemaps: file.sitemaps.slice(0, SITEMAPS_MAX),
    crawlDelaySeconds: delays.length === 0 ? null : Math.max(...delays),
  };
}
