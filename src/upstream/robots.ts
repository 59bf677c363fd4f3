import { z } from "zod";
import type { Fetch } from "../kit/fetch.ts";
import { Problem } from "../kit/problem.ts";
import { parseRobotsTxt, ROBOTS_MAX, type RobotsTxt, ruleFor } from "../kit/robots-txt.ts";
import type { State } from "../kit/state.ts";

/** A cached robots.txt of a host; `text` is absent if it could not be fetched. */
const Kept = z.object({ text: z.string().optional(), until: z.number() });

/** RFC 9309 section 2.4 allows 24 hours. */
const KEEP_MS = 86_400_000;
/** How soon a robots.txt that could not be fetched is requested again, in milliseconds. */
const MISSED_MS = 60_000;
const DEADLINE_MS = 5_000;
/** RFC 9309 section 2.3.1.2. */
const REDIRECTS = 5;

interface RobotsQuestion {
  /** The page, under the address that it has on its site. */
  readonly url: URL;
  /** Where the site's robots.txt is fetched: the same address but for the operator's base. */
  readonly robotsUrl: string;
  readonly base: string | undefined;
  readonly userAgent: string;
  readonly state: State;
  readonly fetch: Fetch;
  now(): number;
}

/** The token by which rules name us: the first word of the user agent (RFC 9309 section 2.2.1). */
export function robotsToken(userAgent: string): string {
  return /^[A-Za-z_-]+/.exec(userAgent)?.[0] ?? "*";
}

/** The rules of hosts, as this process has read them last. */
export class RobotsRules {
  readonly #read = new Map<string, { readonly until: number; readonly rules: RobotsTxt | undefined }>();

  /**
   * Whether a page may be fetched: `unknown` where the rules could not be had. A robots.txt that is not there
   * (4xx) allows all; a host that fails or asks for less (5xx, 429) allows nothing (RFC 9309 section 2.3.1).
   */
  async ask(question: RobotsQuestion): Promise<"allowed" | "disallowed" | "unknown"> {
    const rules = await this.#rulesOf(question);
    if (rules === undefined) return "unknown";
    const { allowed } = ruleFor(rules, [robotsToken(question.userAgent)], question.url);
    return allowed ? "allowed" : "disallowed";
  }

  async #rulesOf(question: RobotsQuestion): Promise<RobotsTxt | undefined> {
    const { url, state, now } = question;
    const known = this.#read.get(url.host);
    if (known !== undefined && known.until > now()) return known.rules;
    const name = `upstream robots ${url.host}`;
    const parsed = Kept.safeParse(await state.get(name));
    let kept = parsed.success && parsed.data.until > now() ? parsed.data : undefined;
    if (kept === undefined) {
      const text = await this.#fetchText(question);
      kept = { text, until: now() + (text === undefined ? MISSED_MS : KEEP_MS) };
      await state.set(name, kept, kept.until - now());
    }
    const rules = kept.text === undefined ? undefined : parseRobotsTxt(new TextEncoder().encode(kept.text));
    this.#read.set(url.host, { until: kept.until, rules });
    return rules;
  }

  async #fetchText({ robotsUrl, base, userAgent, fetch }: RobotsQuestion): Promise<string | undefined> {
    const response = await fetch(robotsUrl, {
      maxBytes: ROBOTS_MAX,
      overflow: "truncate",
      deadlineMs: DEADLINE_MS,
      maxRedirects: REDIRECTS,
      userAgent,
      base,
      headers: { Accept: "text/plain,*/*;q=0.5" },
    }).catch((error: unknown) => {
      if (error instanceof Problem) return undefined;
      throw error;
    });
    if (response === undefined || response.status >= 500 || response.status === 429) return undefined;
    if (response.status >= 200 && response.status < 300) return new TextDecoder().decode(response.body);
    return "";
  }
}
