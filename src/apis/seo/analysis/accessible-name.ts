import {
  attribute,
  collapse,
  type Element,
  isElement,
  isHtml,
  type Node,
  textContent,
} from "../../../kit/html-tree.ts";
import { SEPARATING, SILENT } from "./html/text.ts";

/** Nodes of one name that are read, and of all names of a page together: hostile pages nest links by the thousand. */
const NODES_MAX = 2_000;
const ALL_NODES_MAX = 200_000;
/** The longest name, in characters, and of all names together. */
const CHARACTERS_MAX = 20_000;
const ALL_CHARACTERS_MAX = 2_000_000;
/** Elements that `aria-labelledby` may name, and how deep a name may be nested. */
const LABELS_MAX = 20;
const DEPTH_MAX = 100;

const CONCEALED = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i;

/** The beginning of a style that is searched; nobody hides an element later in it. */
const STYLE_MAX = 500;

/** Attributes with which a name is more than the text that a visitor reads. */
export const NAMING: ReadonlySet<string> = new Set([
  "aria-label",
  "aria-labelledby",
  "aria-hidden",
  "hidden",
  "title",
  "style",
]);

/** Reports whether an element is hidden from everybody, or from assistive technology, by its own attributes. */
export function isHidden(element: Element): boolean {
  if (isHtml(element) && SILENT.has(element.tagName)) return true;
  for (const { name, value } of element.attrs) {
    if (name === "hidden" && isHtml(element)) return true;
    if (name === "aria-hidden" && value.trim().toLowerCase() === "true") return true;
    if (name === "style" && CONCEALED.test(value.slice(0, STYLE_MAX))) return true;
  }
  return false;
}

/** Ids that `aria-labelledby` of an element names. */
function labelIds(element: Element): readonly string[] {
  const value = attribute(element, "aria-labelledby");
  if (value === undefined) return [];
  return value
    .slice(0, CHARACTERS_MAX)
    .split(/[\t\n\f\r ]+/)
    .filter((id) => id !== "")
    .slice(0, LABELS_MAX);
}

/** The text of a control in a name (step 2C): what it holds. */
function controlValue(element: Element): string | undefined {
  if (element.tagName === "input") {
    const type = attribute(element, "type")?.toLowerCase() ?? "text";
    if (type === "hidden" || type === "checkbox" || type === "radio") return "";
    if (type === "image") return attribute(element, "alt") ?? attribute(element, "value");
    return attribute(element, "value") ?? attribute(element, "placeholder") ?? "";
  }
  if (element.tagName !== "select") return undefined;
  const options = element.childNodes.filter(isElement).filter(({ tagName }) => tagName === "option");
  const chosen = options.find((option) => attribute(option, "selected") !== undefined) ?? options[0];
  return chosen === undefined ? "" : textContent(chosen, NODES_MAX);
}

/**
 * Computes the names of headings and links as the Accessible Name and Description Computation has them (accname-1.2,
 * section 4.3.2): `aria-labelledby`, `aria-label`, `alt`, the `title` of drawings, the content without what is hidden,
 * and `title` at last. Styles in style sheets are not known. Elements are only found by id when the tree is complete.
 */
export class AccessibleNames {
  readonly #byId: ReadonlyMap<string, Element>;
  #nodes = ALL_NODES_MAX;
  #characters = ALL_CHARACTERS_MAX;
  #left = 0;

  constructor(byId: ReadonlyMap<string, Element>) {
    this.#byId = byId;
  }

  /** Whether what is read for the names of one page is used up. */
  get isSpent(): boolean {
    return this.#nodes <= 0 || this.#characters <= 0;
  }

  nameOf(element: Element): string {
    this.#left = Math.min(NODES_MAX, this.#nodes);
    const before = this.#left;
    const name = collapse(this.#compute(element, { labelled: false, depth: 0 }));
    this.#nodes -= before - this.#left;
    const clipped = name.slice(0, Math.min(CHARACTERS_MAX, this.#characters));
    this.#characters -= clipped.length;
    return clipped;
  }

  #compute(element: Element, at: { readonly labelled: boolean; readonly depth: number }): string {
    if (--this.#left < 0 || at.depth > DEPTH_MAX) return "";
    if (!at.labelled) {
      const labels = labelIds(element).flatMap((id) => this.#byId.get(id) ?? []);
      if (labels.length > 0)
        return labels.map((label) => this.#compute(label, { labelled: true, depth: at.depth + 1 })).join(" ");
    }
    const label = attribute(element, "aria-label");
    if (label !== undefined && label.trim() !== "") return label;
    const role = attribute(element, "role")?.trim().toLowerCase();
    const isDecoration = role === "presentation" || role === "none";
    const native = isDecoration ? undefined : this.#native(element);
    if (native !== undefined && (native.trim() !== "" || element.tagName === "img")) return native;
    const content = this.#content(element, at);
    if (content.trim() !== "" || isDecoration) return content;
    // Browsers read the title of a part only where the part is an image or has a role.
    const isTitled = at.depth === 0 || at.labelled || role !== undefined || element.tagName === "img";
    return isHtml(element) && isTitled ? (attribute(element, "title") ?? "") : "";
  }

  /** The text alternative of images, drawings and controls; undefined for other elements. */
  #native(element: Element): string | undefined {
    if (!isHtml(element)) {
      const title = element.childNodes.find((node) => isElement(node) && node.tagName === "title");
      return title !== undefined && isElement(title) ? textContent(title, NODES_MAX) : undefined;
    }
    // With an empty `alt` an image is decoration, whatever its title says.
    if (element.tagName === "img" || element.tagName === "area") return attribute(element, "alt");
    return controlValue(element);
  }

  #content(
    element: Element,
    { labelled, depth }: { readonly labelled: boolean; readonly depth: number },
  ): string {
    if (isHtml(element) && (element.tagName === "input" || element.tagName === "select")) return "";
    let text = "";
    for (const node of element.childNodes) {
      if (this.#left <= 0 || text.length > CHARACTERS_MAX) break;
      text += this.#part(node, { labelled, depth: depth + 1 });
    }
    return text;
  }

  #part(node: Node, at: { readonly labelled: boolean; readonly depth: number }): string {
    if (!isElement(node)) {
      if (node.nodeName !== "#text" || !("value" in node)) return "";
      this.#left--;
      return node.value;
    }
    if (isHidden(node)) return "";
    if (!isHtml(node) && (node.tagName === "title" || node.tagName === "desc" || node.tagName === "style"))
      return "";
    const name = this.#compute(node, at);
    // Words do not run across the edges of boxes.
    return (isHtml(node) && SEPARATING.has(node.tagName)) || node.tagName === "svg" ? ` ${name} ` : name;
  }
}
