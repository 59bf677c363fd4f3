import { expect, test } from "bun:test";
import { format } from "./format.ts";
import { rowsOf } from "./operator.ts";

test("a terminal shows each quota of an account as a row, with the title of its plan", () => {
  const quota = { policy: "hobbyist-seo", plan: "hobbyist", unit: "calls", limit: 100, used: 12 };
  const usage = {
    apis: [{ api: "seo", unit: "calls", quotas: [{ ...quota, resetsAt: "2026-12-01T00:00:00.000Z" }] }],
  };
  expect(
    format(
      rowsOf(usage, (plan) => (plan === "hobbyist" ? "Free" : plan)),
      80,
    )
      .split("\n")
      .map((line) => line.trim().split(/ {2,}/)),
  ).toEqual([
    ["apis"],
    ["api", "plan", "used", "limit", "unit", "resets"],
    ["seo", "Free", "12", "100", "calls", "2026-12-01"],
  ]);
});
