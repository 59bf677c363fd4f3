import { describe, expect, test } from "bun:test";
import { pdfPages, unicodeFont } from "../../../test/fixtures/pdf-corpus/write.ts";
import { pdfOf, stream } from "../../../test/fixtures/pdf-writer.ts";
import { Problem } from "../../kit/problem.ts";
import type { ExtractTask } from "./job.ts";
import type { ReadPage } from "./page.ts";
import { PageRanges, selectPages } from "./page-ranges.ts";
import { SAMPLE_PASSWORD, samplePdf, samples } from "./samples.ts";
import { run } from "./worker.ts";

const usual = {
  password: undefined,
  pages: undefined,
  headers: "keep",
  include: [],
  hyphens: "join",
  layout: "reading",
  markdown: false,
  dryRun: false,
  tableFormat: "cells",
} as const;

async function read(file: Uint8Array, options: Partial<ExtractTask> = {}): Promise<ReadPage[]> {
  const pages: ReadPage[] = [];
  for await (const message of run({ ...usual, file, ...options })) {
    if (message.kind === "pages") for (const page of message.pages) if (page.kind !== null) pages.push(page);
  }
  return pages;
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "read",
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  );
}

const FONTS =
  "/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >>";

/** One page of content, or several. */
function pagesOf(...contents: readonly string[]): Uint8Array<ArrayBuffer> {
  const kids = contents.map((_, i) => `${3 + 2 * i} 0 R`).join(" ");
  const objects = contents.flatMap((content, i) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${4 + 2 * i} 0 R /Resources << ${FONTS} >> >>`,
    stream(content),
  ]);
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    ...objects,
  ]);
}

/** Operators that write texts at places: [x, y, text, size]. */
function at(...texts: readonly (readonly [number, number, string, number?])[]): string {
  return texts.map(([x, y, text, size = 10]) => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`).join("\n");
}

async function textOf(content: string, options: Partial<ExtractTask> = {}): Promise<string> {
  return (await read(pagesOf(content), options))[0]?.text ?? "";
}

describe("text as a person would have typed it", () => {
  test("superscripts and subscripts stay in their line", async () => {
    const text = await textOf(
      at([72, 700, "The set R"], [116.1, 704, "2", 7], [122, 700, "holds x"], [154.3, 698, "1", 7]),
    );
    expect(text).toBe("The set R2 holds x1");
  });
  test("a word that a hyphen parts is put together, a name keeps its hyphen", async () => {
    const content = "BT /F1 10 Tf 12 TL 72 700 Td (an exam-) Tj T* (ple of Jean-) Tj T* (Paul) Tj ET";
    expect(await textOf(content)).toBe("an example\nof Jean-\nPaul");
    expect(await textOf(content, { hyphens: "keep" })).toBe("an exam-\nple of Jean-\nPaul");
  });
  test("columns are read one after the other", async () => {
    const column = (x: number, name: string) =>
      [0, 1, 2].map((i): [number, number, string] => [x, 700 - 12 * i, `${name} line ${i + 1}`]);
    expect((await textOf(at(...column(72, "left"), ...column(300, "right")))).split(/\n+/)).toEqual([
      "left line 1",
      "left line 2",
      "left line 3",
      "right line 1",
      "right line 2",
      "right line 3",
    ]);
  });
  test("a gap between lines parts paragraphs", async () => {
    const text = await textOf(
      at([72, 700, "One"], [72, 688, "goes on."], [72, 676, "And on."], [72, 640, "Two."]),
    );
    expect(text).toBe("One\ngoes on.\nAnd on.\n\nTwo.");
  });
  test("what is written upwards comes last, whole", async () => {
    const side = "BT /F1 8 Tf 0 1 -1 0 30 300 Tm (mark in the margin) Tj ET\n";
    expect(await textOf(side + at([72, 700, "The text of the page"], [72, 688, "and more"]))).toBe(
      "The text of the page\nand more\n\nmark in the margin",
    );
  });
  test("cells of a row are parted by a tab, and become a table in Markdown", async () => {
    const content = at([72, 700, "Name"], [200, 700, "Price"], [72, 685, "Tea"], [200, 685, "2.50"]);
    expect(await textOf(content)).toBe("Name\tPrice\nTea\t2.50");
    expect(await textOf(content, { markdown: true })).toBe("| Name | Price |\n| --- | --- |\n| Tea | 2.50 |");
  });
  test("large lines are headings in Markdown, bullets a list, and nothing is taken for a sign", async () => {
    const content = at(
      [72, 740, "Title", 24],
      [72, 700, "Text with *stars* in it"],
      [72, 680, "\\225 first"],
      [72, 668, "\\225 second"],
    );
    expect(await textOf(content, { markdown: true })).toBe(
      "# Title\n\nText with \\*stars\\* in it\n\n- first\n- second",
    );
  });
  test("running headers and footers are dropped on demand", async () => {
    const file = pagesOf(
      ...[1, 2, 3, 4].map((n) =>
        at([72, 800, "The Book"], [72, 600, `Body ${"abcd"[n - 1]}`], [290, 40, `Page ${n}`]),
      ),
    );
    expect((await read(file)).map(({ text }) => text.includes("The Book"))).toEqual([true, true, true, true]);
    expect((await read(file, { headers: "drop" })).map(({ text }) => text.trim())).toEqual([
      "Body a",
      "Body b",
      "Body c",
      "Body d",
    ]);
  });
});

test("rows of numbers at the edge of several pages are no running headers", async () => {
  const row = (n: number, y: number) => [
    [72, y, `${100 + n}`] as const,
    [150, y, `${12 + n * n}.50`] as const,
  ];
  const file = pagesOf(
    ...[1, 2, 3, 4].map((n) =>
      at([72, 800, "Prices of 2024"], ...row(3 * n, 760), ...row(3 * n + 1, 740), [
        290,
        40,
        `Page ${n} of 4`,
      ]),
    ),
  );
  expect((await read(file, { headers: "drop" })).map(({ text }) => text)).toEqual(
    [1, 2, 3, 4].map(
      (n) => `${100 + 3 * n}\t${12 + 9 * n * n}.50\n${101 + 3 * n}\t${12 + (3 * n + 1) ** 2}.50`,
    ),
  );
});

test("the number of a page is dropped from a line that differs otherwise, also in a file of two pages", async () => {
  const texts = async (pages: readonly (readonly [left: string, right: string])[]) => {
    const contents = pages.map(([left, right], k) =>
      at([72, 600, `Body ${"abcd"[k]}`], [72, 40, left], [400, 40, right]),
    );
    return (await read(pagesOf(...contents), { headers: "drop" })).map(({ text }) => text);
  };
  expect(
    await texts([
      ["Rope", "Page 1 of 3"],
      ["Oil 7", "Page 2 of 3"],
      ["Tar", "Page 3 of 3"],
    ]),
  ).toEqual(["Body a\n\nRope", "Body b\n\nOil 7", "Body c\n\nTar"]);
  expect(
    await texts([
      ["Rope", "1/2"],
      ["", "2/2"],
    ]),
  ).toEqual(["Body a\n\nRope", "Body b"]);
  expect(
    await texts([
      ["Rope", "7 of 9"],
      ["Oil", "3 of 9"],
    ]),
  ).toEqual(["Body a\n\nRope\t7 of 9", "Body b\n\nOil\t3 of 9"]);
});

test("a footer may have the number of its page twice", async () => {
  const file = pagesOf(
    ...[11, 12, 13, 14].map((n) =>
      at([72, 600, `Body ${"abcd"[n - 11]}`], [72, 40, `Report, page ${n} of 20 (p. ${n})`]),
    ),
  );
  expect((await read(file, { headers: "drop" })).map(({ text }) => text)).toEqual(
    [..."abcd"].map((one) => `Body ${one}`),
  );
});

test("page numbers may be Roman, and on different sides of left and right pages", async () => {
  const file = pagesOf(
    ...["iii", "iv", "v", "vi", "vii", "viii"].map((n, k) =>
      at(
        [72, 600, `Body ${"abcdef"[k]}`],
        [k % 2 === 0 ? 60 : 400, 40, k % 2 === 0 ? `${n} The Book` : `The Book ${n}`],
      ),
    ),
  );
  expect((await read(file, { headers: "drop" })).map(({ text }) => text)).toEqual(
    [..."abcdef"].map((one) => `Body ${one}`),
  );
});

test("a page whose dictionary lacks its type is not turned", async () => {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Parent 2 0 R /MediaBox [0 0 300 400] >>",
  ];
  expect(await read(pdfOf(objects))).toMatchObject([{ width: 300, height: 400, rotation: 0 }]);
});

test.each(["0 1 -1 0 595 0", "0 -1 1 0 0 842", "-1 0 0 -1 595 842"])(
  "a page that is turned (%s) is read as one that is upright",
  async (matrix) => {
    const content = at(
      [40, 540, "The harbour", 20],
      [40, 510, "It was built by the clerk, who wanted"],
      [40, 498, "to see ships."],
      [40, 474, "2. Ropes"],
      [40, 462, "3. Lamps"],
      [300, 510, "The second column has"],
      [300, 498, "two lines as well."],
    );
    for (const options of [{}, { markdown: true }, { layout: "spatial" }] as const)
      expect(await textOf(`${matrix} cm ${content}`, options)).toBe(await textOf(content, options));
    const [page] = await read(pagesOf(`${matrix} cm ${content}`), { include: ["words"] });
    const [word] = page?.words ?? [];
    expect(word?.text).toBe("The");
    const [x, y] = { "0 1": [35, 800], "0 -": [540, 40], "-1 ": [530, 540] }[matrix.slice(0, 3)] ?? [];
    expect(Math.abs((word?.x ?? 0) - (x ?? 0))).toBeLessThan(40);
    expect(Math.abs((word?.y ?? 0) - (y ?? 0))).toBeLessThan(40);
  },
);

test("words on their side are in their place in columns, also at the beginning of one", async () => {
  const font = unicodeFont("\u4f1a\u8b70\u5e74\u6708 0246AB", { width: 1_000 });
  const upright = (x: number, y: number, text: string) =>
    Array.from(text, (one, k) => `BT /F3 10 Tf ${x} ${y - 11 * k} Td ${font.encode(one)} Tj ET`);
  const aside = (x: number, y: number, text: string) =>
    `BT /F3 10 Tf 0 -1 1 0 ${x + 2} ${y} Tm ${font.encode(text)} Tj ET`;
  const content = [
    ...upright(400, 700, "\u4f1a\u8b70\u4f1a\u8b70\u4f1a\u8b70"),
    aside(400, 644, "AB AB"),
    ...upright(400, 585, "\u4f1a\u8b70"),
    aside(380, 710, "2024"),
    ...upright(380, 661, "\u5e74\u6708"),
  ].join("\n");
  const [page] = await read(pdfPages([{ content }], { font }));
  expect(page?.text).toBe("\u4f1a\u8b70\u4f1a\u8b70\u4f1a\u8b70AB AB\u4f1a\u8b70\n2024\u5e74\u6708");
});

describe("what a page is", () => {
  test("a form: values at their place, and as fields", async () => {
    const [page] = await read(samples.form.make(), { include: ["forms"] });
    expect(page?.text).toBe("Name: Ada Lovelace\n☑ I agree to the terms\nThank you.");
    expect(page?.forms).toMatchObject([
      { name: "name", type: "text", value: "Ada Lovelace", box: { x: 120, y: 127, width: 180, height: 20 } },
      { name: "agree", type: "checkbox", checked: true },
    ]);
  });
  test("a scan says so, and so does its text layer; an empty page is no scan", async () => {
    const pages = await read(samples.scan.make());
    expect(pages.map(({ kind, text }) => [kind, text])).toEqual([
      ["scan", ""],
      ["scan-with-text", "Read by a machine"],
    ]);
    expect(pages[1]?.quality).toEqual({ chars: 14, unmapped: 0, invisible: 14, imageCover: 1 });
    expect((await read(pagesOf("")))[0]?.kind).toBe("empty");
  });
  test("words have boxes from the upper left corner", async () => {
    const [page] = await read(pagesOf(at([72, 700, "Two words"])), { include: ["words"] });
    expect(page?.words?.map(({ text }) => text)).toEqual(["Two", "words"]);
    expect(page?.words?.[0]).toMatchObject({ x: 72 });
    expect(page?.words?.[0]?.y).toBeWithin(130, 145);
  });
});

test.each([
  ["/XFA (x) >> /NeedsRendering true", true],
  ["/XFA (x) >>", false],
  [">>", false],
])("dynamic XFA forms are placeholders (%p)", async (entries, isPlaceholder) => {
  const file = pdfPages([{ content: at([72, 700, "Please wait"]) }], {
    catalog: `/AcroForm << /Fields [] ${entries}`,
  });
  expect((await run({ ...usual, file }).next()).value).toMatchObject({ kind: "opened", isPlaceholder });
});

describe("a password", () => {
  test("opens the file", async () => {
    const [page] = await read(samples.locked.make(), { password: SAMPLE_PASSWORD });
    expect(page?.text).toBe("Behind the lock");
  });
  test("is not needed for a file that only its owner's password protects", async () => {
    // PDF 32000-1, 7.6.3: U is for the empty password.
    const file = pdfOf(
      [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>",
        `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${"6f".repeat(32)}> /U <c38f5eb8fd1835d028b1444c3e7c47697f5fc475095b40e065eb7fab87465546> >>`,
      ],
      `/Encrypt 4 0 R /ID [<${"69".repeat(16)}> <${"69".repeat(16)}>]`,
    );
    for (const password of [undefined, "", "x"])
      expect(await read(file, { password })).toMatchObject([{ kind: "empty" }]);
  });
  test("is asked for, and refused where it is wrong", async () => {
    expect(await codeOf(read(samples.locked.make()))).toBe("password-required");
    expect(await codeOf(read(samples.locked.make(), { password: "x" }))).toBe("password-wrong");
  });
});

describe("pages", () => {
  const five = pagesOf(...[1, 2, 3, 4, 5].map((n) => at([72, 700, `This is ${n}`])));
  test.each([
    ["2", [2]],
    ["1-2,4", [1, 2, 4]],
    ["-1", [5]],
    ["4--1", [4, 5]],
    ["-2--1,1", [1, 4, 5]],
    ["3,3,2-3", [2, 3]],
  ])("%s", async (pages, numbers) => {
    expect(
      (await read(five, { pages: PageRanges.parse(pages) })).map(({ number, text }) => [number, text]),
    ).toEqual(numbers.map((n) => [n, `This is ${n}`]));
  });
  test.each(["", "0", "1-", "a", "1;2", "1 ,2", "01", "1-2-3", "+1", "1,", `${"1,".repeat(600)}1`])(
    "%p is refused",
    (pages) => {
      expect(PageRanges.safeParse(pages).success).toBe(false);
    },
  );
  test("a page beyond the last one, a range downwards, and more than a request reads", async () => {
    expect(await codeOf(read(five, { pages: PageRanges.parse("6") }))).toBe("page-out-of-range");
    expect(await codeOf(read(five, { pages: PageRanges.parse("-6") }))).toBe("page-out-of-range");
    expect(await codeOf(read(five, { pages: PageRanges.parse("3-2") }))).toBe("page-out-of-range");
    expect(() => selectPages(undefined, 2_001)).toThrow("at most 2,000 pages");
    expect(selectPages(PageRanges.parse("1999-2000,-1"), 1_000_000)).toEqual([1_998, 1_999, 999_999]);
  });
});

test("same bytes in, same text out", async () => {
  const [a, b] = [await read(samplePdf()), await read(samplePdf())];
  expect(a).toEqual(b);
});

describe("UTF-16 in the map of a font", () => {
  const font = unicodeFont("ab\ude00 \ud83d \udff5 😀");
  const textOf = async (shown: string) => {
    const content = `BT /F3 10 Tf 50 700 Td [${shown}] TJ ET`;
    return (await read(pdfPages([{ content }], { font }), { include: ["words"] }))[0];
  };

  test.each([
    ["halves that follow each other are one character", ["\ud83d", "\ude00"], "😀"],
    ["a pair of one code is one character", ["😀"], "😀"],
    ["a first half alone becomes U+FFFD", ["a", "\ud83d", "b"], "a\ufffdb"],
    ["a second half alone becomes U+FFFD", ["a", "\udff5", "b"], "a\ufffdb"],
    ["halves in the wrong order become two", ["\ude00", "\ud83d"], "\ufffd\ufffd"],
  ])("%s", async (_, shown, text) => {
    const page = await textOf(shown.map(font.encode).join(" "));
    expect(page?.text).toBe(text);
    expect(JSON.stringify(page).isWellFormed() && !/\\ud[89a-f]/i.test(JSON.stringify(page))).toBe(true);
  });
});
