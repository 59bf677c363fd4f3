// `bun images/sheet.ts FOLDER` in bench/: writes ../docs/pictures/background-removal.webp, images of FOLDER (that of
// data/README.md) that nothing was trained on, each above what the engine makes of it. The authors of google/dreambooth took
// them (CC BY 4.0).
import { join } from "node:path";
import sharp, { type OverlayOptions } from "sharp";
import { builtinEngine } from "../../src/apis/images/builtin/engine.ts";
import { openBuiltinNetwork } from "../../src/apis/images/builtin/network-prior.ts";
import { readOptions } from "../../src/apis/images/options.ts";
import { remove } from "../../src/apis/images/remove.ts";
import { RemoveInput } from "../../src/apis/images/schemas.ts";
import { commandLine, pictureFile, type RgbImage, readLines } from "./data/store.ts";

/** Four that succeed, then four of the ways in which the engine fails. */
const SHOWN = [
  "dreambooth-928065e1b524",
  "dreambooth-f461a9eafea0",
  "dreambooth-c7b87b86a58f",
  "dreambooth-54ae0aef8744",
  "dreambooth-361e33d6ca9f",
  "dreambooth-1df8d68a0d79",
  "dreambooth-13c47512f1d9",
  "dreambooth-ba18333b2a47",
];

/** Pixels of a side of each image, and between them. */
const SIDE = 240;
const GAP = 8;
const SQUARE = 8;

const [folder = ""] = commandLine(1, "bun images/sheet.ts FOLDER");
const pictures = new Map(
  readLines<RgbImage>(join(folder, "selected.jsonl"))
    .filter(({ isHeldOut }) => isHeldOut)
    .map((picture) => [picture.id, picture]),
);
const engine = builtinEngine(openBuiltinNetwork());
const options = readOptions(RemoveInput.parse({}), "image/png");
const shades = Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, i) => {
  const [x, y] = [Math.floor(i / 3) % SIDE, Math.floor(i / 3 / SIDE)];
  return (Math.floor(x / SQUARE) + Math.floor(y / SQUARE)) % 2 === 0 ? 255 : 221;
});
const checkers = await sharp(shades, { raw: { width: SIDE, height: SIDE, channels: 3 } })
  .png()
  .toBuffer();

async function pairOf(id: string): Promise<[before: Buffer, after: Buffer]> {
  const picture = pictures.get(id);
  if (picture === undefined) throw new RangeError(`${id} is not held out`);
  const image = await sharp(pictureFile(folder, picture))
    .toColourspace("srgb")
    .jpeg({ quality: 95 })
    .toBuffer();
  const { body } = await remove({ image: new Uint8Array(image), background: undefined, options }, engine);
  const fit = (input: Uint8Array) =>
    sharp(input).resize(SIDE, SIDE, { fit: "cover", position: "centre" }).png().toBuffer();
  return [
    await fit(image),
    await sharp(checkers)
      .composite([{ input: await fit(body) }])
      .png()
      .toBuffer(),
  ];
}

const layers: OverlayOptions[] = [];
for (const [k, id] of SHOWN.entries()) {
  for (const [row, input] of (await pairOf(id)).entries()) {
    layers.push({ input, left: k * (SIDE + GAP), top: row * (SIDE + GAP) });
  }
}
const size = { width: SHOWN.length * (SIDE + GAP) - GAP, height: 2 * SIDE + GAP };
await sharp({ create: { ...size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
  .composite(layers)
  .webp({ quality: 80 })
  .toFile("../docs/pictures/background-removal.webp");
