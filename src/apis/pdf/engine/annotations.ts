import type { Annotation, FormField, Link, Place } from "../output-schema.ts";
import { shownText, type WriteChars } from "./appearance.ts";
import type { Inset } from "./chars.ts";
import { targetPage } from "./document.ts";
import { type Form, fieldOf, textOf } from "./form-fields.ts";
import { type Box, type Geometry, placeOf, sharedPart } from "./geometry.ts";
import type { OpenPage } from "./open-file.ts";

/** FPDF_ANNOT_*, of fpdf_annot.h, by number. */
const SUBTYPES = [
  "unknown",
  "note",
  "link",
  "free-text",
  "line",
  "square",
  "circle",
  "polygon",
  "polyline",
  "highlight",
  "underline",
  "squiggly",
  "strike-out",
  "stamp",
  "caret",
  "ink",
  "popup",
  "file",
  "sound",
  "movie",
  "widget",
  "screen",
  "printer-mark",
  "trap-net",
  "watermark",
  "3d",
  "rich-media",
  "xfa-widget",
  "redaction",
] as const;

/** Types whose appearance is text of the page. A note is hidden behind an icon. */
const SHOWN: readonly Subtype[] = ["free-text", "stamp", "watermark"];

/** Annotation flags (PDF 32000-1, table 165): hidden, and not shown on screen. */
const HIDDEN = 2 | 32;

const ANNOTATIONS_MAX = 5_000;

type Subtype = (typeof SUBTYPES)[number];

/** A part of a page that links to a URL. */
export interface Anchor {
  readonly box: Box;
  readonly uri: string;
}

function boxOf({ file }: OpenPage, annotation: number): Box | undefined {
  const rectangle = file.pdfium.struct(4, "FPDFAnnot_GetRect", annotation);
  if (rectangle === undefined) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = rectangle;
  return { left: Math.min(a, c), right: Math.max(a, c), bottom: Math.min(b, d), top: Math.max(b, d) };
}

function linkOf(page: OpenPage, annotation: number, box: Place): Link | undefined {
  const { file } = page;
  const { pdfium } = file;
  const link = pdfium.call("FPDFAnnot_GetLink", annotation);
  if (link === 0) return undefined;
  const action = pdfium.call("FPDFLink_GetAction", link);
  const uri = action === 0 ? "" : pdfium.utf8("FPDFAction_GetURIPath", file.handle, action);
  const to = targetPage(file, pdfium.call("FPDFLink_GetDest", file.handle, link), action);
  if (uri === "" && to === null) return undefined;
  return { uri: uri === "" ? null : uri, page: to, box };
}

/** Form fields, annotations and links over a page's content. */
export class Overlay {
  readonly fields: FormField[] = [];
  readonly annotations: Annotation[] = [];
  readonly links: Link[] = [];
  readonly insets: Inset[] = [];
  /** Where links out of the file are, in the page's own space. */
  readonly anchors: Anchor[] = [];
  readonly #page: OpenPage;
  readonly #geometry: Geometry;
  readonly #form: Form | undefined;
  readonly #write: WriteChars;

  constructor(page: OpenPage, geometry: Geometry, form: Form | undefined, write: WriteChars) {
    this.#page = page;
    this.#geometry = geometry;
    this.#form = form;
    this.#write = write;
  }

  add(annotation: number, type: Subtype): void {
    const box = boxOf(this.#page, annotation);
    if (box === undefined) return;
    const isHidden = (this.#page.file.pdfium.call("FPDFAnnot_GetFlags", annotation) & HIDDEN) !== 0;
    const place = placeOf(box, this.#geometry);
    if (type === "widget") this.#addWidget(annotation, box, place, isHidden);
    else if (isHidden) return;
    else if (type === "link") this.#addLink(annotation, box, place);
    else if (type !== "popup") this.#addNote(annotation, type, box, place);
  }

  #inset(box: Box, text: string): void {
    const shown = sharedPart(box, this.#geometry.shown);
    if (text !== "" && shown !== undefined) this.insets.push({ box: shown, text });
  }

  #addWidget(annotation: number, box: Box, place: Place, isHidden: boolean): void {
    if (this.#form === undefined) {
      // A widget of no form has no value, but a page shows its appearance as that of any annotation.
      const isText = !isHidden && textOf(this.#page, annotation, "FT") !== "Btn";
      if (isText) this.#inset(box, shownText(this.#page, annotation, "", this.#write) ?? "");
      return;
    }
    const { field, inset } = fieldOf(this.#page, this.#form, annotation, place, this.#write);
    this.fields.push(isHidden ? { ...field, hidden: true } : field);
    if (!isHidden) this.#inset(box, inset);
  }

  #addLink(annotation: number, box: Box, place: Place): void {
    const link = linkOf(this.#page, annotation, place);
    if (link === undefined) return;
    this.links.push(link);
    if (link.uri !== null) this.anchors.push({ box, uri: link.uri });
  }

  #addNote(annotation: number, type: Subtype, box: Box, place: Place): void {
    const text = textOf(this.#page, annotation, "Contents");
    this.annotations.push({ type, text, author: textOf(this.#page, annotation, "T"), box: place });
    if (!SHOWN.includes(type)) return;
    const value = type === "free-text" ? (text ?? "") : "";
    this.#inset(box, shownText(this.#page, annotation, value, this.#write) ?? value);
  }
}

/**
 * Reads everything over a page's content: fields with their values, free texts, and, if requested, links
 * and annotations. `write` gives the text of an appearance.
 */
export function overlayOf(
  page: OpenPage,
  geometry: Geometry,
  form: Form | undefined,
  asked: { readonly links: boolean; readonly annotations: boolean },
  write: WriteChars,
): Overlay {
  const { pdfium } = page.file;
  const overlay = new Overlay(page, geometry, form, write);
  const read = (isWanted: (type: Subtype) => boolean): void => {
    const count = Math.min(pdfium.call("FPDFPage_GetAnnotCount", page.page), ANNOTATIONS_MAX);
    for (let i = 0; i < count; i++) {
      const annotation = pdfium.call("FPDFPage_GetAnnot", page.page, i);
      if (annotation === 0) continue;
      const type = SUBTYPES[pdfium.call("FPDFAnnot_GetSubtype", annotation)] ?? "unknown";
      if (isWanted(type)) overlay.add(annotation, type);
      pdfium.call("FPDFPage_CloseAnnot", annotation);
    }
  };
  const readAll = () =>
    read((type) => {
      if (type === "link") return asked.links;
      return type === "widget" || SHOWN.includes(type) || asked.annotations;
    });
  if (form === undefined) readAll();
  else form.withAppearances(page, readAll);
  return overlay;
}
