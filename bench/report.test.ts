import { expect, test } from "bun:test";
import { barsIn, machine, page } from "./report.mjs";

const printed = `Bun 1.4.5, server alone on one core

In this process, nanoseconds a UUID
  v4, ours      12.3  bar 25: held
  v4, naive     80.1

One: GET /v4
  go           74000 requests per CPU-second (70000 to 78000)  quintet is 1.20 x  bar 1.30: MISSED
Start to first answer: 120 ms, median of 15  bar 150: held
UUID | 99 of 100: 18.4 ms  bar under 20 ms: held
`;
const benches = [
  { name: "uuid", text: printed, status: 0 },
  { name: "pdf", text: "", status: 3 },
];
const result = {
  benches,
  machine: machine("1.4.5"),
  load: [0.2, 0.4],
  date: "2026-11-20",
  commit: "abc1234",
};

test("docs/benchmarks.md is made of the data that the page of charts shows", async () => {
  const read = (path: string) => Bun.file(new URL(`../${path}`, import.meta.url));
  const results = await read("src/web/benchmarks/results.json").json();
  expect(await read("docs/benchmarks.md").text()).toBe(page(results));
});

test("every figure with a bar becomes a row, under the heading that it was printed under", () => {
  expect(barsIn(printed)).toEqual([
    { what: "In this process, nanoseconds a UUID: v4, ours 12.3", bar: "25", verdict: "held" },
    {
      what: "One: GET /v4: go 74000 requests per CPU-second (70000 to 78000) quintet is 1.20 x",
      bar: "1.30",
      verdict: "MISSED",
    },
    { what: "Start to first answer: 120 ms, median of 15", bar: "150", verdict: "held" },
    { what: "UUID | 99 of 100: 18.4 ms", bar: "under 20 ms", verdict: "held" },
  ]);
});

test("the page holds the machine, one table, what was missed and what was printed", () => {
  const text = page(result);
  expect(text).toContain("cores of");
  expect(text).toContain("| uuid | Start to first answer: 120 ms, median of 15 | 150 | held |");
  expect(text).toContain("| 1.30 | MISSED |");
  expect(text).toContain("| pdf | it ended with 3 | | MISSED |");
  expect(text).toContain("99 of 100: 18.4 ms  bar under 20 ms: held");
  expect(text).not.toContain("other work to do");
  expect(page({ ...result, load: [0.1, 4] })).toContain("other work to do");
});
