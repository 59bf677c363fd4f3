import { describe, expect, test } from "bun:test";
import { z } from "zod";
import {
  commaList,
  parameterSchema,
  readerOf,
  readParameter,
  textsOfJson,
  textValue,
  wireSchema,
} from "./parameter.ts";
import { Problem } from "./problem.ts";
import { inputReader } from "./query.ts";

test("of a whole number from 1 to 100, every text but its digits is refused", () => {
  const read = readerOf("n", z.int().min(1).max(100).default(1));
  const alphabet = ["0", "1", "5", "9", "+", "-", ".", "e", "x", " ", "_", "\t", "٣", "½"];
  for (const a of ["", ...alphabet]) {
    for (const b of ["", ...alphabet]) {
      for (const c of ["", ...alphabet]) {
        const text = a + b + c;
        if (/^(?:[1-9]\d?|100)$/.test(text)) expect(read(text)).toBe(Number(text));
        else expect(() => read(text)).toThrow(Problem);
      }
    }
  }
});

test.each([
  [z.string().max(256), "x".repeat(257), "a must have at most 256 characters."],
  [z.string().min(3), "x", "a must have at least 3 characters."],
  [z.int().max(10), 11, "a must be at most 10."],
  [z.number().gt(0.5), 0, "a must be more than 0.5."],
  [z.array(z.string()).max(2), ["", "", ""], "a must have at most 2 items."],
  [z.string(), [], "a must be a string."],
  [z.int(), 1.5, "a must be a whole number."],
  [z.boolean(), {}, "a must be true or false."],
  [z.array(z.string()), {}, "a must be a list."],
  [z.record(z.string(), z.int()), [], "a must be an object."],
  [z.enum(["b", "c"]), {}, "a must be one of b, c."],
])("a limit is a sentence (%#)", (schema, value, sentence) => {
  expect(() => readParameter("a", schema, value)).toThrow(sentence);
});

describe("a comma list", () => {
  const fields = commaList(["price", "title", "stock"]).optional();
  const read = inputReader(
    z.object({ fields, unique: commaList(["a", "b"], { unique: true }).optional() }),
    [],
  );
  test.each([
    ["fields=price", ["price"]],
    ["fields=title,price", ["title", "price"]],
    ["fields=title,title", ["title"]],
    ["fields=title&fields=price", ["title", "price"]],
    ["fields=title%2Cstock&fields=price", ["title", "stock", "price"]],
  ])("%s", (query, names) => {
    expect([...(read(query, {}).fields ?? [])]).toEqual(names as never);
  });
  test.each([
    "fields=",
    "fields=prices",
    "fields=price,",
    "fields=,price",
    "fields=price,%20title",
    "fields=toString",
    "unique=a,a",
    "unique=a&unique=a",
  ])("%s is rejected, and says what is accepted", (query) => {
    expect(() => read(query, {})).toThrow(/comma-separated list|is empty/);
    expect(() => read(query, {})).toThrow(Problem);
  });
  test("is a text on the wire, for documents and for tools", () => {
    expect(parameterSchema(fields)).toEqual({ type: "string" });
    expect(wireSchema(fields.describe("x")).parse("anything")).toBe("anything");
    expect(wireSchema(fields.describe("x")).description).toBe("x");
  });
});

test.each([
  ["true", true],
  ["True", true],
  ["false", false],
  ["False", false],
])("%s is a boolean", (text, value) => {
  expect(readerOf("dryRun", z.boolean().default(false))(text)).toBe(value);
});

test.each(["", "1", "0", "yes", "TRUE", "tRue", " true", "null", "constructor"])(
  "%p is no boolean",
  (text) => {
    expect(() => readerOf("dryRun", z.boolean())(text)).toThrow("dryRun must be one of true, false.");
  },
);

test("what is read once is not read again: a value never meets the schema of its text", () => {
  let reads = 0;
  const once = textValue(z.string(), (text, reject) => {
    reads++;
    return text === "x" ? { value: 1 } : reject("must be x");
  });
  const read = inputReader(z.object({ once, other: z.string().optional() }), []);
  expect(read("once=x&other=a-text-that-is-not-remembered", {})).toEqual({
    once: { value: 1 },
    other: "a-text-that-is-not-remembered",
  });
  expect(reads).toBe(1);
  expect(() => read("once=y", {})).toThrow("once must be x.");
  expect(() => read("", {})).toThrow("once is missing.");
});

test("an error that is no rejection is not taken for one", () => {
  const broken = textValue(z.string(), () => {
    throw new TypeError("a defect");
  });
  expect(() => broken.safeParse("x")).toThrow("a defect");
});

test("a list that is repeated ten thousand times is read once", () => {
  const read = inputReader(z.object({ fields: commaList(["a"]).optional() }), []);
  const times = Array.from({ length: 3 }, () => {
    const began = performance.now();
    expect(read(Array(10_000).fill("fields=a").join("&"), {}).fields).toEqual(new Set(["a"] as const));
    return performance.now() - began;
  });
  expect(Math.min(...times)).toBeLessThan(500);
});

test("a number of JSON that is not what its client wrote has no text", () => {
  const texts = JSON.parse("[-0.5, 9007199254740991, 9007199254740993, 12345678901234567890, 1e999]").map(
    textsOfJson,
  );
  expect(texts).toEqual([["-0.5"], ["9007199254740991"], undefined, undefined, undefined]);
  expect(textsOfJson([1, Number.NaN])).toBeUndefined();
});
