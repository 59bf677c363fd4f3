import { expect, test } from "bun:test";
import { machine, page, targetsIn } from "./report.mjs";

const printed = `Bun 1.4.5, server alone on one core

Time per UUID
  v4: 12.3 ns  target ≤ 25 ns: held
  v4, crypto.randomUUID(): 80.1 ns

1 UUID (GET /v4)
  go           74000 requests per CPU-second (70000 to 78000)  Quintet: 1.20×
  throughput relative to Go: 1.20×  target ≥ 1.30×: MISSED
Start to first response (median of 15 starts): 120 ms  target < 150 ms: held
UUID | 99 of 100: 18.4 ms  target < 20 ms: held
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

test("every figure with a target becomes a row, under the heading that it was printed under", () => {
  expect(targetsIn(printed)).toEqual([
    { what: "Time per UUID: v4", value: "12.3 ns", target: "≤ 25 ns", verdict: "held" },
    {
      what: "1 UUID (GET /v4): throughput relative to Go",
      value: "1.20×",
      target: "≥ 1.30×",
      verdict: "MISSED",
    },
    {
      what: "Start to first response (median of 15 starts)",
      value: "120 ms",
      target: "< 150 ms",
      verdict: "held",
    },
    { what: "UUID | 99 of 100", value: "18.4 ms", target: "< 20 ms", verdict: "held" },
  ]);
});

test("the page holds the machine, one table, what was missed and what was printed", () => {
  const text = page(result);
  expect(text).toContain("cores of");
  expect(text).toContain(
    "| uuid | Start to first response (median of 15 starts) | 120 ms | < 150 ms | held |",
  );
  expect(text).toContain("| ≥ 1.30× | MISSED |");
  expect(text).toContain("| pdf | Ended with status 3 | | | MISSED |");
  expect(text).toContain("99 of 100: 18.4 ms  target < 20 ms: held");
  expect(text).not.toContain("Other programs");
  expect(page({ ...result, load: [0.1, 4] })).toContain("Other programs");
});
