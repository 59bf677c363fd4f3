// `bun images/data/correct.ts FOLDER ID…` in bench/: shows how far the corrections of pictures are, as FOLDER/hand/ID.png:
// the picture with a grid of tenths on the left, and on the right its mask by corrections.jsonl, the background tinted
// magenta (with the teacher's mask, or nothing, where it has no line yet). `ID@X,Y,W,H` shows a part, in thousandths.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { type Correction, correctedMask, readCorrections } from "./corrections.ts";
import { commandLine, gathered, pictureFile } from "./store.ts";

/** Pixels of the longer side of each half. */
const SIDE = 900;

type Part = readonly [left: number, top: number, width: number, height: number];

function grid(width: number, height: number, [left, top, w, h]: Part): Buffer {
  const lines = Array.from({ length: 11 }, (_, i) => {
    const [x, y] = [(i * width) / 10, (i * height) / 10];
    const label = (at: number, size: number) => Math.round(at + (i * size) / 10);
    return `<path d="M${x} 0V${height}M0 ${y}H${width}" stroke="#0ff" stroke-opacity=".45"/>
      <text x="${x + 2}" y="11" font-size="12" fill="#ff0" stroke="#000" stroke-width=".4">${label(left, w)}</text>
      <text x="1" y="${y + 23}" font-size="12" fill="#ff0" stroke="#000" stroke-width=".4">${label(top, h)}</text>`;
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${lines.join("")}</svg>`,
  );
}

async function show(folder: string, file: string, correction: Correction, part: Part): Promise<string> {
  const full = sharp(file).toColourspace("srgb").removeAlpha();
  const size = await sharp(file).metadata();
  const mask = await correctedMask(folder, correction, size.width, size.height);
  const [left = 0, top = 0, wide = 0, high = 0] = part.map((value, i) =>
    Math.round((value * (i % 2 === 0 ? size.width : size.height)) / 1000),
  );
  const region = {
    left,
    top,
    width: Math.min(wide, size.width - left),
    height: Math.min(high, size.height - top),
  };
  const scale = SIDE / Math.max(region.width, region.height);
  const [width, height] = [Math.round(region.width * scale), Math.round(region.height * scale)];
  const rgb = await full.extract(region).resize(width, height).raw().toBuffer();
  const shape = await sharp(mask, { raw: { width: size.width, height: size.height, channels: 1 } })
    .extract(region)
    .resize(width, height)
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  const tinted = Uint8Array.from(rgb, (value, i) => {
    const veil = 0.75 * (1 - (shape[Math.floor(i / 3)] ?? 0) / 255);
    return Math.round(value * (1 - veil) + (i % 3 === 1 ? 0 : 230) * veil);
  });
  const raw = { width, height, channels: 3 } as const;
  const lines = grid(width, height, part);
  const half = (pixels: Uint8Array) =>
    sharp(pixels, { raw })
      .composite([{ input: lines }])
      .png()
      .toBuffer();
  const target = join(folder, "hand", `${correction.id}.png`);
  await sharp({ create: { width: 2 * width + 8, height, channels: 3, background: "#222" } })
    .composite([
      { input: await half(rgb), left: 0, top: 0 },
      { input: await half(tinted), left: width + 8, top: 0 },
    ])
    .png()
    .toFile(target);
  return target;
}

const [folder = "", ...asked] = commandLine(2, "bun images/data/correct.ts FOLDER ID[@X,Y,W,H]…");
const pictures = new Map(gathered(folder).map((picture) => [picture.id, picture]));
const corrections = new Map(readCorrections().map((correction) => [correction.id, correction]));
mkdirSync(join(folder, "hand"), { recursive: true });
for (const word of asked) {
  const [id = "", where = "0,0,1000,1000"] = word.split("@");
  const picture = pictures.get(id);
  if (picture === undefined) throw new RangeError(`no picture has the id ${id}`);
  const from = existsSync(join(folder, "masks", `${id}.png`)) ? "teacher" : "nothing";
  const correction = corrections.get(id) ?? { id, from, subject: "", changes: [] };
  const [left = 0, top = 0, width = 0, height = 0] = where.split(",").map(Number);
  console.log(await show(folder, pictureFile(folder, picture), correction, [left, top, width, height]));
}
