import { describe, expect, test } from "bun:test";
import { hintOf, isWellFormed, KEY_PATTERN, makeKey } from "./key-format.ts";

test("a key is well-formed, 41 characters of one word, and no two are alike", () => {
  const keys = Array.from({ length: 2_000 }, () => makeKey("qt_live_"));
  expect(keys.every((key) => isWellFormed(key) && key.length === 41 && /^\w+$/.test(key))).toBe(true);
  expect(new Set(keys).size).toBe(keys.length);
});

test("every single wrong, missing, doubled or swapped character is found", () => {
  const key = makeKey("qt_live_");
  for (let i = 0; i < key.length; i++) {
    for (const letter of "09azAZ_-") {
      const wrong = key.slice(0, i) + letter + key.slice(i + 1);
      if (wrong !== key) expect(isWellFormed(wrong)).toBe(false);
    }
    expect(isWellFormed(key.slice(0, i) + key.slice(i + 1))).toBe(false);
    expect(isWellFormed(key.slice(0, i + 1) + key.slice(i))).toBe(false);
    const swapped = key.slice(0, i) + key.charAt(i + 1) + key.charAt(i) + key.slice(i + 2);
    if (swapped !== key) expect(isWellFormed(swapped)).toBe(false);
  }
});

test("random texts of the right form do not pass", () => {
  const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let passed = 0;
  for (let i = 0; i < 20_000; i++) {
    let text = "qt_live_";
    while (text.length < 41) text += letters[Math.floor(Math.random() * 62)];
    expect(KEY_PATTERN.test(text)).toBe(true);
    if (isWellFormed(text)) passed++;
  }
  expect(passed).toBe(0);
});

describe.each(["qt_live_", "acme_", "a1_test2_"])("the prefix %s", (prefix) => {
  test("is that of a key", () => {
    expect(isWellFormed(makeKey(prefix))).toBe(true);
  });
});

test("a hint tells the prefix and four characters, no more", () => {
  const key = makeKey("qt_live_");
  expect(hintOf(key)).toBe(`qt_live_…${key.slice(-4)}`);
});
