import { describe, expect, test } from "bun:test";
import { parsers } from "../soak/attack/grammars.ts";
import { hostileTexts, TEXTS_PER_PARSER } from "../soak/attack/texts.ts";

describe.each(parsers)("hostile texts for %s", (parser) => {
  test("a seed makes the same texts again, another seed other ones", () => {
    const hashes = (seed: number) =>
      hostileTexts(parser, seed)
        .slice(-2)
        .map((text) => Bun.hash(text.bytes()));
    expect(hashes(1)).toEqual(hashes(1));
    expect(hashes(1)).not.toEqual(hashes(2));
  });

  test("twenty, by every shape", () => {
    const names = hostileTexts(parser, 1).map(({ name }) => name);
    expect(new Set(names).size).toBe(TEXTS_PER_PARSER);
  });
});
