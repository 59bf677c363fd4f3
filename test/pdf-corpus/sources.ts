// Texts with the marks that programs take: each is given to whoever reads its kind, and is what we should read.
import { filled, SENTENCES } from "./prose.ts";

/** A text, and what makes a page of it. */
export interface Source {
  readonly name: string;
  readonly kind: "html" | "tex" | "fodt";
  readonly source: string;
  readonly text: string;
}

const all = [...SENTENCES, ...SENTENCES, ...SENTENCES];
const paragraphs = [all.slice(0, 8).join(" "), all.slice(3, 11).join(" "), all.slice(6, 12).join(" ")];

function html(name: string, style: string, body: string, text: string): Source {
  const source = `<!doctype html><html lang="en"><meta charset="utf-8"><style>body{font:12pt serif}${style}</style>${body}</html>`;
  return { name, kind: "html", source, text };
}

const inParagraphs = paragraphs.map((text) => `<p>${text}</p>`).join("");
const rows = Array.from({ length: 12 }, (_, k) => [
  `Rope number ${k + 1}`,
  String(3 * k + 2),
  `${7 * k + 4}.50`,
]);
const table = `<table><tr><th>Article<th>Quantity<th>Price</tr>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}`).join("")}</tr>`).join("")}</table>`;
const tableText = [["Article", "Quantity", "Price"], ...rows].map((row) => row.join(" ")).join("\n");
const lines = filled(60, 8);

const tex = (name: string, preamble: string, body: string, text: string): Source => ({
  name,
  kind: "tex",
  source: `\\documentclass{article}\\pagestyle{empty}${preamble}\\begin{document}${body}\\end{document}`,
  text,
});

const odt = (name: string, styles: string, body: string, text: string): Source => ({
  name,
  kind: "fodt",
  source: `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document>`,
  text,
});

const odtParagraphs = paragraphs.map((text) => `<text:p>${text}</text:p>`).join("");
const odtCell = (cell: string) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`;
const odtRow = (row: readonly string[]) => `<table:table-row>${row.map(odtCell).join("")}</table:table-row>`;

/** Everything that is made, whatever this machine can make of it. */
export const sources: readonly Source[] = [
  html("prose", "", `<h1>The List</h1>${inParagraphs}`, `The List\n${paragraphs.join("\n")}`),
  html("justified", "p{text-align:justify;hyphens:auto;width:9cm}", inParagraphs, paragraphs.join("\n")),
  html("columns", "body{columns:2}", inParagraphs, paragraphs.join("\n")),
  html("three", "body{columns:3;font-size:9pt}", inParagraphs, paragraphs.join("\n")),
  html("table", "td,th{border:1px solid;padding:4px}", table, tableText),
  html("plaintable", "td{padding:2px 12px}", table, tableText),
  html(
    "scripts",
    "",
    "<p>Water is H<sub>2</sub>O and E = mc<sup>2</sup>, as Smith<sup>3,4</sup> wrote.</p><p>On the 1<sup>st</sup> of May.</p>",
    "Water is H2O and E = mc2, as Smith3,4 wrote.\nOn the 1st of May.",
  ),
  html(
    "turned",
    "@page{size:A4 landscape}",
    lines.map((row) => `<div>${row}</div>`).join(""),
    lines.join("\n"),
  ),
  html("small", "body{font:300 7pt sans-serif;letter-spacing:.02em}", inParagraphs, paragraphs.join("\n")),
  html(
    "ligatures",
    "body{font-family:'Liberation Serif'}",
    "<p>Efficient fields flow off the official shelf.</p>",
    "Efficient fields flow off the official shelf.",
  ),
  html(
    "hebrew",
    "",
    `<div dir="rtl"><p>שלום עולם, זהו טקסט (עם סוגריים) משנת 2024.</p><p>קובץ PDF חדש.</p></div>`,
    "שלום עולם, זהו טקסט (עם סוגריים) משנת 2024.\nקובץ PDF חדש.",
  ),
  html(
    "arabic",
    "",
    `<div dir="rtl"><p>هذا نص قصير (مع أقواس) من سنة 2024.</p></div>`,
    "هذا نص قصير (مع أقواس) من سنة 2024.",
  ),
  html(
    "japanese",
    "",
    "<p>わたくしといふ現象は<br>假定された有機交流電燈の</p>",
    "わたくしといふ現象は\n假定された有機交流電燈の",
  ),
  html(
    "downwards",
    "body{writing-mode:vertical-rl;height:12cm}",
    "<p>わたくしといふ現象は<br>假定された有機交流電燈の<br>ひとつの青い照明です</p>",
    "わたくしといふ現象は\n假定された有機交流電燈の\nひとつの青い照明です",
  ),
  tex(
    "texprose",
    "",
    `\\section*{The List}${paragraphs.join("\n\n").replaceAll("&", "\\&")}`,
    `The List\n${paragraphs.join("\n")}`,
  ),
  tex(
    "texcolumns",
    "\\usepackage{multicol}",
    `\\begin{multicols}{2}${paragraphs.join("\n\n")}\\end{multicols}`,
    paragraphs.join("\n"),
  ),
  tex(
    "texaccents",
    "",
    `K\\"alte \\"uber alles, \\'etude na\\"\\i ve, \\c{c}a et l\\\`a, \\v{S}koda.`,
    "Kälte über alles, étude naïve, ça et là, Škoda.",
  ),
  tex(
    "texmaths",
    "\\usepackage{amssymb}",
    "Let $f'$ be the derivative, $x \\neq y$ and $\\|v\\| \\leq 1$ for all $x_1, x_2 \\in \\mathbb{R}^n$.\n\nSo $f \\colon a \\mapsto b$ and $\\langle u, v \\rangle = 0$. $\\blacksquare$",
    "Let f′ be the derivative, x ≠ y and ‖v‖ ≤ 1 for all x1, x2 ∈ Rn.\nSo f: a ↦ b and ⟨u, v⟩ = 0. ■",
  ),
  tex(
    "texnotes",
    "",
    `${SENTENCES[0]}\\footnote{${SENTENCES[1]}} ${SENTENCES[2]}`,
    `${SENTENCES[0]}1 ${SENTENCES[2]}\n1${SENTENCES[1]}`,
  ),
  odt("office", "", odtParagraphs, paragraphs.join("\n")),
  odt(
    "officecolumns",
    `<style:style style:name="S" style:family="section"><style:section-properties><style:columns fo:column-count="2" fo:column-gap="0.8cm"/></style:section-properties></style:style>`,
    `<text:section text:style-name="S" text:name="a">${odtParagraphs}</text:section>`,
    paragraphs.join("\n"),
  ),
  odt(
    "officetable",
    "",
    `<table:table><table:table-column table:number-columns-repeated="3"/>${[["Article", "Quantity", "Price"], ...rows].map(odtRow).join("")}</table:table>`,
    tableText,
  ),
];
