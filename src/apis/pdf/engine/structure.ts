import type { Chars } from "./chars.ts";
import type { OpenPage } from "./open-file.ts";

/** The role of content according to the file's structure tree (PDF 32000-1, 14.8.4). */
export type Role =
  | { readonly kind: "heading"; readonly level: number; readonly block: number }
  | { readonly kind: "item"; readonly depth: number; readonly block: number }
  | { readonly kind: "paragraph"; readonly block: number }
  | { readonly kind: "cell"; readonly cell: Cell };

/** A table cell; `table` identifies the table on the page. */
export interface Cell {
  readonly table: string;
  readonly row: number;
  readonly column: number;
}

const ELEMENTS_MAX = 20_000;
const DEPTH_MAX = 40;

const PARAGRAPHS = new Set(["P", "BlockQuote", "Caption", "Note", "Code", "TOCI", "Index"]);

/** Attributes that an element inherits from its ancestors. */
interface InheritedAttributes {
  readonly role: Role | undefined;
  readonly lists: number;
  readonly table: TablePlace | undefined;
}

interface TablePlace {
  readonly name: string;
  row: number;
  column: number;
}

/** The level of a heading by its type: H1 to H6; a title and an H without a number are the first. */
function levelOf(type: string): number | undefined {
  if (type === "Title" || type === "H") return 1;
  const found = /^H([1-9])$/.exec(type);
  return found === null ? undefined : Math.min(6, Number(found[1]));
}

class Reader {
  readonly roles = new Map<number, Role>();
  readonly #page: OpenPage;
  #elements = 0;
  #blocks = 0;

  constructor(page: OpenPage) {
    this.#page = page;
  }

  visit(element: number, around: InheritedAttributes, depth: number): void {
    const { pdfium } = this.#page.file;
    if (depth > DEPTH_MAX || ++this.#elements > ELEMENTS_MAX) return;
    const type = pdfium.text("FPDF_StructElement_GetType", element);
    const own = this.#inside(type, around);
    const count = pdfium.call("FPDF_StructElement_CountChildren", element);
    for (let k = 0; k < count && this.#elements <= ELEMENTS_MAX; k++) {
      const child = pdfium.call("FPDF_StructElement_GetChildAtIndex", element, k);
      if (child !== 0) {
        this.visit(child, own, depth + 1);
        continue;
      }
      const content = pdfium.call("FPDF_StructElement_GetChildMarkedContentID", element, k);
      this.#elements++;
      if (content >= 0 && own.role !== undefined) this.roles.set(content, own.role);
    }
  }

  /** The context inside an element of a type. Paragraphs in a cell belong to the cell, those in a list item to the item. */
  #inside(type: string, around: InheritedAttributes): InheritedAttributes {
    const { table, lists, role } = around;
    if (type === "Table") {
      return { role: undefined, lists: 0, table: { name: `tagged ${++this.#blocks}`, row: -1, column: -1 } };
    }
    if (table !== undefined && type === "TR") {
      table.row++;
      table.column = -1;
      return around;
    }
    if (table !== undefined && (type === "TH" || type === "TD")) {
      table.column++;
      const cell = { table: table.name, row: table.row, column: table.column };
      return { ...around, role: { kind: "cell", cell } };
    }
    if (role?.kind === "cell") return around;
    if (type === "L") return { ...around, lists: lists + 1 };
    if (type === "LI") return { ...around, role: { kind: "item", depth: lists, block: ++this.#blocks } };
    const level = levelOf(type);
    if (level !== undefined) return { ...around, role: { kind: "heading", level, block: ++this.#blocks } };
    if (role === undefined && PARAGRAPHS.has(type)) {
      return { ...around, role: { kind: "paragraph", block: ++this.#blocks } };
    }
    return around;
  }
}

/** The role of a character or a placeholder by its index. */
export type RoleOf = (index: number) => Role | undefined;

/** The roles of a page's characters in the structure tree of the file; none if it is not tagged. */
export function charRoles(page: OpenPage, { textRun, textRuns }: Chars, isTagged: boolean): RoleOf {
  const { pdfium } = page.file;
  const tree = isTagged ? pdfium.call("FPDF_StructTree_GetForPage", page.page) : 0;
  if (tree === 0) return () => undefined;
  const reader = new Reader(page);
  try {
    const count = Math.min(pdfium.call("FPDF_StructTree_CountChildren", tree), ELEMENTS_MAX);
    for (let k = 0; k < count; k++) {
      const element = pdfium.call("FPDF_StructTree_GetChildAtIndex", tree, k);
      if (element !== 0) reader.visit(element, { role: undefined, lists: 0, table: undefined }, 0);
    }
  } finally {
    pdfium.call("FPDF_StructTree_Close", tree);
  }
  const ofRun = textRuns.map(({ object }) =>
    reader.roles.get(pdfium.call("FPDFPageObj_GetMarkedContentID", object)),
  );
  return (index) => (index < 0 ? undefined : ofRun[textRun[index] ?? 0]);
}
