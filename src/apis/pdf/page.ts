import { overlayOf } from "./engine/annotations.ts";
import type { Chars } from "./engine/chars.ts";
import { fontStyles } from "./engine/font-styles.ts";
import type { Form } from "./engine/form-fields.ts";
import type { Box } from "./engine/geometry.ts";
import { geometryOf, type OpenFile, type OpenPage } from "./engine/open-file.ts";
import { kindOf, pageQualityOf } from "./engine/page-quality.ts";
import { readChars } from "./engine/read-chars.ts";
import { rulesOf, turnRule } from "./engine/rules.ts";
import { charRoles } from "./engine/structure.ts";
import { turnBox, turnGeometry } from "./engine/turned.ts";
import { withInsets } from "./layout/insets.ts";
import { lineText } from "./layout/line-text.ts";
import { contentLines, linesOf } from "./layout/lines.ts";
import { raiseMarks } from "./layout/marks.ts";
import type { RunningLines } from "./layout/running-lines.ts";
import { findTables } from "./layout/tables/find-tables.ts";
import { markdownOf } from "./output/markdown.ts";
import type { OutlineHeadings } from "./output/outline-headings.ts";
import { spatialText } from "./output/spatial.ts";
import { pageTables } from "./output/tables.ts";
import { joinLines } from "./output/text.ts";
import { wordsOf } from "./output/words.ts";
import type { Page } from "./output-schema.ts";
import type { ReadOptions } from "./read-options.ts";

/** The extracted content of one page: what is null in a response only for pages that could not be opened is known. */
export type ReadPage = Page & {
  readonly [Key in "width" | "height" | "rotation" | "kind" | "quality" | "text"]: NonNullable<Page[Key]>;
};

/** A page that could not be opened. */
export type UnreadablePage = Page & { readonly kind: null };

function labelOf({ pdfium, handle }: OpenFile, index: number): string | null {
  const label = pdfium.text("FPDF_GetPageLabel", handle, index);
  return label === "" ? null : label;
}

/** The text of an annotation's appearance: its lines in reading order. */
function appearanceText(chars: Chars): string {
  const lines = linesOf(chars).map((line) => lineText(line, chars).replaceAll("\t", " "));
  return lines.filter((line) => line !== "").join("\n");
}

/** Reads one page, without the `running` lines. `index` counts from 0. */
export function readPage(
  file: OpenFile,
  index: number,
  { include, hyphens, layout, markdown, dryRun, tableFormat }: ReadOptions,
  form?: Form,
  running?: RunningLines,
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
    const { direction } = page;
    const upright = turnGeometry(geometry, direction);
    const turned = <Part extends { readonly box: Box }>(parts: readonly Part[]) =>
      direction === 0 ? parts : parts.map((part) => ({ ...part, box: turnBox(part.box, direction) }));
    const rules = () => rulesOf(page).map((rule) => turnRule(rule, direction));
    const insets = turned(overlay.insets);
    const chars = { ...drawn, insets };
    const found = layout === "raw" ? contentLines(chars) : linesOf(chars);
    raiseMarks(found, chars);
    const lines = withInsets(running?.without(found, chars, index) ?? found, insets, chars);
    const roleOf = charRoles(page, chars, (markdown || include.includes("tables")) && file.isTagged);
    const tables = markdown || include.includes("tables") ? findTables(chars, rules(), roleOf) : [];
    return {
      ...judged,
      text: markdown
        ? markdownOf(
            {
              lines,
              chars,
              anchors: turned(overlay.anchors),
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
        ? { tables: pageTables(tables, lines, chars, upright, tableFormat) }
        : {}),
      ...(include.includes("words") ? { words: wordsOf(lines, chars, upright) } : {}),
      ...(include.includes("links") ? { links: overlay.links } : {}),
      ...(include.includes("forms") ? { forms: overlay.fields } : {}),
      ...(include.includes("annotations") ? { annotations: overlay.annotations } : {}),
    };
  };
  const unreadable = {
    label: null,
    width: null,
    height: null,
    rotation: null,
    kind: null,
    quality: null,
    text: null,
  };
  return file.withPage(index, read) ?? { number: index + 1, ...unreadable };
}
