import { nearestName } from "../../../kit/suggest-name.ts";
import { shorten } from "./html/place.ts";

/** Robots directives for one crawler. */
export interface Directive {
  /** The crawler they are for in lower case; `robots` for all. */
  readonly agent: string;
  /** In lower case, with its value where it has one: `noindex`, `max-snippet:20`. */
  readonly text: string;
}

const DIRECTIVES_MAX = 10_000;
/** No date is longer. */
const DATE_MAX = 100;
const QUOTE_MAX = 60;

/**
 * Directives of Google, Bing, Yandex and others, those that they no longer read, and the opposites that some pages write
 * although they change nothing.
 */
const PLAIN = new Set(
  "all none index noindex follow nofollow archive noarchive cache nocache snippet nosnippet translate notranslate imageindex noimageindex imageclick noimageclick indexifembedded nositelinkssearchbox nositelinks nopagereadaloud odp noodp ydir noydir noyaca noai noimageai".split(
    " ",
  ),
);

const DEFAULTS = new Set(["all", "index", "follow"]);

const isLimit = (value: string) => /^(?:-1|\d+)$/.test(value);

/** Directives with a value: whether it is valid, and how to write one. */
const VALUED = new Map<string, readonly [isValid: (value: string) => boolean, write: string]>([
  ["max-snippet", [isLimit, "max-snippet:50, or max-snippet:-1 for no limit"]],
  ["max-video-preview", [isLimit, "max-video-preview:10, or max-video-preview:-1 for no limit"]],
  [
    "max-image-preview",
    [(value) => /^(?:none|standard|large)$/.test(value), "max-image-preview:none, :standard or :large"],
  ],
  [
    "unavailable_after",
    // A date without hyphens is one of ISO 8601, too.
    [(value) => /^\d{8}/.test(value) || dateOf(`:${value}`) !== undefined, "unavailable_after:2026-11-27"],
  ],
]);

const NAMES = [...PLAIN, ...VALUED.keys()];

/**
 * Splits a list of directives of a meta element or header. A date may contain a comma, so the text after
 * `unavailable_after:` is joined until it is a date.
 */
function split(list: string): string[] {
  const parts = list.split(",", DIRECTIVES_MAX);
  const directives: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    let part = (parts[i] ?? "").trim();
    if (/unavailable_after\s*:/i.test(part) && dateOf(part) === undefined) {
      const joined = `${part},${parts[i + 1] ?? ""}`;
      if (dateOf(joined) !== undefined) {
        part = joined;
        i++;
      }
    }
    if (part !== "") directives.push(part);
  }
  return directives;
}

/** The time of an `unavailable_after`, which a crawler's name may precede; undefined if it is no date. */
function dateOf(directive: string): number | undefined {
  const start = Math.max(0, directive.toLowerCase().indexOf("unavailable_after"));
  const date = directive
    .slice(directive.indexOf(":", start) + 1)
    .trim()
    .slice(0, DATE_MAX);
  // RFC 850 writes 25-Jun-10, which `Date.parse` does not read.
  const plain = date.replace(/(\d{1,2})-([A-Za-z]{3})-(\d{2,4})/, "$1 $2 $3");
  // Zones are an open set: one that the runtime does not know is off by hours, no date at all by for ever.
  return [plain, plain.replace(/\s[A-Za-z]{2,5}$/, " GMT")]
    .map(Date.parse)
    .find((time) => !Number.isNaN(time));
}

function tidy(directive: string): string {
  const colon = directive.indexOf(":");
  if (colon < 0) return directive.toLowerCase();
  return `${directive.slice(0, colon).trim().toLowerCase()}:${directive
    .slice(colon + 1)
    .trim()
    .toLowerCase()}`;
}

/** The directives of a robots meta; `name` is the crawler that it names, or `robots`. */
export function metaDirectives(name: string, content: string): Directive[] {
  return split(content).map((text) => ({ agent: name, text: tidy(text) }));
}

/**
 * The directives of one line of X-Robots-Tag. A crawler's name before a colon holds until the next name; a
 * line without one is for all (developers.google.com, robots-meta-tag).
 */
export function headerDirectives(line: string): Directive[] {
  let agent = "robots";
  return split(line).map((part) => {
    const named = /^([a-z][\w-]*)\s*:\s*(.*)$/is.exec(part);
    const [, name = "", rest = ""] = named ?? [];
    const before = name.toLowerCase();
    // A misspelled directive with a value is no crawler, for which all that follows would be.
    const isDirective = PLAIN.has(before) || nearestName(before, [...VALUED.keys()]) !== undefined;
    if (named === null || isDirective) return { agent, text: tidy(part) };
    agent = before;
    return { agent, text: tidy(rest) };
  });
}

/** Reports whether a directive keeps a page out of the index at the time `now`, in milliseconds since 1970. */
export function forbidsIndexing({ text }: Directive, now: number): boolean {
  if (text === "noindex" || text === "none") return true;
  return text.startsWith("unavailable_after:") && (dateOf(text) ?? now) < now;
}

/** A directive that crawlers ignore. */
export interface DirectiveFault {
  /** In one sentence without its full stop. */
  readonly message: string;
  /** Whether it is close to a directive, so that something else was meant. */
  readonly isMisspelled: boolean;
}

/** Returns why crawlers ignore a directive; undefined for one that they know. */
export function faultOf({ text }: Directive): DirectiveFault | undefined {
  const colon = text.indexOf(":");
  const name = colon < 0 ? text : text.slice(0, colon);
  const [isValid, write] = VALUED.get(name) ?? [];
  if (isValid?.(colon < 0 ? "" : text.slice(colon + 1)) ?? PLAIN.has(text)) return undefined;
  const all = text.split(/[\s;|]+/);
  const closest =
    all.length > 1 && all.every((one) => PLAIN.has(one)) ? all.join(", ") : nearestName(name, NAMES);
  const help =
    write === undefined ? (closest === undefined ? "" : `. The closest is ${closest}`) : `. Write ${write}`;
  return {
    message: `Crawlers ignore the directive "${shorten(text, QUOTE_MAX)}"${help}`,
    // What says the default in other words changes nothing.
    isMisspelled: help !== "" && !all.every((one) => DEFAULTS.has(one)),
  };
}
