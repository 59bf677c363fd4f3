import type { Kind, PageQuality } from "../output-schema.ts";
import { type Chars, GENERATED, HYPHEN, INVISIBLE, UNMAPPED } from "./chars.ts";
import { areaOf, type Geometry, sharedPart } from "./geometry.ts";
import type { OpenPage } from "./open-file.ts";

/** FPDF_PAGEOBJ_*, of fpdf_edit.h. */
const IMAGE = 3;
const FORM = 5;

/** The most objects searched for images, and the deepest nesting of forms: enough for print, cheap for a malicious file. */
const OBJECTS_MAX = 5_000;
const DEPTH_MAX = 3;

/** The smallest share of a page under images that makes it a scan. Half a page may contain text. */
const SCAN_COVER = 0.5;

/** A scan may have a stamp or a page number in real text. */
const STAMP_CHARS = 60;

const GARBLED_SHARE = 0.3;

function hasImage(page: OpenPage, form: number, depth: number): boolean {
  const { pdfium } = page.file;
  const count = Math.min(pdfium.call("FPDFFormObj_CountObjects", form), OBJECTS_MAX);
  for (let i = 0; i < count; i++) {
    const object = pdfium.call("FPDFFormObj_GetObject", form, i);
    const type = object === 0 ? 0 : pdfium.call("FPDFPageObj_GetType", object);
    if (type === IMAGE || (type === FORM && depth < DEPTH_MAX && hasImage(page, object, depth + 1)))
      return true;
  }
  return false;
}

/** The share of the page under images: the sum of their areas, at most 1. */
function imageCover(page: OpenPage, { shown }: Geometry): number {
  const { pdfium } = page.file;
  const { frequent } = pdfium;
  const whole = areaOf(shown);
  const count = Math.min(pdfium.call("FPDFPage_CountObjects", page.page), OBJECTS_MAX);
  let covered = 0;
  for (let i = 0; i < count; i++) {
    const object = frequent.FPDFPage_GetObject(page.page, i);
    const type = object === 0 ? 0 : frequent.FPDFPageObj_GetType(object);
    if (type !== IMAGE && !(type === FORM && hasImage(page, object, 0))) continue;
    const bounds = pdfium.boundsOf(object);
    const part = bounds && sharedPart(bounds, shown);
    if (part !== undefined) covered += areaOf(part);
  }
  return whole > 0 ? Math.min(1, Math.round((covered / whole) * 100) / 100) : 0;
}

/** Whether a code is not a character: private use, controls, the replacement character. */
function isNoCharacter(code: number): boolean {
  return (code >= 0xe000 && code <= 0xf8ff) || code < 32 || (code >= 0x7f && code < 0xa0) || code === 0xfffd;
}

/** Measures what a page's kind is derived from. */
export function pageQualityOf(page: OpenPage, chars: Chars, geometry: Geometry): PageQuality {
  let seen = 0;
  let unmapped = 0;
  let invisible = 0;
  for (let i = 0; i < chars.count; i++) {
    const flags = chars.flags[i] ?? 0;
    const code = chars.code[i] ?? 0;
    if ((flags & GENERATED) !== 0 || code === 32 || code === 0xa0) continue;
    // A copy of another character, or an accent that its letter has taken up.
    if (code === 0 && (flags & (UNMAPPED | HYPHEN)) === 0) continue;
    seen++;
    if ((flags & UNMAPPED) !== 0 || (isNoCharacter(code) && (flags & HYPHEN) === 0)) unmapped++;
    if ((flags & INVISIBLE) !== 0) invisible++;
  }
  return { chars: seen, unmapped, invisible, imageCover: imageCover(page, geometry) };
}

/** Derives the kind of a page. A page without text and without a large image is empty, not a scan. */
export function kindOf({ chars, unmapped, invisible, imageCover: cover }: PageQuality): Kind {
  const visible = chars - invisible;
  if (cover >= SCAN_COVER && visible <= STAMP_CHARS) return invisible > visible ? "scan-with-text" : "scan";
  if (chars === 0) return "empty";
  if (unmapped > GARBLED_SHARE * chars) return "garbled";
  return "text";
}
