import { describe, expect, test } from "bun:test";
import { usualOrder } from "../../../../test/fixtures/pdf-corpus/read.ts";
import { pdfOf, stream } from "../../../../test/fixtures/pdf-writer.ts";
import { run } from "../worker.ts";

/** A text in Helvetica (F1), its bold (F2) or Courier (F3). */
type Text = readonly [x: number, y: number, text: string, size?: number, font?: string];

/** The Markdown of the first page of a file; outline entries lead to it. */
async function read(texts: readonly Text[], outline: readonly string[] = []): Promise<string> {
  const content = texts.map(
    ([x, y, text, size = 10, font = "F1"]) => `BT /${font} ${size} Tf ${x} ${y} Td (${text}) Tj ET`,
  );
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const last = 8 + outline.length;
  const entries = outline.map(
    (title, k) =>
      `<< /Title (${title}) /Parent 8 0 R /Dest [3 0 R /Fit] ${k + 1 < outline.length ? `/Next ${10 + k} 0 R` : ""} >>`,
  );
  const file = pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${outline.length > 0 ? "/Outlines 8 0 R" : ""} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R /F3 7 0 R >> >> >>",
    stream(content.join("\n")),
    font("Helvetica"),
    font("Helvetica-Bold"),
    font("Courier"),
    `<< /Type /Outlines /First 9 0 R /Last ${last} 0 R /Count ${outline.length} >>`,
    ...entries,
  ]);
  for await (const message of run({ ...usualOrder(file), markdown: true })) {
    const [page] = message.kind === "pages" ? message.pages : [];
    if (page !== undefined && page.kind !== null) return page.text;
  }
  throw new TypeError("the page was not read");
}

const lines = (x: number, y: number, ...texts: readonly string[]): Text[] =>
  texts.map((text, k) => [x, y - 12 * k, text]);

const BODY = lines(
  72,
  700,
  "The old harbour of the town was built by the clerk and his neighbor,",
  "who wanted to see ships, and nobody knew what it would cost them.",
);

describe("headings", () => {
  test("that the outline names, with their numbers, over two lines and not in the running header", async () => {
    const text = await read(
      [
        [72, 800, "Ropes and lamps of the harbour", 8],
        [72, 760, "2.1 Ropes and lamps"],
        [72, 748, "of the harbour"],
        ...BODY,
      ],
      ["Ropes and lamps of the harbour"],
    );
    expect(text).toStartWith(
      "Ropes and lamps of the harbour\n\n# 2.1 Ropes and lamps of the harbour\n\nThe old",
    );
  });
  test("that are bold, with space above", async () => {
    const text = await read([
      ...BODY,
      [72, 660, "Ropes and lamps", 10, "F2"],
      ...lines(72, 646, "A rope is short."),
    ]);
    expect(text).toContain("\n\n#### Ropes and lamps\n\nA rope is short.");
  });
  test.each([
    ["a sentence", "Never go there."],
    ["a label", "Note:"],
    ["a caption", "Table 3. Ropes"],
  ])("bold, but %s", async (_, bold) => {
    const text = await read([...BODY, [72, 660, bold, 10, "F2"], ...lines(72, 646, "A rope is short.")]);
    expect(text).not.toContain("#");
  });
  test("larger than code, which is most of the page", async () => {
    const code = Array.from(
      { length: 20 },
      (_, k): Text => [72, 640 - 10 * k, "let rope = harbour.find\\(list\\);", 8, "F3"],
    );
    expect(await read([...BODY, ...code])).not.toContain("#");
  });
});

describe("lists", () => {
  test("whose marks are elsewhere in the content", async () => {
    const text = await read([
      ...BODY,
      ...lines(92, 660, "first the ropes", "then the lamps"),
      [78, 660, "1."],
      [78, 648, "2."],
    ]);
    expect(text).toEndWith("1. first the ropes\n2. then the lamps");
  });
  test("with letters", async () => {
    const text = await read([...BODY, ...lines(72, 660, "a. the ropes", "b. the lamps")]);
    expect(text).toEndWith("- a. the ropes\n- b. the lamps");
  });
  test("one initial is no list", async () => {
    const text = await read([...BODY, ...lines(72, 660, "A. Miller wrote it.")]);
    expect(text).toEndWith("\n\nA. Miller wrote it.");
  });
  test("whose numbers have no space behind them", async () => {
    const text = await read([...BODY, ...lines(72, 660, "9. Configure it", "10.Build it")]);
    expect(text).toEndWith("9. Configure it\n10. Build it");
  });
});

describe("what is no table", () => {
  const row = (y: number, ...cells: readonly [x: number, text: string][]): Text[] =>
    cells.map(([x, text]) => [x, y, text]);
  test("a table of contents", async () => {
    const text = await read([
      ...BODY,
      ...row(660, [72, "1"], [92, "Ropes . . . . . . . . . . . . . . . ."], [400, "3"]),
      ...row(648, [72, "1.1"], [92, "Lamps . . . . . . . . . . . . . . . ."], [400, "4"]),
      ...row(636, [72, "1.2"], [92, "Tides . . . . . . . . . . . . . . . ."], [400, "9"]),
    ]);
    expect(text).not.toContain("|");
  });
  test("a table with dots and amounts is one", async () => {
    const text = await read([
      ...BODY,
      ...row(660, [72, "Ropes . . . . . . . . . . . . . . . ."], [300, "14.50"], [400, "9,300"]),
      ...row(648, [72, "Lamps . . . . . . . . . . . . . . . ."], [300, "3.20"], [400, "4,100"]),
      ...row(636, [72, "Tides . . . . . . . . . . . . . . . ."], [300, "2.00"], [400, "1,200"]),
    ]);
    expect(text).toContain("| 9,300 |");
  });
  test("a running header with the heading below it", async () => {
    const text = await read([
      [72, 760, "1.3 The first rope"],
      [400, 760, "3"],
      [72, 735, "1.3", 17],
      [200, 735, "The first rope", 17],
      ...BODY,
    ]);
    expect(text).not.toContain("|");
  });
  test("code", async () => {
    const code = ["rope", "lamp", "tide"].flatMap((name, k): Text[] => [
      [72, 660 - 12 * k, `${name} = ${k}`, 10, "F3"],
      [240, 660 - 12 * k, `# the ${name}`, 10, "F3"],
    ]);
    expect(await read([...BODY, ...code])).toContain("```\nrope = 0");
  });
});

test("texts that Markdown would read as headings, rules, fences or entities are escaped", async () => {
  const texts = ["## two", "-----", "====", "~~~ waves", "+ more", "a &amp; b & c"];
  const text = await read(texts.map((one, k) => [72, 700 - 30 * k, one]));
  expect(text).toBe("\\## two\n\n\\-----\n\n\\====\n\n\\~~~ waves\n\n\\+ more\n\na \\&amp; b & c");
});

test("an indented line below a short one does not end the column of the short one", async () => {
  const text = await read([
    ...BODY,
    [72, 660, "Oar"],
    [100, 648, "A long pole."],
    [72, 636, "Rope"],
    [100, 624, "A cord."],
  ]);
  expect(text).toEndWith("Oar\n\nA long pole.\n\nRope\nA cord.");
});

test("entries of a table of contents keep their lines", async () => {
  const entries = [
    "1 Ropes ............................ 3",
    "and lamps .......................... 12",
    "2 Oars . . . . . . . . . . . . . . . xi",
    "more of them ....................... 14",
  ];
  expect(await read([...BODY, ...lines(72, 640, ...entries)])).toEndWith(entries.join("\n"));
});

describe("lists", () => {
  test("go on with the next number, however short the lines are and without a space", async () => {
    const items = lines(200, 600, "1. Ropes", "of hemp", "2. Oil", "3.lamps");
    expect(await read([...BODY, ...items])).toEndWith("1. Ropes of hemp\n2. Oil\n3. lamps");
  });
  test("a larger mark is no heading", async () => {
    const items = [0, 1].flatMap((k): Text[] => [
      [72, 600 - 16 * k, "-", 14],
      [84, 600 - 16 * k, `Rope ${k}`],
    ]);
    expect(await read([...BODY, ...items])).toEndWith("- Rope 0\n- Rope 1");
  });
  test("whose marks and items are columns are no tables", async () => {
    const items = [0, 1, 2, 3].flatMap((k): Text[] => [
      [72 + 20 * (k % 2), 600 - 12 * k, "\\225"],
      [92 + 20 * (k % 2), 600 - 12 * k, `Rope of ${k} m`],
    ]);
    expect(await read([...BODY, ...items])).toEndWith(
      "- Rope of 0 m\n   - Rope of 1 m\n- Rope of 2 m\n   - Rope of 3 m",
    );
  });
});

test("contents without dots keep their lines", async () => {
  const rows = [1, 2, 3, 4, 5, 6, 7].flatMap((k): Text[] => [
    [72, 600 - 12 * k, `Chapter ${k}`],
    [500, 600 - 12 * k, `${k * 7}`],
  ]);
  expect(await read([...BODY, ...rows])).toContain("Chapter 1 7\nChapter 2 14\nChapter 3 21\n");
});

test("an item that is indented is nested in the one above it", async () => {
  const text = await read([
    ...BODY,
    [72, 640, "\\225 first"],
    [90, 628, "\\226 nested"],
    [108, 616, "1. below"],
    [72, 604, "\\225 second"],
  ]);
  expect(text).toEndWith("- first\n   - nested\n      1. below\n- second");
});

test("lines of spaces are no headings, and code keeps hyphens at the ends of lines", async () => {
  const text = await read([
    [72, 760, "   ", 24],
    ...BODY,
    [72, 640, "print a-", 10, "F3"],
    [72, 628, "b", 10, "F3"],
  ]);
  expect(text).toStartWith("The old harbour");
  expect(text).toEndWith("```\nprint a-\nb\n```");
});
