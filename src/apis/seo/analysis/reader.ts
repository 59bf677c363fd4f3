import {
  attribute,
  collapse,
  type Element,
  isElement,
  textContent,
  tokens,
  trimAscii,
} from "../../../kit/html-tree.ts";
import { AccessibleNames, NAMING } from "./accessible-name.ts";
import type { Visitor } from "./html/walk.ts";
import type { Anchor, Heading, Image, Page } from "./page.ts";

const SPACE = " ".charCodeAt(0);
const BLANK = /^[\t\n\f\r ]+$/;
const PARAGRAPH_MIN = 40;
/** The most pieces of text read from one heading or link: hostile pages nest them by the thousand. */
const PIECES_MAX = 2_000;
/** The most pieces read from all of them together; nested ones beyond it have no text. */
const READ_MAX = 500_000;
/** Limits in characters: one piece may have a million. */
const CHARACTERS_MAX = 20_000;
const READ_CHARACTERS_MAX = 4_000_000;
/** The innermost links and headings that an image's `alt` speaks for. */
const OPEN_MAX = 4;

type PageFindings = Omit<
  Page,
  "decoded" | "document" | "places" | "elements" | "cut" | "mode" | "headEndedBy"
>;
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
type Growing<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Of)[] ? Of[] : T[Key] };

/** An element whose text is gathered: what was added between its start and its end. */
interface OpenElement {
  readonly into: Writable<Anchor> | Writable<Heading> | undefined;
  readonly from: number;
  alt: string;
  /** Its name is more than the text that is gathered. */
  isNamed: boolean;
}

/** Styles and areas of one page that are read. */
const STYLES_MAX = 1_000;
const AREAS_MAX = 2_000;
/** What loads something in a style. Escapes may hide the names. */
const LOADING = /url|image-set|@import|\\/i;

/** Elements that load the URL of their `src`. */
const SOURCES = new Set("img script iframe frame video audio source embed track".split(" "));

/** The URL that the element loads as part of the page. */
function loadedBy(element: Element): string | undefined {
  if (SOURCES.has(element.tagName)) return attribute(element, "src");
  if (element.tagName === "input")
    return lower(element, "type") === "image" ? attribute(element, "src") : undefined;
  if (element.tagName === "object") return attribute(element, "data");
  const isLoaded = (rel: string) => /^(?:stylesheet|icon|(?:module)?preload)$/.test(rel);
  if (element.tagName !== "link" || !tokens(element, "rel").some(isLoaded)) return undefined;
  return attribute(element, "href");
}

function addressOf(element: Element, name: string): string | undefined {
  const value = attribute(element, name);
  return value === undefined ? undefined : trimAscii(value);
}

function lower(element: Element, name: string): string | undefined {
  return attribute(element, name)?.trim().toLowerCase();
}

/** The first element with each id, below a root. */
export function elementsById(root: Element | undefined): Map<string, Element> {
  const found = new Map<string, Element>();
  const stack: Element[] = root === undefined ? [] : [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    const id = attribute(element, "id");
    if (id !== undefined) found.getOrInsert(id, element);
    for (let i = element.childNodes.length - 1; i >= 0; i--) {
      const child = element.childNodes[i];
      if (child !== undefined && isElement(child)) stack.push(child);
    }
  }
  return found;
}

/** Collects the contents of a page while its tree is walked. */
export class Reader implements Visitor {
  body: Element | undefined;
  readonly #ids = new Map<string, number>();
  /** Headings and links whose names are computed once the tree is complete. */
  readonly #named: (Writable<Anchor> | Writable<Heading>)[] = [];
  #isLabelled = false;
  /** The contents that were found so far; the text is in pieces. */
  readonly #page: Growing<PageFindings> = {
    lang: undefined,
    xmlLang: undefined,
    dir: undefined,
    base: undefined,
    titles: [],
    metas: [],
    links: [],
    headings: [],
    anchors: [],
    images: [],
    resources: [],
    styles: [],
    areas: [],
    scripts: { count: 0, characters: 0 },
    jsonLd: [],
    items: [],
    noscript: "",
    text: "",
    firstParagraph: undefined,
  };
  #root: Element | undefined;
  /** The visible text in pieces; an element's own is what was added between its start and its end. */
  readonly #pieces: string[] = [];
  readonly #open: OpenElement[] = [];
  #unread = READ_MAX;
  #unreadCharacters = READ_CHARACTERS_MAX;

  isUnique(id: string): boolean {
    return this.#ids.get(id) === 1;
  }

  text(value: string): void {
    // Most texts begin with a letter.
    if (value.charCodeAt(0) <= SPACE && BLANK.test(value)) this.edge();
    else this.#pieces.push(value);
  }

  edge(): void {
    // One space separates words as well as ten.
    if (this.#pieces.at(-1) !== " ") this.#pieces.push(" ");
  }

  enter(element: Element, inHead: boolean): boolean {
    if (element.attrs.length > 0) this.#readAttributes(element);
    switch (element.tagName) {
      case "a": {
        const href = addressOf(element, "href");
        const anchor = { element, href, rel: tokens(element, "rel"), text: "", visible: "" };
        this.#page.anchors.push(anchor);
        return this.#await(anchor);
      }
      case "p":
        // Pages have many paragraphs; only the first is needed.
        return this.#page.firstParagraph === undefined && this.#await(undefined);
      case "h1":
        return this.#awaitHeading(element, 1);
      case "h2":
        return this.#awaitHeading(element, 2);
      case "h3":
        return this.#awaitHeading(element, 3);
      case "h4":
        return this.#awaitHeading(element, 4);
      case "h5":
        return this.#awaitHeading(element, 5);
      case "h6":
        return this.#awaitHeading(element, 6);
      default:
        this.#read(element, inHead);
        return false;
    }
  }

  /** Reads an element whose end does not matter. */
  #read(element: Element, inHead: boolean): void {
    const page = this.#page;
    switch (element.tagName) {
      case "html":
        this.#root ??= element;
        break;
      case "body":
        this.body ??= element;
        break;
      case "base":
        page.base ??= attribute(element, "href");
        break;
      case "title":
        page.titles.push({ element, text: collapse(textContent(element)), inHead });
        break;
      case "meta":
        this.#readMeta(element, inHead);
        break;
      case "link":
        this.#readLink(element, inHead);
        break;
      case "script":
        this.#readScript(element);
        break;
      case "noscript":
        this.#readNoscript(element);
        break;
      case "style":
        this.#addStyle(element, textContent(element));
        break;
      case "img":
        this.#readImage(element);
        break;
      case "area":
        if (page.areas.length < AREAS_MAX) page.areas.push(element);
        break;
      case "video": {
        const url = attribute(element, "poster");
        if (url !== undefined) page.resources.push({ element, url });
        break;
      }
    }
  }

  /** A drawing may have a title, which is a name. */
  drawing(): void {
    this.#markNamed();
  }

  leave(): void {
    const open = this.#open.pop();
    if (open === undefined) return;
    const { into, from, isNamed } = open;
    if (isNamed && into !== undefined) this.#named.push(into);
    if (into === undefined && this.#page.firstParagraph !== undefined) return;
    const read = collapse(this.#readFrom(from));
    // Spaces that do not break are none that anyone sees.
    const text = /\S/.test(read) ? read : "";
    if (into === undefined) {
      if (text.length > PARAGRAPH_MIN) this.#page.firstParagraph = text;
    } else if ("level" in into) {
      into.text = text;
      if (text === "") into.alt = collapse(open.alt);
    } else {
      into.text = text;
      into.visible = text || collapse(open.alt);
    }
  }

  /** The text since a piece, as much of it as is read. */
  #readFrom(from: number): string {
    const to = Math.min(this.#pieces.length, from + Math.min(PIECES_MAX, this.#unread));
    const most = Math.min(CHARACTERS_MAX, this.#unreadCharacters);
    let text = "";
    let at = from;
    for (; at < to && text.length < most; at++) {
      text += (this.#pieces[at] ?? "").slice(0, most - text.length);
    }
    this.#unread -= at - from;
    this.#unreadCharacters -= text.length;
    return text;
  }

  /** Computes the names of headings and links that are more than their text. */
  #computeNames(): void {
    const names = new AccessibleNames(this.#isLabelled ? elementsById(this.#root) : new Map());
    for (const into of this.#named) {
      // Of a page that is built to have long names, the rest keep their text.
      if (names.isSpent) return;
      into.text = names.nameOf(into.element);
    }
  }

  /** The collected contents, once the walk is over. */
  found(): PageFindings {
    const page = this.#page;
    this.#computeNames();
    page.lang = this.#root && attribute(this.#root, "lang");
    page.xmlLang = this.#root && attribute(this.#root, "xml:lang");
    page.dir = this.#root && attribute(this.#root, "dir");
    page.noscript = collapse(page.noscript);
    page.text = collapse(this.#pieces.join(""));
    return page;
  }

  #await(into: OpenElement["into"]): true {
    const isNamed = into?.element.attrs.some(({ name }) => NAMING.has(name)) === true;
    this.#open.push({ into, from: this.#pieces.length, alt: "", isNamed });
    return true;
  }

  #awaitHeading(element: Element, level: Heading["level"]): true {
    const heading = { element, level, text: "", alt: "" };
    this.#page.headings.push(heading);
    return this.#await(heading);
  }

  /** Something in the innermost links and headings makes their names more than their text. */
  #markNamed(): void {
    for (const open of this.#open.slice(-OPEN_MAX)) open.isNamed = true;
  }

  #readAttributes(element: Element): void {
    let id: string | undefined;
    let isScope = false;
    let isProperty = false;
    let isTyped = false;
    for (const { name, value } of element.attrs) {
      if (name === "id") id = value;
      else if (name === "typeof") isTyped = true;
      else if (name === "itemscope") isScope = true;
      else if (name === "itemprop" || name === "property") isProperty = true;
      else if (NAMING.has(name)) {
        this.#markNamed();
        if (name === "aria-labelledby") this.#isLabelled = true;
        if (name === "style") this.#addStyle(element, value);
      }
    }
    if ((isTyped || isScope) && !isProperty) this.#page.items.push(element);
    const url = loadedBy(element);
    if (url !== undefined) this.#page.resources.push({ element, url });
    if (id === undefined) return;
    this.#ids.set(id, (this.#ids.get(id) ?? 0) + 1);
  }

  #addStyle(element: Element, css: string): void {
    if (this.#page.styles.length < STYLES_MAX && LOADING.test(css)) this.#page.styles.push({ element, css });
  }

  #readMeta(element: Element, inHead: boolean): void {
    this.#page.metas.push({
      element,
      name: lower(element, "name"),
      property: lower(element, "property"),
      httpEquiv: lower(element, "http-equiv"),
      charset: attribute(element, "charset"),
      content: attribute(element, "content"),
      inHead,
    });
  }

  #readLink(element: Element, inHead: boolean): void {
    this.#page.links.push({
      element,
      rel: tokens(element, "rel"),
      href: addressOf(element, "href"),
      hreflang: attribute(element, "hreflang")?.trim(),
      inHead,
    });
  }

  #readScript(element: Element): void {
    const text = textContent(element);
    if (/^application\/ld\+json\b/i.test(attribute(element, "type")?.trim() ?? "")) {
      // A block that a template left empty says nothing.
      if (/\S/.test(text)) this.#page.jsonLd.push({ element, text });
      return;
    }
    const { count, characters } = this.#page.scripts;
    this.#page.scripts = { count: count + 1, characters: characters + text.length };
  }

  #readNoscript(element: Element): void {
    const text = textContent(element);
    this.#page.noscript += ` ${text}`;
    const image: Writable<Image> | undefined = this.#page.images.at(-1);
    if (image === undefined || !/<img\s/i.test(text)) return;
    const { parentNode } = image.element;
    const box =
      parentNode !== null && "tagName" in parentNode && parentNode.tagName === "picture"
        ? parentNode
        : image.element;
    image.hasFallback ||= box.parentNode === element.parentNode;
  }

  #readImage(element: Element): void {
    const alt = attribute(element, "alt");
    this.#page.images.push({ element, src: addressOf(element, "src"), alt, hasFallback: false });
    this.#markNamed();
    if (alt === undefined || alt.trim() === "") return;
    for (const open of this.#open.slice(-OPEN_MAX)) open.alt += ` ${alt}`;
  }
}
