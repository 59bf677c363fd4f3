import { describe, expect, test } from "bun:test";
import { usualOrder } from "../../../../test/fixtures/pdf-corpus/read.ts";
import { pdfOf, stream } from "../../../../test/fixtures/pdf-writer.ts";
import type { ReadPage } from "../page.ts";
import { run } from "../worker.ts";

/** A widget, and the form XObject of its appearance if it has one. */
interface Widget {
  readonly entries: string;
  readonly appearance?: string;
}

const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";

/** A page with a label and widgets below it. `form` is what the form's dictionary has besides its fields. */
function formOf(widgets: readonly Widget[], form: string | null = ""): Uint8Array {
  const first = 6;
  const numbers = widgets.map((_, k) => `${first + 2 * k} 0 R`).join(" ");
  const acroForm =
    form === null
      ? ""
      : `/AcroForm << ${form} /DA (/F1 12 Tf 0 g) /Fields [${numbers}] /DR << /Font << /F1 5 0 R >> >> >>`;
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${acroForm} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [${numbers}] /Resources << /Font << /F1 5 0 R >> >> >>`,
    stream("BT /F1 12 Tf 72 760 Td (Label) Tj ET"),
    FONT,
    ...widgets.flatMap(({ entries, appearance }, k) => [
      `<< /Type /Annot /Subtype /Widget ${entries} ${appearance === undefined ? "" : `/AP << /N ${first + 2 * k + 1} 0 R >>`} >>`,
      appearance ?? "null",
    ]),
  ]);
}

/** An appearance of a box from the origin that shows texts at places. */
function drawn(
  width: number,
  height: number,
  ...texts: readonly (readonly [number, number, string])[]
): string {
  const content = texts.map(([x, y, text]) => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET`).join(" ");
  return stream(
    `/Tx BMC q ${content} Q EMC`,
    `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] /Resources << /Font << /F1 5 0 R >> >>`,
  );
}

async function read(file: Uint8Array, markdown = false): Promise<ReadPage> {
  for await (const message of run({ ...usualOrder(file), include: ["forms"], markdown })) {
    if (message.kind !== "pages") continue;
    const [page] = message.pages;
    if (page !== undefined && page.kind !== null) return page;
  }
  throw new TypeError("the page was not read");
}

/** What the page shows below its label, and the value of its first field. */
async function shownAndValue(widget: Widget, form?: string | null) {
  const page = await read(formOf([widget], form));
  return { shown: page.text.replace(/^Label\s*/, ""), value: page.forms?.[0]?.value ?? null };
}

const LONG = "The quick brown fox jumps over the lazy dog and keeps running to the harbour of the old town";
const WIDE = "/Rect [120 700 220 720]";
const HIGH = "/Rect [120 650 220 690]";

describe("a value longer than its box is clipped in the text and whole in forms", () => {
  test("with an appearance, at the edge of the box", async () => {
    const appearance = drawn(100, 20, [2, 5, LONG]);
    const { shown, value } = await shownAndValue({
      entries: `/FT /Tx /T (a) /V (${LONG}) ${WIDE}`,
      appearance,
    });
    expect(value).toBe(LONG);
    expect(LONG.startsWith(shown)).toBe(true);
    expect(shown.length).toBeWithin(14, 19);
  });
  test.each(["", "/NeedAppearances true"])("without an appearance (%p)", async (form) => {
    const { shown, value } = await shownAndValue({ entries: `/FT /Tx /T (a) /V (${LONG}) ${WIDE}` }, form);
    expect(value).toBe(LONG);
    expect(LONG.startsWith(shown)).toBe(true);
    expect(shown.length).toBeWithin(14, 19);
  });
  test("several lines: those that the box has room for", async () => {
    const { shown, value } = await shownAndValue({
      entries: `/FT /Tx /Ff 4096 /T (a) /V (${LONG} ${LONG}) ${HIGH}`,
    });
    expect(value).toBe(`${LONG} ${LONG}`);
    expect(LONG.startsWith(shown)).toBe(true);
    expect(shown.length).toBeWithin(25, 60);
  });
  test("no spaces to break at", async () => {
    const { shown } = await shownAndValue({ entries: `/FT /Tx /T (a) /V (${"W".repeat(5_000)}) ${WIDE}` });
    expect(shown).toMatch(/^W{5,12}$/);
  });
  test("right-aligned: the end is shown", async () => {
    const appearance = drawn(100, 20, [-412, 5, LONG]);
    const { shown, value } = await shownAndValue({
      entries: `/FT /Tx /Q 2 /T (a) /V (${LONG}) ${WIDE}`,
      appearance,
    });
    expect(value).toBe(LONG);
    expect(LONG.endsWith(shown) || LONG.includes(shown)).toBe(true);
    expect(shown.length).toBeWithin(8, 22);
  });
  test("a box whose appearance has another origin", async () => {
    const appearance = stream(
      `/Tx BMC BT /F1 12 Tf 502 305 Td (${LONG}) Tj ET EMC`,
      "/Type /XObject /Subtype /Form /BBox [500 300 600 320] /Resources << /Font << /F1 5 0 R >> >>",
    );
    const { shown } = await shownAndValue({ entries: `/FT /Tx /T (a) /V (${LONG}) ${WIDE}`, appearance });
    expect(shown.length).toBeWithin(14, 19);
  });
  test("an appearance that is drawn turned", async () => {
    const appearance = stream(
      `/Tx BMC BT /F1 12 Tf 2 5 Td (${LONG}) Tj ET EMC`,
      "/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Matrix [0 1 -1 0 20 0] /Resources << /Font << /F1 5 0 R >> >>",
    );
    const { shown, value } = await shownAndValue({
      entries: `/FT /Tx /MK << /R 90 >> /T (a) /V (${LONG}) /Rect [120 600 140 700]`,
      appearance,
    });
    expect(value).toBe(LONG);
    expect(LONG.startsWith(shown)).toBe(true);
    expect(shown.length).toBeWithin(14, 19);
  });
});

describe("a value that fits", () => {
  test("keeps its own spaces and line breaks, however its appearance wraps it", async () => {
    const appearance = drawn(100, 40, [2, 25, "Old"], [2, 11, "harbour"]);
    expect(
      await shownAndValue({ entries: `/FT /Tx /Ff 4096 /T (a) /V (Old harbour) ${HIGH}`, appearance }),
    ).toEqual({ shown: "Old harbour", value: "Old harbour" });
  });
  test("a comb field: its characters, without the gaps between their cells", async () => {
    const cells = [..."12345678"].map((one, k): [number, number, string] => [8 + 20 * k, 5, one]);
    const entries = "/FT /Tx /Ff 16777216 /MaxLen 8 /T (a) /V (12345678) /Rect [120 700 280 720]";
    for (const widget of [{ entries }, { entries, appearance: drawn(160, 20, ...cells) }])
      expect(await shownAndValue(widget)).toEqual({ shown: "12345678", value: "12345678" });
  });
  test("text that shrinks to fit its box is whole", async () => {
    const { shown } = await shownAndValue({
      entries: "/FT /Tx /DA (/F1 0 Tf 0 g) /T (a) /V (Ada Lovelace) /Rect [120 700 300 720]",
    });
    expect(shown).toBe("Ada Lovelace");
  });
  test("a value that its appearance formats is shown as formatted", async () => {
    const appearance = drawn(100, 20, [2, 5, "$1,234.50"]);
    expect(await shownAndValue({ entries: `/FT /Tx /T (a) /V (1234.5) ${WIDE}`, appearance })).toEqual({
      shown: "$1,234.50",
      value: "1234.5",
    });
  });
  test("an empty appearance shows nothing, and the field has its value", async () => {
    const appearance = stream("/Tx BMC EMC", "/Type /XObject /Subtype /Form /BBox [0 0 100 20]");
    expect(await shownAndValue({ entries: `/FT /Tx /T (a) /V (kept) ${WIDE}`, appearance })).toEqual({
      shown: "",
      value: "kept",
    });
  });
  test("an empty field shows the hint of its appearance", async () => {
    const appearance = drawn(100, 20, [2, 5, "mm/dd/yyyy"]);
    expect(await shownAndValue({ entries: `/FT /Tx /T (a) ${WIDE}`, appearance })).toEqual({
      shown: "mm/dd/yyyy",
      value: null,
    });
  });
});

describe("flags", () => {
  test.each([
    [2, "hidden"],
    [32, "not shown on screen"],
    [38, "both, and printed"],
  ])("%i (%s): not in the text, in forms with its value", async (flag) => {
    const page = await read(formOf([{ entries: `/FT /Tx /T (a) /V (secret plan) /F ${flag} ${WIDE}` }]));
    expect(page.text).toBe("Label");
    expect(page.forms).toMatchObject([{ name: "a", value: "secret plan", hidden: true }]);
  });
  test.each([0, 4, 64])("%i: shown", async (flag) => {
    const page = await read(formOf([{ entries: `/FT /Tx /T (a) /V (plan) /F ${flag} ${WIDE}` }]));
    expect(page.text).toBe("Label\n\nplan");
    expect(page.forms?.[0]).not.toHaveProperty("hidden");
  });
  test("a password is in neither, whatever its appearance draws", async () => {
    const appearance = drawn(100, 20, [2, 5, "sesame"]);
    expect(
      await shownAndValue({ entries: `/FT /Tx /Ff 8192 /T (a) /V (sesame) ${WIDE}`, appearance }),
    ).toEqual({ shown: "", value: null });
  });
  test.each(["/Rect [700 700 800 720]", "/Rect [120 700 120 700]", "/Rect [120 -90 220 -70]"])(
    "%s: off the page or without size, not in the text",
    async (rect) => {
      expect(await shownAndValue({ entries: `/FT /Tx /T (a) /V (off) ${rect}` })).toEqual({
        shown: "",
        value: "off",
      });
    },
  );
});

describe("other types", () => {
  const options = "/Opt [[(de) (Germany)] [(fr) (France)] [(it) (Italy)] [(es) (Spain)] [(pt) (Portugal)]]";
  test("a choice: the label in the text, the value in forms", async () => {
    expect(await shownAndValue({ entries: `/FT /Ch /Ff 131072 ${options} /T (a) /V (fr) ${WIDE}` })).toEqual({
      shown: "France",
      value: "fr",
    });
  });
  test("a list: the options that its box has room for", async () => {
    const { shown, value } = await shownAndValue({ entries: `/FT /Ch ${options} /T (a) /V (fr) ${HIGH}` });
    expect(value).toBe("fr");
    expect(shown.split("\n").slice(0, 2)).toEqual(["Germany", "France"]);
    expect(shown).not.toContain("Portugal");
  });
  test("a list with several values: all of them, a line each", async () => {
    const several = `/FT /Ch /Ff 2097152 ${options} /T (a) /V [(fr) (es)] ${HIGH}`;
    expect((await shownAndValue({ entries: several })).value).toBe("France\nSpain");
  });
  test.each([
    ["/V /On", true],
    ["/V /Off", false],
    ["/V /On /AS /Off", false],
    ["", false],
  ])("a check box without an appearance state has that of its value (%p)", async (state, checked) => {
    const states = `/AP << /N << /On 5 0 R /Off 5 0 R >> >> /Rect [120 700 132 712]`;
    const page = await read(formOf([{ entries: `/FT /Btn /T (a) ${state} ${states}` }]));
    expect(page.forms).toMatchObject([{ value: "On", checked }]);
    expect(page.text).toEndWith(checked ? "☑" : "☐");
  });
  test("a right-to-left value that its appearance draws from the left, as PDFium does", async () => {
    const hebrew = "/Encoding << /Differences [97 /afii57664 /afii57665 /afii57666] >>";
    const appearance = stream(
      "BT /F1 12 Tf 2 5 Td (abc) Tj ET",
      `/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${hebrew} >> >> >>`,
    );
    const value = "\u05d0\u05d1\u05d2";
    const entries = `/FT /Tx /T (a) /V <feff05d005d105d2> ${WIDE}`;
    expect(await shownAndValue({ entries, appearance })).toEqual({ shown: value, value });
  });
  test("a check box: its state, never the sign of its appearance", async () => {
    const page = await read(
      formOf([
        {
          entries: "/FT /Btn /T (a) /V /Yes /AS /Yes /Rect [120 700 132 712]",
          appearance: drawn(12, 12, [1, 1, "4"]),
        },
      ]),
    );
    expect(page.text).toBe("Label\n\n☑");
    expect(page.forms).toMatchObject([{ type: "checkbox", checked: true }]);
  });
  test("a signature and a button: what their appearance shows", async () => {
    const page = await read(
      formOf([
        { entries: `/FT /Sig /T (s) ${WIDE}`, appearance: drawn(100, 20, [2, 5, "Signed by Ada"]) },
        { entries: `/FT /Btn /Ff 65536 /T (b) ${HIGH}`, appearance: drawn(100, 40, [2, 15, "Send"]) },
      ]),
    );
    expect(page.text.split(/\n+/)).toEqual(["Label", "Signed by Ada", "Send"]);
    expect(page.forms).toMatchObject([
      { type: "signature", value: null },
      { type: "button", value: null },
    ]);
  });
  test("a signature without an appearance shows nothing", async () => {
    expect(await shownAndValue({ entries: "/FT /Sig /T (s) /Rect [0 0 0 0]" })).toEqual({
      shown: "",
      value: null,
    });
  });
  test("a widget of no form: its appearance", async () => {
    const page = await read(
      formOf(
        [{ entries: `/FT /Tx /T (a) /V (unused) ${WIDE}`, appearance: drawn(100, 20, [2, 5, "Drawn"]) }],
        null,
      ),
    );
    expect(page.text).toBe("Label\n\nDrawn");
    expect(page.forms).toEqual([]);
  });
});

describe("hostile appearances", () => {
  test("one that draws itself", async () => {
    const appearance = stream(
      "/Me Do BT /F1 12 Tf 2 5 Td (once) Tj ET",
      "/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /XObject << /Me 7 0 R >> /Font << /F1 5 0 R >> >>",
    );
    const { value } = await shownAndValue({ entries: `/FT /Tx /T (a) /V (once) ${WIDE}`, appearance });
    expect(value).toBe("once");
  });
  test("one that is no stream, and one of a size of nothing", async () => {
    for (const appearance of ["<< /Not /AStream >>", "[1 2 3]", drawn(0, 0, [2, 5, "x"])]) {
      const { value } = await shownAndValue({ entries: `/FT /Tx /T (a) /V (kept) ${WIDE}`, appearance });
      expect(value).toBe("kept");
    }
  });
});

test("Markdown has what the page shows", async () => {
  const page = await read(formOf([{ entries: `/FT /Tx /T (a) /V (${LONG}) ${WIDE}` }]), true);
  expect(page.text).not.toContain("harbour");
  expect(page.forms?.[0]?.value).toBe(LONG);
});

describe("fields that share values and options are read within a second of processor time", () => {
  const values = (count: number) => `[${Array.from({ length: count }, (_, i) => `(v${i})`).join(" ")}]`;
  const labels = (count: number) =>
    `[${Array.from({ length: count }, (_, i) => `[(v${i}) (Label ${i})]`).join(" ")}]`;
  const numbers = (count: number) => `[${Array.from({ length: count }, (_, i) => i).join(" ")}]`;
  const words = (length: number) => `(${"some words of a long text ".repeat(length / 26)})`;
  const LIST = "/FT /Ch /Ff 2097152";
  const hostile: readonly (readonly [string, number, string, string])[] = [
    ["lists, all of whose options are selected", 100, `${LIST} /V SHARED /Opt SHARED`, values(200)],
    ["more of them", 400, `${LIST} /V SHARED /Opt SHARED`, values(200)],
    ["few of them with many options", 4, `${LIST} /V SHARED /Opt SHARED`, values(700)],
    ["a list with very many options", 1, `${LIST} /V SHARED /Opt SHARED`, values(20_000)],
    ["lists of options with labels", 150, `${LIST} /V SHARED /Opt SHARED`, labels(250)],
    ["lists that are selected by index", 100, `${LIST} /I SHARED /Opt ${values(300)}`, numbers(300)],
    ["lists of one selection each", 300, "/FT /Ch /V (v3) /Opt SHARED", values(2_000)],
    ["combo boxes", 300, "/FT /Ch /Ff 131072 /V (v3) /Opt SHARED", values(5_000)],
    ["texts of one value", 300, "/FT /Tx /Ff 4096 /V SHARED", words(20_000)],
    ["values that are arrays", 300, "/FT /Tx /V SHARED", values(2_000)],
  ];
  test.each(hostile)("%s", async (_title, count, entries, shared) => {
    const fields = Array.from({ length: count }, (_, i) => {
      const at = `/T (f${i}) /Rect [120 ${20 + (i % 30) * 20} 220 ${38 + (i % 30) * 20}]`;
      return `<< /Type /Annot /Subtype /Widget ${entries.replaceAll("SHARED", "6 0 R")} ${at} >>`;
    });
    const list = fields.map((_, i) => `${7 + i} 0 R`).join(" ");
    const file = pdfOf([
      `<< /Type /Catalog /Pages 2 0 R /AcroForm << /DA (/F1 12 Tf 0 g) /Fields [${list}] /DR << /Font << /F1 5 0 R >> >> >> >>`,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [${list}] /Resources << /Font << /F1 5 0 R >> >> >>`,
      stream("BT /F1 12 Tf 72 760 Td (Label) Tj ET"),
      FONT,
      shared,
      ...fields,
    ]);
    await read(formOf([]));
    const before = process.cpuUsage();
    const page = await read(file);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_500);
    expect(page.text).toStartWith("Label");
    expect(page.forms?.length).toBe(count);
  });
});
