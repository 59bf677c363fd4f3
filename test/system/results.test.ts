import { expect, test } from "bun:test";
import sharp from "sharp";
import recorded from "../../src/web/samples/results.json" with { type: "json" };
import { recordResults } from "../recorders/record-results.ts";

/** The pixels of an image: red, green, blue and alpha. */
const pixelsOf = (image: Uint8Array) =>
  sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

test("the recorded results are those of today's calls (npm run generate records them)", async () => {
  const { results, husky } = await recordResults();
  expect(results).toEqual(recorded);
  const [now, shown] = await Promise.all([
    pixelsOf(husky),
    Bun.file(new URL("../../src/web/assets/husky.webp", import.meta.url))
      .bytes()
      .then(pixelsOf),
  ]);
  expect(now.info).toEqual(shown.info);
  // Processors round differently: a mask of another run may differ by a level or two.
  const differences = now.data.map((value, i) => Math.abs(value - (shown.data[i] ?? 0)));
  expect(differences.reduce((sum, one) => sum + one, 0) / differences.length).toBeLessThan(0.5);
});
