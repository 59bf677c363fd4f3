// `npm run bench images`: how well and how fast pictures are cut, beside flood fill, GrabCut and, where it is
// installed, @imgly/background-removal-node. IMAGES_FOLDER names a folder of your own pictures with masks (see
// docs/images.md); without it pictures are drawn, with mattes that are exact.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { builtinEngine } from "../src/apis/images/builtin/engine.ts";
import { openBuiltinNetwork } from "../src/apis/images/builtin/network-prior.ts";
import type { Engine } from "../src/apis/images/engine.ts";
import { paintForeground } from "../src/apis/images/matting/foreground-colors.ts";
import { readOptions } from "../src/apis/images/options.ts";
import { RemoveInput } from "../src/apis/images/schemas.ts";
import { run, warm } from "../src/apis/images/worker.ts";
import { composed } from "./images/compose.ts";
import type { OneProcess } from "./images/one-process.ts";
import { floodFill, openGrabCut, openImgly, type Peer } from "./images/peers.ts";
import { entriesOf, readSample, type Sample } from "./images/pictures.ts";
import { mean, type Score, score } from "./images/score.ts";
import { peakOf, throughServer } from "./images/through-server.ts";
import { median } from "./servers.ts";

const folder = process.env.IMAGES_FOLDER;
const samples =
  folder === undefined
    ? await composed(24)
    : await Promise.all(entriesOf(folder).map((entry) => readSample(folder, entry)));
const classOf = ({ id }: Sample) => id.split("-", 1)[0] ?? "";
const verdict = (held: boolean) => (held ? "held" : "MISSED");

const peerOf =
  (engine: Engine): Peer =>
  async ({ rgb, width, height }) => {
    try {
      const { alpha } = await engine.segment({ width, height, rgb });
      return paintForeground(rgb, alpha, width, height, true);
    } catch {
      return new Uint8Array(width * height * 4);
    }
  };
async function measure(name: string, peer: Peer | undefined): Promise<void> {
  if (peer === undefined) {
    console.log(`${name}: not installed`);
    return;
  }
  const rows: { kind: string; score: Score; ms: number }[] = [];
  for (const sample of samples) {
    const began = process.cpuUsage();
    const answer = await peer(sample);
    const { user, system } = process.cpuUsage(began);
    const found = score(answer, sample.mask, sample.colours);
    rows.push({ kind: classOf(sample), score: found, ms: (user + system) / 1_000 });
  }
  for (const kind of [...new Set(rows.map((row) => row.kind)), "all"]) {
    const chosen = rows.filter((row) => kind === "all" || row.kind === kind);
    const of = (pick: (one: Score) => number, digits = 3) =>
      mean(chosen.map((row) => pick(row.score))).toFixed(digits);
    console.log(
      `${name.padEnd(12)}${kind.padEnd(8)}${String(chosen.length).padStart(3)} images  IoU ${of((s) => s.iou)}  F ${of((s) => s.f)}  MAE ${of((s) => s.mae, 4)}  band ${of((s) => s.band)}  fringe ${of((s) => s.fringe)}  ${median(chosen.map((row) => row.ms)).toFixed(0)} ms of CPU`,
    );
  }
}

await measure("Quintet", peerOf(builtinEngine(openBuiltinNetwork())));
await measure("flood fill", floodFill);
await measure("GrabCut", await openGrabCut());
await measure("imgly", await openImgly());

const options = readOptions(RemoveInput.parse({}), "image/png");
const plain = samples.find((sample) => classOf(sample) === "studio");
const other = samples.find((sample) => classOf(sample) === "scene") ?? samples[0];
await warm();

async function jpegOf({ width, height, rgb }: Sample, megapixels: number): Promise<Uint8Array<ArrayBuffer>> {
  const scale = Math.sqrt((megapixels * 1e6) / (width * height));
  const large = sharp(rgb, { raw: { width, height, channels: 3 } }).resize({
    width: Math.round(width * scale),
  });
  return new Uint8Array(await large.jpeg({ quality: 92 }).toBuffer());
}

for (const [name, sample, megapixels, bar] of [
  ["plain", plain, 2, 0.6],
  ["busy", other, 2, 1],
  ["plain", plain, 8, 2],
  ["busy", other, 8, 2],
] as const) {
  if (sample === undefined) continue;
  const image = await jpegOf(sample, megapixels);
  const walls: number[] = [];
  for (let i = 0; i < 5; i++) {
    const began = performance.now();
    for await (const _ of run({ image, background: undefined, options }))
      walls.push(performance.now() - began);
  }
  const seconds = median(walls) / 1_000;
  console.log(
    `${megapixels} MP image: response time, ${name} background: ${seconds.toFixed(2)} s  target ≤ ${bar} s: ${verdict(seconds <= bar)}`,
  );
}

async function inOneProcess(sample: Sample, name: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "quintet-bench-"));
  const file = join(scratch, "image.jpg");
  writeFileSync(file, await jpegOf(sample, 2));
  const script = new URL("images/one-process.ts", import.meta.url).pathname;
  const child = Bun.spawn([process.execPath, script, file], { stdout: "pipe", stderr: "inherit" });
  const { start, image, peak } = (await new Response(child.stdout).json()) as OneProcess;
  rmSync(scratch, { recursive: true });
  console.log(
    `2 MP image in a new process: CPU time, ${name} background (${start.toFixed(2)} s to start, peak ${peak.toFixed(0)} MB): ${image.toFixed(2)} s  target ≤ 0.6 s: ${verdict(image <= 0.6)}`,
  );
}

for (const [name, sample] of [["plain", plain] as const, ["busy", other] as const]) {
  if (sample === undefined) continue;
  await inOneProcess(sample, name);
}

if (process.platform === "linux") {
  console.log(`Peak memory of the benchmark, peers included: ${Math.round(peakOf(process.pid))} MB`);
  if (other !== undefined) await throughServer(await jpegOf(other, 8));
}
