import { collapse, type Element, isElement } from "../../../kit/html-tree.ts";
import { decodePage } from "./html/encoding.ts";
import { ELEMENTS_MAX, parsePage } from "./html/parser.ts";
import { Places } from "./html/place.ts";
import { walk } from "./html/walk.ts";
import type { Page } from "./page.ts";
import { Reader } from "./reader.ts";

/** Limit of the work that reading a page may take. */
export interface Effort {
  readonly elementsMax: number;
}

/** The limit for every page: the rest is not read, and the page is marked as cut. */
const FULL_EFFORT: Effort = { elementsMax: ELEMENTS_MAX };

const XML = /^\s*(?:application\/xhtml\+xml|application\/xml|text\/xml)\s*(?:[;,]|$)/i;

/** A page needs more than the allowed effort; nothing of it has been read. */
export class TooMuchEffort extends Error {
  override readonly name = "TooMuchEffort";
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
  const { document, elements, cut, spanOf } = parsePage(
    decoded.text,
    effort.elementsMax,
    XML.test(contentType ?? ""),
  );
  if (cut && effort.elementsMax < ELEMENTS_MAX) throw new TooMuchEffort();
  const reader = new Reader();
  walk(document, reader);
  const { body } = reader;
  return {
    ...reader.found(),
    decoded,
    document,
    places: new Places(decoded.text, spanOf, (id) => reader.isUnique(id)),
    elements,
    cut,
    mode: document.mode,
    headEndedBy: body === undefined || spanOf(body) !== undefined ? undefined : headEnder(body),
  };
}

/** The first content of a body that the page did not open: it made the parser open one. */
function headEnder(body: Element): Page["headEndedBy"] {
  for (const node of body.childNodes) {
    if (isElement(node)) return { element: node, text: "" };
    if (node.nodeName === "#text" && "value" in node && node.value.trim() !== "") {
      return { element: undefined, text: collapse(node.value) };
    }
  }
  return undefined;
}
