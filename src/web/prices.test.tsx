/** @jsxImportSource hono/jsx */
import { expect, test } from "bun:test";
import { catalogue } from "../../test/fixtures/suite-catalogue.ts";
import { Comparison } from "./prices.tsx";

test.each([1, 7, 117_999, 118_000, 118_001, 1e9])(
  "with %d credits a unit, no plan costs an infinite amount",
  (credits) => {
    const meters = Object.fromEntries(
      Object.entries(catalogue.meters).map(([name, meter]) => [name, { ...meter, credits }]),
    );
    const html = String(
      <Comparison catalogue={{ ...catalogue, meters }} off={new Set()} titleOf={new Map()} />,
    );
    expect(html).toContain("per 1,000");
    expect(html).not.toMatch(/∞|Infinity|NaN/);
  },
);
