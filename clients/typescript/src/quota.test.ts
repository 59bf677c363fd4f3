import { expect, test } from "bun:test";
import { apis } from "../../../src/apis/default-apis.ts";
import { costOf, quotaOf } from "./quota.js";
import { operations } from "./shapes.js";

test("the cost and the quotas of a response", () => {
  const headers = new Headers({
    "Quintet-Cost": '7;unit="pages";credits=35',
    "RateLimit-Policy": '"pdf-pro";q=2000;w=2592000;quintet-unit="pages", "a,b;c";q=10;w=60',
    RateLimit: '"pdf-pro";r=1993;t=1203311, "a,b;c";r=0;t=5',
  });
  expect(costOf(headers)).toEqual({ units: 7, unit: "pages", credits: 35 });
  expect(quotaOf(headers)).toEqual([
    {
      policy: "pdf-pro",
      remaining: 1993,
      resetsInSeconds: 1_203_311,
      limit: 2000,
      windowSeconds: 2_592_000,
      unit: "pages",
    },
    { policy: "a,b;c", remaining: 0, resetsInSeconds: 5, limit: 10, windowSeconds: 60, unit: undefined },
  ]);
  expect([costOf(new Headers()), quotaOf(new Headers({ RateLimit: ";;,=" }))]).toEqual([undefined, []]);
});

test("every operation is a method", () => {
  for (const api of apis) {
    expect(Object.keys(operations[api.name] ?? {})).toEqual(Object.keys(api.operations));
  }
});
