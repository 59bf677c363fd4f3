import { attribute, type Element, isElement, type Node } from "../../../../kit/html-tree.ts";
import type { Place } from "../../report/schema/values.ts";
import type { Parsed, Span } from "./parser.ts";

const SNIPPET_MAX = 200;
/** A selector names at most this many ancestors. */
const STEPS_MAX = 10;
/** And no name or id of more characters: a page may have one of a megabyte. */
const NAME_MAX = 100;

/** Starts of the lines of a text, as HTML counts them: after LF, CR LF and a CR alone. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
  return starts;
}

/** The place of an element among the children of its parent that are elements. */
interface Position {
  /** From 1, among all of them and among those with its name. */
  readonly nth: number;
  readonly nthOfType: number;
  /** How many have its name. */
  readonly alike: { count: number };
}

/** The part of a selector that is for one element. */
interface Step {
  readonly text: string;
  /** Whether it names the element in the whole page, so that the selector begins with it. */
  readonly isFirst: boolean;
}

function positionsOf(siblings: readonly Node[]): ReadonlyMap<Node, Position> {
  const positions = new Map<Node, Position>();
  const byName = new Map<string, { count: number }>();
  for (const sibling of siblings) {
    if (!isElement(sibling)) continue;
    const alike = byName.getOrInsertComputed(sibling.tagName, () => ({ count: 0 }));
    alike.count++;
    positions.set(sibling, { nth: positions.size + 1, nthOfType: alike.count, alike });
  }
  return positions;
}

/** Cuts a text to a length and says so with an ellipsis. */
export function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Finds places in one page. Lines are counted when the first one is asked for. */
export class Places {
  readonly #source: string;
  readonly #spanOf: Parsed["spanOf"];
  readonly #isUnique: (id: string) => boolean;
  #starts: number[] | undefined;
  /** By parent: a page may have 100,000 siblings, and each is asked for its place among them. */
  readonly #positions = new WeakMap<object, ReadonlyMap<Node, Position>>();
  /** By element: its descendants are asked for it too. */
  readonly #steps = new Map<Element, Step>();

  constructor(source: string, spanOf: Parsed["spanOf"], isUnique: (id: string) => boolean) {
    this.#source = source;
    this.#spanOf = spanOf;
    this.#isUnique = isUnique;
  }

  /** The place of an element; an element that the parser added has a selector alone. */
  of(element: Element): Place {
    const span = this.#spanOf(element);
    return { selector: this.#selector(element), ...(span === undefined ? {} : this.#at(span)) };
  }

  /** Line and column, from 1, of an offset in the source. */
  position(offset: number): { readonly line: number; readonly column: number } {
    this.#starts ??= lineStarts(this.#source);
    const starts = this.#starts;
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }

  lineOf(element: Element): number | undefined {
    const span = this.#spanOf(element);
    return span && this.position(span.start).line;
  }

  /** The position of what begins so many characters after an element's start tag. */
  inside(element: Element, offset: number): Pick<Place, "line" | "column"> {
    const span = this.#spanOf(element);
    return span === undefined ? {} : this.position(span.end + offset);
  }

  #at({ start, end }: Span): Place {
    const snippet = this.#source.slice(start, Math.min(end, start + SNIPPET_MAX * 2));
    return { snippet: shorten(snippet.replaceAll(/\s+/g, " "), SNIPPET_MAX), ...this.position(start) };
  }

  #step(element: Element): Step {
    const id = attribute(element, "id");
    const isNamed =
      id !== undefined && id.length <= NAME_MAX && /^[A-Za-z][\w-]*$/.test(id) && this.#isUnique(id);
    return isNamed ? { text: `#${id}`, isFirst: true } : { text: this.#unnamed(element), isFirst: false };
  }

  #unnamed(element: Element): string {
    const { parentNode: parent, tagName } = element;
    const name = tagName.slice(0, NAME_MAX).replaceAll(/[^\w-]/g, "\\$&");
    if (parent === null || !("childNodes" in parent)) return name;
    const positions = this.#positions.getOrInsertComputed(parent, () => positionsOf(parent.childNodes));
    const position = positions.get(element);
    if (position === undefined) return name;
    if (tagName.length > NAME_MAX) return `:nth-child(${position.nth})`;
    return position.alike.count > 1 ? `${name}:nth-of-type(${position.nthOfType})` : name;
  }

  #selector(element: Element): string {
    const steps: string[] = [];
    let current: Element | null = element;
    while (current !== null && steps.length < STEPS_MAX) {
      const { text, isFirst } = this.#steps.getOrInsertComputed(current, (one) => this.#step(one));
      steps.unshift(text);
      if (isFirst) break;
      const parent: Element["parentNode"] = current.parentNode;
      current = parent !== null && "tagName" in parent ? parent : null;
    }
    return steps.join(" > ");
  }
}
