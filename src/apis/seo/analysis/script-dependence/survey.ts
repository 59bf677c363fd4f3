import {
  attribute,
  collapse,
  type Element,
  isElement,
  isHtml,
  type Node,
} from "../../../../kit/html-tree.ts";
import { contentsOf, isDeclaredShadowRoot } from "../html/shadow-root.ts";
import { SILENT, wordsOf } from "../html/text.ts";
import { Contents, Observations } from "./contents.ts";
import { asksForScripts, saysChecking, saysWait } from "./phrases.ts";
import { type RootKind, rootKindOf } from "./rows.ts";

/** An element that a framework fills. */
export interface Root extends RootKind {
  readonly element: Element;
  readonly inside: Contents;
}

const LANDMARK = 1;
const HIDDEN = 2;
const NOTICE = 4;
const CODE = 8;
const LABEL = 16;
const SILENCED = 32;
/** The nearest heading or link around a text. */
const HEADING = 64;
const LINK = 128;

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

const LANDMARKS = words("nav header footer aside");
const LANDMARK_ROLES = words("navigation banner contentinfo complementary");
const LABELS = words("a button label select option legend");
const CODES = words("pre code samp kbd xmp");
const BLOCKS = words(
  "p li td th dd dt blockquote figcaption article section div main center address pre figure fieldset",
);
const BOXES = words("div section article");
const MEDIA = new Set(["img", "picture", "video", "audio", "iframe", "object", "embed"]);
const FIELDS = words("input textarea select");

const LOADER =
  /(?:^|[\s_-])(?:loading|loader|preloader|preload|spinner|splash|splashscreen|skeleton|shimmer|throbber)(?:$|[\s_-])/i;
const NOTICES =
  /(?:^|\s)(?:blazor-error-ui|no-?script\S*|no-?js|js-required|js-warning|browse(?:r-?upgrade|happy)|outdated-?browser|unsupported-browser)(?:$|\s)/i;
const CONCEALED = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const BINDING =
  /^(?:(?:data-|x-)?ng[-:](?:bind|bind-html|bind-template|repeat|include|view|src|href|switch|controller)|v-(?:text|html|for|if|show|bind|model|on)|x-(?:text|html|for|if)|data-bind|rv-\w+|\*ng(?:for|if)|data-dojo-attach-point)$/;
const FRAMEWORK =
  /^(?:(?:data|x)-)?(?:ng|v|x|q|sap|aurelia|react|svelte|sveltekit|wf|ember|bs)[-:]|^aurelia|^unresolved$/;
/** Names of ordinary attributes. Neither of the expressions that look for frameworks finds them. */
const ORDINARY = words(
  "accesskey action align alt aria-hidden aria-label async autocomplete border charset checked cite class colspan content crossorigin datetime decoding defer dir download enctype for height hidden href hreflang id integrity itemprop itemscope itemtype lang loading maxlength media method name onclick placeholder property rel role rowspan sizes src srcset style tabindex target title type value width",
);
const EXPRESSION = /\{\{[^{}]{1,200}\}\}|\[\[[^[\]]{1,100}\]\]/g;
/** Streamed server content that a script of the page moves into its place (React's `S:0`). */
const STREAMED = /^S:[\da-f]+$/;

/** Limits for stored names, URLs and code, in characters. */
const TEXT_MAX = 100_000;
const ONE_MAX = 20_000;
const ROOTS_MAX = 20;
const NAME_MAX = 200;

/** A page with so many words outside of navigation, with headings and paragraphs, has content of its own. */
const CONTENT_WORDS = 120;
/** Pages that check visitors say so in their first words. */
const CHECKING_WORDS = 100;

/** How many words a text has: exact for other scripts, by spaces for ASCII, which is enough to tell content from none. */
function wordsIn(text: string): number {
  if (!/^[\x20-\x7e]*$/.test(text)) return wordsOf(text).length;
  return text.match(/[a-z\d][^ ]*/gi)?.length ?? 0;
}

/** An element whose text is a paragraph of its own. */
interface Block {
  words: number;
  readonly isCell: boolean;
}

interface Frame {
  readonly nodes: readonly Node[];
  at: number;
  readonly flags: number;
  /** The root that ends with this frame. */
  readonly root: Root | undefined;
  /** The nearest block around its text. It ends with this frame if `ownsBlock`. */
  readonly block: Block | undefined;
  readonly ownsBlock: boolean;
}

function bounded(text: string, more: string): string {
  return text.length >= TEXT_MAX ? text : `${text}${more.slice(0, ONE_MAX)}\n`;
}

/**
 * Looks over a parsed page once: what is there without scripts, and what would fill it. For pages with few words only, so
 * that ordinary pages cost nothing.
 */
export class Survey extends Observations {
  readonly roots: Root[] = [];
  #open: Root[] = [];
  #frames: Frame[] = [];
  #noticeWords = 0;

  constructor(nodes: readonly Node[]) {
    super();
    this.#frames.push({ nodes, at: 0, flags: 0, root: undefined, block: undefined, ownsBlock: false });
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) {
      const node = frame.nodes[frame.at++];
      if (this.hasContent) break;
      if (node === undefined) this.#leave(frame);
      else if (isElement(node)) this.#enter(node, frame);
      else if (node.nodeName === "#text" && "value" in node) this.#read(node.value, frame);
      else if (node.nodeName === "#comment" && "data" in node)
        this.comments = bounded(this.comments, node.data.slice(0, 300));
    }
    // More than a sentence that is marked as loading is content that a script reveals.
    if (this.#noticeWords > 20)
      this.#count((contents) => {
        contents.words += this.#noticeWords;
        contents.contentWords += this.#noticeWords;
      });
  }

  /** Whether the page has so much content that no row of the catalogue can apply. The rest of it is then skipped. */
  get hasContent(): boolean {
    const { contentWords, contentHeadings, paragraphs } = this.page;
    return (
      contentWords >= CONTENT_WORDS &&
      contentHeadings > 0 &&
      paragraphs >= 3 &&
      this.expressions + this.bindings === 0
    );
  }

  #count(add: (contents: Contents) => void): void {
    add(this.page);
    for (const { inside } of this.#open) add(inside);
  }

  #leave({ root, block, ownsBlock, flags }: Frame): void {
    this.#frames.pop();
    if (root !== undefined) this.#open = this.#open.filter((open) => open !== root);
    if (block === undefined || !ownsBlock || (flags & (LANDMARK | LABEL)) !== 0) return;
    if (block.isCell && block.words > 0) this.#count((contents) => contents.cells++);
    if (block.words >= 3) this.#count((contents) => contents.paragraphs++);
  }

  #enter(element: Element, { flags: inherited, block }: Frame): void {
    const flags = this.#flagsOf(element, inherited);
    const isOwn = isHtml(element);
    const { tagName } = element;
    if (isOwn && tagName === "script") this.#readScript(element);
    if (tagName === "title" && isOwn) {
      if (textOf(element).includes("{{")) this.namesExpression = true;
      if (saysChecking(textOf(element))) this.saysChecking = true;
    }
    if (isOwn) this.#readMarks(element);
    // A frame silences what is in it, not itself.
    if ((flags & (HIDDEN | NOTICE)) === 0 && (inherited & SILENCED) === 0 && isOwn)
      this.#readKind(element, flags);
    const root = isOwn && (flags & SILENCED) === 0 ? this.#rootOf(element) : undefined;
    const isText = isOwn ? BLOCKS.has(tagName) : tagName === "text";
    const ownsBlock = isText && (flags & (HIDDEN | SILENCED | NOTICE)) === 0;
    this.#frames.push({
      nodes: isOwn && tagName === "script" ? [] : contentsOf(element),
      at: 0,
      flags,
      root,
      block: ownsBlock ? { words: 0, isCell: tagName === "td" } : block,
      ownsBlock,
    });
  }

  #flagsOf(element: Element, inherited: number): number {
    const { tagName } = element;
    let flags = inherited;
    if (!isHtml(element))
      return tagName === "title" || tagName === "desc" || tagName === "style" ? flags | SILENCED : flags;
    if (SILENT.has(tagName) && !isDeclaredShadowRoot(element)) flags |= SILENCED;
    if (LANDMARKS.has(tagName)) flags |= LANDMARK;
    if (LABELS.has(tagName)) flags |= LABEL;
    if (CODES.has(tagName)) flags |= CODE;
    if (tagName === "a") flags = (flags & ~HEADING) | LINK;
    else if (/^h[1-6]$/.test(tagName)) flags = (flags & ~LINK) | HEADING;
    if (tagName === "html" || tagName === "body") return flags;
    let names = "";
    for (const { name, value } of element.attrs) {
      if (name === "id" || name === "class") names += ` ${value.slice(0, NAME_MAX)}`;
      else if (name === "role" && LANDMARK_ROLES.has(value)) flags |= LANDMARK;
      else if (name === "ng-non-bindable" || name === "v-pre") flags |= CODE;
      else if (name === "style" && CONCEALED.test(value.slice(0, 500))) flags |= HIDDEN;
      else if (name === "hidden" && !STREAMED.test(attribute(element, "id") ?? "")) flags |= HIDDEN;
    }
    if (names === "" || tagName === "main" || tagName === "article") return flags;
    if (LOADER.test(names)) {
      this.#count((contents) => {
        contents.hasLoader = true;
      });
      flags |= NOTICE;
    }
    return NOTICES.test(names) ? flags | NOTICE : flags;
  }

  #rootOf(element: Element): Root | undefined {
    if (this.roots.length >= ROOTS_MAX) return undefined;
    const kind = rootKindOf(element);
    if (kind === undefined) return undefined;
    const root = { element, ...kind, inside: new Contents() };
    this.roots.push(root);
    this.#open.push(root);
    return root;
  }

  #readMarks(element: Element): void {
    const { tagName, attrs } = element;
    if (tagName.includes("-")) this.marks = bounded(this.marks, `<${tagName.slice(0, NAME_MAX)}>`);
    for (const { name, value } of attrs) {
      const isNamed = name === "id" || name === "class" || name === "name" || name === "type";
      if (isNamed) this.marks = bounded(this.marks, `${name}=${value.slice(0, NAME_MAX)}`);
      if (ORDINARY.has(name)) continue;
      if (BINDING.test(name.slice(0, NAME_MAX))) {
        this.bindings++;
        this.firstBinding ??= element;
        if (tagName === "title" || tagName === "h1") this.namesExpression = true;
      }
      if (FRAMEWORK.test(name)) this.marks = bounded(this.marks, `@${name.slice(0, NAME_MAX)}`);
    }
  }

  #readKind(element: Element, flags: number): void {
    const { tagName } = element;
    const inLandmark = (flags & LANDMARK) !== 0;
    if (FIELDS.has(tagName) && !/^(?:hidden|submit|button)$/i.test(attribute(element, "type") ?? "")) {
      if (!inLandmark) this.#count((contents) => contents.controls++);
    } else if (BOXES.has(tagName) && !inLandmark && isEmptyBox(element)) this.emptyBoxes++;
    else if (MEDIA.has(tagName) && !inLandmark && !isPixel(element))
      this.#count((contents) => contents.media++);
  }

  #readScript(element: Element): void {
    const type = attribute(element, "type")?.trim().toLowerCase() ?? "";
    const isCode = type === "" || type === "module" || /(?:java|ecma)script/.test(type);
    if (!isCode) return;
    this.scripts++;
    const src = attribute(element, "src");
    if (src === undefined) this.code = bounded(this.code, textOf(element));
    else this.sources = bounded(this.sources, src.slice(0, 500));
  }

  #read(value: string, frame: Frame): void {
    const { flags } = frame;
    if ((flags & SILENCED) !== 0) return;
    if (value.trim() === "") return;
    const text = collapse(value);
    if ((flags & HIDDEN) !== 0) {
      this.hiddenWords += wordsIn(text);
      return;
    }
    if (asksForScripts(text)) {
      this.asksForScripts = true;
      return;
    }
    if (this.page.words < CHECKING_WORDS && saysChecking(text)) this.saysChecking = true;
    if ((flags & NOTICE) !== 0) {
      this.#noticeWords += wordsIn(text);
      return;
    }
    if (saysWait(text)) {
      this.#count((contents) => {
        contents.hasLoader = true;
      });
      return;
    }
    this.#readWords(text, frame);
  }

  #readWords(text: string, { flags, block }: Frame): void {
    const plain = (flags & CODE) === 0 ? this.#withoutExpressions(text) : text;
    const words = wordsIn(plain);
    if (words === 0) return;
    const isContent = (flags & (LANDMARK | LABEL)) === 0;
    this.#count((contents) => {
      contents.words += words;
      if (isContent) contents.contentWords += words;
    });
    const inLandmark = (flags & LANDMARK) !== 0;
    if (block !== undefined && !inLandmark) block.words += words;
    if ((flags & HEADING) !== 0)
      this.#count((contents) => {
        contents.headings++;
        if (!inLandmark) contents.contentHeadings++;
      });
    if ((flags & LINK) !== 0)
      this.#count((contents) => {
        contents.links++;
        if (!inLandmark) contents.contentLinks++;
      });
  }

  #withoutExpressions(text: string): string {
    if (!text.includes("{{") && !text.includes("[[")) return text;
    return text.replaceAll(EXPRESSION, () => {
      this.expressions++;
      const frame = this.#frames.at(-2);
      const parent = frame?.nodes[frame.at - 1];
      if (parent !== undefined && isElement(parent)) {
        this.firstBinding ??= parent;
        if (parent.tagName === "h1") this.namesExpression = true;
      }
      return " ";
    });
  }
}

/** Whether an element that a script could name has nothing in it. */
function isEmptyBox(element: Element): boolean {
  const { childNodes } = element;
  return (
    attribute(element, "id") !== undefined &&
    childNodes.every((node) => node.nodeName === "#text" && "value" in node && collapse(node.value) === "")
  );
}

/** Whether an element is as small as the pixels that count visits. */
function isPixel(element: Element): boolean {
  return /^[01]$/.test(attribute(element, "width") ?? attribute(element, "height") ?? "");
}

function textOf(element: Element): string {
  const [first] = element.childNodes;
  return first !== undefined && "value" in first ? first.value : "";
}
