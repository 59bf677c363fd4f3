import { expect, test } from "bun:test";
import { corpus } from "../fixtures/pdf-corpus/cases.ts";
import { readPages } from "../fixtures/pdf-corpus/read.ts";
import { similarity, wordsF1 } from "../fixtures/pdf-corpus/score.ts";

const cases = corpus();

const scores: { readonly similarity: number; readonly words: number }[] = [];

test.each(cases.map((one) => [one.name, one] as const))("%s", async (_, one) => {
  const texts = await readPages(one.file, one.password);
  expect(texts).toHaveLength(one.pages.length);
  const [text, truth] = [texts.join("\n"), one.pages.join("\n")];
  const score = { similarity: similarity(text, truth), words: wordsF1(text, truth) };
  scores.push(score);
  if (score.similarity < 0.9) expect(text).toBe(truth);
});

test("on all of them, text is as a reader would have typed it", () => {
  const mean = (of: "similarity" | "words") => scores.reduce((sum, own) => sum + own[of], 0) / scores.length;
  expect(scores).toHaveLength(cases.length);
  expect(mean("similarity")).toBeGreaterThanOrEqual(0.97);
  expect(mean("words")).toBeGreaterThanOrEqual(0.985);
});
