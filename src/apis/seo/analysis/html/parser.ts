import {
  defaultTreeAdapter,
  html,
  Parser,
  TokenizerMode,
  type DefaultTreeAdapterTypes as Tree,
} from "parse5";
import type { Document, Element } from "../../../../kit/html-tree.ts";

/** The elements that a page may have before the rest of it is left unread. */
export const ELEMENTS_MAX = 100_000;

/** The position of an element's start tag in the source, as offsets in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A parsed page. */
export interface Parsed {
  readonly document: Document;
  readonly elements: number;
  /** True where the page had more elements than are read. */
  readonly cut: boolean;
  /** The position of an element's start tag; undefined for an element that the parser added. */
  spanOf(element: Element): Span | undefined;
}

type Base = Parser<Tree.DefaultTreeAdapterMap>;
type TagToken = Parameters<Base["onStartTag"]>[0];
type CommentToken = Parameters<Base["onComment"]>[0];

/** The attributes of a tag, with the end of the token before it that was no text, and its own end. */
type Attributes = TagToken["attrs"] & { from?: number; end?: number };

const { SELECT, OPTION, OPTGROUP, HR, INPUT, H1, H2, H3, H4, H5, H6 } = html.TAG_ID;
const HEADINGS = [H1, H2, H3, H4, H5, H6];

/** A page of at most so many characters has a small tree, however its texts and names are stored. */
const SHORT_MAX = 100_000;

class TooManyElements extends Error {}

/**
 * A parser with two additions.
 * It records the positions of start tags. parse5 can record all positions, for half the time and twice the
 * memory of the parsing itself. A tag's attributes are one array, in the token and in every element created
 * from it, so the array carries the tag's position: a map from one to the other takes a tenth of the time.
 * A `select` may contain any element, as in browsers and in the HTML standard since 2025; parse5 drops all but
 * options.
 */
class PageParser extends Parser<Tree.DefaultTreeAdapterMap> {
  readonly #source: string;
  /** Each name once: parse5 builds the name of every tag and attribute from its letters. */
  readonly #names = new Map<string, string>();
  /** The end of the last token that was no text: the next tag starts at the first `<` and letter after it. */
  #from = 0;
  /**
   * The insertion mode in which each select was opened. It stays, because selects no longer have a mode of
   * their own.
   */
  readonly #modes = new Map<unknown, Base["insertionMode"]>();

  readonly #isXml: boolean;

  constructor(source: string, isXml: boolean, treeAdapter: typeof defaultTreeAdapter) {
    super({ treeAdapter });
    this.#source = source;
    this.#isXml = isXml;
  }

  /** Whether texts are joined and names shared, which takes a tenth of the time and saves memory. */
  get #isLong(): boolean {
    return this.#source.length > SHORT_MAX;
  }

  get #end(): number {
    return this.tokenizer.preprocessor.offset + 1;
  }

  /**
   * Puts the text before a tag in one piece, as matching an expression does. parse5 adds word after word, and each step would
   * stay in memory: two thirds of all strings of a page.
   */
  #joinText(): void {
    if (!this.#isLong) return;
    const last = this.openElements.current?.childNodes.at(-1);
    if (last !== undefined && "value" in last) /^/.test(last.value);
  }

  #shareNames(token: TagToken): void {
    token.tagName = this.#names.getOrInsert(token.tagName, token.tagName);
    for (const attribute of token.attrs)
      attribute.name = this.#names.getOrInsert(attribute.name, attribute.name);
  }

  override onStartTag(token: TagToken): void {
    this.#joinText();
    const end = this.#end;
    if (this.#isLong) this.#shareNames(token);
    const attributes: Attributes = token.attrs;
    attributes.from = this.#from;
    attributes.end = end;
    this.#from = end;
    super.onStartTag(token);
    if (this.#isXml && token.selfClosing) this.#closeElement(token);
  }

  /** Ends an element of XML that has no end tag. HTML would leave it open, and its content would be what follows. */
  #closeElement(token: TagToken): void {
    const { current } = this.openElements;
    if (current === undefined || !("attrs" in current) || current.attrs !== token.attrs) return;
    this.tokenizer.state = TokenizerMode.DATA;
    super.onEndTag(token);
  }

  spanOf({ from, end }: Attributes): Span | undefined {
    if (from === undefined || end === undefined) return undefined;
    let start = from;
    do start = this.#source.indexOf("<", start) + 1;
    while (start > 0 && start < end && !isLetter(this.#source.charCodeAt(start)));
    return { start: start - 1, end };
  }

  override onEndTag(token: TagToken): void {
    this.#joinText();
    this.#from = this.#end;
    super.onEndTag(token);
  }

  override onComment(token: CommentToken): void {
    this.#from = this.#end;
    super.onComment(token);
  }

  override _insertElement(token: TagToken, namespace: Parameters<Base["_insertElement"]>[1]): void {
    if (token.tagID === SELECT && namespace === html.NS.HTML) {
      if (this.#modes.size === 0) this.#boundScopes();
      this.#modes.set(token.attrs, this.insertionMode);
    }
    super._insertElement(token, namespace);
  }

  #isInSelect(): boolean {
    return this.openElements.indexOfTopmost(SELECT) >= 0 && this.openElements.hasInScope(SELECT);
  }

  override _resetInsertionModeForSelect(index: number): void {
    const select = this.openElements.items[index];
    const mode = select !== undefined && "attrs" in select ? this.#modes.get(select.attrs) : undefined;
    if (mode === undefined) super._resetInsertionModeForSelect(index);
    else this.insertionMode = mode;
  }

  /** An open select bounds every scope but that of tables: what is open around it cannot be closed from inside. */
  #boundScopes(): void {
    const stack = this.openElements;
    const isWithin = (index: number): boolean => index >= stack.indexOfTopmost(SELECT);
    const { hasInScope, hasInListItemScope, hasInButtonScope, hasNumberedHeaderInScope } = stack;
    stack.hasInScope = (tag, element) =>
      isWithin(element ? stack.items.lastIndexOf(element) : stack.indexOfTopmost(tag)) &&
      hasInScope.call(stack, tag, element);
    stack.hasInListItemScope = (tag) =>
      isWithin(stack.indexOfTopmost(tag)) && hasInListItemScope.call(stack, tag);
    stack.hasInButtonScope = (tag) =>
      isWithin(stack.indexOfTopmost(tag)) && hasInButtonScope.call(stack, tag);
    stack.hasNumberedHeaderInScope = () =>
      isWithin(stack.indexOfTopmostOf(HEADINGS)) && hasNumberedHeaderInScope.call(stack);
  }

  override _startTagOutsideForeignContent(token: TagToken): void {
    const { tagID } = token;
    const concerns =
      tagID === SELECT || tagID === OPTION || tagID === OPTGROUP || tagID === HR || tagID === INPUT;
    if (concerns && this.#isInSelect()) {
      if (tagID === SELECT || tagID === INPUT) this.openElements.popUntilTagNamePopped(SELECT);
      else if (tagID === OPTION) this.openElements.generateImpliedEndTagsWithExclusion(OPTGROUP);
      else this.openElements.generateImpliedEndTags();
      if (tagID === SELECT) return;
    }
    super._startTagOutsideForeignContent(token);
    const mode = tagID === SELECT ? this.#modes.get(token.attrs) : undefined;
    if (mode !== undefined) this.insertionMode = mode;
  }

  override _endTagOutsideForeignContent(token: TagToken): void {
    if (token.tagID === SELECT && this.#isInSelect()) {
      this.openElements.generateImpliedEndTags();
      this.openElements.popUntilTagNamePopped(SELECT);
    } else super._endTagOutsideForeignContent(token);
  }
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/**
 * Builds the tree that a browser with scripting builds from a page (HTML standard, "tree construction").
 * Of XML (XHTML), elements without an end tag are ended. Elements are limited, because a page may make a parser repeat open formatting elements endlessly.
 */
export function parsePage(source: string, elementsMax = ELEMENTS_MAX, isXml = false): Parsed {
  let elements = 0;
  const parser = new PageParser(source, isXml, {
    ...defaultTreeAdapter,
    createElement(name, namespace, attributes) {
      if (++elements > elementsMax) throw new TooManyElements();
      return defaultTreeAdapter.createElement(name, namespace, attributes);
    },
  });
  let cut = false;
  try {
    parser.tokenizer.write(source, true);
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error;
    cut = true;
  }
  return { document: parser.document, elements, cut, spanOf: (element) => parser.spanOf(element.attrs) };
}
