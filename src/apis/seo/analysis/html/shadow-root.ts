import { attribute, type Element, isElement, isHtml, type Node } from "../../../../kit/html-tree.ts";

/** Elements beside custom ones that may have a shadow root (DOM standard, "valid shadow host name"). */
const HOSTS = new Set(
  "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "),
);

/** The children of a host among which its declaration is looked for: tools write it first. */
const SEARCHED = 50;

function isDeclaration(node: Node): node is Element {
  return (
    isElement(node) &&
    isHtml(node) &&
    node.tagName === "template" &&
    /^(?:open|closed)$/i.test(attribute(node, "shadowrootmode") ?? "")
  );
}

/**
 * Reports whether an element declares the shadow root of its parent (HTML standard, `shadowrootmode`): browsers show
 * what it holds, and Google reads it with the rest of the page. Only the first of each host counts.
 */
export function isDeclaredShadowRoot(element: Element): boolean {
  if (element.tagName !== "template" || !isDeclaration(element)) return false;
  const host = element.parentNode;
  if (host === null || !("tagName" in host) || !isHtml(host)) return false;
  if (!host.tagName.includes("-") && !HOSTS.has(host.tagName)) return false;
  return host.childNodes.slice(0, SEARCHED).find(isDeclaration) === element;
}

/** The children of an element; of a declared shadow root, what it holds. */
export function contentsOf(element: Element): readonly Node[] {
  if (!("content" in element) || !isDeclaredShadowRoot(element)) return element.childNodes;
  const { content } = element as Element & { readonly content: { readonly childNodes: readonly Node[] } };
  return content.childNodes;
}
