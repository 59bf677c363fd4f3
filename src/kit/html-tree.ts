import type { html, DefaultTreeAdapterTypes as Tree } from "parse5";

// What every reader of a tree of parse5 needs. Only its types are imported: a tree is read without its parser.

export type Element = Tree.Element;
export type Node = Tree.ChildNode;
export type Document = Tree.Document;

/** The namespace of HTML. Written out, because the parser that has it is not loaded here. */
const HTML_NS = "http://www.w3.org/1999/xhtml" as html.NS.HTML;

/** Reports whether a node is an element, not a text or a comment. */
export function isElement(node: Tree.Node): node is Element {
  return "tagName" in node;
}

/** Reports whether an element is one of HTML, not of SVG or MathML. */
export function isHtml(element: Element): boolean {
  return element.namespaceURI === HTML_NS;
}

/** The value of an attribute, or undefined where the element does not have it. */
export function attribute(element: Element, name: string): string | undefined {
  for (const found of element.attrs) if (found.name === name) return found.value;
  return undefined;
}

/** The words of an attribute that is a set of tokens, such as `rel`, in lower case. */
export function tokens(element: Element, name: string): readonly string[] {
  return (
    attribute(element, name)
      ?.toLowerCase()
      .match(/[^\t\n\f\r ]+/g) ?? []
  );
}

/** Strips and collapses white space as `document.title` does. */
export function collapse(text: string): string {
  // Most texts are as they should be, and one look is faster than two replacements.
  if (!/[\t\n\f\r]| {2}|^ | $/.test(text)) return text;
  return text.replaceAll(/[\t\n\f\r ]{2,}|[\t\n\f\r]/g, " ").replaceAll(/^ | $/g, "");
}

/** Strips what the URL standard strips: controls and spaces of ASCII at both ends. */
export function trimAscii(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}

/** All text below an element, as `textContent`; of long ones the text of its first `nodesMax` nodes. */
export function textContent(element: Element, nodesMax = Number.POSITIVE_INFINITY): string {
  let text = "";
  const stack: Node[] = element.childNodes.slice(0, nodesMax).reverse();
  let nodes = 0;
  for (let node = stack.pop(); node !== undefined && nodes < nodesMax; node = stack.pop()) {
    nodes++;
    if (node.nodeName === "#text" && "value" in node) text += node.value;
    else if (isElement(node))
      for (let i = Math.min(node.childNodes.length, nodesMax) - 1; i >= 0; i--) {
        const child = node.childNodes[i];
        if (child !== undefined) stack.push(child);
      }
  }
  return text;
}
