// `bun images/fit.ts [--check] FOLDER…` in bench/: fits the nets of the built-in engine's prior to the pictures and
// mattes of some folders and writes them. `--check` leaves each quarter of the pictures out in turn, prints how well
// what was fitted to the others does on it, and writes nothing. What a net sees of the pictures is kept in FOLDER/.seen and
// taken up again; delete it when features.ts, what it imports, or grid.ts change. Learning is done by fit.py: `apt-get install python3-torch`.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  CLASSIC_WEIGHT,
  coarseCopy,
  findSubject,
  patchPrior,
} from "../../src/apis/images/builtin/general.ts";
import { readNet, type StoredLayer } from "../../src/apis/images/builtin/stored-net.ts";
import { entriesOf, readSample, type Sample } from "./pictures.ts";
import { mean } from "./score.ts";

const NETS = 2;
const FOLDS = 4;

type Stored = readonly StoredLayer[];
interface Fitted {
  readonly nets: readonly Stored[];
  /** By fold, the nets that were fitted without it; and the fold of each picture. */
  readonly leftOut: readonly (readonly Stored[])[];
  readonly foldOf: Readonly<Record<string, number>>;
}

const isCheck = process.argv.includes("--check");
const folders = process.argv.slice(2).filter((one) => one !== "--check");
const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

async function run(...command: string[]): Promise<void> {
  const { exited } = Bun.spawn(command, { stdout: "inherit", stderr: "inherit" });
  if ((await exited) !== 0) throw new Error(`${command[0]} did not end well`);
}

async function fitted(): Promise<Fitted> {
  const seen = join(folders[0] ?? ".", ".seen");
  const shares = availableParallelism();
  const parts = Array.from({ length: shares }, (_, i) => join(seen, `examples-${i}-of-${shares}`));
  mkdirSync(seen, { recursive: true });
  if (!parts.every((part) => existsSync(`${part}.json`))) {
    await Promise.all(
      parts.map((part, i) =>
        run(process.execPath, beside("examples.ts"), part, String(i), String(shares), ...folders),
      ),
    );
  }
  const out = join(seen, "nets.json");
  await run("/usr/bin/python3", beside("fit.py"), String(NETS), String(isCheck ? FOLDS : 0), out, ...parts);
  return JSON.parse(readFileSync(out, "utf8"));
}

interface Found {
  readonly id: string;
  /** Shared pixels over all pixels of either, of the mask before its edge is refined. */
  readonly iou: number;
  readonly confidence: number;
}

function find(sample: Sample, nets: readonly Stored[]): Found {
  const small = coarseCopy(sample);
  const cut =
    small && findSubject(sample, small, patchPrior(sample, small, nets.map(readNet)), CLASSIC_WEIGHT);
  let [both, either] = [0, 0];
  for (let i = 0; i < sample.mask.length; i++) {
    const [x, y] = [i % sample.width, Math.floor(i / sample.width)];
    const u = Math.floor(((x + 0.5) * (cut?.width ?? 0)) / sample.width);
    const v = Math.floor(((y + 0.5) * (cut?.height ?? 0)) / sample.height);
    const ours = cut?.mask[v * cut.width + u] === 1;
    const theirs = (sample.mask[i] ?? 0) >= 128;
    if (ours && theirs) both++;
    if (ours || theirs) either++;
  }
  return { id: sample.id, iou: both / Math.max(1, either), confidence: cut?.confidence ?? 0 };
}

function report(folder: string, found: readonly Found[]): void {
  const iouOf = (some: readonly Found[]) => mean(some.map(({ iou }) => iou)).toFixed(3);
  for (const { id, iou, confidence } of found.toSorted((a, b) => a.iou - b.iou)) {
    console.log(id.padEnd(24), iou.toFixed(3), confidence.toFixed(2));
  }
  const sure = found.toSorted((a, b) => b.confidence - a.confidence);
  const quarter = Math.ceil(found.length / 4);
  console.log(`${folder}: mean IoU of ${found.length} pictures, each left out: ${iouOf(found)}`);
  console.log(`  below 0.5: ${found.filter(({ iou }) => iou < 0.5).length}`);
  console.log(
    `  most confident quarter ${iouOf(sure.slice(0, quarter))}, least ${iouOf(sure.slice(-quarter))}\n`,
  );
}

const { nets, leftOut, foldOf } = await fitted();
if (isCheck) {
  for (const folder of folders) {
    const found: Found[] = [];
    for (const entry of entriesOf(folder)) {
      const sample = await readSample(folder, entry, 1600);
      found.push(find(sample, leftOut[foldOf[entry.id] ?? 0] ?? []));
    }
    report(folder, found);
  }
} else {
  const layer = (one: StoredLayer) =>
    `    [\n${one.map((part) => `      ${JSON.stringify(part)},\n`).join("")}    ],\n`;
  const net = (one: Stored) => `  readNet([\n${one.map(layer).join("")}  ]),\n`;
  await Bun.write(
    beside("../../src/apis/images/builtin/prior-weights.ts"),
    `// Written by bench/images/fit.ts; docs/images.md says from which pictures. Its lines are long: it is data.
import type { Net } from "./prior.ts";
import { readNet } from "./stored-net.ts";

/** The nets of the built-in engine. */
export const nets: readonly Net[] = [
${nets.map(net).join("")}];
`,
  );
}
