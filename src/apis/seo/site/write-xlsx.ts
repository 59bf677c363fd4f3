import { strToU8, type Zippable, zipSync } from "fflate";
import type { Cell } from "../../../kit/csv.ts";
import type { Table } from "./site-tables.ts";

/** Rows of a sheet and characters of a cell that the format allows (Microsoft, Excel specifications and limits). */
const ROWS_MAX = 1_048_576;
const CELL_MAX = 32_767;

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A text in XML 1.0: characters that it does not have are left out, `_x0041_` would be read as an escape. */
function escapeXml(text: string): string {
  return text
    .slice(0, CELL_MAX)
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The name of a column, from 0: A to Z, AA and so on. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** A cell. Texts are inline strings, which no program reads as a formula. */
function writtenCell(cell: Cell, reference: string, style: string): string {
  if (cell === null) return "";
  if (typeof cell === "number")
    return `<c r="${reference}"${style}><v>${Number.isFinite(cell) ? cell : 0}</v></c>`;
  if (typeof cell === "boolean") return `<c r="${reference}"${style} t="b"><v>${cell ? 1 : 0}</v></c>`;
  return `<c r="${reference}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

function writtenSheet({ head, rows }: Table): Uint8Array {
  const parts = [
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>`,
    ...head.map(
      (name, i) =>
        `<col min="${i + 1}" max="${i + 1}" width="${/url|address|from|to|title|detail|description/i.test(name) ? 50 : 14}" customWidth="1"/>`,
    ),
    "</cols><sheetData>",
  ];
  let row = 0;
  const write = (cells: readonly Cell[], style: string) => {
    row++;
    parts.push(
      `<row r="${row}">${cells.map((cell, i) => writtenCell(cell, `${columnName(i)}${row}`, style)).join("")}</row>`,
    );
  };
  write(head, ' s="1"');
  for (const cells of rows()) if (row < ROWS_MAX) write(cells, "");
  parts.push(`</sheetData><autoFilter ref="A1:${columnName(head.length - 1)}${row}"/></worksheet>`);
  return strToU8(parts.join(""));
}

const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function contentTypes(sheets: number): string {
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const parts = Array.from(
    { length: sheets },
    (_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${type}.worksheet+xml"/>`,
  );
  return `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${parts.join("")}</Types>`;
}

/** Writes tables as an Excel workbook (ECMA-376, Office Open XML), a sheet for each, without formulas. */
export function writeXlsx(tables: readonly Table[]): Uint8Array<ArrayBuffer> {
  const sheets = tables.map(
    ({ name }, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  );
  const relations = tables.map(
    (_, i) =>
      `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  const files: Zippable = {
    "[Content_Types].xml": strToU8(contentTypes(tables.length)),
    "_rels/.rels": strToU8(
      `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    "xl/workbook.xml": strToU8(
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join("")}</sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": strToU8(
      `${HEAD}<Relationships xmlns="${RELATIONS}">${relations.join("")}<Relationship Id="rId${tables.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ),
    "xl/styles.xml": strToU8(STYLES),
  };
  for (const [i, table] of tables.entries()) files[`xl/worksheets/sheet${i + 1}.xml`] = writtenSheet(table);
  // The same steps give the same bytes: the time of the entries is the earliest that ZIP has.
  return new Uint8Array(zipSync(files, { level: 6, mtime: new Date(1980, 0, 1) }));
}
