import { describe, expect, test } from "bun:test";
import { TURNS, type Turn, UPRIGHT } from "../../../../../test/conformance/written-tables.ts";
import { usualOrder } from "../../../../../test/fixtures/pdf-corpus/read.ts";
import { pdfPages, unicodeFont, unicodeLine } from "../../../../../test/fixtures/pdf-corpus/write.ts";
import { pdfOf, stream } from "../../../../../test/fixtures/pdf-writer.ts";
import type { ExtractTask } from "../../job.ts";
import { csvOf, htmlOf } from "../../output/tables.ts";
import type { PageTable } from "../../output-schema.ts";
import { run } from "../../worker.ts";
import { pageWords } from "./page-words.ts";

type Text = readonly [x: number, y: number, text: string];

const at = (...texts: readonly Text[]) =>
  texts.map(([x, y, text]) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`).join("\n");

async function tablesIn(
  content: string,
  options: Partial<ExtractTask> = {},
  { matrix, size, rotate }: Pick<Turn, "matrix" | "size" | "rotate"> = UPRIGHT,
): Promise<readonly PageTable[]> {
  const file = pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.join(" ")}] /Rotate ${rotate} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    stream(`${matrix} cm ${content}`),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ]);
  for await (const message of run({ ...usualOrder(file), include: ["tables"], ...options })) {
    const [page] = message.kind === "pages" ? message.pages : [];
    if (page !== undefined && "text" in page) return page.tables ?? [];
  }
  throw new TypeError("the page was not read");
}

const textsOf = (table: PageTable | undefined) => table?.rows.map((row) => row.map(({ text }) => text));
const line = (x0: number, y0: number, x1: number, y1: number) => `${x0} ${y0} m ${x1} ${y1} l S`;

describe("ruled tables", () => {
  const rows = [720, 700, 680].map((y) => line(72, y, 272, y)).join(" ");
  const texts = at([80, 705, "Rope"], [130, 705, "two"], [80, 685, "Oil"], [130, 685, "three"]);
  test("cells with boxes from the upper left corner", async () => {
    const columns = [72, 122, 272].map((x) => line(x, 680, x, 720)).join(" ");
    const [table] = await tablesIn(`${rows} ${columns} ${texts}`);
    expect(table?.ruled).toBe(true);
    // PDFium's bounds of a line include its width.
    expect(table?.box.x).toBeWithin(70.9, 72.1);
    expect(table?.box.width).toBeWithin(199.9, 202.1);
    expect(textsOf(table)).toEqual([
      ["Rope", "two"],
      ["Oil", "three"],
    ]);
    expect(table?.rows[0]?.[1]?.box).toEqual({ x: 122, y: 122, width: 150, height: 20 });
    expect(table?.rows[0]?.[0]).not.toHaveProperty("colSpan");
  });
  test("without an outer frame", async () => {
    const [table] = await tablesIn(`${line(72, 700, 272, 700)} ${line(122, 680, 122, 720)} ${texts}`);
    expect(textsOf(table)).toEqual([
      ["Rope", "two"],
      ["Oil", "three"],
    ]);
  });
  test("a text that spans cells is once in the upper left one", async () => {
    const drawn = [
      ...[720, 660, 700].map((y) => line(72, y, 372, y)),
      line(172, 680, 372, 680),
      ...[72, 372].map((x) => line(x, 660, x, 720)),
      line(172, 660, 172, 700),
      line(272, 660, 272, 700),
    ].join(" ");
    const [table] = await tablesIn(
      `${drawn} ${at([80, 705, "Prices"], [80, 678, "Rope"], [180, 685, "1"], [280, 685, "2"], [180, 665, "3"], [280, 665, "4"])}`,
    );
    expect(textsOf(table)).toEqual([
      ["Prices", "", ""],
      ["Rope", "1", "2"],
      ["", "3", "4"],
    ]);
    expect(table?.rows[0]?.[0]).toMatchObject({ colSpan: 3 });
    expect(table?.rows[1]?.[0]).toMatchObject({ rowSpan: 2 });
    expect(htmlOf(table?.rows ?? [], undefined)).toBe(
      '<table><tr><td colspan="3">Prices</td></tr><tr><td rowspan="2">Rope</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>',
    );
  });
  test("rows and columns that no line separates", async () => {
    const drawn = [720, 700, 620].map((y) => line(72, y, 372, y)).join(" ");
    const columns = [72, 172, 372].map((x) => line(x, 620, x, 720)).join(" ");
    const names = ["Rope", "Oil", "Lamp", "Tide"].map((name, k): Text => [80, 688 - 18 * k, name]);
    const numbers = [180, 300].flatMap((x) => [1, 2, 3, 4].map((n, k): Text => [x, 688 - 18 * k, `${n}.50`]));
    const [table] = await tablesIn(
      `${drawn} ${columns} ${at([80, 706, "Name"], [180, 706, "Cost"], [300, 706, "Tax"], ...names, ...numbers)}`,
    );
    expect(textsOf(table)?.slice(0, 3)).toEqual([
      ["Name", "Cost", "Tax"],
      ["Rope", "1.50", "1.50"],
      ["Oil", "2.50", "2.50"],
    ]);
    expect(table?.rows).toHaveLength(5);
  });
  test("rows of numbers below names of groups, which no line separates", async () => {
    const drawn = [720, 700, 600].map((y) => line(72, y, 372, y)).join(" ");
    const columns = [72, 172, 272, 372].map((x) => line(x, 600, x, 720)).join(" ");
    const names = ["Old harbour", "Ropes", "Lamps", "New harbour", "Ropes", "Lamps"];
    const body = names.flatMap((name, k): Text[] => [
      [80, 688 - 14 * k, name],
      ...(name.endsWith("harbour") ? [] : [180, 280].map((x): Text => [x, 688 - 14 * k, `${k}.5`])),
    ]);
    const [table] = await tablesIn(
      `${drawn} ${columns} ${at([80, 706, "Name"], [180, 706, "Cost"], [280, 706, "Tax"], ...body)}`,
    );
    expect(textsOf(table)?.slice(1, 3)).toEqual([
      ["Old harbour", "", ""],
      ["Ropes", "1.5", "1.5"],
    ]);
    expect(table?.rows).toHaveLength(7);
  });
  test("a line that goes on in lower case belongs to the row above", async () => {
    const drawn = [720, 700, 640].map((y) => line(72, y, 372, y)).join(" ");
    const columns = [72, 222, 372].map((x) => line(x, 640, x, 720)).join(" ");
    const left = ["Rope that is", "long and strong", "Oil for the", "lamps of ships"];
    const body = left.flatMap((text, k): Text[] => [
      [80, 688 - 13 * k, text],
      [230, 688 - 13 * k, k % 2 === 0 ? "Bought by the" : "clerk in spring"],
    ]);
    const [table] = await tablesIn(
      `${drawn} ${columns} ${at([80, 706, "Item"], [230, 706, "Note"], ...body)}`,
    );
    expect(textsOf(table)).toEqual([
      ["Item", "Note"],
      ["Rope that is long and strong", "Bought by the clerk in spring"],
      ["Oil for the lamps of ships", "Bought by the clerk in spring"],
    ]);
  });
  test("a column without lines beside columns with them", async () => {
    const drawn = [line(72, 720, 272, 720), line(72, 600, 272, 600)].join(" ");
    const inner = [1, 2, 3, 4, 5].map((k) => line(172, 720 - 20 * k, 272, 720 - 20 * k)).join(" ");
    const columns = [72, 172, 272].map((x) => line(x, 600, x, 720)).join(" ");
    const body = [0, 1, 2, 3, 4, 5].flatMap((k): Text[] => [
      [80, 706 - 20 * k, `Rope ${k}`],
      [180, 706 - 20 * k, `${k}.50`],
    ]);
    const [table] = await tablesIn(`${drawn} ${inner} ${columns} ${at(...body)}`);
    expect(textsOf(table)?.slice(0, 2)).toEqual([
      ["Rope 0", "0.50"],
      ["Rope 1", "1.50"],
    ]);
    expect(table?.rows).toHaveLength(6);
  });
  test("borders that are the edges of cells with a gap between", async () => {
    const cells = [0, 1].flatMap((row) =>
      [0, 1].map((column) => `${72 + 105 * column} ${680 - 25 * row} 100 20 re S`),
    );
    const bridges = [
      line(72, 677, 277, 677),
      line(174, 655, 174, 700),
      line(172, 690, 177, 690),
      line(172, 665, 177, 665),
    ];
    const [table] = await tablesIn(
      `${cells.join(" ")} ${bridges.join(" ")} ${at([80, 686, "Rope"], [185, 686, "two"], [80, 661, "Oil"], [185, 661, "three"])}`,
    );
    expect(textsOf(table)).toEqual([
      ["Rope", "two"],
      ["Oil", "three"],
    ]);
  });
  test("a frame, an underline and the grid of a drawing are none", async () => {
    const frame = "60 600 400 150 re S";
    const grid = Array.from(
      { length: 20 },
      (_, k) => `${line(60 + 20 * k, 100, 60 + 20 * k, 480)} ${line(60, 100 + 20 * k, 440, 100 + 20 * k)}`,
    ).join(" ");
    expect(
      await tablesIn(`${frame} ${grid} ${line(72, 698, 150, 698)} ${at([72, 700, "Title"], [80, 90, "0"])}`),
    ).toEqual([]);
  });
});

describe("tables that alignment shows", () => {
  test("of words alone", async () => {
    const words = "Rope Lamp Tide Harbour Quay Clerk Ship Oil North".split(" ");
    const rows = words.flatMap((word, k): Text[] => [
      [72, 700 - 14 * k, word],
      [200, 700 - 14 * k, `Old ${word}`],
      [320, 700 - 14 * k, `New ${word}`],
    ]);
    const [table] = await tablesIn(at(...rows));
    expect(table?.rows).toHaveLength(words.length);
  });
  test("lines of one cell are closer than rows", async () => {
    const rows = ["Rope", "Lamp", "Tide"].flatMap((word, k): Text[] => [
      [72, 700 - 40 * k, word],
      [200, 700 - 40 * k, "Bought by the clerk"],
      [200, 688 - 40 * k, "Paid in 1999"],
      [200, 676 - 40 * k, "Seen by nobody"],
      [400, 700 - 40 * k, `${k}.50`],
    ]);
    const [table] = await tablesIn(at(...rows));
    expect(textsOf(table)?.[1]).toEqual(["Lamp", "Bought by the clerk Paid in 1999 Seen by nobody", "1.50"]);
    expect(table?.rows).toHaveLength(3);
  });
  test("beside a column of running text, with numbers close to each other", async () => {
    const rows = Array.from({ length: 16 }, (_, k): Text[] => [
      [50, 700 - 15 * k, `Harbour ${"ABCDEFGHIJKLMNOP"[k]}`],
      [130, 700 - 15 * k, `${1 + (k % 9)},${400 + k}`],
      [160, 700 - 15 * k, `${80 + k}.5`],
      [220, 700 - 15 * k, `(${80 + k}.1-${81 + k}.9)`],
    ]);
    const prose = Array.from(
      { length: 20 },
      (_, k): Text => [320, 700 - 12 * k, "of the harbour and of all the ships that come there"],
    );
    const [table, ...others] = await tablesIn(at(...rows.flat(), ...prose));
    expect(others).toEqual([]);
    expect(textsOf(table)?.[0]).toEqual(["Harbour A", "1,400", "80.5", "(80.1-81.9)"]);
    expect(table?.rows).toHaveLength(16);
  });
  const names = ["Item", "Rope", "Lamp oil", "Tide list"];
  const content = at(
    ...names.map((name, k): Text => [72, 700 - 14 * k, name]),
    ...["Price", "14.50", "3.20", "0.99"].map((name, k): Text => [200, 700 - 14 * k, name]),
    ...["Number", "2", "", "12"].flatMap((name, k): Text[] =>
      name === "" ? [] : [[300, 700 - 14 * k, name]],
    ),
  );
  test("columns and empty cells", async () => {
    const [table] = await tablesIn(content);
    expect(table?.ruled).toBe(false);
    expect(textsOf(table)).toEqual([
      ["Item", "Price", "Number"],
      ["Rope", "14.50", "2"],
      ["Lamp oil", "3.20", ""],
      ["Tide list", "0.99", "12"],
    ]);
  });
  test("all text is in the table, also that of two pieces in one column", async () => {
    const [table] = await tablesIn(
      at(
        [72, 700, "Rope, lamps and oars"],
        [250, 700, "14.50"],
        [72, 688, "Oil"],
        [140, 688, "lamp"],
        [250, 688, "3.20"],
        [72, 676, "Tar, nails and more"],
        [250, 676, "2.00"],
      ),
      { tableFormat: "html" },
    );
    expect(textsOf(table)).toEqual([
      ["Rope, lamps and oars", "14.50"],
      ["Oil lamp", "3.20"],
      ["Tar, nails and more", "2.00"],
    ]);
    expect(table?.html).toContain("<td>Oil lamp</td>");
  });
  test("its cells may go on in lower case on the next lines", async () => {
    const [table] = await tablesIn(
      at(
        [72, 700, "Blue lamp with long"],
        [260, 700, "12.50"],
        [72, 688, "shade of glass"],
        [72, 676, "Red rope of hemp"],
        [260, 676, "3.00"],
        [72, 664, "and of flax"],
        [72, 652, "Tar"],
        [260, 652, "2.00"],
      ),
    );
    expect(textsOf(table)).toEqual([
      ["Blue lamp with long shade of glass", "12.50"],
      ["Red rope of hemp and of flax", "3.00"],
      ["Tar", "2.00"],
    ]);
  });
  test("wrapped lines are of the row above, in columns as close as words", async () => {
    const goods = [
      ["Rope of hemp, tarred", "by the clerk"],
      ["Lamp"],
      ["Oil for the old lamp", "of the harbour,", "seen in 1999"],
      ["Tide list of the town", "Printed"],
      ["Tar"],
    ];
    let y = 700;
    const texts = goods.flatMap((lines, k): Text[] => {
      const own: Text[] = [
        [72, y, `${k + 1}`],
        [192, y, `${k + 2}.50`],
        [216, y, `${7 - k}.25`],
      ];
      for (const text of lines) {
        own.push([82, y, text]);
        y -= 12;
      }
      return own;
    });
    const [table, ...others] = await tablesIn(at(...texts));
    expect(others).toEqual([]);
    expect(textsOf(table)).toEqual(
      goods.map((lines, k) => [`${k + 1}`, lines.join(" "), `${k + 2}.50`, `${7 - k}.25`]),
    );
  });
  test("a line is a row of its own if its words fit in the line above", async () => {
    const words = ["Rope", "Lamp oil", "Tide", "Old list of ships", "Harbour"];
    const rows = words.flatMap((word, k): Text[] => [
      [72, 700 - 12 * k, word],
      [200, 700 - 12 * k, `Bought ${word.toLowerCase()}`],
      ...(k % 2 === 0 ? [[330, 700 - 12 * k, "Clerk"] as const] : []),
    ]);
    const [table] = await tablesIn(at(...rows));
    expect(table?.rows).toHaveLength(words.length);
  });
  const OTHERS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    "options of a question": [
      ["a) Rope", "b) Lamp oil"],
      ["c) Tide", "d) Quay"],
      ["a) Clerk", "b) Old ships"],
      ["c) North", "d) Town"],
    ],
    "two lists beside each other": [
      ["Rope of the old harbour", "Lamp oil for the clerk"],
      ["Tide list and letters", "Ships of the town"],
      ["Quay in summer", "Rain on the north side"],
      ["Price of an old lamp", "The clerk of the quay"],
    ],
    "contents without dots": Array.from({ length: 7 }, (_, k) => [`Chapter ${"ABCDEFG"[k]}`, `${3 + 5 * k}`]),
    "an index": Array.from({ length: 6 }, (_, k) => [`Harbour, ${k + 2}, ${90 + k}`, `Lamp oil, ${300 - k}`]),
    "lines of code": [
      ["int count", "= 0;"],
      ["char *name", "= NULL;"],
      ["return", "count;"],
      ["for (;;) {", "wait();"],
    ],
    "labels of a form": [
      ["Name:", "Town:"],
      ["Ship:", "Harbour:"],
      ["Clerk:", "Quay:"],
      ["Summer:", "Price:"],
    ],
    "an address beside a date": [
      ["Ada Clerk", "Harbour office"],
      ["Old quay 42", "Tel. +49 30 1234567"],
      ["10115 Town", "1999-12-24"],
    ],
    "lines to sign on": [
      ["____________", "____________"],
      ["Clerk", "Captain"],
    ],
  };
  test("a line below a table is further away than its rows", async () => {
    const cells = ["Rope", "Oil", "Lamp"].flatMap((item, k): Text[] => [
      [72, 700 - 14 * k, item],
      [250, 700 - 14 * k, `${k}.50`],
    ]);
    const [table] = await tablesIn(at(...cells, [72, 650, "Thanks"]));
    expect(textsOf(table)).toEqual([
      ["Rope", "0.50"],
      ["Oil", "1.50"],
      ["Lamp", "2.50"],
    ]);
  });
  for (const [name, rows] of Object.entries(OTHERS)) {
    test(`no table: ${name}`, async () => {
      const texts = rows.flatMap(([one, other], k): Text[] => [
        [72, 700 - 14 * k, one],
        [250, 700 - 14 * k, other],
      ]);
      const content = at(...texts.map(([x, y, text]): Text => [x, y, text.replaceAll(/[()]/g, "\\$&")]));
      expect(await tablesIn(content)).toEqual([]);
    });
  }
  test("justified lines of words in lower case are none", async () => {
    const rows = [
      ["Paper", "works", "of", "maintenance", "floor"],
      ["lamps", "in", "harbour", "with", "The"],
      ["old", "town", "of", "the", "clerk"],
    ];
    const content = rows.flatMap((row, k) => row.map((one, i): Text => [72 + 90 * i, 700 - 14 * k, one]));
    expect(await tablesIn(at(...content))).toEqual([]);
  });
  test("justified lines of words with capitals are none: their gaps are alike", async () => {
    const rows = [
      [12, "Weiter vor Tagen Ihrem Anfahrt Montage der"],
      [14, "Hafenkrananlage Buero Montage Art. 7 einschliesslich"],
    ].map(([gap, text], k) => `BT /F1 10 Tf ${gap} Tw 72 ${700 - 12 * k} Td (${text}) Tj ET`);
    expect(await tablesIn(rows.join("\n"))).toEqual([]);
  });
  test("notes with their numbers are none, items with prices are one", async () => {
    const notes = (one: string, other: string) =>
      tablesIn(at([72, 700, "5"], [90, 700, one], [72, 688, "6"], [90, 688, other]));
    expect(await notes("Days with two harbour cables.", "Of the list for the office.")).toEqual([]);
    expect(await notes("12.50", "13.00")).toHaveLength(1);
  });
  test("justified columns of text with wide gaps are none, below lines over both of them", async () => {
    const texts = (x: number) =>
      [
        "the~old~harbour~of",
        "ships~was built by",
        "clerks and~their~sons",
        "who~wanted to see it",
        "before~the~long night",
      ].flatMap((text, row) =>
        text.split("~").map((part, k, all): Text => [x + (150 / all.length) * k, 700 - 12 * row, part]),
      );
    const wide =
      "and the list of all the lamps and ropes was read by nobody in the years that followed it, as far as we";
    expect(await tablesIn(at([72, 724, wide], [72, 712, wide], ...texts(72), ...texts(300)))).toEqual([]);
  });
  test("justified columns of text with wide gaps are none", async () => {
    const left = [
      "the~old~harbour",
      "was built by~clerks",
      "and~their~sons who",
      "wanted to~see ships",
      "and~knew the cost",
    ];
    const right = [
      "nobody~of~them",
      "had~asked what it",
      "would~cost the~town",
      "in~the end and so",
      "the~work was left",
    ];
    const column = (x: number, texts: readonly string[]) =>
      texts.flatMap((text, row) =>
        text.split("~").map((part, k, all): Text => [x + (150 / all.length) * k, 700 - 12 * row, part]),
      );
    expect(await tablesIn(at(...column(72, left), ...column(300, right)))).toEqual([]);
  });
  test("its caption", async () => {
    const [table] = await tablesIn(`${at([72, 722, "Table 3: What it costs"])}\n${content}`);
    expect(table?.caption).toBe("Table 3: What it costs");
  });
  test("prose in two columns, a list and an address are none", async () => {
    const column = (x: number) =>
      Array.from(
        { length: 10 },
        (_, k): Text => [x, 700 - 12 * k, `line ${k} of the text that goes on here`],
      );
    expect(await tablesIn(at(...column(60), ...column(320)))).toEqual([]);
    const items = ["rope", "oil", "lamp"].flatMap((name, k): Text[] => [
      [72, 700 - 14 * k, `${k + 1}.`],
      [90, 700 - 14 * k, `${name} for the harbour of the old town`],
    ]);
    expect(await tablesIn(at(...items))).toEqual([]);
    expect(await tablesIn(at([72, 700, "Harbour Office"], [72, 688, "12 Quay Street"]))).toEqual([]);
  });
});

describe("formats", () => {
  const box = { x: 0, y: 0, width: 1, height: 1 };
  const rows = [
    [
      { text: 'a "b"', box },
      { text: "x, y", box },
    ],
    [
      { text: "<i>", box },
      { text: "", box },
    ],
  ];
  test("CSV quotes what needs it", () => {
    expect(csvOf(rows)).toBe('"a ""b""","x, y"\r\n<i>,\r\n');
  });
  test("HTML escapes texts", () => {
    expect(htmlOf(rows, "A & B")).toBe(
      "<table><caption>A &amp; B</caption><tr><td>a &quot;b&quot;</td><td>x, y</td></tr><tr><td>&lt;i&gt;</td><td></td></tr></table>",
    );
  });
  test("only the format that was asked for", async () => {
    const content = at([72, 700, "Name"], [200, 700, "Price"], [72, 685, "Tea"], [200, 685, "2.50"]);
    expect((await tablesIn(content, { tableFormat: "csv" }))[0]).toMatchObject({
      csv: "Name,Price\r\nTea,2.50\r\n",
    });
    expect((await tablesIn(content, { tableFormat: "html" }))[0]?.csv).toBeUndefined();
    expect((await tablesIn(content))[0]).not.toHaveProperty("html");
  });
});

describe("hostile pages", () => {
  test("thousands of lines and words end soon", async () => {
    const lines = Array.from({ length: 4_900 }, (_, k) => line((k * 7) % 590, 0, (k * 7) % 590, 842)).join(
      " ",
    );
    const words = at(...Array.from({ length: 3_000 }, (_, k): Text => [(k * 37) % 580, (k * 53) % 830, "x"]));
    const began = process.cpuUsage().user;
    await tablesIn(`${lines} ${words}`);
    expect(process.cpuUsage().user - began).toBeLessThan(5_000_000);
  });
});

describe("turned tables", () => {
  const heads = at([80, 705, "Item"], [160, 705, "Price"], [240, 705, "Stock"]);
  const body = at(
    [80, 685, "Rope"],
    [160, 685, "14.50"],
    [240, 685, "7"],
    [80, 665, "Oil"],
    [160, 665, "3.20"],
    [240, 665, "12"],
  );
  const grid = [
    ...[720, 700, 680, 660].map((y) => line(72, y, 312, y)),
    ...[72, 152, 232, 312].map((x) => line(x, 660, x, 720)),
  ].join(" ");
  const caption = at([72, 730, "Table 4: Prices"]);
  const expected = [
    ["Item", "Price", "Stock"],
    ["Rope", "14.50", "7"],
    ["Oil", "3.20", "12"],
  ];
  test.each(TURNS.map((turn) => [turn.name, turn] as const))("%s, ruled and not", async (_name, turn) => {
    for (const rules of [grid, ""]) {
      const [table, ...others] = await tablesIn(`${caption} ${rules} ${heads} ${body}`, {}, turn);
      expect(others).toEqual([]);
      expect(textsOf(table)).toEqual(expected);
      expect([table?.ruled, table?.caption]).toEqual([rules !== "", "Table 4: Prices"]);
      const [width, height] = turn.rotate === 90 ? turn.size.toReversed() : turn.size;
      const [left, , , top] = turn.box(72, 660, 312, 720);
      expect(Math.abs((table?.box.x ?? 0) - left)).toBeLessThan(60);
      expect(Math.abs((table?.box.y ?? 0) - ((height ?? 0) - top))).toBeLessThan(70);
      for (const cell of table?.rows.flat() ?? []) {
        expect(cell.box.x).toBeWithin(0, width ?? 0);
        expect(cell.box.y).toBeWithin(0, height ?? 0);
      }
    }
  });
  test("in Markdown", async () => {
    const content = `${grid} ${heads} ${body}`;
    for (const turn of TURNS) {
      const [table] = await tablesIn(content, { markdown: true, tableFormat: "csv" }, turn);
      expect(table?.csv).toBe("Item,Price,Stock\r\nRope,14.50,7\r\nOil,3.20,12\r\n");
    }
  });
  test("headings that are written upwards in a table that is not", async () => {
    const up = [
      [85, 670, "Item"],
      [165, 670, "Price"],
      [245, 670, "Stock"],
    ].map(([x, y, text]) => `BT /F1 10 Tf 0 1 -1 0 ${x} ${y} Tm (${text}) Tj ET`);
    const rules = [
      ...[720, 660, 640, 620].map((y) => line(72, y, 312, y)),
      ...[72, 152, 232, 312].map((x) => line(x, 620, x, 720)),
    ].join(" ");
    const lower = at(
      [80, 645, "Rope"],
      [160, 645, "14.50"],
      [240, 645, "7"],
      [80, 625, "Oil"],
      [160, 625, "3.20"],
      [240, 625, "12"],
    );
    const [table] = await tablesIn(`${rules} ${up.join(" ")} ${lower}`);
    expect(textsOf(table)).toEqual(expected);
  });
  test("a note at the side of a page is none", async () => {
    const side =
      "BT /F1 8 Tf 0 1 -1 0 30 300 Tm (Printed on recycled paper by the harbor office, edition 4) Tj ET";
    expect((await tablesIn(`${side} ${grid} ${heads} ${body}`)).map(textsOf)).toEqual([expected]);
  });
});

test("columns of Chinese text and vertical Japanese are no tables", async () => {
  const text = "人人生而自由在尊严和权利上一律平等他们赋有理性和良心";
  const font = unicodeFont(text, { width: 1_000 });
  const columns = Array.from({ length: 16 }, (_, k) => {
    const own = text.slice(k % 5) + text.slice(0, k % 5);
    return unicodeLine(font, k < 8 ? 50 : 330, 750 - 15 * (k % 8), own.slice(0, k % 8 === 7 ? 9 : 25));
  });
  const downwards = Array.from(text.repeat(5), (one, k) =>
    unicodeLine(font, 400 - 18 * Math.floor(k / 26), 750 - 11 * (k % 26), one),
  );
  for (const content of [columns, downwards]) {
    const file = pdfPages([{ content: content.join("\n") }], { font });
    for await (const message of run({ ...usualOrder(file), include: ["tables"] }))
      if (message.kind === "pages") expect(message.pages[0]?.tables).toEqual([]);
  }
});

test("a word has its own size, not that of a larger one before it", () => {
  const run = { object: 1, font: 1, angle: 0, invisible: false };
  const chars = {
    count: 2,
    code: Int32Array.of(65, 66),
    left: Float32Array.of(0, 100),
    right: Float32Array.of(10, 110),
    bottom: Float32Array.of(0, 0),
    top: Float32Array.of(10, 10),
    flags: Uint8Array.of(0, 0),
    textRun: Int32Array.of(0, 1),
    textRuns: [
      { ...run, size: 20 },
      { ...run, size: 10 },
    ],
    insets: [],
  };
  expect(pageWords(chars, true).map(({ size }) => size)).toEqual([20, 10]);
});

test("right-to-left words of cells are whole and in reading order, and columns count from the right", async () => {
  const words = ["العمر", "الاسم", "30", "أحمد علي"];
  const font = unicodeFont(words.join(""));
  // Arabic is drawn from the left, as printed.
  const drawn = (text: string) => (/\d/.test(text) ? text : [...text].reverse().join(""));
  const texts = words.map((text, k) =>
    unicodeLine(font, 80 + 80 * (k % 2), 705 - 20 * Math.floor(k / 2), drawn(text)),
  );
  const rules = [
    ...[720, 700, 680].map((y) => line(72, y, 232, y)),
    ...[72, 152, 232].map((x) => line(x, 680, x, 720)),
  ];
  const file = pdfPages([{ content: [...rules, ...texts].join("\n") }], { font });
  for await (const message of run({ ...usualOrder(file), include: ["tables"] })) {
    const [page] = message.kind === "pages" ? message.pages : [];
    if (page === undefined) continue;
    expect(page.tables?.map(textsOf)).toEqual([
      [
        ["الاسم", "العمر"],
        ["أحمد علي", "30"],
      ],
    ]);
    // A row with a number is read from the right too.
    expect(page.text).toEndWith("أحمد علي\t30");
  }
});
