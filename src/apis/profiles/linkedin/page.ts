import { parse } from "parse5";
import { attribute, type Element, isElement } from "../../../kit/html-tree.ts";
import { languageOf } from "../dates.ts";
import { below, type Node } from "./html.ts";

/** Reports whether a page is small enough to parse. Real pages have about ten thousand tags. */
export function isReadable(html: string): boolean {
  let tags = 0;
  for (let at = html.indexOf("<"); at >= 0 && tags <= TAGS_MAX; at = html.indexOf("<", at + 1)) tags++;
  return tags <= TAGS_MAX;
}

const TAGS_MAX = 100_000;

/** A page as the site shows it to visitors without an account. */
export class Page {
  readonly body: Node;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly structuredData: string[] = [];
  readonly #metas = new Map<string, string>();
  #canonical: string | undefined;
  #elements: readonly Element[] | undefined;

  constructor(html: string) {
    const document = parse(html);
    this.body = document;
    let language: string | undefined;
    const stack: Node[] = [document];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (isElement(node)) {
        if (node.tagName === "html") language = attribute(node, "lang");
        this.#note(node);
      }
      if ("childNodes" in node) for (const child of node.childNodes.toReversed()) stack.push(child);
    }
    this.language = languageOf(this.meta("locale") ?? language);
  }

  #note(element: Element): void {
    if (element.tagName === "meta") {
      const name = attribute(element, "property") ?? attribute(element, "name");
      const content = attribute(element, "content");
      if (name !== undefined && content !== undefined) this.#metas.getOrInsert(name, content);
    } else if (element.tagName === "link" && attribute(element, "rel") === "canonical") {
      this.#canonical ??= attribute(element, "href");
    } else if (element.tagName === "script" && attribute(element, "type") === "application/ld+json") {
      const [script] = element.childNodes;
      if (script !== undefined && "value" in script) this.structuredData.push(script.value);
    }
  }

  /** All elements that a visitor sees, in the order of the page. */
  get elements(): readonly Element[] {
    this.#elements ??= [...below(this.body)];
    return this.#elements;
  }

  meta(name: string): string | undefined {
    return this.#metas.get(name);
  }

  get address(): string | undefined {
    return this.#canonical ?? this.meta("og:url");
  }
}
