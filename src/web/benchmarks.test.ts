import { expect, test } from "bun:test";
import { figuresIn, readFigures } from "./benchmarks.tsx";

test("figures are those of docs/benchmarks.md, ours beside theirs", async () => {
  const figures = await readFigures();
  expect(figures.map(({ peer }) => peer)).toEqual([
    "Lighthouse (SEO only)",
    "pdftotext",
    "Go net/http",
    "Fastify",
  ]);
  for (const { ours, theirs } of figures) {
    expect(ours).toMatch(/^[\d,.]+ (?:ms of CPU|requests per CPU-second)$/);
    expect(theirs).not.toBe(ours);
  }
});

test("what the text does not have is left out", () => {
  expect(figuresIn("")).toEqual([]);
  expect(figuresIn("## pdf\nQuintet     1.65 ms of CPU a page")).toEqual([]);
  expect(figuresIn("## pdf\nQuintet     1.65 ms of CPU a page\npdftotext   3.15 ms; ours")).toEqual([
    { task: "Extract a PDF page", peer: "pdftotext", ours: "1.65 ms of CPU", theirs: "3.15 ms of CPU" },
  ]);
});
