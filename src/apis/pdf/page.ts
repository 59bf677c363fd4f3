import { type Annotation, type Link, overlayOf } from "./engine/annotations.ts";
import type { Chars } from "./engine/chars.ts";
import { fontStyles } from "./engine/font-styles.ts";
import type { Form, FormField } from "./engine/form-fields.ts";
import { geometryOf } from "./engine/geometry.ts";
import type { OpenFile, OpenPage } from "./engine/open-file.ts";
import { type Kind, kindOf, type PageQuality, pageQualityOf } from "./engine/page-quality.ts";
import { readChars } from "./engine/read-chars.ts";
import { rulesOf } from "./engine/rules.ts";
import { withInsets } from "./layout/insets.ts";
import type { Line } from "./layout/line.ts";
import { lineText } from "./layout/line-text.ts";
import { contentLines, linesOf } from "./layout/lines.ts";
import { raiseMarks } from "./layout/marks.ts";
import { charRoles } from "./layout/roles.ts";
import { findTables } from "./layout/tables/find-tables.ts";
import type { PageOcr } from "./ocr/page-text.ts";
import { markdownOf } from "./output/markdown.ts";
import type { OutlineHeadings } from "./output/outline-headings.ts";
import { spatialText } from "./output/spatial.ts";
import { type PageTable, pageTables } from "./output/tables.ts";
import { joinLines } from "./output/text.ts";
import { type Word, wordsOf } from "./output/words.ts";
import type { ReadOptions } from "./read-options.ts";

/** The extracted content of one page. */
export interface ReadPage {
  /** From 1. */
  readonly number: number;
  readonly label: string | null;
  /** In points, as the page is shown. */
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
  readonly kind: Kind;
  readonly quality: PageQuality;
  readonly text: string;
  /** Only if the text comes from OCR. */
  readonly ocr?: PageOcr;
  readonly tables?: readonly PageTable[];
  readonly words?: readonly Word[];
  readonly links?: readonly Link[];
  readonly forms?: readonly FormField[];
  readonly annotations?: readonly Annotation[];
}

/** A page that could not be opened. */
export interface UnreadablePage {
  readonly number: number;
  readonly unreadable: true;
}

function labelOf({ pdfium, handle }: OpenFile, index: number): string | null {
  const label = pdfium.text((buffer, bytes) =>
    pdfium.call("FPDF_GetPageLabel", handle, index, buffer, bytes),
  );
  return label === "" ? null : label;
}

/** Selects the lines of a page to keep. */
export type LineFilter = (lines: readonly Line[], chars: Chars) => readonly Line[];

/** Reads only the lines of a page and passes them to `use`, unless the page cannot be opened. */
export function readLines(
  file: OpenFile,
  index: number,
  use: (lines: readonly Line[], chars: Chars) => void,
): void {
  file.withPage(index, (page) => {
    const chars = readChars(page, geometryOf(page).shown);
    use(linesOf(chars), chars);
  });
}

/** The text of an annotation's appearance: its lines in reading order. */
function appearanceText(chars: Chars): string {
  const lines = linesOf(chars).map((line) => lineText(line, chars).replaceAll("\t", " "));
  return lines.filter((line) => line !== "").join("\n");
}

/** Reads one page. `index` counts from 0. */
export function readPage(
  file: OpenFile,
  index: number,
  { include, hyphens, layout, markdown, dryRun, tableFormat }: ReadOptions,
  form: Form | undefined,
  lineFilter: LineFilter,
  outline?: OutlineHeadings,
): ReadPage | UnreadablePage {
  const read = (page: OpenPage): ReadPage => {
    const geometry = geometryOf(page);
    const drawn = readChars(page, geometry.shown);
    const quality = pageQualityOf(page, drawn, geometry);
    const { width, height, rotation } = geometry;
    const common = { number: index + 1, label: labelOf(file, index), width, height, rotation };
    const judged = { ...common, kind: kindOf(quality), quality };
    if (dryRun) return { ...judged, text: "" };
    const asked = {
      links: markdown || include.includes("links"),
      annotations: include.includes("annotations"),
    };
    const overlay = overlayOf(page, geometry, form, asked, appearanceText);
    const chars = { ...drawn, insets: overlay.insets };
    const found = layout === "raw" ? contentLines(chars) : linesOf(chars);
    raiseMarks(found, chars);
    const lines = withInsets(lineFilter(found, chars), overlay.insets, chars);
    const roleOf = charRoles(page, chars, (markdown || include.includes("tables")) && file.isTagged);
    const tables = markdown || include.includes("tables") ? findTables(chars, rulesOf(page), roleOf) : [];
    return {
      ...judged,
      text: markdown
        ? markdownOf(
            {
              lines,
              chars,
              anchors: overlay.anchors,
              tables,
              roleOf,
              styles: fontStyles(page, chars),
              outlined: outline?.on(index + 1, lines, chars) ?? new Map(),
              isOutlineComplete: outline?.isComplete ?? false,
            },
            hyphens,
          )
        : layout === "spatial"
          ? spatialText(lines, chars)
          : joinLines(lines, chars, hyphens),
      ...(include.includes("tables")
        ? { tables: pageTables(tables, lines, chars, geometry, tableFormat) }
        : {}),
      ...(include.includes("words") ? { words: wordsOf(lines, chars, geometry) } : {}),
      ...(include.includes("links") ? { links: overlay.links } : {}),
      ...(include.includes("forms") ? { forms: overlay.fields } : {}),
      ...(include.includes("annotations") ? { annotations: overlay.annotations } : {}),
    };
  };
  return file.withPage(index, read) ?? { number: index + 1, unreadable: true };
}
