import type { Element } from "../../../../kit/html-tree.ts";
import type { Page } from "../page.ts";
import type { Observations } from "./contents.ts";
import { asksForScripts } from "./phrases.ts";
import { type Evidence, evidenceRows } from "./rows.ts";
import { type Root, Survey } from "./survey.ts";

/** Reason why a page depends on scripts. */
export interface ScriptDependence {
  readonly row: Evidence;
  /** The empty root or the first binding; undefined where the page as a whole is the evidence. */
  readonly element: Element | undefined;
}

/** A page with more words has content of its own, whatever its scripts add. */
const WORDS_MAX = 600;
/** Words beside an empty root: of the framework's own name, and of a name that any page may use. */
const BESIDE_STRONG = 100;
const BESIDE_WEAK = 50;
/** A page with a heading and so many words has content beside its roots. */
const BESIDE_HEADING = 40;
/** Hidden words that make a page one whose content a script only reveals. */
const HIDDEN_CONTENT = 100;

/** How much of the contents of `noscript` elements is searched, in characters. */
const NOSCRIPT_MAX = 10_000;

/** Nothing in the root, or a layout with a loading screen in it. */
function isEmpty({ inside, isBlank }: Root): boolean {
  if (isBlank) return inside.words === 0 && inside.media === 0 && inside.isHollow;
  // A loading screen may name the app in a heading.
  if (inside.hasLoader && inside.isSparse && inside.headings <= 1 && inside.paragraphs === 0) return true;
  if (!inside.isHollow) return false;
  return (inside.words <= 15 && inside.headings === 0 && inside.media <= 1) || inside.hasLoader;
}

/** Whether the text outside an empty root is too short to be the content of the page. */
function isAlone({ isStrong, inside }: Root, page: Observations["page"]): boolean {
  const words = page.contentWords - inside.contentWords;
  const headings = page.contentHeadings - inside.contentHeadings;
  const controls = page.controls - inside.controls;
  if (headings > 0 && words >= BESIDE_HEADING) return false;
  if (isStrong) return words < BESIDE_STRONG;
  return (
    controls === 0 && headings === 0 && words < BESIDE_WEAK && page.words - inside.words < 2 * BESIDE_STRONG
  );
}

const SIGNS = ["marks", "sources", "code", "comments"] as const;

function hasSign({ signs }: Evidence, seen: Survey): boolean {
  return SIGNS.some((kind) => signs?.[kind]?.test(seen[kind]) === true);
}

function judge(row: Evidence, seen: Survey): ScriptDependence | undefined {
  const root = seen.roots.find((found) => found.row === row && isEmpty(found) && isAlone(found, seen.page));
  if (root !== undefined) return { row, element: root.element };
  const signed = hasSign(row, seen);
  const { page, firstBinding } = seen;
  const isDecided = row.decide?.(seen, signed) ?? (signed && page.isHollow && page.media <= 1);
  if (!isDecided) return undefined;
  return { row, element: row.id === "data-bindings" ? firstBinding : undefined };
}

function withoutTags(markup: string): string {
  return markup
    .split("<")
    .map((part, i) => (i === 0 ? part : part.slice(part.indexOf(">") + 1)))
    .join(" ");
}

/** Markup inside of `noscript` that asks for scripts or leads elsewhere. */
function noscriptAsks(whole: string): boolean {
  const noscript = whole.slice(0, NOSCRIPT_MAX);
  return asksForScripts(withoutTags(noscript)) || /http-equiv=["']?refresh/i.test(noscript);
}

/**
 * Says whether scripts draw a page, by the first row of the catalogue that applies; undefined for a page that has its
 * content in the HTML. Pages without scripts, and pages with more than 600 words, never depend on scripts.
 */
export function findScriptDependence(page: Page, wordCount: number): ScriptDependence | undefined {
  if (wordCount > WORDS_MAX || page.scripts.count === 0) return undefined;
  const seen = new Survey(page.document.childNodes);
  if (seen.scripts === 0 || seen.hasContent || seen.hiddenWords >= HIDDEN_CONTENT) return undefined;
  seen.asksForScripts ||= noscriptAsks(page.noscript);
  seen.scriptShare = page.scripts.characters / Math.max(1, page.decoded.text.length);
  for (const row of evidenceRows) {
    const found = judge(row, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}
