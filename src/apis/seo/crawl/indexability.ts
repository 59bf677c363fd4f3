import { parseRobotsTxt, type RobotsTxt, type Ruling, ruleFor } from "../../../kit/robots-txt.ts";
import type { Page } from "../page.ts";
import {
  type Directive,
  directivesFor,
  forbidsIndexing,
  headerDirectives,
  metaDirectives,
} from "./directives.ts";

/** The crawlers that a verdict is given for: the names they go by in robots.txt, the best first. */
export const BOTS = {
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

/** What came of asking for robots.txt. */
export type RobotsAnswer =
  | { readonly state: "answered"; readonly url: string; readonly status: number; readonly body: Uint8Array }
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
 * Reads the answer for robots.txt as Google does: 2xx is read; 4xx but 429, and redirects that lead nowhere,
 * mean that there is none; 429, 5xx and no answer mean that nothing may be fetched
 * (developers.google.com, robots_txt; RFC 9309 section 2.3.1).
 */
export function readRobots(answer: RobotsAnswer): Robots {
  if (answer.state === "unreachable")
    return { url: answer.url, status: null, state: "unreachable", file: EMPTY };
  const { url, status, body } = answer;
  if (status >= 200 && status < 300) return { url, status, state: "parsed", file: parseRobotsTxt(body) };
  const state = status === 429 || status >= 500 ? "unreachable" : "absent";
  return { url, status, state, file: EMPTY };
}

/** A reason why a page is kept out, or why another may stand in for it. */
export interface Reason {
  readonly check: string;
  readonly source: "robots.txt" | "meta" | "header" | "status" | "canonical";
  readonly detail: string;
  /** The line that decides, in robots.txt or in the page. */
  readonly line?: number;
}

/** What one crawler may do. */
export interface BotVerdict {
  readonly crawlable: boolean;
  readonly indexable: boolean;
  /** The line of robots.txt that decided; null where none did. */
  readonly rule: { readonly line: number; readonly text: string } | null;
}

/** Directives with the place that they were found in. */
export interface Found {
  readonly directive: Directive;
  readonly source: "meta" | "header";
  readonly text: string;
  readonly line: number | undefined;
}

/** Every robots directive of a page, those of the header first. */
export function findDirectives(page: Page, headers: ReadonlyMap<string, readonly string[]>): Found[] {
  const found: Found[] = [];
  for (const text of headers.get("x-robots-tag") ?? []) {
    for (const directive of headerDirectives(text))
      found.push({ directive, source: "header", text, line: undefined });
  }
  for (const { name, content, element } of page.metas) {
    if (name === undefined || content === undefined) continue;
    if (
      name !== "robots" &&
      !Object.values(BOTS).some((tokens) => (tokens as readonly string[]).includes(name))
    )
      continue;
    // Google obeys the ones that slipped out of the head, too.
    const { line } = page.places.of(element);
    for (const directive of metaDirectives(name, content))
      found.push({ directive, source: "meta", text: content, line });
  }
  return found;
}

/** The directives among `found` that keep `bot` from indexing the page. */
export function forbidding(found: readonly Found[], bot: Bot, now: number): Found[] {
  const tokens = BOTS[bot];
  return found.filter(
    ({ directive }) => directivesFor([directive], tokens).length > 0 && forbidsIndexing(directive, now),
  );
}

/** What robots.txt says to a crawler. */
export function robotsRuling(robots: Robots, bot: Bot, url: URL): Ruling {
  if (robots.state === "unreachable") return { allowed: false, rule: undefined };
  return ruleFor(robots.file, BOTS[bot], url);
}

/** The verdict for one crawler. */
export function botVerdict(
  robots: Robots,
  found: readonly Found[],
  status: number,
  bot: Bot,
  url: URL,
  now: number,
): BotVerdict {
  const { allowed, rule } = robotsRuling(robots, bot, url);
  const answered = status >= 200 && status < 300;
  return {
    crawlable: allowed,
    indexable: allowed && answered && forbidding(found, bot, now).length === 0,
    rule: rule === undefined ? null : { line: rule.line, text: rule.text },
  };
}
