import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { Problem } from "./problem.ts";
import { inputReader } from "./query.ts";

const n = z.int().min(1).max(100).default(1);
const readN = inputReader(z.object({ n }), []);

function refusal(run: () => unknown): Problem {
  try {
    run();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("n, a whole number from 1 to 100", () => {
  test.each([
    ["", 1],
    ["n=5", 5],
    ["n=%35", 5],
    ["%6e=5", 5],
    ["n=1", 1],
    ["n=100", 100],
    ["&n=5&", 5],
  ])("%p is %d", (query, expected) => {
    expect(readN(query, {})).toEqual({ n: expected });
    expect(readN(query, {})).toEqual({ n: expected });
  });

  const rule = "n must be a whole number from 1 to 100: ";
  test.each([
    ["n=0", `${rule}it is out of range.`],
    ["n=-1", `${rule}it has a sign.`],
    ["n=101", `${rule}it is out of range.`],
    ["n=99999999999999999999", `${rule}it is out of range.`],
    ["n=", `${rule}it is empty.`],
    ["n", `${rule}it is empty.`],
    ["n=1&n=2", "n is repeated. Send it only once."],
    ["n=5&n=5", "n is repeated. Send it only once."],
    ["n=abc", `${rule}it has characters other than the digits 0 to 9.`],
    ["n=1e2", `${rule}it is written with an exponent.`],
    ["n=+5", `${rule}it contains white space (a plus sign in a URL means a space).`],
    ["n=%2B5", `${rule}it has a sign.`],
    ["n=%205", `${rule}it contains white space (a plus sign in a URL means a space).`],
    ["n=5%20", `${rule}it contains white space (a plus sign in a URL means a space).`],
    ["n=%0A5", `${rule}it contains white space (a plus sign in a URL means a space).`],
    ["n=5%0A", `${rule}it contains white space (a plus sign in a URL means a space).`],
    ["n=05", `${rule}it has a leading zero.`],
    ["n=00", `${rule}it has a leading zero.`],
    ["n=5.0", `${rule}it has a decimal point.`],
    ["n=0x10", `${rule}only decimal digits are accepted.`],
    ["n=0b11", `${rule}only decimal digits are accepted.`],
    ["n=0o7", `${rule}only decimal digits are accepted.`],
    ["n=５", `${rule}it has characters other than the digits 0 to 9.`],
    ["n=%EF%BC%95", `${rule}it has characters other than the digits 0 to 9.`],
    ["n=1_0", `${rule}it has characters other than the digits 0 to 9.`],
    ["n=Infinity", `${rule}it has characters other than the digits 0 to 9.`],
    ["n=%00", `${rule}it has characters other than the digits 0 to 9.`],
  ])("%p is refused", (query, detail) => {
    const problem = refusal(() => readN(query, {}));
    expect(problem).toMatchObject({ code: "invalid-parameter", message: detail });
    expect(problem.options.parameter).toBe("n");
  });

  test.each([
    ["count=5", "Unknown parameter: count. This operation accepts n."],
    ["limit=5", "Unknown parameter: limit. This operation accepts n."],
    ["N=5", "Unknown parameter: N. Did you mean n? This operation accepts n."],
    ["n=5&_=1", "Unknown parameter: _. This operation accepts n."],
    ["n[]=5", "Unknown parameter. This operation accepts n."],
    ["=5", "Unknown parameter. This operation accepts n."],
    ["<script>=5", "Unknown parameter. This operation accepts n."],
    ["__proto__=5", "Unknown parameter: __proto__. This operation accepts n."],
    ["n%zz=5", "The query is not valid percent-encoded UTF-8."],
    ["n=%ff", "The query is not valid percent-encoded UTF-8."],
    ["n=%", "The query is not valid percent-encoded UTF-8."],
  ])("%p is refused as a whole", (query, detail) => {
    expect(refusal(() => readN(query, {}))).toMatchObject({ code: "invalid-parameter", message: detail });
  });

  test("what is remembered is bounded, frozen and right", () => {
    for (let i = 0; i < 1_000; i++)
      expect(readN(`&n=${(i % 100) + 1}${"&".repeat(i % 20)}`, {}).n).toBe((i % 100) + 1);
    expect(Object.isFrozen(readN("n=7", {}))).toBe(true);
  });
});

describe("other kinds of parameters", () => {
  const read = inputReader(
    z.object({
      id: z.string().max(8),
      url: z.string().max(12),
      mode: z.enum(["fast", "full"]).default("fast"),
      deep: z.boolean().default(false),
      from: z.int().min(0).max(5).optional(),
    }),
    ["id"],
  );

  test("text, choice and boolean are read, the path among them", () => {
    expect(read("url=a%26b+c&mode=full&deep=true", { id: "x y" })).toEqual({
      id: "x y",
      url: "a&b c",
      mode: "full",
      deep: true,
    });
  });

  test.each([
    ["", "url is missing. This operation accepts url, mode, deep, from.", "url"],
    ["url=", "url is empty. Leave it out or set a value.", "url"],
    ["url=x&mode=FULL", "mode must be one of fast, full.", "mode"],
    ["url=x&deep=1", "deep must be one of true, false.", "deep"],
    ["url=x&id=y", "Unknown parameter: id. This operation accepts url, mode, deep, from.", undefined],
  ])("%p is refused", (query, detail, parameter) => {
    const problem = refusal(() => read(query, { id: "x" }));
    expect(problem.message).toBe(detail);
    expect(problem.options.parameter).toBe(parameter);
  });

  test("a text that its schema refuses is refused by name", () => {
    const problem = refusal(() => read("url=1234567890123", { id: "x" }));
    expect(problem.options.parameter).toBe("url");
    expect(refusal(() => read("url=x", { id: "123456789" })).options.parameter).toBe("id");
  });

  test("an operation that takes nothing says so", () => {
    const none = inputReader(z.object({}), []);
    expect(none("", {})).toEqual({});
    expect(refusal(() => none("a=1", {})).message).toBe(
      "Unknown parameter: a. This operation accepts no parameters.",
    );
  });

  test("a kind that cannot stand in an address is a mistake of ours, told at start", () => {
    const read = inputReader(z.object({ list: z.array(z.string()) }), []);
    expect(() => read("list=a", {})).toThrow(TypeError);
  });
});
