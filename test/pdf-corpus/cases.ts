// PDFs written by hand, one for each way in which text goes wrong, each with the text that a reader types.
import { SAMPLE_PASSWORD, samples } from "../../src/apis/pdf/samples.ts";
import { brokenTable, compressedObjects, withoutTable } from "./files.ts";
import { filled } from "./prose.ts";
import { rightToLeft } from "./right-to-left.ts";
import { FIRST_MORE, line, lines, pdfPages, unicodeFont, unicodeLine } from "./write.ts";

/** A file and what it says, page by page. */
export interface Case {
  readonly name: string;
  readonly file: Uint8Array<ArrayBuffer>;
  readonly pages: readonly string[];
  readonly password?: string;
}

const one = (name: string, content: string, text: readonly string[]): Case => ({
  name,
  file: pdfPages([{ content }]),
  pages: [text.join("\n")],
});

function columns(): Case[] {
  const [left, right, third] = [filled(42, 40), filled(42, 40, 3), filled(42, 40, 5)];
  const three = [left, right, third].map((column) => column.map((text) => text.slice(0, 26).trim()));
  const rows = left.map(
    (text, k) => `${line(50, 760 - 12 * k, text)}\n${line(310, 760 - 12 * k, right[k] ?? "")}`,
  );
  return [
    one("one column", lines(72, 760, filled(90, 50)), filled(90, 50)),
    one("two columns", `${lines(50, 760, left)}\n${lines(310, 760, right)}`, [...left, ...right]),
    one("two columns, drawn line by line across", rows.join("\n"), [...left, ...right]),
    one("three columns", three.map((column, k) => lines(40 + 180 * k, 760, column)).join("\n"), three.flat()),
    one(
      "two columns under a title",
      `${line(50, 800, "The list of the harbour", 20)}\n${lines(50, 760, left)}\n${lines(310, 760, right)}`,
      ["The list of the harbour", ...left, ...right],
    ),
  ];
}

function marks(): Case[] {
  /** Texts in one line, those in brackets raised by so many points and smaller. */
  const risen = (y: number, ...parts: readonly (string | readonly [string, number])[]) =>
    `BT 72 ${y} Td ${parts
      .map((part) =>
        typeof part === "string" ? `0 Ts /F1 10 Tf (${part}) Tj` : `${part[1]} Ts /F1 6 Tf (${part[0]}) Tj`,
      )
      .join(" ")} ET`;
  return [
    one(
      "superscripts, subscripts, a note",
      [
        risen(700, "Water is H", ["2", -3], "O, and E = mc", ["2", 4]),
        risen(686, "as Smith wrote", ["3", 4], " long ago."),
        line(72, 100, "3 In a letter to his aunt.", 8),
      ].join("\n"),
      ["Water is H2O, and E = mc2", "as Smith wrote3 long ago.", "3 In a letter to his aunt."],
    ),
    one(
      "hyphens",
      lines(72, 700, ["the neigh-", "bour of Jean-", "Paul went home to a well-known", "place"]),
      ["the neighbour", "of Jean-", "Paul went home to a well-known", "place"],
    ),
    unicode("ligatures", ["e\ufb03cient \ufb01elds \ufb02ow o\ufb00"], ["efficient fields flow off"]),
    unicode("a soft hyphen", ["the neigh\u00ad", "bour went"], ["the neighbour", "went"]),
    one(
      "bold by drawing twice",
      `${line(72, 700, "Total amount")}\n${line(72.3, 700, "Total amount")}\n${line(72, 686, "to be paid")}`,
      ["Total amount", "to be paid"],
    ),
    {
      name: "accents drawn upon letters",
      file: pdfPages([{ content: accented() }], { font: ACCENTS }),
      pages: ["Kälte über alles"],
    },
    one(
      "words spaced out",
      `BT /F1 12 Tf 3 Tc 72 700 Td [(CHAPTER) -700 (ONE)] TJ 0 Tc 0 -20 Td (begins here) Tj ET`,
      ["CHAPTER ONE", "begins here"],
    ),
    one(
      "a text of its own for what is drawn",
      `/Span << /ActualText (quotation) >> BDC ${line(72, 700, "qu0tat10n")} EMC ${line(72, 686, "follows")}`,
      ["quotation", "follows"],
    ),
  ];
}

const ACCENTS = unicodeFont("Kalte über s¨u");
function accented(): string {
  const back = (text: string) => ACCENTS.encode(text);
  return `BT /F3 10 Tf 72 700 Td [${back("K")} ${back("¨")} 500 ${back("alte ")} ${back("¨")} 500 ${back("uber alles")}] TJ ET`;
}

function unicode(name: string, drawn: readonly string[], text: readonly string[]): Case {
  const font = unicodeFont(drawn.join(""));
  const content = drawn.map((row, k) => unicodeLine(font, 72, 700 - 12 * k, row)).join("\n");
  return { name, file: pdfPages([{ content }], { font }), pages: [text.join("\n")] };
}

function eastAsian(): Case[] {
  const poem = [
    "わたくしといふ現象は",
    "假定された有機交流電燈の",
    "ひとつの青い照明です",
    "風景やみんなといっしょに",
  ];
  const font = unicodeFont(poem.join(""), { width: 1_000 });
  const column = (text: string, x: number) =>
    Array.from(text, (own, k) => unicodeLine(font, x, 700 - 11 * k, own)).join("\n");
  return [
    {
      name: "Japanese across",
      file: pdfPages(
        [{ content: poem.map((row, k) => unicodeLine(font, 72, 700 - 14 * k, row)).join("\n") }],
        { font },
      ),
      pages: [poem.join("\n")],
    },
    {
      name: "Japanese downwards",
      file: pdfPages([{ content: poem.map((row, k) => column(row, 400 - 20 * k)).join("\n") }], { font }),
      pages: [poem.join("\n")],
    },
    {
      name: "Japanese downwards, drawn from the left",
      file: pdfPages(
        [
          {
            content: poem
              .toReversed()
              .map((row, k) => column(row, 340 + 20 * k))
              .join("\n"),
          },
        ],
        { font },
      ),
      pages: [poem.join("\n")],
    },
  ];
}

function turned(): Case[] {
  const text = filled(70, 12);
  const onSide = (angle: number): Case => ({
    name: `a page turned by ${angle} whose writing is not`,
    pages: [text.join("\n")],
    file: pdfPages([{ content: lines(72, 700, text), entries: `/Rotate ${angle}` }]),
  });
  const shift = (matrix: string, x: number, y: number) => `${matrix} ${x} ${y}`;
  const at = (angle: number, place: (down: number) => string): Case => ({
    name: `a page turned by ${angle}`,
    pages: [text.join("\n")],
    file: pdfPages([
      {
        content: text
          .map((row, k) => `BT /F1 10 Tf ${place(12 * k)} Tm (${row.replaceAll(/[()\\]/g, "\\$&")}) Tj ET`)
          .join("\n"),
        entries: `/Rotate ${angle}`,
      },
    ]),
  });
  return [
    at(90, (down) => shift("0 1 -1 0", 60 + down, 60)),
    at(180, (down) => shift("-1 0 0 -1", 540, 60 + down)),
    at(270, (down) => shift("0 -1 1 0", 540 - down, 780)),
    ...[90, 180, 270].map(onSide),
    one(
      "a mark in the margin",
      `BT /F1 8 Tf 0 1 -1 0 30 300 Tm (VerDate Mar 15 2010) Tj ET\n${lines(72, 700, text)}`,
      [...text, "VerDate Mar 15 2010"],
    ),
    {
      name: "text beside the part that is shown",
      file: pdfPages([
        {
          content: `${lines(72, 700, text)}\n${line(72, 20, "job 4711 plate cyan")}`,
          entries: "/CropBox [40 60 560 800]",
        },
      ]),
      pages: [text.join("\n")],
    },
  ];
}

function forms(): Case[] {
  const widget = (entries: string, rect: string) =>
    `<< /Type /Annot /Subtype /Widget /F 4 /DA (/F1 10 Tf) /Rect [${rect}] ${entries} >>`;
  const more = [
    widget("/FT /Tx /T (name) /V (Ada Lovelace)", "120 695 300 711"),
    widget(
      "/FT /Ch /Ff 131072 /T (country) /Opt [[(GB) (United Kingdom)] [(BR) (Brazil)]] /V (BR) /I [1]",
      "120 671 300 687",
    ),
    widget("/FT /Tx /Ff 4096 /T (address) /V (12 St James Square\\rLondon)", "72 600 300 650"),
    widget("/FT /Tx /T (day) /V (10)", "120 575 150 591"),
    "<< /Type /Annot /Subtype /FreeText /DA (/F1 10 Tf) /Contents (Received on Monday) /Rect [350 780 500 800] >>",
    widget("/FT /Tx /Ff 8192 /T (secret) /V (hunter2)", "120 540 300 556"),
  ];
  const annots = more.map((_, k) => `${FIRST_MORE + k} 0 R`).join(" ");
  const content = [
    line(72, 700, "Name:"),
    line(72, 676, "Country:"),
    line(72, 654, "Address:"),
    line(72, 580, "Day:"),
    line(160, 580, "Month: December"),
    line(72, 545, "Password:"),
    line(72, 500, "Please sign below."),
  ].join("\n");
  return [
    {
      name: "a form filled in",
      file: pdfPages([{ content, entries: `/Annots [${annots}]` }], {
        more,
        catalog: `/AcroForm << /Fields [${annots}] /DR << /Font << /F1 3 0 R >> >> >>`,
      }),
      pages: [
        "Received on Monday\nName: Ada Lovelace\nCountry: Brazil\nAddress:\n12 St James Square\nLondon\nDay: 10 Month: December\nPassword:\nPlease sign below.",
      ],
    },
    {
      name: "a check box",
      file: samples.form.make(),
      pages: ["Name: Ada Lovelace\n☑ I agree to the terms\nThank you."],
    },
  ];
}

function papers(): Case[] {
  const invoice = [
    ["Article", "Quantity", "Price"],
    ["Rope, 20 m", "2", "14.50"],
    ["Lamp oil", "12", "3.20"],
    ["Bell", "1", "120.00"],
  ];
  const rows = invoice.map(([a = "", b = "", c = ""], k) =>
    [line(72, 600 - 18 * k, a), line(250, 600 - 18 * k, b), line(400, 600 - 18 * k, c)].join("\n"),
  );
  const letter = ["Dear Sir,", "thank you for the rope.", "Yours, A. Clerk"];
  const slide = ["The Harbour in 2024", "Boats: 312", "Lost: none"];
  return [
    one(
      "an invoice",
      `${line(72, 760, "Invoice 2024-17", 16)}\n${rows.join("\n")}\n${line(72, 500, "Due on 31 May")}`,
      ["Invoice 2024-17", ...invoice.map((row) => row.join(" ")), "Due on 31 May"],
    ),
    one("a letter", letter.map((row, k) => line(72, 700 - 40 * k, row, 11)).join("\n"), letter),
    {
      name: "slides",
      file: pdfPages(
        slide.map((row) => ({
          content: `${line(60, 300, row, 36)}\n${line(60, 200, "as told on the quay", 20)}`,
          size: [960, 540],
        })),
      ),
      pages: slide.map((row) => `${row}\nas told on the quay`),
    },
    {
      name: "a scan, and one with a text layer",
      file: samples.scan.make(),
      pages: ["", "Read by a machine"],
    },
    {
      name: "a password",
      file: samples.locked.make(),
      pages: ["Behind the lock"],
      password: SAMPLE_PASSWORD,
    },
  ];
}

function files(): Case[] {
  const text = filled(80, 30);
  const plain = pdfPages([{ content: lines(72, 760, text) }]);
  return [
    { name: "an offset that leads nowhere", file: brokenTable(plain), pages: [text.join("\n")] },
    { name: "no table of objects", file: withoutTable(plain), pages: [text.join("\n")] },
    { name: "objects in a stream", file: compressedObjects(lines(72, 760, text)), pages: [text.join("\n")] },
  ];
}

/** All of them, made anew. */
export function corpus(): Case[] {
  return [columns, marks, eastAsian, rightToLeft, turned, forms, papers, files].flatMap((make) => make());
}
