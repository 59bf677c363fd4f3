import { seededBelow } from "../../helpers/random.ts";
import { type Grammar, grammars, type Parser } from "./grammars.ts";
import { pick, type Random, seedOf } from "./random.ts";

/** A text that a parser may find hard, the same for the same seed. */
export interface HostileText {
  readonly parser: Parser;
  /** Its number among those of its parser and seed, from 0. */
  readonly index: number;
  /** How it is made, for a report. */
  readonly name: string;
  /** Makes the bytes, in UTF-8: from a kilobyte to what the parser accepts at most, and a little over. */
  bytes(): Uint8Array<ArrayBuffer>;
}

/** Texts that are made for each parser where nobody says how many. */
export const TEXTS_PER_PARSER = 20;

/** The ways in which tokens are put together; each makes about `size` characters. */
const shapes: Readonly<Record<string, (grammar: Grammar, size: number, random: Random) => string>> = {
  "one token again and again": ({ tokens }, size, random) => fill(pick(random, tokens), size),
  "two tokens by turns": ({ tokens }, size, random) =>
    fill(pick(random, tokens) + pick(random, tokens), size),
  "a run of one character that ends wrong": (grammar, size, random) => {
    const [before, after] = pick(random, grammar.edges);
    return before + fill(pick(random, RUNS), size) + after;
  },
  "many runs of one character": (grammar, size, random) => {
    const [before, after] = pick(random, grammar.edges);
    const run = fill(pick(random, RUNS), 10 + random(3_000));
    return fill(before.slice(-200) + run + (random(2) === 0 ? after : ""), size);
  },
  "nested, and closed": ({ pairs }, size, random) => {
    const [open, close] = pick(random, pairs);
    const depth = Math.max(1, Math.floor(size / (open.length + close.length)));
    return open.repeat(depth) + close.repeat(depth);
  },
  "opened and never closed": ({ pairs }, size, random) => fill(pick(random, pairs)[0], size),
  "closed and never opened": ({ pairs }, size, random) => fill(pick(random, pairs)[1], size),
  "a list without repetition": ({ member }, size) => {
    const parts: string[] = [];
    for (let i = 0, length = 0; length < size; i++) {
      const part = member(i);
      parts.push(part);
      length += part.length;
    }
    return parts.join("");
  },
  "tokens by chance": ({ tokens, pairs }, size, random) => {
    const words = [...tokens, ...pairs.flat()];
    // A block that is repeated: drawing every token of 60 MB takes longer than any parser.
    const block = Array.from({ length: 2_000 }, () => pick(random, words)).join("");
    return fill(block, size);
  },
};

/** What runs are made of. */
const RUNS = [" ", "\t", "a", "-", "<", ",", "a ", "\n", "/", "=", "0", "&", "\u0301", "[", '\\"'] as const;

/** The order in which shapes are played: each comes in twenty texts at least twice. */
const shapeNames = Object.keys(shapes);

function fill(unit: string, size: number): string {
  return unit.repeat(Math.max(1, Math.ceil(size / unit.length)));
}

/** A size between a kilobyte and the maximum: as many small ones as large ones, by magnitude. */
function sizeOf(grammar: Grammar, index: number, random: Random): number {
  if (index < shapeNames.length) return grammar.maxBytes;
  return Math.floor(1024 * (grammar.maxBytes / 1024) ** (random(1_000) / 1_000));
}

/** Makes hostile texts for a parser; the first one of each shape has the largest size. */
export function hostileTexts(parser: Parser, seed: number, count = TEXTS_PER_PARSER): HostileText[] {
  return Array.from({ length: count }, (_, index) => {
    const grammar: Grammar = grammars[parser];
    const random = seededBelow(seedOf(seed, `${parser} ${index}`));
    const name = shapeNames[index % shapeNames.length] ?? "";
    const size = sizeOf(grammar, index, random);
    const isCut = random(5) === 0;
    return {
      parser,
      index,
      name: `${parser} ${index}: ${name}, ${size} bytes${isCut ? ", cut off" : ""}`,
      bytes() {
        const text = grammar.frame(
          shapes[name]?.(grammar, size, seededBelow(seedOf(seed, name + index))) ?? "",
        );
        const bytes = new TextEncoder().encode(text).subarray(0, grammar.maxBytes + 1024);
        return isCut ? bytes.subarray(0, Math.ceil(bytes.length * 0.99)) : bytes;
      },
    };
  });
}
