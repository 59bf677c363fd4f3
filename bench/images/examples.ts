// `bun images/examples.ts OUT SHARE SHARES FOLDER…`, which fit.ts runs: writes what a net sees of each variant of the
// pictures of some folders, and the share of subject in each cell, as 32-bit floats to OUT, and where each comes from to OUT.json.

import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { featuresOf } from "../../src/apis/images/builtin/features.ts";
import { CELLS, gridOf } from "../../src/apis/images/builtin/grid.ts";
import { labImage } from "../../src/apis/images/builtin/lab-image.ts";
import { randomFrom } from "../../src/apis/images/random.fixture.ts";
import { variants } from "./augment.ts";
import { entriesOf, readSample, type Sample } from "./pictures.ts";

const [out = "", share = "0", shares = "1", ...folders] = process.argv.slice(2);

/** How much of each cell is subject. */
function truthOf({ width, height, mask }: Sample): Float32Array {
  const sums = new Float32Array(CELLS * CELLS);
  const counts = new Float32Array(CELLS * CELLS);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(((y + 0.5) * CELLS) / height) * CELLS;
    for (let x = 0; x < width; x++, i++) {
      const cell = row + Math.floor(((x + 0.5) * CELLS) / width);
      sums[cell] = (sums[cell] ?? 0) + (mask[i] ?? 0) / 255;
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return sums.map((sum, cell) => sum / Math.max(1, counts[cell] ?? 0));
}

const entries = folders
  .flatMap((folder) => entriesOf(folder).map((entry) => ({ folder, entry })))
  .filter((_, i) => i % Number(shares) === Number(share));
const samples = await Promise.all(entries.map(({ folder, entry }) => readSample(folder, entry, 1600)));
const file = openSync(out, "w");
const index: object[] = [];
for await (const { sources, sample } of variants(samples, randomFrom(11 + Number(share)))) {
  const small = labImage(sample, 256);
  if (Math.min(small.width, small.height) < CELLS) continue;
  const grid = gridOf(featuresOf(sample, small), small);
  writeSync(file, new Uint8Array(grid.values.buffer));
  writeSync(file, new Uint8Array(truthOf(sample).buffer));
  index.push({ sources, planes: grid.count, side: grid.side });
  if (index.length % 100 === 0)
    console.error(`examples ${share}: ${index.length} of about ${samples.length * 5}`);
}
closeSync(file);
writeFileSync(`${out}.json`, JSON.stringify(index));
