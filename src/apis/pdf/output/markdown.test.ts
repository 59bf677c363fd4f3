import { describe, expect, test } from "bun:test";
import { pdfOf, stream } from "../../../../test/fixtures/pdf-writer.ts";
import type { Rule } from "../engine/rules.ts";
import { xmpOf } from "../engine/xmp.ts";
import type { ExtractTask, OpenedDocument } from "../job.ts";
import { ruleGrid } from "../layout/tables/ruled.ts";
import type { ReadPage } from "../page.ts";
import { run } from "../worker.ts";

interface Answer {
  readonly document: OpenedDocument | undefined;
  readonly pages: readonly ReadPage[];
}

async function read(file: Uint8Array, options: Partial<ExtractTask> = {}): Promise<Answer> {
  const pages: ReadPage[] = [];
  let document: OpenedDocument | undefined;
  const usual = {
    password: undefined,
    pages: undefined,
    headers: "keep",
    include: [],
    hyphens: "join",
    layout: "reading",
    markdown: true,
    dryRun: false,
    tableFormat: "cells",
  } as const;
  for await (const message of run({ ...usual, file, ...options })) {
    if (message.kind === "opened") ({ document } = message);
    if (message.kind === "pages") for (const page of message.pages) if (page.kind !== null) pages.push(page);
  }
  return { document, pages };
}

const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";

/** A page with content, and objects from number 6 on. */
function page(content: string, catalog = "", more: readonly string[] = [], entries = ""): Uint8Array {
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${entries} >>`,
    stream(content),
    FONT,
    ...more,
  ]);
}

const at = (x: number, y: number, text: string, size = 10) =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`;

describe("what the file itself says", () => {
  /** Content marked 0 to n, and a tree of types: a number is content, the rest are elements. */
  interface Element extends ReadonlyArray<string | Node> {
    readonly 0: string;
  }
  type Node = number | Element;
  function tagged(texts: readonly (readonly [number, number, string])[], tree: readonly Node[]): Uint8Array {
    const content = texts
      .map(([x, y, text], k) => `/P << /MCID ${k} >> BDC ${at(x, y, text)} EMC`)
      .join("\n");
    const objects: string[] = [];
    const first = 8;
    const parents = new Map<number, number>();
    const place = (element: Element, parent: number): number => {
      const [type, ...children] = element;
      const number = first + objects.length;
      const own = objects.push("") - 1;
      const kids = children.map((child) => {
        if (typeof child === "string") return "";
        if (typeof child !== "number") return `${place(child, number)} 0 R`;
        parents.set(child, number);
        return String(child);
      });
      objects[own] = `<< /Type /StructElem /S /${type} /P ${parent} 0 R /Pg 3 0 R /K [${kids.join(" ")}] >>`;
      return number;
    };
    const kids = tree.map((node) => (typeof node === "number" ? "" : `${place(node, 6)} 0 R`));
    const numbers = texts.map((_, k) => `${parents.get(k) ?? 6} 0 R`).join(" ");
    return page(
      content,
      "/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R",
      [
        `<< /Type /StructTreeRoot /K [${kids.join(" ")}] /ParentTree 7 0 R >>`,
        `<< /Nums [0 [${numbers}]] >>`,
        ...objects,
      ],
      "/StructParents 0",
    );
  }
  test("headings, paragraphs and nested lists, whatever their size", async () => {
    const file = tagged(
      [
        [72, 760, "The list"],
        [72, 740, "Two copies"],
        [72, 728, "are kept."],
        [72, 700, "1. by the clerk"],
        [90, 688, "\\225 in ink"],
        [72, 676, "2. by his neighbour"],
        [72, 650, "The end"],
      ],
      [
        ["H1", 0],
        ["P", 1, 2],
        ["L", ["LI", ["LBody", 3, ["L", ["LI", ["LBody", 4]]]]], ["LI", ["LBody", 5]]],
        ["H2", ["Span", 6]],
      ],
    );
    const { document, pages } = await read(file);
    expect(document?.tagged).toBe(true);
    expect(pages[0]?.text).toBe(
      "# The list\n\nTwo copies are kept.\n\n1. by the clerk\n   - in ink\n2. by his neighbour\n\n## The end",
    );
  });
  test("paragraphs, headings and items with wide gaps are no tables", async () => {
    const texts = ["The ropes", "and", "lamps of", "the", "old", "harbour were", "sold", "for", "oil"];
    const words = (y: number, k: number): [number, number, string][] =>
      texts.slice(3 * k, 3 * k + 3).map((text, i) => [72 + 100 * i, y, text]);
    const file = tagged(
      [...words(700, 0), ...words(688, 1), ...words(676, 2), ...words(650, 0), ...words(638, 1)],
      [
        ["P", 0, 1, 2, 3, 4, 5, 6, 7, 8],
        ["H1", 9, 10, 11],
        ["L", ["LI", 12, 13, 14]],
      ],
    );
    const { pages } = await read(file);
    expect(pages[0]?.text).toBe(
      "The ropes and lamps of the old harbour were sold for oil\n\n# The ropes and lamps of\n\n- the old harbour were",
    );
  });
  test("tables, cell by cell, however close they stand", async () => {
    const file = tagged(
      [
        [72, 700, "Rope"],
        [98, 700, "14.50"],
        [72, 688, "Lamp oil, the"],
        [72, 676, "good one"],
        [135, 688, "3.20"],
      ],
      [["Table", ["TR", ["TH", 0], ["TH", 1]], ["TR", ["TD", ["P", 2, 3]], ["TD", 4]]]],
    );
    expect((await read(file)).pages[0]?.text).toBe(
      "| Rope | 14.50 |\n| --- | --- |\n| Lamp oil, the good one | 3.20 |",
    );
  });
  test("cells of a tagged table are in their columns where empty ones are missing, and one covers two", async () => {
    const file = tagged(
      [
        [72, 700, "Item"],
        [150, 700, "Price and stock"],
        [150, 684, "EUR"],
        [220, 684, "Pieces"],
        [72, 668, "Rope"],
        [150, 668, "14.50"],
        [220, 668, "7"],
        [150, 652, "Sum"],
        [220, 652, "21"],
      ],
      [
        [
          "Table",
          ["TR", ["TH", 0], ["TH", 1]],
          ["TR", ["TH", 2], ["TH", 3]],
          ["TR", ["TD", 4], ["TD", 5], ["TD", 6]],
          ["TR", ["TD", 7], ["TD", 8]],
        ],
      ],
    );
    expect((await read(file)).pages[0]?.text).toBe(
      [
        "| Item | Price and stock |  |",
        "| --- | --- | --- |",
        "|  | EUR | Pieces |",
        "| Rope | 14.50 | 7 |",
        "|  | Sum | 21 |",
      ].join("\n"),
    );
  });
  test("breaks of the author, and an item that goes on below its nested list", async () => {
    const file = tagged(
      [
        [72, 760, "The clerk of the old harbour wrote the list of all the ropes, lamps and"],
        [72, 748, "oars of the town in one long night."],
        [72, 720, "Mrs. Keller"],
        [72, 708, "12 Harbour Road"],
        [72, 680, "\\225 First"],
        [90, 668, "\\225 nested"],
        [72, 656, "goes on"],
      ],
      [
        ["P", 0, 1],
        ["P", 2, 3],
        ["L", ["LI", ["LBody", 4, ["L", ["LI", ["LBody", 5]]], 6]]],
      ],
    );
    expect((await read(file)).pages[0]?.text).toBe(
      "The clerk of the old harbour wrote the list of all the ropes, lamps and oars of the town in one long night.\n\nMrs. Keller\n12 Harbour Road\n\n- First\n   - nested\n\n   goes on",
    );
  });
  test("a tree that leads back to itself ends", async () => {
    const file = page(
      `/P << /MCID 0 >> BDC ${at(72, 700, "Text")} EMC`,
      "/MarkInfo << /Marked true >> /StructTreeRoot 6 0 R",
      [
        "<< /Type /StructTreeRoot /K [8 0 R] /ParentTree 7 0 R >>",
        "<< /Nums [0 [8 0 R]] >>",
        "<< /Type /StructElem /S /P /P 8 0 R /Pg 3 0 R /K [0 8 0 R] >>",
      ],
      "/StructParents 0",
    );
    expect((await read(file)).pages[0]?.text).toBe("Text");
  });
});

describe("tables by their lines", () => {
  const texts = [at(80, 705, "Rope"), at(130, 705, "two of them"), at(80, 685, "Oil"), at(130, 685, "a | b")];
  const table = "| Rope | two of them |\n| --- | --- |\n| Oil | a \\| b |";
  test.each([
    [
      "lines",
      "72 720 m 272 720 l 72 700 m 272 700 l 72 680 m 272 680 l 72 680 m 72 720 l 122 680 m 122 720 l 272 680 m 272 720 l S",
    ],
    ["boxes", "72 700 50 20 re 122 700 150 20 re 72 680 50 20 re 122 680 150 20 re S"],
    [
      "thin boxes, filled",
      "72 720 200 1 re f 72 700 200 1 re f 72 680 200 1 re f 72 680 1 40 re f 122 680 1 40 re f 272 680 1 40 re f",
    ],
  ])("drawn as %s", async (_, drawn) => {
    const { pages } = await read(page(`${drawn}\n${texts.join("\n")}\n${at(72, 640, "Behind it")}`));
    expect(pages[0]?.text).toBe(`${table}\n\nBehind it`);
  });
  test("cells that no line parts are one", () => {
    const line = (isAcross: boolean, at: number, from: number, to: number): Rule => ({
      isAcross,
      at,
      from,
      to,
    });
    const across = [...[100, 80, 60].map((y) => line(true, y, 0, 90))];
    const down = [
      ...[0, 90].map((x) => line(false, x, 60, 100)),
      line(false, 30, 60, 80),
      line(false, 60, 60, 100),
    ];
    const { cells } = ruleGrid({ box: { left: 0, right: 90, bottom: 60, top: 100 }, across, down });
    expect(cells).toEqual([
      { row: 0, column: 0, lastRow: 0, lastColumn: 1 },
      { row: 0, column: 2, lastRow: 0, lastColumn: 2 },
      { row: 1, column: 0, lastRow: 1, lastColumn: 0 },
      { row: 1, column: 1, lastRow: 1, lastColumn: 1 },
      { row: 1, column: 2, lastRow: 1, lastColumn: 2 },
    ]);
  });
  test("an underline and a box are no tables", async () => {
    const { pages } = await read(page(`72 698 m 150 698 l S 70 690 200 30 re S\n${at(72, 700, "Title")}`));
    expect(pages[0]?.text).toBe("Title");
  });
});

test("links become Markdown where they are on the page", async () => {
  const link =
    "<< /Type /Annot /Subtype /Link /Rect [95 695 165 712] /A << /S /URI /URI (https://example.org/a b\\)) >> >>";
  const file = page(at(72, 700, "Read the harbour list today"), "", [link], "/Annots [6 0 R]");
  expect((await read(file)).pages[0]?.text).toBe(
    "Read [the harbour list](https://example.org/a%20b%29) today",
  );
});

describe("layout", () => {
  const file = page([at(300, 700, "right"), at(72, 700, "left"), at(72, 660, "below")].join("\n"));
  test("raw is the order of the content, across columns where it goes so", async () => {
    const rows = Array.from({ length: 12 }, (_, k) =>
      ["left", "right"].map((side, of) =>
        at(60 + 260 * of, 700 - 12 * k, `line ${k} of the ${side} column of text`),
      ),
    );
    const columns = page(rows.flat().join("\n"));
    const first = async (layout: ExtractTask["layout"]) =>
      (await read(columns, { markdown: false, layout })).pages[0]?.text.split(/[\t\n]+/).slice(0, 2);
    expect(await first("raw")).toEqual([
      "line 0 of the left column of text",
      "line 0 of the right column of text",
    ]);
    expect(await first("reading")).toEqual([
      "line 0 of the left column of text",
      "line 1 of the left column of text",
    ]);
  });
  test("a value in the gap between two labels follows its own, at its place", async () => {
    const value = "<< /Type /Annot /Subtype /FreeText /Rect [140 665 260 712] /Contents (Ada\\nof London) >>";
    const form = page(
      [at(72, 700, "First name"), at(290, 700, "Last name")].join("\n"),
      "",
      [value],
      "/Annots [6 0 R]",
    );
    const { pages } = await read(form, { markdown: false });
    expect(pages[0]?.text).toBe("First name Ada\nof London\tLast name");
    const spatial = await read(form, { markdown: false, layout: "spatial" });
    expect(spatial.pages[0]?.text).toMatch(/^First name {2,6}Ada {20,}Last name\n+ {12,18}of London$/);
  });
  test("spatial keeps places by spaces", async () => {
    const { pages } = await read(file, { markdown: false, layout: "spatial" });
    expect(pages[0]?.text).toMatch(/^left {20,}right\n+below$/);
  });
});

describe("XMP", () => {
  const packet = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>';
  test("the packet of the file, as it stands in it", async () => {
    const file = page(at(72, 700, "Text"), "/Metadata 6 0 R", [
      stream(packet, "/Type /Metadata /Subtype /XML"),
    ]);
    const { document } = await read(file, { include: ["metadata"] });
    expect(document?.metadata?.xmp).toBe(packet);
  });
  test("a packet inside a picture is not the file's", () => {
    const picture = page("", "", [stream(packet, "/Type /XObject /Subtype /Image")]);
    expect(xmpOf(picture)).toBeNull();
  });
  test("none", () => expect(xmpOf(page(""))).toBeNull());
});
