import type { Extract, Metadata } from "../output-schema.ts";
import { isoDate } from "./iso-date.ts";
import type { OpenFile } from "./open-file.ts";
import { xmpOf } from "./xmp.ts";

/** An entry of the outline. */
export type OutlineEntry = NonNullable<Extract["outline"]>[number];

type Attachment = NonNullable<Extract["attachments"]>[number];

const OUTLINE_MAX = 10_000;
const OUTLINE_DEPTH = 32;
const ATTACHMENTS_MAX = 1_000;

function orNull(text: string): string | null {
  const clean = text.replaceAll(/[\p{Cc}\p{Cn}]+/gu, " ").trim();
  return clean === "" ? null : clean;
}

/** Reads the metadata of a document: its information dictionary and XMP. Missing values are null. */
export function metadataOf({ pdfium, handle }: OpenFile, file: Uint8Array): Metadata {
  const read = (key: string) =>
    orNull(pdfium.withText(key, (name) => pdfium.text("FPDF_GetMetaText", handle, name)));
  const date = (key: string) => isoDate(read(key) ?? "");
  return {
    title: read("Title"),
    author: read("Author"),
    subject: read("Subject"),
    keywords: read("Keywords"),
    creator: read("Creator"),
    producer: read("Producer"),
    created: date("CreationDate"),
    modified: date("ModDate"),
    xmp: xmpOf(file),
  };
}

/** Reads the facts about a whole file. */
export function factsOf(file: OpenFile) {
  const { pdfium, handle } = file;
  const known = pdfium.call("FPDF_GetFileVersion", handle, pdfium.scratch) !== 0;
  const version = pdfium.words[pdfium.scratch >> 2] ?? 0;
  const permissions = pdfium.call("FPDF_GetDocPermissions", handle);
  return {
    pdfVersion:
      known && version >= 10 && version < 100 ? `${Math.floor(version / 10)}.${version % 10}` : null,
    encrypted: pdfium.call("FPDF_GetSecurityHandlerRevision", handle) > 0,
    tagged: file.isTagged,
    language: orNull(pdfium.text("FPDFCatalog_GetLanguage", handle)),
    // PDF 32000-1, table 22: bits 3, 4 and 5, counted from 1.
    permissions: {
      print: (permissions & 4) !== 0,
      change: (permissions & 8) !== 0,
      copy: (permissions & 16) !== 0,
    },
  };
}

/** PDFACTION_GOTO, of fpdf_doc.h. */
const GO_TO = 1;

/** The page, from 1, that a destination or the action with it leads to; null if it is not in this file. */
export function targetPage({ pdfium, handle }: OpenFile, destination: number, action: number): number | null {
  if (destination === 0 || (action !== 0 && pdfium.call("FPDFAction_GetType", action) !== GO_TO)) return null;
  const index = pdfium.call("FPDFDest_GetDestPageIndex", handle, destination);
  return index < 0 ? null : index + 1;
}

/** The outline, flat, in reading order. Entries that form a cycle are skipped. */
export function outlineOf(file: OpenFile): OutlineEntry[] {
  const { pdfium, handle } = file;
  const seen = new Set<number>();
  const entries: OutlineEntry[] = [];
  const visit = (first: number, level: number): void => {
    for (let mark = first; mark !== 0; mark = pdfium.call("FPDFBookmark_GetNextSibling", handle, mark)) {
      if (seen.has(mark) || entries.length >= OUTLINE_MAX) return;
      seen.add(mark);
      const title = pdfium.text("FPDFBookmark_GetTitle", mark);
      const action = pdfium.call("FPDFBookmark_GetAction", mark);
      // Where there is none, PDFium looks into the action.
      const page = targetPage(file, pdfium.call("FPDFBookmark_GetDest", handle, mark), action);
      entries.push({ title: orNull(title) ?? "", level, page });
      if (level < OUTLINE_DEPTH) visit(pdfium.call("FPDFBookmark_GetFirstChild", handle, mark), level + 1);
    }
  };
  visit(pdfium.call("FPDFBookmark_GetFirstChild", handle, 0), 0);
  return entries;
}

/** Lists the attached files, at most 1,000, without their content. */
export function attachmentsOf({ pdfium, handle }: OpenFile): Attachment[] {
  const count = Math.min(pdfium.call("FPDFDoc_GetAttachmentCount", handle), ATTACHMENTS_MAX);
  const found: Attachment[] = [];
  for (let i = 0; i < count; i++) {
    const attachment = pdfium.call("FPDFDoc_GetAttachment", handle, i);
    if (attachment === 0) continue;
    const known = pdfium.call("FPDFAttachment_GetFile", attachment, 0, 0, pdfium.scratch) !== 0;
    found.push({
      name: orNull(pdfium.text("FPDFAttachment_GetName", attachment)) ?? "",
      mediaType: orNull(pdfium.text("FPDFAttachment_GetSubtype", attachment)),
      bytes: known ? (pdfium.words[pdfium.scratch >> 2] ?? 0) : null,
    });
  }
  return found;
}
