import { describe, expect, test } from "bun:test";
import { isNightly } from "../helpers/nightly.ts";
import {
  type Expression,
  expressionsIn,
  expressionsOfSource,
  readRecord,
  recordedAs,
  superlinear,
} from "./regular-expressions.ts";
import { SourceFile } from "./source-tree.ts";

/** Analyzing a new expression takes up to some seconds, and more on a busy machine. */
const PATIENCE_MS = 180_000;

/** Expressions that are not linear, each with the bound on its input that makes it harmless. */
const BOUNDED: readonly { readonly file: string; readonly starts: string; readonly bound: string }[] = [
  {
    file: "src/apis/products/amazon/availability.ts",
    starts: "\\bonly\\b.*\\bleft|left in stock",
    bound: "readAvailability cuts its text to 300 characters before it looks for words",
  },
  {
    file: "src/apis/seo/analysis/soft-error.ts",
    starts: "\\b(?:page|product|article",
    bound: "softErrorText looks at texts of up to 80 characters",
  },
];

/** Files that build expressions while they run, each with the reason why no stranger's text is in them. */
const BUILT: Readonly<Record<string, string>> = {
  "src/apis/seo/checks/generic-texts.ts": "phrases that the file lists",
  "src/apis/seo/analysis/script-dependence/phrases.ts": "phrases that the file lists",
};

const isOf =
  ({ file, source }: Expression) =>
  (one: { readonly file: string; readonly starts: string }) =>
    one.file === file && source.startsWith(one.starts);

const found = await expressionsOfSource();

test(
  "every regular expression takes linear time on any text, or its input is bounded",
  async () => {
    const record = await readRecord();
    const faults: string[] = [];
    const used = new Set<unknown>();
    for (const one of found.literals) {
      if (record.has(recordedAs(one))) continue;
      const known = BOUNDED.find(isOf(one));
      if (known !== undefined) {
        used.add(known);
        continue;
      }
      const fault = await superlinear(one);
      if (fault !== undefined) faults.push(`${one.file}:${one.line} /${one.source}/${one.flags} is ${fault}`);
    }
    expect(faults).toEqual([]);
    expect(BOUNDED.filter((one) => !used.has(one))).toEqual([]);
  },
  PATIENCE_MS,
);

test("expressions are built of constants, in the files that are listed with their reason", () => {
  expect(new Set(found.built.map(({ file }) => file))).toEqual(new Set(Object.keys(BUILT)));
});

// What an attack found at commit c409961, as it was there.
const ATTACKED = {
  "apis/seo/followup/sitemap.ts:60": /<(?:\w+:)?loc>\s*([^<]*?)\s*<\//g,
  "kit/robots-txt.ts:108": /^([^:]+?)\s*:\s*(.*)$/s,
  "apis/seo/structured/items.ts:35":
    /^\s*(?:\/\/\s*|\/\*\s*)?(?:<!\[CDATA\[|<!--)\s*(?:\*\/)?|(?:\/\/\s*|\/\*\s*)?(?:\]\]>|-->)\s*(?:\*\/)?\s*$/g,
  "apis/seo/facts.ts:134":
    /^\s*(?:<!--[\s\S]{0,2000}?-->\s*)*<(?:!doctype html|html|head|body|title|meta|script|h1|div|p|table|a)\b/i,
} as const;

describe("the analyser finds", () => {
  const expected = [
    "polynomial of degree 3",
    "polynomial of degree 2",
    "polynomial of degree 2",
    "exponential",
  ];
  const attacked = Object.entries(ATTACKED).map(
    ([file, expression], i) => [file, expression, expected[i]] as const,
  );
  // Each takes the analyser up to seconds. The short form has the one that takes it the least.
  test.each(isNightly ? attacked : attacked.slice(1, 2))(
    "%s",
    async (file, { source, flags }, kind = "") => {
      expect(await superlinear({ file, line: 1, source, flags })).toStartWith(kind);
      expect(await readRecord()).not.toContain(recordedAs({ source, flags }));
    },
    PATIENCE_MS,
  );

  test(
    "a search that is slow from all places together, though not from one",
    async () => {
      for (const source of isNightly ? ["\\s+$", "a*b", "<[^>]*>"] : ["a*b"]) {
        const fault = await superlinear({ file: "", line: 1, source, flags: "g" });
        expect(fault).toStartWith("polynomial of degree 2");
      }
    },
    PATIENCE_MS,
  );
});

test("expressions are found by the syntax: not in comments, texts or divisions, but in templates and JSX", () => {
  const code = `
    // /comment/
    /* /(a+)+$/ */
    const a = 6 / 2 / 1;
    const b = "/text/";
    const c = \`\${/in-template/.test("")}\`;
    const d = <p title={String(/in-jsx/u)}>/no/</p>;
    const e = a++ / 2; const f = /x/g.test("/y/");
    const g = new RegExp("z"); const h = RegExp(b); const i = new globalThis.RegExp(b);`;
  const { literals, built } = expressionsIn(new SourceFile("some.tsx", code));
  expect(literals.map(({ source, flags }) => `${source} ${flags}`)).toEqual([
    "in-template ",
    "in-jsx u",
    "x g",
  ]);
  expect(built.map((one) => one.code)).toEqual(['new RegExp("z")', "RegExp(b)", "new globalThis.RegExp(b)"]);
  expect(literals[0]).toMatchObject({ file: "some.tsx", line: 6 });
});
