import { expect, test } from "bun:test";
import { KeyedLimit } from "./keyed-limit.ts";

test("a slot that is given back twice is given back once, whoever has it by then", async () => {
  const limit = new KeyedLimit(1);
  const { signal } = new AbortController();
  const first = await limit.acquire("a", signal);
  first();
  const second = await limit.acquire("a", signal);
  first();
  let isThrough = false;
  const third = limit.acquire("a", signal).then((release) => {
    isThrough = true;
    return release;
  });
  await limit.acquire("b", signal);
  expect(isThrough).toBe(false);
  second();
  (await third)();
});
