import { expect, test } from "bun:test";
import {
  compareHeadings,
  compareItems,
  compareTables,
  f1,
  structureOfMarkdown,
  structureOfSource,
} from "./markdown-score.ts";
import { kendallTau } from "./order-score.ts";

test("Kendall's tau of paragraphs: in order, reversed, and missing", () => {
  const [one, two, three] = ["The first of the paragraphs", "Another one below", "What nobody has read"];
  expect(kendallTau([one, two, three], `${one}\n\n${two}\n\n${three}`)).toBe(1);
  expect(kendallTau([one, two, three], `${three}\n\n${two}\n\n${one}`)).toBe(-1);
  expect(kendallTau([one, two, three], `${one}\n\n${two}`)).toBeCloseTo(1 / 3);
});

test("headings, items and tables of Markdown, compared with a source", () => {
  const str = (text: string) => [{ t: "Str", c: text }];
  const row = (...cells: string[]) => [
    ["", [], []],
    cells.map((text) => [["", [], []], {}, 1, 1, [{ t: "Plain", c: str(text) }]]),
  ];
  const blocks = [
    { t: "Header", c: [1, ["", [], []], str("Ropes")] },
    { t: "BulletList", c: [[{ t: "Plain", c: str("short ones") }], [{ t: "Plain", c: str("long ones") }]] },
    {
      t: "Table",
      c: [
        ["", [], []],
        [],
        [],
        [["", [], []], [row("Item", "Price")]],
        [[["", [], []], 0, [], [row("Rope", "14.50")]]],
        [["", [], []], []],
      ],
    },
  ];
  const source = structureOfSource(JSON.stringify({ meta: {}, blocks }));
  const found = structureOfMarkdown(
    "# 1 Ropes\n\n## Table of contents\n\n- short ones\n- wrong ones\n\n| Item | Price |\n| --- | --- |\n| Rope | 14.50 |",
  );
  expect(f1(compareHeadings(found.headings, source))).toBe(1);
  expect(compareItems(found.items, source.items)).toMatchObject({ matched: 1, missed: ["long ones"] });
  expect(f1(compareTables(found.tables, source.tables))).toBe(1);
});
