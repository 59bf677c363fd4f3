import { expect, test } from "bun:test";
import { chartsOf, readResults } from "./figures.ts";

test("charts have the figures of results.json, ours beside theirs", async () => {
  const results = await readResults();
  const charts = chartsOf(results);
  expect(charts.map(({ id, bars }) => [id, bars.length])).toEqual([
    ["seo", 2],
    ["pdf", 3],
    ["uuid-v4", 4],
    ["uuid-v7", 3],
    ["uuid-one", 4],
    ["images", 3],
    ["images-cpu", 3],
  ]);
  for (const { bench, bars } of charts) {
    const text = results.benches.find(({ name }) => name === bench)?.text ?? "";
    for (const { value } of bars) expect(text).toContain(String(value));
  }
});

test("a figure that the text lacks is left out, and a chart without peers too", () => {
  const chartsIn = (text: string) => chartsOf({ benches: [{ name: "pdf", text, figures: [] }] });
  expect(chartsIn("")).toEqual([]);
  expect(chartsIn("Quintet     1.65 ms of CPU a page")).toEqual([]);
  const [chart] = chartsIn("Quintet     1.65 ms of CPU a page\npdftotext   3.15 ms; ours is 0.52 of it");
  expect(chart?.bars).toEqual([
    { name: "Quintet", value: 1.65, isOurs: true },
    { name: "pdftotext, a process per file", value: 3.15, isOurs: false },
  ]);
});
