import { expect, test } from "bun:test";
import { sitesReport, writeMetrics } from "../ops/metrics.ts";
import { Coverage } from "./coverage.ts";

function noted(sources: readonly (readonly [source: string, times: number])[]): Coverage {
  const coverage = new Coverage();
  for (const [price, times] of sources) for (let i = 0; i < times; i++) coverage.note("products", { price });
  return coverage;
}
const alarm = (coverage: Coverage) => coverage.fields()[0]?.alarm;

test("an alarm tells of a first source that gives half of what it gave, and of twice as many gaps", () => {
  expect(alarm(noted([["form", 300]]))).toBe(false);
  expect(
    alarm(
      noted([
        ["form", 300],
        ["label", 20],
      ]),
    ),
  ).toBe(false);
  expect(
    alarm(
      noted([
        ["form", 300],
        ["label", 30],
      ]),
    ),
  ).toBe(true);
  expect(
    alarm(
      noted([
        ["form", 300],
        ["missing", 10],
      ]),
    ),
  ).toBe(true);
  expect(alarm(noted([["missing", 300]]))).toBe(false);
  // It ends when what is new has become what is usual.
  expect(
    alarm(
      noted([
        ["form", 300],
        ["label", 3_000],
      ]),
    ),
  ).toBe(false);
});

test("too few results raise none", () => {
  expect(
    alarm(
      noted([
        ["form", 30],
        ["label", 30],
      ]),
    ),
  ).toBe(false);
});

test("the metrics page shows totals, alarms and failures", async () => {
  const coverage = noted([
    ["form", 300],
    ["label", 30],
  ]);
  coverage.fail("products", "upstream-captcha");
  const page = await writeMetrics([sitesReport(coverage)]);
  expect(page).toContain('quintet_field_total{api="products",field="price",source="form"} 300');
  expect(page).toContain('quintet_field_alarm{api="products",field="price"} 1');
  expect(page).toContain('quintet_upstream_failures_total{api="products",code="upstream-captcha"} 1');
});
