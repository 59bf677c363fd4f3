import { JSON_MAX } from "./json-in-page.ts";
import { HIDDEN, type Spot, type SpotName, spots, UNSEEN } from "./spots.ts";
import { readable } from "./text.ts";

/** One element that was found. */
export interface Found {
  readonly attributes: Readonly<Record<string, string | undefined>>;
  /** As it is read, and empty where the spot keeps no text. */
  readonly text: string;
  /** As it stands in the page. */
  readonly raw: string;
  /** Counts the elements that were found, in the order of the page. */
  readonly order: number;
  /** The offer that it belongs to, such as `new` or `used_1`; undefined outside of every offer's row. */
  readonly row: string | undefined;
  /** Whether it stands in the box where the product is bought. */
  readonly inBox: boolean;
  /** Whether it stands in a list of other products or formats. */
  readonly inBundle: boolean;
  /** The review, as a count from 0, that it stands in. */
  readonly review: number | undefined;
}

/** All that one pass over a page finds. */
export type Scan = Readonly<Record<SpotName, readonly Found[]>>;

/** The text of one element; nothing of a product is longer. */
const TEXT_MAX = 64 * 1024;
/** A true page has some hundred elements of a spot at most; those behind the first so many are passed over. */
const ELEMENTS_MAX = 2_000;
/** Elements of one spot that may be open in each other: each keeps a copy of the text in it. */
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

interface Open {
  readonly found: { raw: string } & Omit<Found, "text" | "raw">;
  readonly all: boolean;
}

/** Reads a page once and collects the elements of every spot. Needs no end tags, and no valid page. */
export function scan(html: string): Scan {
  const results: Partial<Record<SpotName, Found[]>> = {};
  const rows: (string | undefined)[] = [];
  const reviews: number[] = [];
  let [order, boxes, bundles, unseen, scripts, hidden, reviewCount] = [0, 0, 0, 0, 0, 0, 0];
  const rewriter = new HTMLRewriter();

  // Of the end handlers of one element, the rewriter keeps the last alone: so there is one, which runs a list.
  // The element carries the list's number, under a name that no page can know.
  const mark = `end-${crypto.randomUUID()}`;
  const endings: (() => void)[][] = [];
  const atEnd = (element: HTMLRewriterTypes.Element, run: () => void): void => {
    const number = element.getAttribute(mark);
    const known = number === null ? undefined : endings[Number(number)];
    if (known !== undefined) return void known.push(run);
    const runs = [run];
    element.setAttribute(mark, String(endings.push(runs) - 1));
    element.onEndTag(() => {
      for (const one of runs) one();
    });
  };

  // First, so that the text handlers of every spot know what is not seen.
  rewriter.on(UNSEEN, {
    element(element) {
      if (!element.canHaveContent) return;
      const isScript = element.tagName === "script" || element.tagName === "style";
      unseen++;
      if (isScript) scripts++;
      atEnd(element, () => {
        unseen--;
        if (isScript) scripts--;
      });
    },
  });
  rewriter.on(HIDDEN, {
    element(element) {
      if (!element.canHaveContent) return;
      hidden++;
      atEnd(element, () => void hidden--);
    },
  });
  for (const [key, spot] of Object.entries<Spot>(spots)) {
    const name = key as SpotName;
    const list: Found[] = [];
    results[name] = list;
    const open: Open[] = [];
    rewriter.on(spot.selector, {
      element(element) {
        if (list.length >= ELEMENTS_MAX) return;
        const attributes: Record<string, string | undefined> = {};
        for (const attribute of spot.attributes ?? []) {
          const value = element.getAttribute(attribute);
          if (value !== null) attributes[attribute] = readable(value.slice(0, TEXT_MAX));
        }
        if (element.canHaveContent) {
          if (name === "row") {
            const row = rowOf(attributes.id ?? "");
            if (row !== undefined) {
              rows.push(row);
              atEnd(element, () => void rows.pop());
            }
          } else if (name === "review") {
            reviews.push(reviewCount++);
            atEnd(element, () => void reviews.pop());
          } else if (name === "box") {
            boxes++;
            atEnd(element, () => void boxes--);
          } else if (name === "bundle") {
            bundles++;
            atEnd(element, () => void bundles--);
          }
        }
        let text: string | undefined;
        const found = {
          attributes,
          raw: "",
          order: order++,
          row: rows.at(-1),
          inBox: boxes > 0,
          inBundle: bundles > 0,
          review: reviews.at(-1),
          get text() {
            // Asked for when the page is over, often more than once.
            text ??= readable(this.raw);
            return text;
          },
        };
        list.push(found);
        if (spot.text !== undefined && element.canHaveContent && open.length < NESTED_MAX) {
          open.push({ found, all: spot.text === "all" || name === "jsonLd" });
          atEnd(element, () => {
            const at = open.findIndex((one) => one.found === found);
            // What is inside of it ends with it.
            if (at >= 0) open.splice(at, open.length - at);
          });
        }
      },
      ...(spot.text === undefined
        ? {}
        : {
            text({ text }) {
              for (const { found, all } of open) {
                if (!(all || unseen === 0) || (scripts > 0 && name !== "jsonLd")) continue;
                if (spot.text === "shown" && hidden > 0) continue;
                const room = (name === "jsonLd" ? JSON_MAX : TEXT_MAX) - found.raw.length;
                if (room > 0) found.raw += text.length <= room ? text : text.slice(0, room);
              }
            },
          }),
    });
  }
  rewriter.transform(html);
  return results as Scan;
}
