import { describe, expect, test } from "bun:test";
import { usualOrder } from "../../../../test/fixtures/pdf-corpus/read.ts";
import { pdfOf, stream } from "../../../../test/fixtures/pdf-writer.ts";
import { run } from "../worker.ts";

type Text = readonly [x: number, y: number, text: string, size?: number, font?: string];

/** A page of texts in Helvetica (F1) or Courier (F2). */
async function read(texts: readonly Text[], markdown = true): Promise<string> {
  const content = texts
    .map(([x, y, text, size = 10, font = "F1"]) => {
      // "drank.^1^" has a raised, "water_2_" a lowered digit.
      const shown = text.split(/(\^[\d,-]+\^|_\d+_)/).map((part) => {
        const [, sign = "", digits = ""] = /^([\^_])([\d,-]+)[\^_]$/.exec(part) ?? [];
        if (sign === "") return `/${font} ${size} Tf 0 Ts (${part}) Tj`;
        return `/${font} ${0.6 * size} Tf ${(sign === "^" ? 0.35 : -0.2) * size} Ts (${digits}) Tj`;
      });
      return `BT ${x} ${y} Td ${shown.join(" ")} ET`;
    })
    .join("\n");
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const file = pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>",
    stream(content),
    font("Helvetica"),
    font("Courier"),
  ]);
  for await (const message of run({ ...usualOrder(file), markdown })) {
    const [page] = message.kind === "pages" ? message.pages : [];
    if (page !== undefined && page.kind !== null) return page.text;
  }
  throw new TypeError("the page was not read");
}

const lines = (x: number, y: number, ...texts: readonly string[]): Text[] =>
  texts.map((text, k) => [x, y - 12 * k, text]);

describe("marks of notes", () => {
  test.each([
    ["after a full stop", "what he drank.^1^", "what he drank.¹"],
    ["after a word", "the harbour^12^ list", "the harbour¹² list"],
    ["after a comma", "two of them,^3^ once", "two of them,³ once"],
    ["after a quotation", "\\223all of it\\224^4^ he said", "“all of it”⁴ he said"],
    ["two marks", "what he drank.^1,2^ And then", "what he drank.¹,² And then"],
    ["several marks", "what he drank.^3-5^ And then", "what he drank.³-⁵ And then"],
    ["a year after a dash is none", "the list 3-5 of it", "the list 3-5 of it"],
    ["after a question mark", "what did he drink?^7^", "what did he drink?⁷"],
    ["after a bracket", "the list \\(of 1999\\)^8^ says", "the list (of 1999)⁸ says"],
    ["after a heading", "The old harbour^9^", "The old harbour⁹"],
    ["in the middle of a sentence", "the clerk^21^, who knew^22^ it", "the clerk²¹, who knew²² it"],
    ["an ordinal keeps its letters", "the 4^2^ of May", "the 42 of May"],
    ["before a note", "^1^ See the list.", "¹ See the list."],
    ["an exponent keeps its digit", "The set R^2^ holds it", "The set R2 holds it"],
    ["a unit keeps its digit", "40 km^2^ of land", "40 km2 of land"],
    ["an index keeps its digit", "water_2_ here", "water2 here"],
    ["a power of a number keeps its digit", "10^6^ of them", "106 of them"],
    ["a year in the line is none", "in summer 1999 or so", "in summer 1999 or so"],
  ])("%s", async (_, text, expected) => {
    expect(await read([[72, 700, text]], false)).toBe(expected);
  });
  const body = lines(72, 700, "He told nobody what he drank.^1^", "The clerk wrote it down^2^");
  test("a footnote in Markdown where the page has the note", async () => {
    const notes: Text[] = [
      [72, 100, "^1^Rum, as the harbour master", 8],
      [72, 90, "said later.", 8],
      [72, 80, "^2^ Twice.", 8],
    ];
    const text = await read([...body, ...notes]);
    expect(text).toContain("drank.[^1]");
    expect(text).toContain("down[^2]");
    expect(text).toEndWith("[^1]: Rum, as the harbour master said later.\n\n[^2]: Twice.");
  });
  test("a mark without its note stays a mark", async () => {
    expect(await read(body)).toContain("drank.¹");
  });
  test("notes with plain numbers in small print", async () => {
    expect(await read([...body, [72, 100, "1 Rum, they say.", 7], [72, 90, "2 Twice.", 7]])).toEndWith(
      "[^1]: Rum, they say.\n\n[^2]: Twice.",
    );
  });
});

describe("Markdown joins the lines of a paragraph", () => {
  test("a paragraph is one line", async () => {
    const text = await read(
      lines(
        72,
        700,
        "The old harbour of the town was built by",
        "the clerk and his neighbor, who wanted",
        "to see ships.",
      ),
    );
    expect(text).toBe(
      "The old harbour of the town was built by the clerk and his neighbor, who wanted to see ships.",
    );
  });
  test("over three columns", async () => {
    const words = "harbour clerk rope oil lamp quay tide north list ship rain summer letter price town".split(
      " ",
    );
    const column = (c: number) =>
      lines(
        50 + 175 * c,
        700,
        ...Array.from({ length: 9 }, (_, k) =>
          [0, 1, 2, 3].map((n) => words[(7 * c + 4 * k + 3 * n) % words.length]).join(" "),
        ),
      );
    const text = await read([...column(0), ...column(1), ...column(2)]);
    expect(text).not.toContain("\n");
    expect(text.split(" ").length).toBe(3 * 9 * 4);
  });
  test("a word split over columns", async () => {
    const prose = (x: number, first: string, last: string) =>
      lines(x, 700, first, ...Array.from({ length: 8 }, () => "of the harbour and of all the ships"), last);
    const text = await read([
      ...prose(60, "The first column of this page tells", "who come in with the tide, and an exam-"),
      ...prose(320, "ple of what the clerk has seen there", "so that nobody forgets it."),
    ]);
    expect(text).toContain("an example of what");
    expect(text).not.toContain("\n");
  });
  test("paragraphs that space parts stay apart", async () => {
    const text = await read([
      ...lines(
        72,
        700,
        "The old harbour of the town was built by",
        "the clerk and his neighbor who wanted it.",
      ),
      ...lines(72, 662, "Nobody knew what it would cost them, so", "they asked the clerk."),
    ]);
    expect(text.split("\n\n").map((part) => part.includes("\n"))).toEqual([false, false]);
  });
  test("a quotation goes on over lines", async () => {
    const text = await read(
      lines(
        72,
        700,
        "He said: \\223I have never seen so many ships",
        "in one harbour, and never so much rain.\\224",
      ),
    );
    expect(text).toBe("He said: “I have never seen so many ships in one harbour, and never so much rain.”");
  });
  test("an indented first line begins the next", async () => {
    const text = await read([
      ...lines(
        72,
        700,
        "The old harbour of the town was built by",
        "the clerk and his neighbor who wanted it.",
      ),
      [84, 676, "Nobody knew what it would cost them, so"],
      [72, 664, "they asked the clerk."],
    ]);
    expect(text.split("\n\n")).toEqual([
      "The old harbour of the town was built by the clerk and his neighbor who wanted it.",
      "Nobody knew what it would cost them, so they asked the clerk.",
    ]);
  });
  test("across two columns, each line of its own length", async () => {
    const left = lines(
      60,
      700,
      "The first column of this page tells",
      "about the harbour and the ships that",
      "come there in the summer, when all the",
      "people of the town stand at the quay",
      "and wait for the first of them to come",
      "in with the evening tide and the rain",
      "that follows it every year, as the old",
      "people say who have seen it so often",
    );
    const right = lines(
      320,
      700,
      "that they do not look up any more. The",
      "second part is about winter, when it is",
      "quiet in the town and nobody comes but",
      "the clerk, who counts the days until it",
      "is spring again and the ships come back",
      "from the south with oranges and letters",
      "and news of the world for all who want",
      "to hear it.",
    );
    const text = await read([...left, ...right]);
    expect(text).not.toContain("\n");
    expect(text).toContain("so often that they do not");
  });
  test("short lines that the author broke stay lines", async () => {
    const text = await read([
      ...lines(72, 760, "A line that is as wide as the column of this page, which has more room."),
      ...lines(72, 720, "Harbour Office", "12 Quay Street", "Old Town"),
    ]);
    expect(text.split("\n\n")[1]).toBe("Harbour Office\n12 Quay Street\nOld Town");
  });
  test("a hyphen at a line's end goes, unless the page has the word with it", async () => {
    const text = await read(
      lines(
        72,
        700,
        "This well-known list is an exam-",
        "ple of what the clerk, who is well-",
        "known, keeps in the office of the",
        "town.",
      ),
    );
    expect(text).toBe(
      "This well-known list is an example of what the clerk, who is well-known, keeps in the office of the town.",
    );
  });
  test("list items go on over lines, and each is an item", async () => {
    const text = await read([
      ...lines(72, 760, "A line that is as wide as the column of this page, which has more room."),
      [72, 720, "\\225 the first of the items, which is so long that it needs another line"],
      [84, 708, "to say it all"],
      [72, 696, "\\225 the second"],
      [72, 684, "3. a number"],
    ]);
    expect(text.split("\n\n").slice(1).join("\n")).toBe(
      "- the first of the items, which is so long that it needs another line to say it all\n- the second\n3. a number",
    );
  });
  test("code keeps its lines and indents", async () => {
    const text = await read([
      ...lines(
        72,
        760,
        "Run this on the server of the harbour office, and then",
        "wait for the result of it, which takes a while to come.",
        "It is a short program that counts all the ships there.",
      ),
      [72, 700, "for ship in ships:", 10, "F2"],
      [96, 688, "count\\(ship\\)", 10, "F2"],
      [72, 664, "done\\(\\)", 10, "F2"],
      ...lines(72, 630, "Then go home."),
    ]);
    expect(text).toContain("```\nfor ship in ships:\n    count(ship)\n\ndone()\n```\n\nThen go home.");
  });
  test("headings and tables stay between paragraphs", async () => {
    const text = await read([
      [72, 760, "The list", 20],
      ...lines(72, 720, "What follows is the list of all that the", "harbour has, and what it costs."),
      ...(["Name", "Rope", "Oil"] as const).map((name, k): Text => [72, 680 - 14 * k, name]),
      ...(["Price", "14.50", "3.20"] as const).map((name, k): Text => [200, 680 - 14 * k, name]),
      ...lines(72, 610, "Prices are those of last year."),
    ]);
    expect(text).toBe(
      "# The list\n\nWhat follows is the list of all that the harbour has, and what it costs.\n\n| Name | Price |\n| --- | --- |\n| Rope | 14.50 |\n| Oil | 3.20 |\n\nPrices are those of last year.",
    );
  });
});
