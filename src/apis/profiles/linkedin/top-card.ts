import { attribute, type Element } from "../../../kit/html-tree.ts";
import { countedBy, readCount, topCardCounts } from "../counts.ts";
import { organization } from "../profile-url.ts";
import type { Organization } from "../schemas.ts";
import { isMasked, line } from "../text.ts";
import {
  below,
  classEnds,
  find,
  hasAttribute,
  hasClass,
  isTag,
  lineOf,
  linkIn,
  outermost,
  ownLine,
} from "./html.ts";
import type { Page } from "./page.ts";

interface Piece {
  readonly text: string;
  /** It leads somewhere or does something: a link, a button. */
  readonly isControl: boolean;
}

/** An element's own texts: one from each place between the elements in it. */
function runsOf(element: Element): string[] {
  const runs = [""];
  for (const node of element.childNodes) {
    if ("value" in node) runs.push(`${runs.pop() ?? ""}${node.value}`);
    else if ("tagName" in node) runs.push("");
  }
  return runs.flatMap((run) => {
    const text = line(run);
    return text !== null && /[\p{L}\p{N}*]/u.test(text) ? [text] : [];
  });
}

/** The texts of an element piece by piece, as its innermost elements part them. */
function piecesOf(element: Element): Piece[] {
  const pieces: Piece[] = [];
  const controls = new Set<Element>();
  for (const one of [element, ...below(element)]) {
    const parent = one.parentNode;
    const inControl = parent !== null && "tagName" in parent && controls.has(parent);
    if (inControl || isTag("a", "button")(one)) controls.add(one);
    for (const text of runsOf(one)) pieces.push({ text, isControl: controls.has(one) });
  }
  return pieces;
}

/** The block at the head of a guest page: of a person or an organization. */
export class TopCard {
  readonly #card: Element | undefined;
  readonly #pieces: readonly Piece[];
  readonly #language: string;

  constructor(page: Page) {
    this.#language = page.language;
    this.#card =
      find(page.body, hasClass("top-card-layout")) ??
      find(page.body, hasClass("top-card", "topcard", "profile-topcard"));
    this.#pieces = outermost(this.#card, isSubline).flatMap(piecesOf);
  }

  get exists(): boolean {
    return this.#card !== undefined;
  }

  #line(...ends: readonly string[]): string | null {
    return lineOf(find(this.#card, classEnds(...ends)));
  }

  get title(): string | null {
    const marked = find(this.#card, classEnds("card-layout__title", "card__title", "topcard__title"));
    // The name may stand in a heading inside the control that asks a visitor to sign in.
    return ownLine(find(marked, isTag("h1")) ?? marked ?? find(this.#card, isTag("h1")));
  }

  get headline(): string | null {
    return this.#line("__headline");
  }

  /** The first text under the name that neither counts nor leads elsewhere. */
  get place(): string | null {
    const texts = this.#pieces.filter(({ isControl, text }) => !isControl && !this.#counts(text));
    return texts[0]?.text ?? null;
  }

  /** The second line, unless it is the number of followers. */
  get tagline(): string | null {
    const second = find(this.#card, classEnds("__second-subline"));
    if (second === undefined) return null;
    return piecesOf(second).find(({ text, isControl }) => !isControl && !this.#counts(text))?.text ?? null;
  }

  #counts(text: string): boolean {
    const count = readCount(text, this.#language);
    return (
      count !== null &&
      (countedBy(text) !== undefined || count.atLeast || /^[\d\s.,]\P{L}*\p{L}+$/u.test(text))
    );
  }

  get counts() {
    return topCardCounts(
      this.#pieces.map(({ text }) => text),
      this.#language,
    );
  }

  get employer(): Organization | null {
    const box = find(this.#card, hasAttribute("data-section", "currentPositionsDetails", "currentPositions"));
    if (box === undefined) return null;
    const name = lineOf(find(box, classEnds("top-card-link__description")) ?? find(box, isTag("a")) ?? box);
    if (name === null || isMasked(name)) return null;
    return organization(name, linkIn(box));
  }

  /** The URL of the image, which the page loads lazily. */
  get picture(): string | null {
    const image = find(
      this.#card,
      (one) => one.tagName === "img" && classEnds("__profile-image", "__entity-image", "profile-image")(one),
    );
    return image === undefined
      ? null
      : (attribute(image, "data-delayed-url") ?? attribute(image, "src") ?? null);
  }
}

const isSubline = (element: Element): boolean =>
  classEnds(
    "subline",
    "subline-item",
    "not-first-middot",
    "profile-info-subheader",
    "__connections",
    "__followers",
  )(element);
