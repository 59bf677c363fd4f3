import { expect, test } from "bun:test";
import { lazily } from "./lazily.ts";

test("a value is made once for all who ask at once, and a failure is not kept", async () => {
  let made = 0;
  const value = lazily(async () => {
    made += 1;
    await Promise.resolve();
    if (made === 1) throw new Error("no descriptor is left");
    return made;
  });
  const first = await Promise.allSettled([value(), value()]);
  expect(first.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await Promise.all([value(), value()])).toEqual([2, 2]);
  expect(await value()).toBe(2);
});
