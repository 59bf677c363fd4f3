import { expect, test } from "bun:test";
import { functionsIn, longFunctions, MAX_LINES, readLongFunctions } from "./function-size.ts";
import { SourceFile } from "./source-tree.ts";

test(`a function has at most ${MAX_LINES} lines; those that are longer are listed, and the list only shrinks`, async () => {
  const listed = await readLongFunctions();
  const found = await longFunctions();
  // Shorten it. The list is for functions that were longer before there was this test.
  expect(found.filter(({ name, lines }) => lines > (listed[name] ?? MAX_LINES))).toEqual([]);
  // `npm run generate` takes what has become shorter off the list.
  const now = Object.fromEntries(found.map(({ name, lines }) => [name, lines]));
  expect(Object.keys(listed).filter((name) => now[name] === undefined)).toEqual([]);
});

const lines = (count: number, line = "one();") => `${line}\n`.repeat(count);
const sizes = (code: string) =>
  functionsIn(new SourceFile("some.tsx", code)).map(({ name, lines: size }) => [name, size]);

test("the lines of a function are counted from its first to its last, with the functions in it", () => {
  expect(sizes(`export function a() {\n${lines(8)}}`)).toEqual([["a", 10]]);
  expect(sizes(`const b = async () => {\n${lines(3)}const c = () => {\n${lines(2)}};\n};`)).toEqual([
    ["b", 9],
    ["c", 4],
  ]);
  expect(
    sizes(`class D { e() {\n${lines(2)}} }\nconst f = { g() {} };\none(() => {});\none(() => {});`),
  ).toEqual([
    ["e", 4],
    ["g", 1],
    ["module", 1],
    ["module 2", 1],
  ]);
});

test("tables, schemas and JSX do not count, but for their first and last line; functions in them do", () => {
  expect(sizes(`const a = () => [\n${lines(90, "1,")}];`)).toEqual([["a", 2]]);
  expect(sizes(`const a = () => z.object({\n${lines(90, "b: z.string(),")}}).strict();`)).toEqual([["a", 2]]);
  expect(sizes(`const a = () => (\n<p>\n${lines(90, "<b>c</b>")}</p>\n);`)).toEqual([["a", 4]]);
  expect(sizes(`const a = () => ({\n${lines(2, "b() {\none();\n},")}});`)[0]).toEqual(["a", 8]);
  expect(sizes(`const a = () => one(\n${lines(3, "1,")});`)).toEqual([["a", 5]]);
});
