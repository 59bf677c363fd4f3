import { type Document, type Element, isElement, isHtml, type Node } from "../../../../kit/html-tree.ts";
import { contentsOf, isDeclaredShadowRoot } from "./shadow-root.ts";
import { SEPARATING, SILENT } from "./text.ts";

/** Callbacks of a walk, in document order. */
export interface Visitor {
  /** An element of HTML starts. True where its end is wanted, too. */
  enter(element: Element, inHead: boolean): boolean;
  leave(): void;
  /** A drawing (`svg`) starts. */
  drawing(): void;
  text(value: string): void;
  /** The edge of a box or a line: words do not run across it. */
  edge(): void;
}

const IN_HEAD = 1;
const SILENCED = 2;
const SEPARATES = 4;
const TELLS_END = 8;

/** Properties that an HTML element sets for itself and its descendants. */
const KINDS = new Map<string, number>();
for (const name of SEPARATING) KINDS.set(name, SEPARATES);
for (const name of SILENT) KINDS.set(name, (KINDS.get(name) ?? 0) | SILENCED);
KINDS.set("head", SILENCED | IN_HEAD);

/**
 * Walks a tree once, without recursion, since a page may be 100,000 elements deep, and without an object for
 * each node. Contents of templates are not in the tree, unless they declare a shadow root; drawings have text, but no elements of HTML.
 */
export function walk(document: Document, visitor: Visitor): void {
  const lists: (readonly Node[])[] = [document.childNodes];
  const positions: number[] = [0];
  const flags: number[] = [0];
  let depth = 0;
  while (depth >= 0) {
    const list = lists[depth] ?? [];
    const position = positions[depth] ?? 0;
    const flag = flags[depth] ?? 0;
    const node = list[position];
    if (node === undefined) {
      if ((flag & TELLS_END) !== 0) visitor.leave();
      if ((flag & SEPARATES) !== 0) visitor.edge();
      depth--;
      continue;
    }
    positions[depth] = position + 1;
    const inherited = flag & (IN_HEAD | SILENCED);
    if (!isElement(node)) {
      if ((inherited & SILENCED) === 0 && node.nodeName === "#text" && "value" in node)
        visitor.text(node.value);
      continue;
    }
    const own = isHtml(node) ? enterHtml(node, inherited, visitor) : enterForeign(node, inherited, visitor);
    depth++;
    lists[depth] = node.tagName === "template" ? contentsOf(node) : node.childNodes;
    positions[depth] = 0;
    flags[depth] = own;
  }
}

function enterHtml(element: Element, inherited: number, visitor: Visitor): number {
  const { tagName } = element;
  let own = inherited;
  const tellsEnd = visitor.enter(element, (inherited & IN_HEAD) !== 0);
  let kind = KINDS.get(tagName) ?? 0;
  if (tagName === "template" && isDeclaredShadowRoot(element)) kind &= ~SILENCED;
  if ((kind & SEPARATES) !== 0 && (inherited & SILENCED) === 0) visitor.edge();
  own |= (inherited & SILENCED) === 0 ? kind : kind & ~SEPARATES;
  return tellsEnd ? own | TELLS_END : own;
}

/** Skips the title, description and style of a drawing, which are not visible text. */
function enterForeign({ tagName }: Element, inherited: number, visitor: Visitor): number {
  const isQuiet = tagName === "title" || tagName === "desc" || tagName === "style" || tagName === "script";
  if (isQuiet) return inherited | SILENCED;
  if (tagName === "svg") visitor.drawing();
  if (tagName !== "svg" || (inherited & SILENCED) !== 0) return inherited;
  visitor.edge();
  return inherited | SEPARATES;
}
