import type { Element } from "../../../../kit/html-tree.ts";

/** The visible content of a page, or of one of its elements, before any script has run. */
export class Contents {
  /** Words outside of notices, loading screens and hidden parts. */
  words = 0;
  /** Those of them outside of navigation, header, footer, links and controls. */
  contentWords = 0;
  headings = 0;
  /** Headings outside of navigation and header. */
  contentHeadings = 0;
  /** Paragraphs, list items and cells of three words or more, outside of navigation, header and footer. */
  paragraphs = 0;
  /** Cells of tables with a text, outside of navigation, header and footer. */
  cells = 0;
  /** Form fields. */
  controls = 0;
  /** Links with a text, and those of them outside of navigation, header and footer. */
  links = 0;
  contentLinks = 0;
  /** Images, videos, frames. */
  media = 0;
  /** Something says that content is loading. */
  hasLoader = false;

  /** Little but a layout: nothing that a visitor would come for. */
  get isHollow(): boolean {
    return this.contentHeadings === 0 && this.paragraphs === 0 && this.isSparse;
  }

  /** A few words, whatever they are in; no form and no table. */
  get isSparse(): boolean {
    const { contentWords, controls, contentLinks, cells } = this;
    return contentWords <= 20 && controls === 0 && contentLinks <= 2 && cells < 3;
  }

  /** Nothing to read or see at all, or a logo and a word. */
  get isBare(): boolean {
    return this.words <= 15 && this.headings === 0 && this.controls === 0 && this.links <= 2;
  }
}

/** Facts about a page that the rows of the catalogue use. */
export class Observations {
  readonly page = new Contents();
  /** Expressions in braces that a script would replace, outside of code samples. */
  expressions = 0;
  /** Attributes that bind data: `ng-repeat`, `v-for`, `x-text`, `data-bind`. */
  bindings = 0;
  firstBinding: Element | undefined;
  /** The title or the main heading is an expression. */
  namesExpression = false;
  /** Names of attributes and tags of frameworks, ids and classes: one line each. */
  marks = "";
  /** URLs of scripts, a line each, and their code. */
  sources = "";
  code = "";
  comments = "";
  /** Boxes with an id and nothing in them, outside of navigation, header and footer. */
  emptyBoxes = 0;
  scripts = 0;
  /** The share of the source that is scripts and data in scripts. */
  scriptShare = 0;
  /** A visible text asks for JavaScript. */
  asksForScripts = false;
  /** A visible text, or the title, says that the visitor is being checked. */
  saysChecking = false;
  hiddenWords = 0;
}
