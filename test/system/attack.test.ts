import { expect, test } from "bun:test";
import { play } from "../soak/attack/play.ts";
import { rowText } from "../soak/attack/report.ts";
import { wideBars } from "../soak/attack/verdict.ts";

// The same texts in each run of CI; `npm run attack` draws other ones each time.
const SEED = 14;

test("the short form of npm run attack: every row holds the bars of CI", async () => {
  const missed = await play({
    seed: SEED,
    seconds: 2,
    isShort: true,
    only: [],
    bars: wideBars,
    onProgress: () => {},
    onRow: (text) => void process.stderr.write(`${text}\n`),
  });
  expect(missed.map(rowText)).toEqual([]);
}, 600_000);
