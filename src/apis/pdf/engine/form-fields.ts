import type { FormField, Place } from "../output-schema.ts";
import { fittingText, shownText, type WriteChars } from "./appearance.ts";
import type { OpenFile, OpenPage } from "./open-file.ts";
import type { Pdfium } from "./pdfium.ts";

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

/** Field flags (tables 228 and 230): a text of several lines; a password, whose value is not returned; several choices. */
const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;
const SEVERAL = 1 << 21;

/** The font size assumed where a field fits its text to its box, or names none, in points. */
const USUAL_SIZE = 12;
const LEAST_SIZE = 4;

/** FPDF_ANNOT_WIDGET, of fpdf_annot.h. */
const WIDGET = 20;

/** The estimated processor time that PDFium may take to make the appearances of a page's fields, in microseconds. */
const APPEARANCES_MAX = 500_000;

/**
 * What PDFium takes for an appearance, in microseconds, measured: for each character of a value, for each option, and, in a
 * list, for each option compared with each option for each selected one. With 200 selected options, that is 0.2 s a field.
 */
const CHARACTER_COST = 1.5;
const OPTION_COST = 17;
const COMPARISON_COST = 0.025;

/** The most options of a page that are asked whether they are selected, each of which is compared with all values. */
const ASKED_MAX = 5_000;

/** The open form of a file, which PDFium needs to read the values of fields. */
export class Form {
  readonly handle: number;
  #asked = 0;

  private constructor(handle: number) {
    this.handle = handle;
  }

  /** Undefined if the file has no form. No script of the file runs: the module has no script engine. */
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

  /**
   * Has PDFium make the appearances that the page's fields lack, or all of them if the file asks for it
   * (NeedAppearances), for as long as `use` runs. Fields go without where that would take too long.
   */
  withAppearances<Result>({ file, page }: Pick<OpenPage, "file" | "page">, use: () => Result): Result {
    if (!this.isCheapToDraw(file.pdfium, page)) return use();
    file.pdfium.call("FORM_OnAfterLoadPage", page, this.handle);
    try {
      return use();
    } finally {
      file.pdfium.call("FORM_OnBeforeClosePage", page, this.handle);
    }
  }

  /** Reports whether PDFium makes the appearances of all fields of a page in about a second at most. */
  isCheapToDraw(pdfium: Pdfium, page: number): boolean {
    const count = pdfium.call("FPDFPage_GetAnnotCount", page);
    let cost = 0;
    this.#asked = 0;
    for (let i = 0; i < count && cost <= APPEARANCES_MAX; i++) {
      const annotation = pdfium.call("FPDFPage_GetAnnot", page, i);
      if (annotation === 0) continue;
      if (pdfium.call("FPDFAnnot_GetSubtype", annotation) === WIDGET) cost += this.#cost(pdfium, annotation);
      pdfium.call("FPDFPage_CloseAnnot", annotation);
    }
    return cost <= APPEARANCES_MAX;
  }

  /** Estimates the processor time that the appearance of a field takes, in microseconds. */
  #cost(pdfium: Pdfium, annotation: number): number {
    const type = FIELD_TYPES[pdfium.call("FPDFAnnot_GetFormFieldType", this.handle, annotation)];
    if (type !== "text" && type !== "choice" && type !== "list") return 0;
    // In UTF-16.
    const bytes = pdfium.call("FPDFAnnot_GetFormFieldValue", this.handle, annotation, 0, 0);
    const ofValue = CHARACTER_COST * (bytes / 2);
    if (type === "text") return ofValue;
    const options = Math.max(0, pdfium.call("FPDFAnnot_GetOptionCount", this.handle, annotation));
    const ofOptions = ofValue + OPTION_COST * options;
    if (type === "choice") return ofOptions;
    // Of a list that is not asked, all options may be selected.
    const selected = this.selected(pdfium, annotation)?.length ?? options;
    return ofOptions + COMPARISON_COST * selected * options ** 2;
  }

  /** The labels of the selected options of a list; undefined where the lists of the page have too many options. */
  selected(pdfium: Pdfium, annotation: number): string[] | undefined {
    const options = Math.max(0, pdfium.call("FPDFAnnot_GetOptionCount", this.handle, annotation));
    this.#asked += options;
    if (this.#asked > ASKED_MAX) return undefined;
    return Array.from({ length: options }, (_, i) => i)
      .filter((i) => pdfium.call("FPDFAnnot_IsOptionSelected", this.handle, annotation, i) !== 0)
      .map((i) => pdfium.text("FPDFAnnot_GetOptionLabel", this.handle, annotation, i));
  }
}

/** A text entry of an annotation's dictionary; null if it is missing. */
export function textOf({ file }: OpenPage, annotation: number, key: string): string | null {
  const { pdfium } = file;
  const text = pdfium.withText(key, (name) => pdfium.text("FPDFAnnot_GetStringValue", annotation, name));
  const clean = text.replaceAll(/\r\n?/g, "\n").trim();
  return clean === "" ? null : clean;
}

interface ReadField {
  readonly field: FormField;
  readonly inset: string;
}

function buttonOf(
  page: OpenPage,
  annotation: number,
  {
    name,
    type,
    exported,
    set,
    box,
  }: Pick<FormField, "name" | "type" | "box"> & { readonly exported: string; readonly set: string },
): ReadField {
  // The state that is shown (PDF 32000-1, 12.5.5), because FPDFAnnot_IsChecked knows open pages alone.
  const state = textOf(page, annotation, "AS") ?? (set === exported ? set : null);
  const checked = state !== null && state !== "" && state !== "Off";
  const signs = type === "checkbox" ? ["☑", "☐"] : ["◉", "○"];
  return {
    // A box without an export value is sent as its state.
    field: { name, type, value: exported !== "" ? exported : checked ? state : null, checked, box },
    inset: signs[checked ? 0 : 1] ?? "",
  };
}

/**
 * Reads the field of a widget annotation, and the text that the page shows for it; "" for none. The value is
 * whole, however little of it the page shows.
 */
export function fieldOf(
  page: OpenPage,
  form: Form,
  annotation: number,
  box: Place,
  write: WriteChars,
): ReadField {
  const { pdfium } = page.file;
  const read = (name: string) => pdfium.text(name, form.handle, annotation).trim();
  const type = FIELD_TYPES[pdfium.call("FPDFAnnot_GetFormFieldType", form.handle, annotation)] ?? "unknown";
  const name = read("FPDFAnnot_GetFormFieldName");
  if (type === "checkbox" || type === "radio") {
    return buttonOf(page, annotation, {
      name,
      type,
      exported: read("FPDFAnnot_GetFormFieldExportValue"),
      set: read("EPDFAnnot_GetFormFieldRawValue"),
      box,
    });
  }
  if (type === "button" || type === "signature") {
    return { field: { name, type, value: null, box }, inset: shownText(page, annotation, "", write) ?? "" };
  }
  const value = read("FPDFAnnot_GetFormFieldValue").replaceAll(/\r\n?/g, "\n");
  const flags = pdfium.call("FPDFAnnot_GetFormFieldFlags", form.handle, annotation);
  if (type === "text" && (flags & PASSWORD) !== 0) {
    return { field: { name, type, value: null, box }, inset: "" };
  }
  const values = type === "list" && (flags & SEVERAL) !== 0 ? (form.selected(pdfium, annotation) ?? []) : [];
  const shown = shownText(page, annotation, value, write);
  const inset =
    shown ??
    fittingText(value, box, sizeOf(page, form, annotation), type === "list" || (flags & MULTILINE) !== 0);
  const whole = values.length > 1 ? values.join("\n") : value;
  return { field: { name, type, value: whole === "" ? null : whole, box }, inset };
}

/** The font size of a field, in points; the least size if the field fits its text to its box. */
function sizeOf({ file: { pdfium } }: OpenPage, form: Form, annotation: number): number {
  const [size = USUAL_SIZE] = pdfium.struct(1, "FPDFAnnot_GetFontSize", form.handle, annotation) ?? [];
  return size > 0 ? size : LEAST_SIZE;
}
