/** @jsxImportSource hono/jsx */
import { expect, test } from "bun:test";
import { BarChart } from "./bar-chart.tsx";
import type { Chart } from "./figures.ts";

test("the values of a chart have as many decimals as the one with the most, the best first", () => {
  const bars = [
    { name: "Other", value: 0.8, isOurs: false },
    { name: "Quintet", value: 0.858, isOurs: true },
  ];
  const chart = { title: "Overlap", unit: "Mean IoU", better: "higher", bars } as Partial<Chart> as Chart;
  const html = String(<BarChart chart={chart} />);
  expect([...html.matchAll(/<span>([^<]*)/g)].map(([, value]) => value)).toEqual(["0.858", "0.800"]);
});
