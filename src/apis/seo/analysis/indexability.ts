import type { Element } from "../../../kit/html-tree.ts";
import { parseRobotsTxt, type RobotsTxt, type Ruling, rulingsFor } from "../../../kit/robots-txt.ts";
import {
  type Directive,
  type DirectiveFault,
  faultOf,
  forbidsIndexing,
  headerDirectives,
  metaDirectives,
} from "./directives.ts";
import { shorten } from "./html/place.ts";
import type { Page } from "./page.ts";

/** The crawlers that a verdict is given for: the names they go by in robots.txt, the best first. */
const BOTS = {
  googlebot: ["googlebot"],
  bingbot: ["bingbot"],
  duckduckbot: ["duckduckbot"],
  yandexbot: ["yandexbot", "yandex"],
  baiduspider: ["baiduspider"],
  // Apple: where Applebot is not named, it follows what is said to Googlebot.
  applebot: ["applebot", "googlebot"],
  gptbot: ["gptbot"],
  "oai-searchbot": ["oai-searchbot"],
  claudebot: ["claudebot"],
  perplexitybot: ["perplexitybot"],
  ccbot: ["ccbot"],
  "google-extended": ["google-extended"],
} as const satisfies Record<string, readonly string[]>;

export type Bot = keyof typeof BOTS;
export const botNames = Object.keys(BOTS) as [Bot, ...Bot[]];

/** The result of the request for robots.txt. */
export type RobotsResponse =
  | { readonly state: "received"; readonly url: string; readonly status: number; readonly body: Uint8Array }
  | { readonly state: "unreachable"; readonly url: string };

/** robots.txt as crawlers take it. */
export interface Robots {
  readonly url: string;
  readonly status: number | null;
  /** `parsed`: its rules count. `absent`: everything is allowed. `unreachable`: nothing is. */
  readonly state: "parsed" | "absent" | "unreachable";
  readonly file: RobotsTxt;
}

const EMPTY: RobotsTxt = { groups: [], sitemaps: [], problems: [], truncated: false };

/**
 * Reads the response for robots.txt like Google. The body of a 2xx is parsed. 4xx except 429, and redirects
 * that lead nowhere, mean that everything is allowed. 429, 5xx and no response mean that nothing may be fetched
 * (developers.google.com, robots_txt; RFC 9309 section 2.3.1).
 */
export function readRobots(response: RobotsResponse): Robots {
  if (response.state === "unreachable")
    return { url: response.url, status: null, state: "unreachable", file: EMPTY };
  const { url, status, body } = response;
  if (status >= 200 && status < 300) return { url, status, state: "parsed", file: parseRobotsTxt(body) };
  const state = status === 429 || status >= 500 ? "unreachable" : "absent";
  return { url, status, state, file: EMPTY };
}

/** Directives with the place that they were found in. */
export interface FoundDirectives {
  readonly directive: Directive;
  readonly source: "meta" | "header";
  /** The whole meta or header line, cut to 500 characters: it is quoted once for each directive in it. */
  readonly text: string;
  readonly line: number | undefined;
  /** The meta; undefined for a header. */
  readonly element: Element | undefined;
}

const QUOTE_MAX = 500;

/** Directives of one page that are read: a page has two or three. */
const DIRECTIVES_MAX = 10_000;

const BOT_TOKENS: ReadonlySet<string> = new Set(Object.values(BOTS).flat());

/** Every robots directive of a page, those of the header first. */
export function findDirectives(
  page: Page,
  headers: ReadonlyMap<string, readonly string[]>,
): FoundDirectives[] {
  const found: FoundDirectives[] = [];
  for (const line of headers.get("x-robots-tag") ?? []) {
    const text = shorten(line, QUOTE_MAX);
    for (const directive of headerDirectives(line))
      found.push({ directive, source: "header", text, line: undefined, element: undefined });
  }
  for (const { name, content, element } of page.metas) {
    if (found.length >= DIRECTIVES_MAX) break;
    if (name === undefined || content === undefined) continue;
    if (name !== "robots" && !BOT_TOKENS.has(name)) continue;
    // Google obeys the ones that slipped out of the head, too.
    const line = page.places.lineOf(element);
    const text = shorten(content, QUOTE_MAX);
    for (const directive of metaDirectives(name, content))
      found.push({ directive, source: "meta", text, line, element });
  }
  return found;
}

/** The directives among `found` that keep crawlers from indexing the page at the time `now`. */
export function forbidding(found: readonly FoundDirectives[], now: number): FoundDirectives[] {
  return found.filter(({ directive }) => forbidsIndexing(directive, now));
}

/** Directives that are compared with those that are known. */
const JUDGED_MAX = 200;

/** The directives among `found` that crawlers ignore; those for crawlers that are not known may be their own. */
export function ignored(found: readonly FoundDirectives[]): (FoundDirectives & DirectiveFault)[] {
  return found
    .filter(({ directive: { agent } }) => agent === "robots" || BOT_TOKENS.has(agent))
    .slice(0, JUDGED_MAX)
    .flatMap((one) => {
      const fault = faultOf(one.directive);
      return fault === undefined ? [] : [{ ...one, ...fault }];
    });
}

/** Selects the directives of `found` that concern `bot`. */
export function concerning(found: readonly FoundDirectives[], bot: Bot): FoundDirectives[] {
  const tokens: readonly string[] = BOTS[bot];
  return found.filter(({ directive: { agent } }) => agent === "robots" || tokens.includes(agent));
}

/** The rules of robots.txt for a URL, by crawler. Each is computed on first access. */
export function robotsRulings(robots: Robots, url: URL): (bot: Bot) => Ruling {
  if (robots.state === "unreachable") return () => ({ allowed: false, rule: undefined });
  const rulings = rulingsFor(robots.file, url);
  const known = new Map<Bot, Ruling>();
  return (bot) => known.getOrInsertComputed(bot, () => rulings(BOTS[bot]));
}

/** The verdict for one crawler: from its ruling, and from the directives that keep any crawler out. */
export function botVerdict(
  { allowed, rule }: Ruling,
  forbidden: readonly FoundDirectives[],
  hasContent: boolean,
  bot: Bot,
) {
  return {
    crawlable: allowed,
    indexable: allowed && hasContent && concerning(forbidden, bot).length === 0,
    rule: rule === undefined ? null : { line: rule.line, text: rule.text },
  };
}
