import type { CrawlStep, HtmlFacts, PageFacts } from "./crawl.ts";
import { keyOf, nameOf, originOf, parametersOf, pathOf, queryOf, withoutQuery } from "./normalize-url.ts";
import { readSketch, similarity } from "./text-sketch.ts";

/** Why a URL is part of a set without end. */
export type TrapKind = Extract<CrawlStep, { type: "trap" }>["kind"];

/**
 * Pages of one family that lead from one to the next without a link to anything new before the rest is skipped: of
 * dates, and of pages with nearly the same text.
 */
const DATE_CHAIN = 12;
const CHAIN = 40;
/** Texts with this share of common runs of words are nearly the same; for short texts less is enough. */
const SAME_TEXT = 0.8;
const SAME_SHORT_TEXT = 0.5;
const SHORT_WORDS = 40;

/** Pages of one path with two or more parameters, one after the other, that lead to nothing new. */
const PARAMETERS_BARREN = 100;

/** Pages that must be equal before a parameter that looks like a session is one: on several paths, or on one. */
const EQUAL_PAGES = 5;
const EQUAL_PAGES_OF_ONE_PATH = 20;
const TOKEN = /^(?=[a-z_-]{0,128}\d)[a-z0-9_-]{8,128}$/i;
const PARAMETERS_MAX = 6;

/** A path with more segments that repeat is a loop of relative links. */
const REPEATS = 3;
const PERIOD_MAX = 4;

const DATE_IN_PATH = /\/(?:19|20|21)\d\d(?:[-/](?:0?[1-9]|1[0-2])(?=[-/]|$)|\/?$|-?w\d)/i;
const DATE_PARAMETER =
  /^(?:year|yr|month|mon|day|date|week|cal[a-z_-]{0,20}|[a-z_-]{0,20}(?:date|month|year))$/i;

/** Whether a path repeats its segments at its end, as `/a/b/a/b/a/b` does. */
export function isRepeating(url: string): boolean {
  const segments = pathOf(url)
    .split("/")
    .filter((segment) => segment !== "");
  for (let period = 1; period <= PERIOD_MAX; period++) {
    const length = period * REPEATS;
    if (segments.length < length) return false;
    for (let end = segments.length; end >= Math.max(length, segments.length - 1); end--) {
      const tail = segments.slice(end - length, end);
      if (tail.every((segment, i) => segment === tail[i % period])) return true;
    }
  }
  return false;
}

/** Whether a URL names a date. */
export function isDated(url: string): boolean {
  return (
    DATE_IN_PATH.test(pathOf(url)) ||
    parametersOf(queryOf(url)).some((one) => DATE_PARAMETER.test(nameOf(one)))
  );
}

/** What URLs of one kind have in common: the origin and the first part of the path, numbers aside. */
export function familyOf(url: string): string {
  const [, first = ""] = pathOf(url).split("/");
  return `${originOf(url)}/${first.replaceAll(/\d+/g, "0")}`;
}

interface Observed {
  readonly family: string;
  readonly sketch: Uint32Array;
  readonly words: number;
  readonly chain: number;
}

interface Evidence {
  equal: number;
  different: number;
  readonly paths: Set<string>;
}

/** Notices sets of URLs without end, by what the pages that lead to them have brought so far. */
export class TrapDetector {
  readonly #pages = new Map<number, Observed>();
  readonly #barren = new Map<string, number>();
  readonly #variants = new Map<string, { readonly value: string; readonly hash: string }>();
  readonly #evidence = new Map<string, Evidence>();

  /**
   * Takes note of a page. `isProductive`: it was the first to lead to a page of another family. Returns the
   * parameters that it has shown to change nothing.
   */
  observe(facts: PageFacts, url: string, from: number | undefined, isProductive: boolean): string[] {
    const { html, number } = facts;
    if (html === undefined) return [];
    const family = familyOf(url);
    const parent = from === undefined ? undefined : this.#pages.get(from);
    const sketch = readSketch(html.sketch);
    const isNext =
      parent !== undefined &&
      parent.family === family &&
      !isProductive &&
      (isDated(url) || isSameText(parent, html, sketch));
    this.#pages.set(number, { family, sketch, words: html.words, chain: isNext ? parent.chain + 1 : 0 });
    const path = withoutQuery(url);
    const parameters = parametersOf(queryOf(url));
    if (parameters.length >= 2) this.#barren.set(path, isProductive ? 0 : (this.#barren.get(path) ?? 0) + 1);
    return this.#compareVariants(url, parameters, html.textHash);
  }

  /** Why a link on a page leads on into a set without end; undefined if it does not. */
  trapOf(from: number, url: string): TrapKind | undefined {
    if (isRepeating(url)) return "repeating-path";
    const page = this.#pages.get(from);
    if (page !== undefined && page.family === familyOf(url)) {
      if (isDated(url) && page.chain >= DATE_CHAIN) return "calendar";
      if (page.chain >= CHAIN) return "chain";
    }
    const hasMany = parametersOf(queryOf(url)).length >= 2;
    return hasMany && (this.#barren.get(withoutQuery(url)) ?? 0) >= PARAMETERS_BARREN
      ? "parameters"
      : undefined;
  }

  #compareVariants(url: string, parameters: readonly string[], hash: string): string[] {
    const found: string[] = [];
    for (const parameter of parameters.slice(0, PARAMETERS_MAX)) {
      const name = nameOf(parameter);
      const value = parameter.slice(name.length + 1);
      if (!TOKEN.test(value)) continue;
      const rest = `${name} ${keyOf(url, new Set([name]))}`;
      const other = this.#variants.get(rest);
      if (other === undefined) this.#variants.set(rest, { value, hash });
      else if (other.value !== value && this.#note(name, withoutQuery(url), other.hash === hash))
        found.push(name);
    }
    return found;
  }

  #note(name: string, path: string, isEqual: boolean): boolean {
    const evidence = this.#evidence.get(name) ?? { equal: 0, different: 0, paths: new Set<string>() };
    this.#evidence.set(name, evidence);
    if (isEqual) evidence.equal++;
    else evidence.different++;
    if (evidence.paths.size < 2) evidence.paths.add(path);
    const needed = evidence.paths.size > 1 ? EQUAL_PAGES : EQUAL_PAGES_OF_ONE_PATH;
    return evidence.different === 0 && evidence.equal >= needed;
  }
}

function isSameText(parent: Observed, { words }: HtmlFacts, sketch: Uint32Array): boolean {
  const isShort = Math.max(words, parent.words) < SHORT_WORDS;
  return similarity(parent.sketch, sketch) >= (isShort ? SAME_SHORT_TEXT : SAME_TEXT);
}

/** The kind of a URL for people: numbers, dates and identifiers as `{n}`, `{id}`; parameters by name. */
export function patternOf(url: string): string {
  const path = pathOf(url)
    .split("/")
    .map((segment) => {
      if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(segment)) return "{id}";
      if (/^(?=[a-z]{0,64}\d)(?=\d{0,64}[a-z])[0-9a-f]{8,64}$/i.test(segment)) return "{id}";
      return segment.replaceAll(/\d+/g, "{n}");
    })
    .join("/");
  const names = [...new Set(parametersOf(queryOf(url)).map(nameOf))].sort();
  return names.length === 0 ? path : `${path}?${names.map((name) => `${name}={}`).join("&")}`;
}
