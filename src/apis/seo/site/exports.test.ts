import { expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { strFromU8, unzipSync } from "fflate";
import type { Cell } from "../../../kit/csv.ts";
import { exportTables } from "./crawl.ts";
import type { Table } from "./site-tables.ts";
import { runSiteTask } from "./site-tasks.ts";
import { writeCsv } from "./write-csv.ts";
import { writeXlsx } from "./write-xlsx.ts";

const table = (...rows: Cell[][]): Table => ({ name: "issues", head: ["url", "detail"], rows: () => rows });
const lines = (...rows: Cell[][]): string[][] => parse(Buffer.from(writeCsv(table(...rows))), { bom: true });

const FORMULAS = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r\n=1",
  " =1",
  '=HYPERLINK("http://x","y")',
  "|cmd",
  "＝1+1",
];

test.each(FORMULAS)("no cell of a CSV file is a formula: %p", (formula) => {
  const [, row] = lines([formula, formula]);
  expect(row).toEqual([`'${formula}`, `'${formula}`]);
});

test("CSV keeps texts, numbers and empty cells", () => {
  const texts = ['say "hi", you', "two\nlines", "größe 漢字 🙂", "semi;colon", ""];
  const [, ...rows] = lines(...texts.map((text) => [text, -5]), [null, true]);
  expect(rows).toEqual([...texts.map((text) => [text, "-5"]), ["", "true"]]);
});

test("CSV begins with a byte order mark and ends its lines as RFC 4180 says", () => {
  expect(Buffer.from(writeCsv(table(["a", 1]))).toString("utf8")).toBe("\ufeffurl,detail\r\na,1\r\n");
});

test("a ZIP file has every table as CSV", () => {
  const files = unzipSync(
    runSiteTask({ name: "export", steps: new Uint8Array(), format: { type: "zip" } }) as Uint8Array,
  );
  expect(Object.keys(files).sort()).toEqual(exportTables.map((name) => `${name}.csv`).sort());
  expect(strFromU8(files["issues.csv"] ?? new Uint8Array())).toContain("url");
});

const sheetOf = (...rows: Cell[][]) =>
  strFromU8(unzipSync(writeXlsx([table(...rows)]))["xl/worksheets/sheet1.xml"] ?? new Uint8Array());

test.each(FORMULAS)("no cell of a workbook is a formula: %p", (formula) => {
  const sheet = sheetOf([formula, 1]);
  expect(sheet).not.toContain("<f");
  expect(sheet).toContain('<c r="A2" t="inlineStr">');
});

test("a workbook has the parts that the format asks for, and only characters of XML", () => {
  const hostile = '</t><f>1</f>\u0000\u0008\ud800\ufffe_x0041_ & "<>';
  const files = unzipSync(
    writeXlsx([table([hostile, Number.NaN]), { ...table([null, false]), name: "pages" }]),
  );
  expect(Object.keys(files)).toEqual([
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/styles.xml",
    "xl/worksheets/sheet1.xml",
    "xl/worksheets/sheet2.xml",
  ]);
  const sheet = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  expect(sheet).toContain("&lt;/t&gt;&lt;f&gt;1&lt;/f&gt;\ufffd_x005F_x0041_ &amp; &quot;&lt;&gt;</t>");
  expect(sheet).toContain('<c r="B2"><v>0</v></c>');
});

test("the same tables give the same bytes", () => {
  expect(writeXlsx([table(["a", 1])])).toEqual(writeXlsx([table(["a", 1])]));
});
