import { describe, expect, test } from "bun:test";
import { readCount, topCardCounts } from "./counts.ts";
import { pageLanguages } from "./dates.ts";

describe.each([...pageLanguages])("numbers as Intl writes them in %s", (language) => {
  test.each(["latn", "native"])("exact ones in %s digits", (digits) => {
    const format = new Intl.NumberFormat(`${language}-u-nu-${digits}`);
    for (const value of [0, 7, 134, 999, 1204, 10_001, 184_046, 36_512_204]) {
      expect(readCount(format.format(value), language)).toEqual({
        value,
        approximate: false,
        atLeast: false,
      });
    }
  });

  test("rounded ones", () => {
    const format = new Intl.NumberFormat(language, { notation: "compact", numberingSystem: "latn" });
    for (const value of [1200, 41_000, 250_000, 3_400_000, 41_000_000]) {
      const text = format.format(value);
      const read = readCount(text, language);
      expect({ text, value: read?.value }).toEqual({ text, value });
    }
  });
});

test.each([
  ["41M followers", "en", 41_000_000, true],
  ["2K followers", "en", 2000, true],
  ["1,204 followers", "en", 1204, false],
  ["1,204 members", "en", 1204, false],
  ["41 Mio. Follower:innen", "de", 41_000_000, true],
  ["1.204 Follower:innen", "de", 1204, false],
  ["1 204 abonnés", "fr", 1204, false],
  ["2 mil seguidores", "es", 2000, true],
  ["41 mi de seguidores", "pt", 41_000_000, true],
  ["フォロワー12万人", "ja", 120_000, true],
])("%s in %s", (text, language, value, approximate) => {
  expect(readCount(text, language)).toEqual({ value, approximate, atLeast: false });
});

test.each(["followers", "1.5 followers", "12,34 members", "1.2345"])("no number is no count: %s", (text) => {
  expect(readCount(text, "en")).toBeNull();
});

test.each([
  ["75001 Paris, 4,123,456 followers", 4_123_456],
  ["Walldorf 69190 4,123,456 followers", 4_123_456],
  ["12 204 abonnés", 12_204],
  ["フォロワー1,204人・東京23区", 1204],
  ["ঢাকা ১২০৫, ৪,১২৩ জন ফলোয়ার", 4123],
  ["١٬٢٠٤ متابعًا", 1204],
])("the followers of %s, not the digits of the place", (text, value) => {
  expect(topCardCounts([text], "en").followers?.value).toBe(value);
});

describe("the two numbers of a top card", () => {
  test.each([
    ["en", ["1,204 followers", "500+ connections"]],
    ["de", ["1.204 Follower:innen", "500+ Kontakte"]],
    ["fr", ["1 204 abonnés", "+ de 500 relations"]],
    ["pt", ["1.204 seguidores", "+ de 500 conexões"]],
    ["ru", ["1 204 отслеживающих", "500+ контактов"]],
    ["ja", ["フォロワー1,204人", "つながり500+"]],
    ["ko", ["팔로워 1,204명", "1촌 500명+"]],
    ["en", ["500+ connections", "1,204 followers"]],
    ["te", ["1,204 xx", "500+ yy"]],
  ])("%s %p", (language, texts) => {
    const { followers, connections } = topCardCounts(texts, language);
    expect(followers?.value).toBe(1204);
    expect(connections).toMatchObject({ value: 500, atLeast: true });
  });

  test("one number without a word is told by its plus, or not at all", () => {
    expect(topCardCounts(["500+ zz"], "en").connections?.value).toBe(500);
    expect(topCardCounts(["41 zz"], "en")).toEqual({});
  });
});
