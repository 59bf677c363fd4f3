import { JSON_MAX } from "./json-in-page.ts";
import { type FieldSelector, HIDDEN, type SelectorName, selectors, UNSEEN } from "./selectors.ts";
import { readable } from "./text.ts";

/** One element that was found. */
export interface FoundElement {
  readonly attributes: Readonly<Record<string, string | undefined>>;
  /** As a visitor reads it; empty where the selector keeps no text. */
  readonly text: string;
  /** As the page has it. */
  readonly raw: string;
  /** Counts the elements that were found, in the order of the page. */
  readonly order: number;
  /** The offer that it belongs to, such as `new` or `used_1`; undefined outside of every offer's row. */
  readonly row: string | undefined;
  /** Whether it is in the box in which the product is bought. */
  readonly inBox: boolean;
  /** Whether it is in a list of other products or formats. */
  readonly inBundle: boolean;
  /** The number of the review that contains it, from 0. */
  readonly review: number | undefined;
}

/** The first text of a list of elements. */
export function textOf(list: readonly FoundElement[]): string | undefined {
  return list.find(({ text }) => text !== "")?.text;
}

/** All that one pass over a page finds. */
export type Scan = Readonly<Record<SelectorName, readonly FoundElement[]>>;

/** The text of one element; nothing of a product is longer. */
const TEXT_MAX = 64 * 1024;
/** A real page has at most some hundred elements for one selector; elements beyond this number are skipped. */
const ELEMENTS_MAX = 2_000;
/** Nested elements of one selector: each keeps a copy of the text in it. */
const NESTED_MAX = 16;

const ROW = "AccordionRow";

/** The row that an element of an accordion begins: its kind, and its number where there are several. */
export function rowOf(id: string): string | undefined {
  if (id === "buyNewSection") return "new";
  if (id === "usedBuySection") return "used";
  if (id === "rentBuySection") return "rent";
  const words = id.split("_");
  const number = /^\d+$/.test(words.at(-1) ?? "") ? words.pop() : undefined;
  const name = words.at(-1) ?? "";
  const at = name.indexOf(ROW, 1);
  if (at < 0 || !/^[A-Za-z0-9]+$/.test(name) || /\d/.test(name.slice(at))) return undefined;
  const whole = name.slice(0, at);
  const kind = whole.length > 5 && whole.endsWith("Offer") ? whole.slice(0, -5) : whole;
  return number === undefined || number === "0" ? kind : `${kind}_${number}`;
}

/** An element that was found and whose text is still being gathered. */
type Gathering = Omit<FoundElement, "raw"> & { raw: string };

/** Where in the page a pass has come to: what is open around the element at hand. */
class Progress {
  order = 0;
  reviewCount = 0;
  /** Open elements whose text nobody sees, those among them whose text is code, and those that a style hides. */
  unseen = 0;
  scripts = 0;
  hidden = 0;
  /** Open elements whose text is gathered. */
  gathering = 0;
  boxes = 0;
  bundles = 0;
  readonly rows: string[] = [];
  readonly reviews: number[] = [];
  /** The attribute that carries the number of an element's list of endings; no page can know its name. */
  readonly #mark = `end-${crypto.randomUUID()}`;
  readonly #endings: (() => void)[][] = [];

  /** Runs a function at the end of an element. The rewriter itself keeps the last end handler alone. */
  atEnd(element: HTMLRewriterTypes.Element, run: () => void): void {
    const number = element.getAttribute(this.#mark);
    const known = number === null ? undefined : this.#endings[Number(number)];
    if (known !== undefined) return void known.push(run);
    const runs = [run];
    element.setAttribute(this.#mark, String(this.#endings.push(runs) - 1));
    element.onEndTag(() => {
      for (const one of runs) one();
    });
  }

  /** Notes that an element with content opens what other elements are located by: a row, a review, a box, a list. */
  enter(name: SelectorName, element: HTMLRewriterTypes.Element, id: string | undefined): void {
    if (name === "row") {
      const row = rowOf(id ?? "");
      if (row === undefined) return;
      this.rows.push(row);
      this.atEnd(element, () => void this.rows.pop());
    } else if (name === "review") {
      this.reviews.push(this.reviewCount++);
      this.atEnd(element, () => void this.reviews.pop());
    } else if (name === "box") {
      this.boxes++;
      this.atEnd(element, () => void this.boxes--);
    } else if (name === "bundle") {
      this.bundles++;
      this.atEnd(element, () => void this.bundles--);
    }
  }
}

function isScript({ tagName }: HTMLRewriterTypes.Element): boolean {
  return tagName === "script" || tagName === "style";
}

/** Keeps count of what is open and not seen. */
function trackHidden(rewriter: HTMLRewriter, progress: Progress): void {
  rewriter.on(UNSEEN, {
    element(element) {
      const isCode = isScript(element);
      // Most elements of a page are outside of all that is gathered, and nothing can begin in a script.
      if (!element.canHaveContent || (isCode && progress.gathering === 0)) return;
      progress.unseen++;
      if (isCode) progress.scripts++;
      progress.atEnd(element, () => {
        progress.unseen--;
        if (isCode) progress.scripts--;
      });
    },
  });
  rewriter.on(HIDDEN, {
    element(element) {
      if (!element.canHaveContent) return;
      progress.hidden++;
      progress.atEnd(element, () => void progress.hidden--);
    },
  });
}

function attributesOf(
  element: HTMLRewriterTypes.Element,
  names: readonly string[],
): FoundElement["attributes"] {
  const attributes: Record<string, string | undefined> = {};
  for (const name of names) {
    const value = element.getAttribute(name);
    if (value !== null) attributes[name] = readable(value.slice(0, TEXT_MAX));
  }
  return attributes;
}

/** An element that was found, before its text has been gathered. */
function foundAt(attributes: FoundElement["attributes"], progress: Progress): Gathering {
  let text: string | undefined;
  return {
    attributes,
    raw: "",
    order: progress.order++,
    row: progress.rows.at(-1),
    inBox: progress.boxes > 0,
    inBundle: progress.bundles > 0,
    review: progress.reviews.at(-1),
    get text() {
      // Read when the page is over, often more than once.
      text ??= readable(this.raw);
      return text;
    },
  };
}

/** The start of everything that may be the value of an `id`, comments and scripts included. Looks ahead, so that no match hides another. */
const ID_VALUE = /id\s*=\s*["']?(?=([\w-]+))/gi;

/** The parts of each selector, with the `id`s that an element and its parents need for them. No `:not()` names an `id`. */
const PARTS = Object.entries<FieldSelector>(selectors).map(([name, field]) => ({
  name: name as SelectorName,
  field,
  parts: field.selector.split(", ").map((part) => ({ part, ids: part.match(/(?<=#)[\w-]+/g) ?? [] })),
}));
const NAMED_IDS = new Set(PARTS.flatMap(({ parts }) => parts.flatMap(({ ids }) => ids)));

/** The `id`s of selectors that elements of the page may have. */
function idsIn(html: string): Set<string> {
  const ids = new Set<string>();
  for (const { 1: id = "" } of html.matchAll(ID_VALUE)) if (NAMED_IDS.has(id)) ids.add(id);
  return ids;
}

function collect(
  rewriter: HTMLRewriter,
  name: SelectorName,
  field: FieldSelector,
  progress: Progress,
): FoundElement[] {
  const list: FoundElement[] = [];
  if (field.selector === "") return list;
  const open: Gathering[] = [];
  const isData = name === "jsonLd";
  const textMax = isData ? JSON_MAX : TEXT_MAX;
  const all = field.text === "all" || isData;
  rewriter.on(field.selector, {
    element(element) {
      if (list.length >= ELEMENTS_MAX) return;
      const attributes = attributesOf(element, field.attributes);
      if (element.canHaveContent) progress.enter(name, element, attributes.id);
      const found = foundAt(attributes, progress);
      list.push(found);
      if (field.text === undefined || !element.canHaveContent || open.length >= NESTED_MAX) return;
      if (isScript(element) && !isData) return;
      open.push(found);
      progress.gathering++;
      progress.atEnd(element, () => {
        const at = open.indexOf(found);
        // What is inside of it ends with it.
        if (at >= 0) progress.gathering -= open.splice(at).length;
      });
    },
    ...(field.text !== undefined && {
      text({ text }: HTMLRewriterTypes.Text) {
        if (open.length === 0 || !(all || progress.unseen === 0)) return;
        if ((progress.scripts > 0 && !isData) || (field.text === "shown" && progress.hidden > 0)) return;
        for (const found of open) {
          const room = textMax - found.raw.length;
          if (room > 0) found.raw += text.length <= room ? text : text.slice(0, room);
        }
      },
    }),
  });
  return list;
}

/** Reads a page once and collects the elements of every selector. Needs no end tags, and no valid page. */
export function scan(html: string): Scan {
  const rewriter = new HTMLRewriter();
  const progress = new Progress();
  // First, so that the text handlers of every selector know what is not seen.
  trackHidden(rewriter, progress);
  const results: Partial<Record<SelectorName, FoundElement[]>> = {};
  const ids = idsIn(html);
  for (const { name, field, parts } of PARTS) {
    // The rewriter compares each element with every part, and a page has the IDs of one layout among many.
    const possible = parts.filter((one) => one.ids.every((id) => ids.has(id)));
    const selector = possible.map(({ part }) => part).join(", ");
    results[name] = collect(rewriter, name, { ...field, selector }, progress);
  }
  // As bytes: what it writes is not read, and need not become a text.
  rewriter.transform(new TextEncoder().encode(html));
  return results as Scan;
}
