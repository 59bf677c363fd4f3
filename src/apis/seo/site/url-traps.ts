import type { CrawlStep, HtmlFacts, PageFacts } from "./crawl.ts";
import { keyOf, nameOf, originOf, parametersOf, pathOf, queryOf, withoutQuery } from "./normalize-url.ts";
import { readSketch, similarity } from "./text-sketch.ts";

/** Reason why a URL is part of a set without end. */
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

/**
 * Pages of one kind in a row that lead to nothing new before the rest of that kind is skipped: dates of one family, and
 * one path with two or more parameters.
 */
const BARREN = 60;
/** So many different sets of parameters of one path are the filters of a list. */
const PARAMETER_SETS = 10;
const EXEMPLARS = 8;

/** Pages that must be equal before a parameter that looks like a session is one: on several paths, or on one. */
const EQUAL_PAGES = 5;
const EQUAL_PAGES_OF_ONE_PATH = 20;
const TOKEN = /^(?=[a-z_-]{0,128}\d)[a-z0-9_-]{8,128}$/i;
const PARAMETERS_MAX = 6;
/** URLs that are compared for it, and how long they may be. */
const VARIANTS_MAX = 20_000;
const VARIANT_LENGTH = 500;

/** A path with more segments that repeat is a loop of relative links. */
const REPEATS = 3;
const PERIOD_MAX = 4;

/** A date at the end of a path: a post below one has a name after it. */
const DATE_IN_PATH =
  /[/-](?:19|20|21)\d\d(?:[-/](?:(?:0?[1-9]|1[0-2])(?:[-/](?:0?[1-9]|[12]\d|3[01]))?|w\d{1,2}))?(?:\/page\/\d{1,6})?\/?$/i;
const DATE_PARAMETER =
  /^(?:year|yr|month|mon|day|date|week|cal[a-z_-]{0,20}|[a-z_-]{0,20}(?:date|month|year))$/i;

/** The last segments of a path that are not empty, at most so many: a hostile path has a thousand. */
function lastSegments(path: string, most: number): string[] {
  const found: string[] = [];
  for (let end = path.length; end > 0 && found.length < most; ) {
    const slash = path.lastIndexOf("/", end - 1);
    if (end - slash > 1) found.push(path.slice(slash + 1, end));
    end = slash;
  }
  return found.reverse();
}

/** Reports whether a path repeats its segments at its end, as `/a/b/a/b/a/b` does. */
export function isRepeating(url: string): boolean {
  const segments = lastSegments(pathOf(url), PERIOD_MAX * REPEATS + 1);
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

/** Reports whether a URL names a date. */
export function isDated(url: string): boolean {
  return (
    DATE_IN_PATH.test(pathOf(url)) ||
    parametersOf(queryOf(url)).some((one) => DATE_PARAMETER.test(nameOf(one)))
  );
}

/** Makes what reports whether a URL is of another kind than a page: what it leads to may be new. */
export function leavingSection(page: string): (url: string) => boolean {
  const [family, dated] = [familyOf(page), isDated(page)];
  return (url) => family !== familyOf(url) || dated !== isDated(url);
}

/** The family of a URL: the origin and the first part of the path, numbers aside. */
export function familyOf(url: string): string {
  const path = pathOf(url);
  const end = path.indexOf("/", 1);
  const first = path.slice(1, end < 0 ? path.length : end);
  return `${originOf(url)}/${first.replaceAll(/\d+/g, "0")}`;
}

interface ObservedUrl {
  readonly family: string;
  readonly sketch: Uint32Array;
  readonly words: number;
  readonly chain: number;
}

interface ParameterPath {
  barren: number;
  readonly sets: Set<string>;
  readonly exemplars: Uint32Array[];
}

interface Evidence {
  equal: number;
  different: number;
  readonly paths: Set<string>;
}

/** Notices sets of URLs without end, by what the pages that lead to them have brought so far. */
export class TrapDetector {
  readonly #pages = new Map<number, ObservedUrl>();
  readonly #barrenDates = new Map<string, number>();
  readonly #paths = new Map<string, ParameterPath>();
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
    if (isDated(url))
      this.#barrenDates.set(family, isProductive ? 0 : (this.#barrenDates.get(family) ?? 0) + 1);
    const parameters = parametersOf(queryOf(url));
    if (parameters.length >= 2)
      this.#notePath(withoutQuery(url), parameters, html, number, sketch, isProductive);
    return this.#compareVariants(url, parameters, html.textHash);
  }

  /** Why a link on a page leads on into a set without end; undefined if it does not. */
  trapOf(from: number, url: string): TrapKind | undefined {
    if (isRepeating(url)) return "repeating-path";
    const page = this.#pages.get(from);
    const family = familyOf(url);
    const isNext = page?.family === family;
    const barrenDates = this.#barrenDates.get(family) ?? 0;
    if (isDated(url) && isNext && (page.chain >= DATE_CHAIN || barrenDates >= BARREN)) return "calendar";
    if (isNext && page.chain >= CHAIN) return "chain";
    const hasMany = parametersOf(queryOf(url)).length >= 2;
    const barren = this.#paths.get(withoutQuery(url))?.barren ?? 0;
    return hasMany && barren >= BARREN ? "parameters" : undefined;
  }

  /** Counts pages of a path that are a list in another order, or say themselves that they are not to be found. */
  #notePath(
    path: string,
    parameters: readonly string[],
    html: HtmlFacts,
    number: number,
    sketch: Uint32Array,
    isProductive: boolean,
  ): void {
    const known = this.#paths.getOrInsertComputed(path, () => ({
      barren: 0,
      sets: new Set(),
      exemplars: [],
    }));
    if (known.sets.size < PARAMETER_SETS)
      known.sets.add([...new Set(parameters.map(nameOf))].sort().join("&"));
    const isKnown = known.exemplars.some((one) => similarity(one, sketch) >= SAME_TEXT);
    if (!isKnown && known.exemplars.push(sketch) > EXEMPLARS) known.exemplars.shift();
    const isCopy = html.noindex || (html.canonical !== undefined && html.canonical !== number);
    const isVariant = isKnown || isCopy || known.sets.size >= PARAMETER_SETS;
    known.barren = isVariant && !isProductive ? known.barren + 1 : 0;
  }

  #compareVariants(url: string, parameters: readonly string[], hash: string): string[] {
    const found: string[] = [];
    for (const parameter of parameters.slice(0, PARAMETERS_MAX)) {
      const name = nameOf(parameter);
      const value = parameter.slice(name.length + 1);
      if (!TOKEN.test(value)) continue;
      const rest = `${name} ${keyOf(url, new Set([name]))}`;
      const other = this.#variants.get(rest);
      if (other === undefined && (this.#variants.size >= VARIANTS_MAX || url.length > VARIANT_LENGTH))
        continue;
      if (other === undefined) this.#variants.set(rest, { value, hash });
      else if (other.value !== value && this.#note(name, withoutQuery(url), other.hash === hash))
        found.push(name);
    }
    return found;
  }

  #note(name: string, path: string, isEqual: boolean): boolean {
    const evidence = this.#evidence.getOrInsertComputed(name, () => ({
      equal: 0,
      different: 0,
      paths: new Set<string>(),
    }));
    if (isEqual) evidence.equal++;
    else evidence.different++;
    if (evidence.paths.size < 2) evidence.paths.add(path);
    const needed = evidence.paths.size > 1 ? EQUAL_PAGES : EQUAL_PAGES_OF_ONE_PATH;
    return evidence.different === 0 && evidence.equal >= needed;
  }
}

function isSameText(parent: ObservedUrl, { words }: HtmlFacts, sketch: Uint32Array): boolean {
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
