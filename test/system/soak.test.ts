import { expect, test } from "bun:test";
import { isNightly } from "../helpers/nightly.ts";
import { soak } from "../soak/soak.ts";

const SECONDS = isNightly ? 20 : 3;

test(`${SECONDS} seconds of mixed load: no wrong answer, no growth, and UUIDs in time`, async () => {
  const { wrong, bars, answered, table } = await soak({ seconds: SECONDS });
  process.stderr.write(`\n${table}\n`);
  // Strict: a machine with other work to do is slow, but it is not wrong.
  expect([...wrong]).toEqual([]);
  expect(answered).toBeGreaterThan(10 * SECONDS);
  // Tolerant: time and memory of a minute on a shared machine say little; `npm run soak` holds them to their bars.
  const figure = (what: string) =>
    Number.parseFloat(bars.find((bar) => bar.what.startsWith(what))?.measured ?? "");
  expect(figure("UUID")).toBeLessThan(1_000);
  expect(figure("memory")).toBeLessThan(500);
});
