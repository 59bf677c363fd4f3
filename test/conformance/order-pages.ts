/**
 * Pages whose reading order is known, made of real texts: columns, right-to-left scripts, Chinese and Japanese, and
 * turned pages. Chromium, WeasyPrint, XeTeX and FOP make them, as far as they are installed.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runLimited } from "./run-program.ts";

/** The classes of pages that are compared on their own. */
export const CLASSES = ["columns", "right-to-left", "cjk", "rotated"] as const;
export type PageClass = (typeof CLASSES)[number];

/** The paragraphs of each page of a file, in reading order. */
export interface OrderedFile {
  readonly name: string;
  readonly kind: PageClass;
  readonly pages: readonly (readonly string[])[];
}

/** How a set of pages is made. */
interface PageSet {
  readonly name: string;
  readonly kind: PageClass;
  readonly language: string;
  readonly count: number;
  /** Characters of text per page. */
  readonly size: number;
  readonly make: (pages: readonly (readonly string[])[], folder: string, name: string) => Promise<boolean>;
}

/** The letters of languages that are not written in Latin: some texts are not translated. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ar: /\p{scx=Arab}/gu,
  fa: /\p{scx=Arab}/gu,
  ja: /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/gu,
  zh: /\p{scx=Han}/gu,
  "zh-tw": /\p{scx=Han}/gu,
};

function isTranslated(text: string, language: string): boolean {
  const script = SCRIPTS[language];
  return script === undefined || (text.match(script)?.length ?? 0) > 0.6 * text.length;
}

/** The paragraphs of Markdown files of a folder that are plain prose, without links, code and lists. */
export function paragraphsOf(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true }).map(String).sort();
  return files
    .filter((name) => /\.(?:markdown|md)$/.test(name))
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split(/\n\s*\n/))
    .map((text) => text.replaceAll(/\s+/g, " ").trim())
    .filter((text) => /^[\p{L}]/u.test(text) && !/[`#<>{}\\$&%_^~|[\]*]/.test(text) && text.length >= 60);
}

/** Divides paragraphs into pages of about a number of characters. */
export function pagesOf(
  paragraphs: readonly string[],
  count: number,
  size: number,
  skip: number,
): string[][] {
  const pages: string[][] = [];
  let at = skip;
  while (pages.length < count && at < paragraphs.length) {
    const page: string[] = [];
    for (let left = size; at < paragraphs.length; at++) {
      const text = paragraphs[at] ?? "";
      if (text.length > left) break;
      page.push(text);
      left -= text.length;
    }
    if (page.length >= 3) pages.push(page);
    else at++;
  }
  return pages;
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A page of HTML for each list of paragraphs; `inner` lays them out. */
function html(
  pages: readonly (readonly string[])[],
  style: string,
  attributes: string,
  inner: (paragraphs: readonly string[]) => string,
) {
  const body = pages.map((page) => `<section>${inner(page)}</section>`).join("\n");
  return `<!doctype html><html ${attributes}><head><meta charset="utf-8"><style>
@page { size: A4; margin: 15mm } body { margin: 0; font-size: 10pt; line-height: 1.3 } p { margin: 0 0 6pt; text-align: justify }
section { break-after: page; page-break-after: always } ${style}</style></head><body>${body}</body></html>`;
}

const plain = (paragraphs: readonly string[]) => paragraphs.map((text) => `<p>${escaped(text)}</p>`).join("");

/** The first paragraph over the whole width, the others in columns. */
const headed = ([first = "", ...others]: readonly string[]) =>
  `${plain([first])}<div class="columns">${plain(others)}</div>`;

async function printed(program: "chromium" | "weasyprint", source: string, folder: string, name: string) {
  const [page, out] = [join(folder, `${name}.html`), join(folder, `${name}.pdf`)];
  writeFileSync(page, source);
  return program === "chromium"
    ? await runLimited([
        "chromium",
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-pdf-header-footer",
        `--print-to-pdf=${out}`,
        `file://${page}`,
      ])
    : await runLimited(["weasyprint", "-q", page, out]);
}

/** Makes pages with an HTML program. */
export const web =
  (program: "chromium" | "weasyprint", style: string, attributes = "", inner = plain): PageSet["make"] =>
  (pages, folder, name) =>
    printed(program, html(pages, style, attributes, inner), folder, name);

/** Makes pages with XeTeX; `before` and `after` are around the paragraphs of each page. */
const tex =
  (preamble: string, before: string, after: string, around = ["", ""]): PageSet["make"] =>
  async (pages, folder, name) => {
    const body = pages
      .map(
        (page) =>
          `${before}\n${page.map((text) => `${around[0]}${text}${around[1]}`).join("\n\n")}\n${after}\\clearpage`,
      )
      .join("\n");
    writeFileSync(
      join(folder, `${name}.tex`),
      `\\documentclass[10pt,a4paper]{article}\\usepackage[margin=18mm]{geometry}\\usepackage{fontspec,multicol,graphicx}\\pagestyle{empty}${preamble}\\begin{document}\n${body}\n\\end{document}`,
    );
    return await runLimited([
      "xelatex",
      "-interaction=nonstopmode",
      `-output-directory=${folder}`,
      join(folder, `${name}.tex`),
    ]);
  };

/** Makes pages with FOP, in two columns. */
const fop: PageSet["make"] = async (pages, folder, name) => {
  const blocks = pages
    .map(
      (page) =>
        `<fo:block break-after="page">${page.map((text) => `<fo:block space-after="6pt" text-align="justify">${escaped(text)}</fo:block>`).join("")}</fo:block>`,
    )
    .join("");
  writeFileSync(
    join(folder, `${name}.fo`),
    `<fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format"><fo:layout-master-set><fo:simple-page-master master-name="a" page-width="210mm" page-height="297mm" margin="18mm"><fo:region-body column-count="2" column-gap="6mm"/></fo:simple-page-master></fo:layout-master-set><fo:page-sequence master-reference="a"><fo:flow flow-name="xsl-region-body" font-size="10pt">${blocks}</fo:flow></fo:page-sequence></fo:root>`,
  );
  return await runLimited(["fop", "-q", join(folder, `${name}.fo`), join(folder, `${name}.pdf`)]);
};

/** Turns the pages that another maker makes by a page attribute. */
const turned =
  (degrees: number, make: PageSet["make"]): PageSet["make"] =>
  async (pages, folder, name) =>
    (await make(pages, folder, name)) &&
    (await runLimited(["qpdf", `--rotate=+${degrees}`, "--replace-input", join(folder, `${name}.pdf`)]));

const columns = (count: number) => `section { columns: ${count}; column-gap: 6mm }`;
const HEADED = ".columns { columns: 2; column-gap: 6mm }";
const NOTO = "body { font-family: 'Noto Serif CJK JP' }";
const AMIRI = "body { font-family: Amiri; font-size: 12pt }";
const VERTICAL = `${NOTO} section { writing-mode: vertical-rl; height: 240mm }`;
const SIDEWAYS =
  "section { height: 260mm } section > div { width: 255mm; height: 175mm; columns: 2; column-gap: 8mm; transform-origin: 0 0; transform: translateY(258mm) rotate(-90deg) }";
const boxed = (paragraphs: readonly string[]) => `<div>${plain(paragraphs)}</div>`;
const TWO = ["\\begin{multicols}{2}", "\\end{multicols}"] as const;
const CJK_TEX =
  '\\setmainfont{Noto Serif CJK JP}\\XeTeXlinebreaklocale "ja"\\XeTeXlinebreakskip=0pt plus 1pt';
const ARABIC_TEX = "\\setmainfont[Script=Arabic]{Amiri}\\TeXXeTstate=1";
const TURNED_TEX = [
  "\\noindent\\rotatebox{90}{\\begin{minipage}{250mm}\\begin{multicols}{2}",
  "\\end{multicols}\\end{minipage}}",
] as const;

const SETS: readonly PageSet[] = [
  {
    name: "columns2-chromium",
    kind: "columns",
    language: "en",
    count: 6,
    size: 3_600,
    make: web("chromium", columns(2)),
  },
  {
    name: "columns3-chromium",
    kind: "columns",
    language: "fr",
    count: 5,
    size: 3_200,
    make: web("chromium", columns(3)),
  },
  {
    name: "headed-weasyprint",
    kind: "columns",
    language: "en",
    count: 6,
    size: 3_200,
    make: web("weasyprint", HEADED, "", headed),
  },
  { name: "columns2-xetex", kind: "columns", language: "de", count: 6, size: 3_600, make: tex("", ...TWO) },
  { name: "columns2-fop", kind: "columns", language: "es", count: 7, size: 4_800, make: fop },
  {
    name: "arabic-chromium",
    kind: "right-to-left",
    language: "ar",
    count: 7,
    size: 1_300,
    make: web("chromium", AMIRI, 'dir="rtl" lang="ar"'),
  },
  {
    name: "arabic-columns-chromium",
    kind: "right-to-left",
    language: "ar",
    count: 8,
    size: 1_300,
    make: web("chromium", AMIRI + columns(2), 'dir="rtl" lang="ar"'),
  },
  {
    name: "persian-columns-chromium",
    kind: "right-to-left",
    language: "fa",
    count: 5,
    size: 1_300,
    make: web("chromium", AMIRI + columns(2), 'dir="rtl" lang="fa"'),
  },
  {
    name: "persian-xetex",
    kind: "right-to-left",
    language: "fa",
    count: 5,
    size: 1_300,
    make: tex(ARABIC_TEX, "", "", ["\\noindent\\beginR ", "\\endR\\par"]),
  },
  {
    name: "vertical-chromium",
    kind: "cjk",
    language: "ja",
    count: 6,
    size: 900,
    make: web("chromium", VERTICAL, 'lang="ja"'),
  },
  {
    name: "columns2-cjk-chromium",
    kind: "cjk",
    language: "zh",
    count: 6,
    size: 1_200,
    make: web("chromium", NOTO + columns(2), 'lang="zh"'),
  },
  {
    name: "columns2-cjk-weasyprint",
    kind: "cjk",
    language: "zh-tw",
    count: 6,
    size: 1_200,
    make: web("weasyprint", NOTO + columns(2), 'lang="zh"'),
  },
  {
    name: "columns2-cjk-xetex",
    kind: "cjk",
    language: "ja",
    count: 7,
    size: 1_200,
    make: tex(CJK_TEX, ...TWO),
  },
  {
    name: "sideways-chromium",
    kind: "rotated",
    language: "en",
    count: 5,
    size: 3_000,
    make: web("chromium", SIDEWAYS, "", boxed),
  },
  {
    name: "sideways-weasyprint",
    kind: "rotated",
    language: "de",
    count: 5,
    size: 3_000,
    make: web("weasyprint", SIDEWAYS, "", boxed),
  },
  {
    name: "sideways-xetex",
    kind: "rotated",
    language: "fr",
    count: 5,
    size: 3_000,
    make: tex("", ...TURNED_TEX),
  },
  {
    name: "turned90-xetex",
    kind: "rotated",
    language: "en",
    count: 5,
    size: 3_400,
    make: turned(90, tex("", ...TWO)),
  },
];

/** Makes the files of all sets in a folder from texts: a folder with Markdown files for each language. */
export async function makePages(
  texts: string,
  folder: string,
  out: (line: string) => void,
): Promise<OrderedFile[]> {
  const files: OrderedFile[] = [];
  const used = new Map<string, number>();
  for (const { name, kind, language, count, size, make } of SETS) {
    const skip = used.get(language) ?? 0;
    const pages = pagesOf(
      paragraphsOf(join(texts, language)).filter((text) => isTranslated(text, language)),
      count,
      size,
      skip,
    );
    used.set(language, skip + pages.flat().length);
    if (await make(pages, folder, name)) files.push({ name, kind, pages });
    else out(`${name} is not made: its program is missing or failed`);
  }
  return files;
}
