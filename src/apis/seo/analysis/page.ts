import { type Decoded, decodePage } from "./html/encoding.ts";
import { ELEMENTS_MAX, parsePage } from "./html/parser.ts";
import { Places } from "./html/place.ts";
import { collapse, type Element, isElement } from "./html/tree.ts";
import { walk } from "./html/walk.ts";
import { Reader } from "./reader.ts";

/** How much may be done to read a page. */
export interface Effort {
  /** Elements of the tree. */
  readonly elementsMax: number;
}

/** All that any page is worth: what is beyond it is left unread, and the page says that it is cut. */
export const FULL_EFFORT: Effort = { elementsMax: ELEMENTS_MAX };

/** A page needs more than the effort that was allowed: nothing of it has been read. */
export class TooMuchEffort extends Error {
  override readonly name = "TooMuchEffort";
}

/** A `meta` element. Names are in lower case, values as they stand. */
export interface Meta {
  readonly element: Element;
  readonly name: string | undefined;
  readonly property: string | undefined;
  readonly httpEquiv: string | undefined;
  readonly charset: string | undefined;
  readonly content: string | undefined;
  readonly inHead: boolean;
}

/** A `link` element. */
export interface LinkElement {
  readonly element: Element;
  readonly rel: readonly string[];
  readonly href: string | undefined;
  readonly hreflang: string | undefined;
  readonly inHead: boolean;
}

/** A heading with the text that a visitor reads in it. */
export interface Heading {
  readonly element: Element;
  readonly level: number;
  readonly text: string;
  /** What its images say in `alt`, where it has no text. */
  readonly alt: string;
}

/** An `a` element. */
export interface Anchor {
  readonly element: Element;
  readonly href: string | undefined;
  readonly rel: readonly string[];
  /** Text, or the `alt` of the images in it, or its `aria-label` or `title`. */
  readonly text: string;
}

/** An `img` element. */
export interface Image {
  readonly element: Element;
  readonly src: string | undefined;
  readonly alt: string | undefined;
}

/** All that one page says, as a browser's tree has it. */
export interface Page {
  readonly decoded: Decoded;
  readonly places: Places;
  /** How many elements the tree has. */
  readonly elements: number;
  /** The page had more elements than are read. */
  readonly cut: boolean;
  readonly mode: "no-quirks" | "quirks" | "limited-quirks";
  readonly lang: string | undefined;
  readonly dir: string | undefined;
  readonly base: string | undefined;
  readonly titles: readonly { readonly element: Element; readonly text: string; readonly inHead: boolean }[];
  readonly metas: readonly Meta[];
  readonly links: readonly LinkElement[];
  readonly headings: readonly Heading[];
  readonly anchors: readonly Anchor[];
  readonly images: readonly Image[];
  /** Elements that load something: their address and whether it is fetched as part of the page. */
  readonly resources: readonly { readonly element: Element; readonly url: string }[];
  readonly scripts: { readonly count: number; readonly characters: number };
  readonly jsonLd: readonly { readonly element: Element; readonly text: string }[];
  /** Elements that start an item of Microdata (`itemscope` without `itemprop`) or RDFa (`typeof`). */
  readonly items: readonly Element[];
  readonly noscript: string;
  /** Elements that scripts fill, by their ids, and that are empty. */
  readonly emptyMounts: readonly Element[];
  /** What closed the head before the page did, where something else than `</head>` or `<body>` did. */
  readonly headEndedBy: { readonly element: Element | undefined; readonly text: string } | undefined;
  /** What a visitor reads: white space collapsed, boxes apart. */
  readonly text: string;
  /** The first paragraph of more than 40 characters. */
  readonly firstParagraph: string | undefined;
}

/**
 * Reads a page from its bytes: decodes, parses and walks it once. `contentType` is the header as it was sent;
 * `truncated` says that the bytes were cut. Throws nothing but `TooMuchEffort`, and that only where less than the
 * full effort is allowed.
 */
export function readPage(
  bytes: Uint8Array,
  contentType: string | undefined,
  truncated: boolean,
  effort: Effort = FULL_EFFORT,
): Page {
  const decoded = decodePage(bytes, contentType, truncated);
  const { document, elements, cut, spanOf } = parsePage(decoded.text, effort.elementsMax);
  if (cut && effort.elementsMax < ELEMENTS_MAX) throw new TooMuchEffort();
  const reader = new Reader();
  walk(document, reader);
  const { body } = reader;
  return {
    ...reader.found(),
    decoded,
    places: new Places(decoded.text, spanOf, (id) => reader.isUnique(id)),
    elements,
    cut,
    mode: document.mode,
    headEndedBy: body === undefined || spanOf(body) !== undefined ? undefined : headEnder(body),
  };
}

/** What stands first in a body that the page did not open: it is what made the parser open one. */
function headEnder(body: Element): Page["headEndedBy"] {
  for (const node of body.childNodes) {
    if (isElement(node)) return { element: node, text: "" };
    if (node.nodeName === "#text" && "value" in node && node.value.trim() !== "") {
      return { element: undefined, text: collapse(node.value) };
    }
  }
  return undefined;
}
