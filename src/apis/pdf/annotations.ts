import { pageOfDestination } from "./document.ts";
import { type Geometry, type Place, placeOf } from "./geometry.ts";
import type { OpenFile, OpenPage } from "./pdfium.ts";
import type { Box } from "./segments.ts";

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

/** FPDF_FORMFIELD_*, of fpdf_formfill.h, by number. */
const FIELD_TYPES = [
  "unknown",
  "button",
  "checkbox",
  "radio",
  "choice",
  "list",
  "text",
  "signature",
] as const;

/** Annotation flags (PDF 32000-1, table 165): hidden, and shown to nobody on screen. */
const HIDDEN = 2 | 32;

/** The field flag of a password (table 228): its value is nobody's text. */
const PASSWORD_FIELD = 1 << 13;

/** Annotations that are read of one page. */
const ANNOTATIONS_MAX = 5_000;

/** Options that are looked at in one list. */
const OPTIONS_MAX = 1_000;

export interface FormField {
  readonly name: string;
  readonly type: (typeof FIELD_TYPES)[number];
  /** Null where it is not filled in; `true` or `false` of check boxes and radio buttons as `checked`. */
  readonly value: string | null;
  readonly checked?: boolean;
  readonly box: Place;
}

export interface Annotation {
  readonly type: (typeof SUBTYPES)[number];
  readonly text: string | null;
  readonly author: string | null;
  readonly box: Place;
}

export interface Link {
  /** Null where it leads to a page. */
  readonly uri: string | null;
  /** The page that it leads to, from 1; null where it leads elsewhere. */
  readonly page: number | null;
  readonly box: Place;
}

/** Text that stands on the page without being part of its content: where, and what. */
export interface Inset {
  readonly box: Box;
  readonly text: string;
}

/** What is laid over a page. */
export interface Overlay {
  readonly fields: readonly FormField[];
  readonly annotations: readonly Annotation[];
  readonly links: readonly Link[];
  readonly insets: readonly Inset[];
  /** Where links out of the file are, in the page's own space. */
  readonly anchors: readonly Anchor[];
}

/** A part of a page that leads to an address. */
export interface Anchor {
  readonly box: Box;
  readonly uri: string;
}

/** The form of a file, open: PDFium needs it to tell the values of fields. */
export class Form {
  readonly handle: number;

  private constructor(handle: number) {
    this.handle = handle;
  }

  /** Undefined where the file has no form. No script of the file runs: the module has no engine for any. */
  static open(file: OpenFile): Form | undefined {
    const { pdfium } = file;
    if (pdfium.call("FPDF_GetFormType", file.handle) === 0) return undefined;
    const info = pdfium.call("PDFiumExt_OpenFormFillInfo");
    const handle = pdfium.call("PDFiumExt_InitFormFillEnvironment", file.handle, info);
    file.beforeClose(() => {
      if (handle !== 0) pdfium.call("PDFiumExt_ExitFormFillEnvironment", handle);
      pdfium.call("PDFiumExt_CloseFormFillInfo", info);
    });
    return handle === 0 ? undefined : new Form(handle);
  }
}

function boxOf({ file }: OpenPage, annotation: number): Box | undefined {
  const { pdfium } = file;
  if (pdfium.call("FPDFAnnot_GetRect", annotation, pdfium.scratch) === 0) return undefined;
  const at = pdfium.scratch >> 2;
  const [a = 0, b = 0, c = 0, d = 0] = pdfium.floats.subarray(at, at + 4);
  return { left: Math.min(a, c), right: Math.max(a, c), bottom: Math.min(b, d), top: Math.max(b, d) };
}

function textOf({ file }: OpenPage, annotation: number, key: string): string | null {
  const { pdfium } = file;
  const text = pdfium.withText(key, (name) =>
    pdfium.text((buffer, bytes) => pdfium.call("FPDFAnnot_GetStringValue", annotation, name, buffer, bytes)),
  );
  const clean = text.replaceAll(/\r\n?/g, "\n").trim();
  return clean === "" ? null : clean;
}

interface ReadField {
  readonly field: FormField;
  readonly inset: string;
}

function fieldOf(page: OpenPage, form: Form, annotation: number, box: Place): ReadField {
  const { pdfium } = page.file;
  const read = (name: string) =>
    pdfium.text((buffer, bytes) => pdfium.call(name, form.handle, annotation, buffer, bytes)).trim();
  const type = FIELD_TYPES[pdfium.call("FPDFAnnot_GetFormFieldType", form.handle, annotation)] ?? "unknown";
  const name = read("FPDFAnnot_GetFormFieldName");
  if (type === "checkbox" || type === "radio") {
    // The state that is shown (PDF 32000-1, 12.5.5), because FPDFAnnot_IsChecked knows open pages alone.
    const state = textOf(page, annotation, "AS");
    const checked = state !== null && state !== "Off";
    const value = read("FPDFAnnot_GetFormFieldExportValue");
    const signs = type === "checkbox" ? ["☑", "☐"] : ["◉", "○"];
    return {
      field: { name, type, value: value === "" ? null : value, checked, box },
      inset: signs[checked ? 0 : 1] ?? "",
    };
  }
  if (type === "button" || type === "signature")
    return { field: { name, type, value: null, box }, inset: "" };
  const value = read("FPDFAnnot_GetFormFieldValue").replaceAll(/\r\n?/g, "\n");
  const flags = pdfium.call("FPDFAnnot_GetFormFieldFlags", form.handle, annotation);
  const isSecret = type === "text" && (flags & PASSWORD_FIELD) !== 0;
  if (value === "" || isSecret) return { field: { name, type, value: null, box }, inset: "" };
  return { field: { name, type, value, box }, inset: shownOf(page, form, annotation, type) ?? value };
}

/** The labels of the chosen options: what the page shows, where the value is what is sent. */
function shownOf({ file }: OpenPage, form: Form, annotation: number, type: string): string | undefined {
  if (type !== "choice" && type !== "list") return undefined;
  const { pdfium } = file;
  const count = Math.min(pdfium.call("FPDFAnnot_GetOptionCount", form.handle, annotation), OPTIONS_MAX);
  const labels: string[] = [];
  for (let k = 0; k < count; k++) {
    if (pdfium.call("FPDFAnnot_IsOptionSelected", form.handle, annotation, k) === 0) continue;
    const label = pdfium.text((buffer, bytes) =>
      pdfium.call("FPDFAnnot_GetOptionLabel", form.handle, annotation, k, buffer, bytes),
    );
    if (label !== "") labels.push(label);
  }
  return labels.length === 0 ? undefined : labels.join("\n");
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
 * Reads what is laid over a page: fields with their values, free texts, and, where they are asked for, links
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
        // A free text is written on the page for all to see; a note is behind a sign.
        if (type === "free-text" && text !== null) insets.push({ box, text });
      }
    }
    pdfium.call("FPDFPage_CloseAnnot", annotation);
  }
  return { fields, annotations, links, insets, anchors };
}
