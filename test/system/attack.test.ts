import { expect, test } from "bun:test";
import { play } from "../soak/attack/play.ts";
import { rowText } from "../soak/attack/report.ts";
import { wideBars } from "../soak/attack/verdict.ts";

// The same texts in each run of CI; `npm run attack` draws other ones each time.
const SEED = 14;

test("the short form of npm run attack: every row holds the bars of CI", async () => {
  const rows = (only: readonly string[]) =>
    play({
      seed: SEED,
      seconds: 2,
      isShort: true,
      only,
      bars: wideBars,
      onProgress: () => {},
      onRow: (text) => void process.stderr.write(`${text}\n`),
    });
  let missed = await rows([]);
  // CI has other work beside: an attack that missed a bar is played again. What breaks the service breaks it twice.
  if (missed.length > 0) missed = await rows(missed.map(({ name }) => name.replace(/, .*/, "")));
  expect(missed.map(rowText)).toEqual([]);
});
