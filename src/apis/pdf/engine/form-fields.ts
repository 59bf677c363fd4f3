import type { Place } from "./geometry.ts";
import type { OpenFile, OpenPage } from "./open-file.ts";

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

/** The field flag of a password (table 228): its value is not returned. */
const PASSWORD_FIELD = 1 << 13;

/** The most options read per list. */
const OPTIONS_MAX = 1_000;

export interface FormField {
  readonly name: string;
  readonly type: (typeof FIELD_TYPES)[number];
  /** Null if it is not filled in; check boxes and radio buttons also have `checked`. */
  readonly value: string | null;
  readonly checked?: boolean;
  readonly box: Place;
}

/** The open form of a file, which PDFium needs to read the values of fields. */
export class Form {
  readonly handle: number;

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
}

/** A text entry of an annotation's dictionary; null if it is missing. */
export function textOf({ file }: OpenPage, annotation: number, key: string): string | null {
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

/** Reads the field of a widget annotation, and the text that represents it on the page; "" for none. */
export function fieldOf(page: OpenPage, form: Form, annotation: number, box: Place): ReadField {
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
      // A box without an export value is sent as its state.
      field: { name, type, value: value !== "" ? value : checked ? state : null, checked, box },
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

/** The labels of the selected options, as the page shows them; the value is what the form submits. */
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
