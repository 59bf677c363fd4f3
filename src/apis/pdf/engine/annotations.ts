import { pageOfDestination } from "./document.ts";
import { type Form, type FormField, fieldOf, textOf } from "./form-fields.ts";
import { type Box, type Geometry, type Place, placeOf } from "./geometry.ts";
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
] as const;

/** Annotation flags (PDF 32000-1, table 165): hidden, and not shown on screen. */
const HIDDEN = 2 | 32;

/** The most annotations read per page. */
const ANNOTATIONS_MAX = 5_000;

export interface Annotation {
  readonly type: (typeof SUBTYPES)[number];
  readonly text: string | null;
  readonly author: string | null;
  readonly box: Place;
}

export interface Link {
  /** Null if the link leads to a page. */
  readonly uri: string | null;
  /** The page that it leads to, from 1; null where it leads elsewhere. */
  readonly page: number | null;
  readonly box: Place;
}

/** A text on the page that is not part of its content, such as a form value. */
export interface Inset {
  readonly box: Box;
  readonly text: string;
}

/** Everything over a page's content: form fields, annotations and links. */
export interface Overlay {
  readonly fields: readonly FormField[];
  readonly annotations: readonly Annotation[];
  readonly links: readonly Link[];
  readonly insets: readonly Inset[];
  /** Where links out of the file are, in the page's own space. */
  readonly anchors: readonly Anchor[];
}

/** A part of a page that links to a URL. */
export interface Anchor {
  readonly box: Box;
  readonly uri: string;
}

function boxOf({ file }: OpenPage, annotation: number): Box | undefined {
  const { pdfium } = file;
  if (pdfium.call("FPDFAnnot_GetRect", annotation, pdfium.scratch) === 0) return undefined;
  const at = pdfium.scratch >> 2;
  const [a = 0, b = 0, c = 0, d = 0] = pdfium.floats.subarray(at, at + 4);
  return { left: Math.min(a, c), right: Math.max(a, c), bottom: Math.min(b, d), top: Math.max(b, d) };
}

function linkOf(page: OpenPage, annotation: number, box: Place): Link | undefined {
  const { file } = page;
  const { pdfium } = file;
  const link = pdfium.call("FPDFAnnot_GetLink", annotation);
  if (link === 0) return undefined;
  const own = pdfium.call("FPDFLink_GetDest", file.handle, link);
  const action = pdfium.call("FPDFLink_GetAction", link);
  const target = own !== 0 || action === 0 ? own : pdfium.call("FPDFAction_GetDest", file.handle, action);
  const uri =
    action === 0
      ? ""
      : pdfium.text(
          (buffer, bytes) => pdfium.call("FPDFAction_GetURIPath", file.handle, action, buffer, bytes),
          true,
        );
  const to = pageOfDestination(file, target);
  if (uri === "" && to === null) return undefined;
  return { uri: uri === "" ? null : uri, page: to, box };
}

/**
 * Reads everything over a page's content: fields with their values, free texts, and, if requested, links
 * and annotations.
 */
export function overlayOf(
  page: OpenPage,
  geometry: Geometry,
  form: Form | undefined,
  asked: { readonly links: boolean; readonly annotations: boolean },
): Overlay {
  const { pdfium } = page.file;
  const fields: FormField[] = [];
  const annotations: Annotation[] = [];
  const links: Link[] = [];
  const insets: Inset[] = [];
  const anchors: Anchor[] = [];
  const count = Math.min(pdfium.call("FPDFPage_GetAnnotCount", page.page), ANNOTATIONS_MAX);
  for (let i = 0; i < count; i++) {
    const annotation = pdfium.call("FPDFPage_GetAnnot", page.page, i);
    if (annotation === 0) continue;
    const type = SUBTYPES[pdfium.call("FPDFAnnot_GetSubtype", annotation)] ?? "unknown";
    const isWanted =
      type === "link" ? asked.links : type === "widget" || type === "free-text" || asked.annotations;
    const box = isWanted ? boxOf(page, annotation) : undefined;
    const isHidden = isWanted && (pdfium.call("FPDFAnnot_GetFlags", annotation) & HIDDEN) !== 0;
    if (box !== undefined && !isHidden) {
      const place = placeOf(box, geometry);
      if (type === "widget") {
        if (form !== undefined) {
          const { field, inset } = fieldOf(page, form, annotation, place);
          fields.push(field);
          if (inset !== "") insets.push({ box, text: inset });
        }
      } else if (type === "link") {
        const link = linkOf(page, annotation, place);
        if (link !== undefined) links.push(link);
        if (link?.uri != null) anchors.push({ box, uri: link.uri });
      } else if (type !== "popup") {
        const text = textOf(page, annotation, "Contents");
        annotations.push({ type, text, author: textOf(page, annotation, "T"), box: place });
        // A free text is visible on the page; a note is hidden behind an icon.
        if (type === "free-text" && text !== null) insets.push({ box, text });
      }
    }
    pdfium.call("FPDFPage_CloseAnnot", annotation);
  }
  return { fields, annotations, links, insets, anchors };
}
