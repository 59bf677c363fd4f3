import { expect, test } from "bun:test";
import { indentJson, isJson } from "./indent-json.ts";

test.each([
  [{ a: [1, -2.5e3, "x, y: {z}", 'a "quote" \\ and \n'], b: {}, c: [], d: [{}, [[null]], true] }],
  [[]],
  ["text"],
])("%j is indented as JSON.stringify does", (value) => {
  for (const text of [JSON.stringify(value), JSON.stringify(value, null, 7)])
    expect(indentJson(text)).toBe(JSON.stringify(value, null, 2));
});

test("numbers and escapes stay as they were sent", () => {
  expect(indentJson('{"id":12345678901234567890,"n":1.0,"t":"\\u00e9\\/","n":2}')).toBe(
    '{\n  "id": 12345678901234567890,\n  "n": 1.0,\n  "t": "\\u00e9\\/",\n  "n": 2\n}',
  );
});

test("a text that is cut off anywhere keeps all of its characters", () => {
  const text = '{"a":[1,{"b":"c \\" d"}],"e":[[]],"f":null}';
  for (let end = 0; end <= text.length; end++) {
    const cut = text.slice(0, end);
    expect(indentJson(cut).replaceAll(/\n */g, "").replaceAll(": ", ":")).toBe(cut);
  }
});

test("brackets without end grow with their number", () => {
  expect(indentJson("[".repeat(1_000)).length).toBeLessThan(40_000);
  expect(indentJson("]".repeat(1_000))).toBe(
    Array.from({ length: 1_000 }, () => "]")
      .join("\n")
      .padStart(2_000, "\n"),
  );
});

test("JSON is known by its media type, or by itself", () => {
  expect(isJson('{"a":', "application/problem+json; charset=utf-8")).toBe(true);
  expect(isJson('{"a":1}')).toBe(true);
  for (const [text, type] of [
    ['{"a":', "text/plain"],
    ["[error] out of memory", "text/plain"],
    ["ok", "application/json"],
    ["<html>", "text/html; x=json"],
    ["{a}", "text/html; x=json"],
  ] as const)
    expect(isJson(text, type)).toBe(false);
});
