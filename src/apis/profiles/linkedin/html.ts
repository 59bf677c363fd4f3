import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { attribute, type Element, isElement } from "../../../kit/html-tree.ts";
import { line, lines } from "../text.ts";

/** Any node of a document, the document itself included. */
export type Node = DefaultTreeAdapterTypes.Node;

/** A test of an element. */
export type Where = (element: Element) => boolean;

const BLOCKS = new Set("p div li ul ol section h1 h2 h3 h4 h5 h6 dt dd tr table figure".split(" "));
const SILENT = new Set("script style template noscript svg code head".split(" "));
// Words for screen readers, and the dialogs that ask a visitor to sign in: no visitor sees them in place.
const HIDDEN = /^(?:sr-only|visually-hidden|a11y-text|modal)$|__screen$|modal__overlay$/;

// Cached, because almost every test reads the classes: a million times for a page of 400 KB.
const known = new WeakMap<Element, readonly string[]>();
const NONE: readonly string[] = [];

function classes(element: Element): readonly string[] {
  const before = known.get(element);
  if (before !== undefined) return before;
  const words = attribute(element, "class")?.split(/\s+/) ?? NONE;
  known.set(element, words);
  return words;
}

/** Elements that have one of these classes. */
export function hasClass(...names: readonly string[]): Where {
  return (element) => classes(element).some((name) => names.includes(name));
}

/** Elements with a class that ends so: a name's prefix tells the era of the page, its end what it holds. */
export function classEnds(...ends: readonly string[]): Where {
  return (element) => classes(element).some((name) => ends.some((end) => name.endsWith(end)));
}

/** Elements with one of these values in an attribute. */
export function hasAttribute(name: string, ...values: readonly string[]): Where {
  return (element) => values.includes(attribute(element, name) ?? "");
}

/** Elements of one of these names. */
export function isTag(...names: readonly string[]): Where {
  return (element) => names.includes(element.tagName);
}

const silent = new WeakMap<Element, boolean>();

/** Whether the children of an element are nothing that a visitor reads. */
function isSilent(element: Element): boolean {
  const before = silent.get(element);
  if (before !== undefined) return before;
  const is = SILENT.has(element.tagName) || classes(element).some((name) => HIDDEN.test(name));
  silent.set(element, is);
  return is;
}

/** All elements below one, in the order of the page, without what is hidden. Not recursive: pages may nest deeply. */
export function* below(from: Node | undefined, enter: Where = () => true): Generator<Element> {
  const stack: Node[] = from !== undefined && "childNodes" in from ? from.childNodes.toReversed() : [];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isElement(node) || isSilent(node)) continue;
    yield node;
    if (enter(node)) for (const child of node.childNodes.toReversed()) stack.push(child);
  }
}

/** All descendants of a node that match, in document order. */
export function findAll(from: Node | undefined, where: Where): Element[] {
  return [...below(from)].filter(where);
}

/** The first descendant of a node that matches. */
export function find(from: Node | undefined, where: Where): Element | undefined {
  for (const element of below(from)) if (where(element)) return element;
  return undefined;
}

/** The address of the first link in an element, itself included. */
export function linkIn(element: Element): string | undefined {
  const link = [element, ...below(element)].find(isTag("a"));
  return link && attribute(link, "href");
}

/** The outermost elements of a kind: none of them is inside another of them. */
export function outermost(from: Node | undefined, where: Where): Element[] {
  const inside: Where = (element) => !where(element);
  return [...below(from, inside)].filter(where);
}

/** The texts below a node with a line break wherever the page would break; `leave` skips elements. */
function rawText(from: Node, leave: Where): string {
  const parts: string[] = [];
  const stack: (Node | string)[] = [from];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === "string") parts.push(node);
    else if ("value" in node) parts.push(node.value.replace(/\s+/g, " "));
    else if (node.nodeName === "br") parts.push("\n");
    else if ("childNodes" in node) {
      if (node !== from && isElement(node) && (isSilent(node) || leave(node))) continue;
      const block = BLOCKS.has(node.nodeName) ? "\n" : "";
      parts.push(block);
      stack.push(block);
      for (const child of node.childNodes.toReversed()) stack.push(child);
    }
  }
  return parts.join("");
}

/** The visible text of an element in one line; null without any. */
export function lineOf(element: Element | undefined, leave: Where = () => false): string | null {
  return element === undefined ? null : line(rawText(element, leave));
}

/** The visible text of an element with its line breaks, without the labels of buttons. */
export function linesOf(element: Element | undefined, leave: Where = () => false): string | null {
  if (element === undefined) return null;
  return lines(rawText(element, (one) => one.tagName === "button" || leave(one)));
}

/** The text of an element's own, without that of the elements in it; all of it where it has none of its own. */
export function ownLine(element: Element | undefined): string | null {
  if (element === undefined) return null;
  const own = element.childNodes.map((node) => ("value" in node ? node.value : "")).join(" ");
  return line(own) ?? lineOf(element);
}

/** The plain text of markup, with entities decoded, twice where they were escaped twice. */
export function textOfMarkup(markup: string): string {
  let text = markup;
  for (let pass = 0; pass < 2; pass++) {
    if (!/&(?:#\d+|#x[\da-f]+|[a-z]\w*);|<\/?(?:br|p|b|i|em|strong|ul|ol|li|a|span|div)\b/i.test(text)) break;
    const fragment = parseFragment(text.replaceAll("\n", "<br>"));
    text = rawText(fragment, () => false);
  }
  return text;
}
