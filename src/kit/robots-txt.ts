/** A rule of robots.txt, with its line. */
export interface Rule {
  readonly allow: boolean;
  /** The path pattern, normalised for comparison. */
  readonly pattern: string;
  readonly line: number;
  readonly text: string;
}

/** Rules for one or more crawlers. */
export interface Group {
  /** Product tokens in lower case; `*` for everybody else. */
  readonly agents: readonly string[];
  readonly rules: readonly Rule[];
  /** Seconds between two requests (`Crawl-delay`), which RFC 9309 does not have; absent if it is not said. */
  readonly crawlDelaySeconds?: number;
}

/** A robots.txt that was read. */
export interface RobotsTxt {
  readonly groups: readonly Group[];
  readonly sitemaps: readonly string[];
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  readonly truncated: boolean;
}

/** Ruling on whether a crawler may fetch a URL, and the rule that decided. */
export interface Ruling {
  readonly allowed: boolean;
  /** Undefined where no rule matched. */
  readonly rule: Rule | undefined;
}

/** Google reads the first 500 KiB and ignores the rest (developers.google.com, robots_txt). */
export const ROBOTS_MAX = 500 * 1024;

/** Google's parser ignores what follows on a longer line (google/robotstxt, robots.cc). */
const LINE_MAX = 16_664;

/** A line is quoted in every verdict that it decides, so it is quoted short. */
const QUOTE_MAX = 500;

/** Directives that crawlers know beside the ones of RFC 9309, so that a file with them is not called invalid. */
const KNOWN = new Set(
  "crawl-delay host clean-param request-rate visit-time noindex noarchive content-signal cleanparam unavailable-after content-usage license".split(
    " ",
  ),
);

/** Misspellings that Google's own parser obeys (google/robotstxt, robots.cc). */
const MISSPELT: Readonly<Record<string, string>> = {
  useragent: "user-agent",
  "user agent": "user-agent",
  dissallow: "disallow",
  dissalow: "disallow",
  disalow: "disallow",
  diasllow: "disallow",
  disallaw: "disallow",
  "site-map": "sitemap",
};

const UNRESERVED = /^[A-Za-z0-9\-._~]$/;
const encoder = new TextEncoder();

/** Brings a path or a pattern into the one form that RFC 9309 section 2.2.2 compares. */
export function normalisePath(path: string): string {
  if (/^[!-$&-~]*$/.test(path)) return path;
  let normal = "";
  for (const part of path.match(/%[0-9a-f]{2}|[\s\S]/giu) ?? []) {
    if (part.length === 3 && part.startsWith("%")) {
      const character = String.fromCharCode(Number.parseInt(part.slice(1), 16));
      normal += UNRESERVED.test(character) ? character : part.toUpperCase();
    } else if (/^[!-~]$/.test(part)) {
      normal += part;
    } else {
      for (const byte of encoder.encode(part))
        normal += `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    }
  }
  return normal;
}

/** The product token in a user-agent line: the part before a version or a comment. */
function agentOf(value: string): string {
  return /^\*(?:\s|$)/.test(value) ? "*" : (/^[a-z_-]+/i.exec(value)?.[0] ?? value).toLowerCase();
}

interface Line {
  readonly name: string;
  readonly value: string;
  readonly hasColon: boolean;
}

/** Splits a line into directive and value, in linear time. Google reads two words without a colon as these. */
function splitLine(content: string): Line | undefined {
  const colon = content.indexOf(":");
  if (colon > 0) {
    return {
      name: content.slice(0, colon).trimEnd(),
      value: content.slice(colon + 1).trim(),
      hasColon: true,
    };
  }
  const hasColon = colon === 0;
  const space = content.search(/\s/);
  if (space < 0) return undefined;
  const value = content.slice(space).trim();
  return /\s/.test(value) ? undefined : { name: content.slice(0, space), value, hasColon };
}

function quote(line: string): string {
  return line.length <= QUOTE_MAX ? line : `${line.slice(0, QUOTE_MAX - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

function isAbsolute(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol);
}

interface WrittenGroup {
  readonly agents: string[];
  readonly rules: Rule[];
  crawlDelaySeconds?: number;
}

/** Reads a robots.txt (RFC 9309, with what Google's parser adds). Lines that it cannot read are problems, never errors. */
export function parseRobotsTxt(bytes: Uint8Array): RobotsTxt {
  const text = new TextDecoder().decode(bytes.subarray(0, ROBOTS_MAX));
  const groups: WrittenGroup[] = [];
  const sitemaps: string[] = [];
  const problems: { line: number; message: string }[] = [];
  let group: WrittenGroup | undefined;
  let naming = false;
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = index + 1;
    const comment = raw.indexOf("#");
    const content = (comment < 0 ? raw : raw.slice(0, comment)).slice(0, LINE_MAX).trim();
    if (content === "") continue;
    const found = splitLine(content);
    if (found?.hasColon !== true) {
      problems.push({ line, message: "The line has no colon. Most crawlers ignore it." });
    }
    if (found === undefined) continue;
    const { name, value } = found;
    const meant = Object.hasOwn(MISSPELT, name.toLowerCase()) ? MISSPELT[name.toLowerCase()] : undefined;
    if (meant !== undefined) problems.push({ line, message: `Most crawlers support only ${meant} alone.` });
    const directive = meant ?? name.toLowerCase();
    if (directive === "user-agent") {
      if (group === undefined || !naming) {
        group = { agents: [], rules: [] };
        groups.push(group);
        naming = true;
      }
      if (value === "") problems.push({ line, message: "The user agent is missing." });
      else group.agents.push(agentOf(value));
    } else if (directive === "allow" || directive === "disallow") {
      naming = false;
      if (group === undefined) {
        problems.push({
          line,
          message: "The rule is before any user-agent line, so it applies to no crawler.",
        });
        continue;
      }
      if (value !== "" && !/^[/*]/.test(value)) {
        problems.push({ line, message: "The pattern must start with a slash or an asterisk." });
      }
      // An empty pattern matches nothing: `Disallow:` allows everything.
      if (value !== "") {
        group.rules.push({
          allow: directive === "allow",
          pattern: normalisePath(value),
          line,
          text: quote(raw.trim()),
        });
      }
    } else if (directive === "crawl-delay") {
      const seconds = /^\d{1,9}(?:\.\d{1,9})?$/.test(value) ? Number(value) : undefined;
      if (seconds !== undefined && group !== undefined) group.crawlDelaySeconds ??= seconds;
    } else if (directive === "sitemap") {
      if (isAbsolute(value)) sitemaps.push(value);
      else problems.push({ line, message: "The sitemap URL must be absolute." });
    } else if (!KNOWN.has(directive) && found.hasColon) {
      problems.push({ line, message: "No crawler supports this directive." });
    }
  }
  return { groups, sitemaps, problems, truncated: bytes.byteLength > ROBOTS_MAX };
}

/** Reports whether a pattern with `*` and a final `$` matches the start of a path, in linear time. */
export function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith("$");
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split("*");
  const [first = ""] = pieces;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  if (pieces.length === 1) return !anchored || at === path.length;
  for (const [i, piece] of pieces.entries()) {
    if (i === 0) continue;
    if (anchored && i === pieces.length - 1) return path.length - piece.length >= at && path.endsWith(piece);
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

/** Google lets a rule that allows a folder's index page allow the folder itself, too. */
function withoutIndex(pattern: string): string {
  const slash = pattern.lastIndexOf("/");
  return pattern.startsWith("/index.htm", slash) ? `${pattern.slice(0, slash + 1)}$` : pattern;
}

function decides(rule: Rule, path: string): boolean {
  return matches(rule.pattern, path) || (rule.allow && matches(withoutIndex(rule.pattern), path));
}

/** Evaluates a robots.txt for one URL: a function of the names of a crawler, the most specific first. */
export type Rulings = (tokens: readonly string[]) => Ruling;

/** Evaluates a robots.txt for a URL: the longest pattern decides, then the one that allows (RFC 9309 section 2.2.2). */
export function rulingsFor(robots: Pick<RobotsTxt, "groups">, url: URL): Rulings {
  // Crawlers must be able to read the rules themselves.
  if (url.pathname === "/robots.txt") return () => ({ allowed: true, rule: undefined });
  const path = normalisePath(url.pathname + url.search);
  const applying = new Map<RobotsTxt["groups"][number], readonly Rule[]>();
  const applyingOf = (group: RobotsTxt["groups"][number]): readonly Rule[] => {
    const rules = applying.get(group) ?? group.rules.filter((rule) => decides(rule, path));
    applying.set(group, rules);
    return rules;
  };
  const byAgent = new Map<string, Set<RobotsTxt["groups"][number]>>();
  for (const group of robots.groups) {
    for (const agent of group.agents) byAgent.set(agent, (byAgent.get(agent) ?? new Set()).add(group));
  }
  return (tokens) => {
    for (const token of [...tokens, "*"]) {
      const groups = byAgent.get(token.toLowerCase());
      if (groups === undefined) continue;
      let best: Rule | undefined;
      for (const group of groups) {
        for (const rule of applyingOf(group)) {
          const longer = best === undefined || rule.pattern.length > best.pattern.length;
          if (longer || (rule.allow && !best?.allow && rule.pattern.length === best?.pattern.length))
            best = rule;
        }
      }
      return { allowed: best?.allow ?? true, rule: best };
    }
    return { allowed: true, rule: undefined };
  };
}

/** The groups that count for a crawler: all of its first name that has any, else those for `*`. */
export function groupsFor(robots: Pick<RobotsTxt, "groups">, tokens: readonly string[]): readonly Group[] {
  for (const token of [...tokens, "*"]) {
    const groups = robots.groups.filter(({ agents }) => agents.includes(token.toLowerCase()));
    if (groups.length > 0) return groups;
  }
  return [];
}

/** Returns the rule of a robots.txt that applies to a crawler and a URL; see `rulingsFor`. */
export function ruleFor(robots: Pick<RobotsTxt, "groups">, tokens: readonly string[], url: URL): Ruling {
  return rulingsFor(robots, url)(tokens);
}
