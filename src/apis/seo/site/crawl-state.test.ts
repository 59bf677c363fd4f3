import { expect, test } from "bun:test";
import { countTurns } from "../../../../test/helpers/event-loop.ts";
import type { PageFacts } from "./crawl.ts";
import { CrawlState } from "./crawl-state.ts";
import { sketchOf } from "./text-sketch.ts";

const HOME = "https://example.com/";
const OTHERS = 20_000;

test("URLs that differ by a parameter without effect become one page, and other work has its turn meanwhile", async () => {
  const state = new CrawlState();
  for (let i = 0; i < OTHERS; i++)
    state.add({ url: `${HOME}${Math.floor(i / 2)}?token=abc${i}defgh&page=1` });
  const html = {
    words: 9,
    links: [],
    hreflang: [],
    resources: [],
    textHash: "same",
    sketch: sketchOf("same"),
  };
  const ignored: string[] = [];
  for (let i = 0; i < 30; i++) {
    const number = state.add({ url: `${HOME}page-${i % 3}?token=0123456789${i}` }) ?? -1;
    const facts = { number, status: 200, html } as unknown as PageFacts;
    ignored.push(...state.observe(facts, false));
  }
  expect(ignored).toEqual(["token"]);
  const turns = countTurns();
  await state.settle();
  expect(turns.end()).toBeGreaterThanOrEqual(OTHERS / 2_000);
  for (const number of [0, 2, OTHERS - 2]) {
    expect([state.firstOf(number), state.firstOf(number + 1)]).toEqual([number, number]);
  }
  expect(state.numberOf(`${HOME}7?page=1&token=new`)).toBe(14);
});
