import { type Decoded, decodePage } from "./html/encoding.ts";
import { parsePage } from "./html/parser.ts";
import { Places } from "./html/place.ts";
import { HTML_NS, SEPARATING, SILENT } from "./html/text.ts";
import {
  attribute,
  collapse,
  type Element,
  isElement,
  type Node,
  textContent,
  tokens,
} from "./html/tree.ts";

// One walk gathers everything, and its parts share its state: it is one function in one file on purpose.

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

/** A heading with the text that a visitor reads in it; an image's `alt` where there is no text. */
export interface Heading {
  readonly element: Element;
  readonly level: number;
  readonly text: string;
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

const MOUNT = /^(?:root|app|application|__next|__nuxt|___gatsby|svelte|main-app|react-root|ember-app|q-app)$/;
const PARAGRAPH_MIN = 40;
/** Of one heading or link, this much is read: pages nest them by the thousand to keep a reader busy. */
const PIECES_MAX = 2_000;
/** And of all of them together; beyond it, nested ones have no text. */
const READ_MAX = 500_000;
const OPEN_MAX = 4;

/** What `src` or `href` loads as part of the page. */
function loadedBy(element: Element): string | undefined {
  switch (element.tagName) {
    case "img":
    case "script":
    case "iframe":
    case "video":
    case "audio":
    case "source":
    case "embed":
    case "track":
      return attribute(element, "src");
    case "object":
      return attribute(element, "data");
    case "link":
      return tokens(element, "rel").some((rel) => rel === "stylesheet" || rel === "icon" || rel === "preload")
        ? attribute(element, "href")
        : undefined;
    default:
      return undefined;
  }
}

interface Open {
  readonly element: Element;
  readonly from: number;
  readonly alts: string[];
}

/**
 * Reads a page from its bytes: decodes, parses and walks it once. `contentType` is the header as it was sent;
 * `truncated` says that the bytes were cut. Never throws, whatever the bytes are.
 */
export function readPage(bytes: Uint8Array, contentType: string | undefined, truncated: boolean): Page {
  const decoded = decodePage(bytes, contentType, truncated);
  const { document, cut, spanOf } = parsePage(decoded.text);
  const ids = new Map<string, number>();
  const titles: { element: Element; text: string; inHead: boolean }[] = [];
  const metas: Meta[] = [];
  const links: LinkElement[] = [];
  const headings: Heading[] = [];
  const anchors: Anchor[] = [];
  const images: Image[] = [];
  const resources: { element: Element; url: string }[] = [];
  const jsonLd: { element: Element; text: string }[] = [];
  const items: Element[] = [];
  const emptyMounts: Element[] = [];
  const scripts = { count: 0, characters: 0 };
  let noscript = "";
  let root: Element | undefined;
  let body: Element | undefined;
  let base: string | undefined;
  let firstParagraph: string | undefined;

  /** The visible text in pieces; an element's own is what was added between its start and its end. */
  const pieces: string[] = [];
  const open: Open[] = [];
  let unread = READ_MAX;
  const textSince = (from: number): string => {
    const own = pieces.slice(from, from + Math.min(PIECES_MAX, unread));
    unread -= own.length;
    return collapse(own.join(""));
  };

  const enter = (element: Element, inHead: boolean): void => {
    const { tagName } = element;
    let id: string | undefined;
    let startsItem = false;
    let isProperty = false;
    for (const { name, value } of element.attrs) {
      if (name === "id") id = value;
      else if (name === "typeof") startsItem = true;
      else if (name === "itemscope") startsItem ||= !isProperty;
      else if (name === "itemprop") isProperty = true;
    }
    if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + 1);
    if (startsItem && (!isProperty || attribute(element, "typeof") !== undefined)) items.push(element);
    const url = loadedBy(element);
    if (url !== undefined) resources.push({ element, url });
    switch (tagName) {
      case "html":
        root ??= element;
        break;
      case "body":
        body ??= element;
        break;
      case "base":
        base ??= attribute(element, "href");
        break;
      case "title":
        titles.push({ element, text: collapse(textContent(element)), inHead });
        break;
      case "meta":
        metas.push({
          element,
          name: attribute(element, "name")?.trim().toLowerCase(),
          property: attribute(element, "property")?.trim().toLowerCase(),
          httpEquiv: attribute(element, "http-equiv")?.trim().toLowerCase(),
          charset: attribute(element, "charset"),
          content: attribute(element, "content"),
          inHead,
        });
        break;
      case "link":
        links.push({
          element,
          rel: tokens(element, "rel"),
          href: attribute(element, "href")?.trim(),
          hreflang: attribute(element, "hreflang")?.trim(),
          inHead,
        });
        break;
      case "script": {
        const text = textContent(element);
        if (/^application\/ld\+json\b/i.test(attribute(element, "type")?.trim() ?? ""))
          jsonLd.push({ element, text });
        else {
          scripts.count++;
          scripts.characters += text.length;
        }
        break;
      }
      case "noscript":
        noscript += ` ${textContent(element)}`;
        break;
      case "img": {
        const alt = attribute(element, "alt");
        images.push({ element, src: attribute(element, "src")?.trim(), alt });
        if (alt !== undefined && alt.trim() !== "")
          for (const { alts } of open.slice(-OPEN_MAX)) alts.push(alt);
        break;
      }
      default:
    }
    if (id !== undefined && MOUNT.test(id) && !element.childNodes.some(isElement)) {
      if (collapse(textContent(element)) === "") emptyMounts.push(element);
    }
  };

  const leave = ({ element, from, alts }: Open): void => {
    // Of paragraphs only the first is wanted, and there are many.
    if (element.tagName === "p" && firstParagraph !== undefined) return;
    const text = textSince(from) || collapse(alts.join(" "));
    const { tagName } = element;
    if (tagName === "a") {
      const named = attribute(element, "aria-label") ?? attribute(element, "title") ?? "";
      anchors.push({
        element,
        href: attribute(element, "href")?.trim(),
        rel: tokens(element, "rel"),
        text: text || collapse(named),
      });
    } else if (tagName === "p") {
      if (firstParagraph === undefined && text.length > PARAGRAPH_MIN) firstParagraph = text;
    } else {
      headings.push({ element, level: Number(tagName[1]), text });
    }
  };

  // Not recursive: a page may be 100,000 elements deep.
  type Step = {
    readonly node: Node;
    readonly inHead: boolean;
    readonly silent: boolean;
  };
  const stack: (Step | Open | " ")[] = [];
  const push = (nodes: readonly Node[], inHead: boolean, silent: boolean): void => {
    for (let i = nodes.length - 1; i >= 0; i--) {
      const node = nodes[i];
      if (node !== undefined) stack.push({ node, inHead, silent });
    }
  };
  push(document.childNodes, false, false);
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if (step === " ") {
      pieces.push(" ");
      continue;
    }
    if ("alts" in step) {
      open.pop();
      leave(step);
      continue;
    }
    const { node, inHead, silent } = step;
    if (!isElement(node)) {
      if (!silent && node.nodeName === "#text" && "value" in node) pieces.push(node.value);
      continue;
    }
    const { tagName } = node;
    if (node.namespaceURI !== HTML_NS) {
      // The title and description of a drawing are shown on hover at most, and its style is no text.
      const quiet =
        silent || tagName === "title" || tagName === "desc" || tagName === "style" || tagName === "script";
      if (tagName === "svg" && !silent) {
        pieces.push(" ");
        stack.push(" ");
      }
      push(node.childNodes, inHead, quiet);
      continue;
    }
    enter(node, inHead);
    const separates = SEPARATING.has(tagName) && !silent;
    if (separates) {
      pieces.push(" ");
      stack.push(" ");
    }
    if (tagName === "a" || tagName === "p" || /^h[1-6]$/.test(tagName)) {
      const opened: Open = { element: node, from: pieces.length, alts: [] };
      open.push(opened);
      stack.push(opened);
    }
    push(node.childNodes, inHead || tagName === "head", silent || SILENT.has(tagName));
  }

  const places = new Places(decoded.text, spanOf, (id) => ids.get(id) === 1);
  const byPlace = (a: { element: Element }, b: { element: Element }): number =>
    (spanOf(a.element)?.start ?? 0) - (spanOf(b.element)?.start ?? 0);
  return {
    decoded,
    places,
    cut,
    mode: document.mode,
    lang: root && attribute(root, "lang"),
    dir: root && attribute(root, "dir"),
    base,
    titles,
    metas,
    links,
    headings: headings.sort(byPlace),
    anchors: anchors.sort(byPlace),
    images,
    resources,
    scripts,
    jsonLd,
    items,
    noscript: collapse(noscript),
    emptyMounts,
    headEndedBy: body === undefined || spanOf(body) !== undefined ? undefined : headEnder(body),
    text: collapse(pieces.join("")),
    firstParagraph,
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
