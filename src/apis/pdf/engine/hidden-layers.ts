import { inflateSync } from "node:zlib";
import { type Pdfium, tooLarge } from "./pdfium.ts";

/** FPDF_PAGEOBJ_*, of fpdf_edit.h. */
const TEXT = 1;
const FORM = 5;

/** "OC" in UTF-16, the name of the marks around the content of a layer (PDF 32000-1, 8.11.3.2), and its size with a zero. */
const LAYER = 0x0043_004f;
const LAYER_BYTES = 6;

/** Bounds for malicious files: objects of a page, nesting of forms and marks, layers that are drawn. */
const OBJECTS_MAX = 100_000;
const DEPTH_MAX = 8;
const LAYERS_MAX = 500;

/** The texts of a layer that are drawn. */
const TRIED = 20;

/** The size of a drawing, FPDFBitmap_BGRx of fpdfview.h, and a color that no text is likely to have. */
const SIDE = 256;
const BGRX = 3;
const GROUND = 0xff7f_80fe;

/** The entry of a catalog that names all layers of a file (PDF 32000-1, 8.11.4.2). */
const NAMES_LAYERS = "/OCProperties";

/** The most bytes that an object stream is inflated to; those of writers are far smaller. */
const INFLATED_MAX = 1_000_000;

/** The layers that a file may have: none, in the content of its pages, or also whole forms. */
export type Layers = "none" | "content" | "forms";

export function layersIn(file: Uint8Array): Layers {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  if (!bytes.includes(NAMES_LAYERS) && !isInObjectStream(bytes)) return "none";
  // Dictionaries of forms are never compressed.
  return ["/OC ", "/OC\n", "/OC\r"].some((entry) => bytes.includes(entry)) ? "forms" : "content";
}

/** Whether an object stream has the catalog with layers, or cannot be read, as in encrypted files. */
function isInObjectStream(bytes: Buffer): boolean {
  for (let at = bytes.indexOf("/ObjStm"); at >= 0; at = bytes.indexOf("/ObjStm", at + 1)) {
    const start = bytes.indexOf("stream", at) + "stream".length;
    const deflated = bytes.subarray(start + (bytes[start] === 13 ? 2 : 1), bytes.indexOf("endstream", start));
    try {
      if (inflateSync(deflated, { maxOutputLength: INFLATED_MAX }).includes(NAMES_LAYERS)) return true;
    } catch {
      return true;
    }
  }
  return false;
}

/** The marks of layers around an object, as one text. */
function layersOf(pdfium: Pdfium, object: number): string {
  const { scratch } = pdfium;
  let layers = "";
  const count = Math.min(pdfium.call("FPDFPageObj_CountMarks", object), DEPTH_MAX);
  for (let i = 0; i < count; i++) {
    const mark = pdfium.call("FPDFPageObj_GetMark", object, i);
    pdfium.call("FPDFPageObjMark_GetName", mark, scratch, LAYER_BYTES, scratch + 8);
    const [name, , bytes] = pdfium.words.subarray(scratch >> 2, (scratch >> 2) + 3);
    if (bytes === LAYER_BYTES && name === LAYER) layers += ` ${mark}`;
  }
  return layers;
}

/** The objects of a page and of its forms, and the texts among them that are in layers, by these. */
function objectsOf(pdfium: Pdfium, page: number, hasFormLayers: boolean) {
  const objects: number[] = [];
  const byLayer = new Map<string, number[]>();
  let left = OBJECTS_MAX;
  const visit = (container: number, kind: "Page" | "FormObj", outer: string, depth: number): void => {
    const count = Math.min(pdfium.call(`FPDF${kind}_CountObjects`, container), left);
    left -= count;
    for (let i = 0; i < count; i++) {
      const object = pdfium.call(`FPDF${kind}_GetObject`, container, i);
      const type = object === 0 ? 0 : pdfium.frequent.FPDFPageObj_GetType(object);
      const layers = type === TEXT || type === FORM ? outer + layersOf(pdfium, object) : "";
      if (type === FORM && depth < DEPTH_MAX)
        visit(object, "FormObj", hasFormLayers ? `${layers} ${object}` : layers, depth + 1);
      else if (object !== 0) objects.push(object);
      if (type !== FORM && layers !== "") byLayer.getOrInsertComputed(layers, () => []).push(object);
    }
  };
  visit(page, "Page", "", 0);
  return { objects, byLayer };
}

/** Whether a page draws any of the texts; all other objects are inactive. */
function areDrawn(pdfium: Pdfium, page: number, bitmap: number, texts: readonly number[]): boolean {
  const modes = texts.map((text) => pdfium.frequent.FPDFTextObj_GetTextRenderMode(text));
  for (const text of texts) {
    pdfium.call("FPDFPageObj_SetIsActive", text, 1);
    // The text layer of a scan is never drawn.
    pdfium.call("FPDFTextObj_SetTextRenderMode", text, 0);
  }
  pdfium.call("FPDFBitmap_FillRect", bitmap, 0, 0, SIDE, SIDE, GROUND);
  const at = pdfium.call("FPDFBitmap_GetBuffer", bitmap) >> 2;
  const ground = pdfium.words[at];
  pdfium.call("FPDF_RenderPageBitmap", bitmap, page, 0, 0, SIDE, SIDE, 0, 0);
  const isDrawn = pdfium.words.subarray(at, at + SIDE * SIDE).some((pixel) => pixel !== ground);
  for (const [k, text] of texts.entries()) {
    pdfium.call("FPDFPageObj_SetIsActive", text, 0);
    pdfium.call("FPDFTextObj_SetTextRenderMode", text, modes[k] ?? 0);
  }
  return isDrawn;
}

/**
 * Makes the text of layers that the page does not show inactive, so that PDFium does not read it. Its interface does not say
 * which layers these are, but it draws the others.
 */
export function hideLayers(pdfium: Pdfium, page: number, layers: Layers): void {
  if (layers === "none") return;
  const { objects, byLayer } = objectsOf(pdfium, page, layers === "forms");
  if (byLayer.size === 0 || byLayer.size > LAYERS_MAX) return;
  const bitmap = pdfium.call("FPDFBitmap_CreateEx", SIDE, SIDE, BGRX, 0, 0);
  if (bitmap === 0) throw tooLarge();
  const setAll = (isActive: 0 | 1) => {
    for (const object of objects) pdfium.call("FPDFPageObj_SetIsActive", object, isActive);
  };
  setAll(0);
  const hidden = [...byLayer.values()].filter(
    (texts) => !areDrawn(pdfium, page, bitmap, texts.slice(0, TRIED)),
  );
  pdfium.call("FPDFBitmap_Destroy", bitmap);
  setAll(1);
  for (const text of hidden.flat()) pdfium.call("FPDFPageObj_SetIsActive", text, 0);
}
