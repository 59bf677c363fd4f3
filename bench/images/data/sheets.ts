// `bun images/data/sheets.ts FOLDER [GROUP|SOURCE|SOURCE/CLASS|IDS.txt] [PICTURES]` in bench/: contact sheets of what is labelled, as
// FOLDER/sheets/NAME-N.png: eight by six thumbnails, the background tinted magenta where the matte says background, the end
// of each id below. `PICTURES` (96) are spread evenly over what is labelled.
import { mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import sharp from "sharp";
import { commandLine, type Label, pictureFile, type RgbImage, readLines } from "./store.ts";

const [COLUMNS, ROWS, SIDE, CAPTION] = [8, 6, 190, 16];

sharp.concurrency(1);

async function thumbnail(folder: string, picture: RgbImage, label: Label): Promise<Buffer> {
  const { data, info } = await sharp(pictureFile(folder, picture))
    .resize(SIDE - 4, SIDE - 4, { fit: "inside" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const matte = await sharp(join(folder, "masks", `${picture.id}.png`))
    .resize(info.width, info.height, { fit: "fill" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  for (let i = 0; i < matte.length; i++) {
    const veil = 0.75 * (1 - (matte[i] ?? 0) / 255);
    for (let c = 0; c < 3; c++) {
      data[i * 3 + c] = Math.round((data[i * 3 + c] ?? 0) * (1 - veil) + (c === 1 ? 0 : 230) * veil);
    }
  }
  const text = `${picture.id.slice(-12)} ${picture.class.slice(0, 8)} h${label.hesitation.toFixed(2)}`;
  const caption = `<svg width="${SIDE}" height="${CAPTION}"><text y="12" font-size="11" fill="#fff">${text}</text></svg>`;
  const image = await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png()
    .toBuffer();
  return sharp({ create: { width: SIDE, height: SIDE + CAPTION, channels: 3, background: "#222" } })
    .composite([
      { input: image, left: 2, top: 2 },
      { input: Buffer.from(caption), left: 0, top: SIDE },
    ])
    .png()
    .toBuffer();
}

const [folder = "", only = "", count = "96"] = commandLine(
  1,
  "bun images/data/sheets.ts FOLDER [GROUP|SOURCE|SOURCE/CLASS|IDS.txt] [PICTURES]",
);
const labels = new Map(readLines<Label>(join(folder, "labels.jsonl")).map((label) => [label.id, label]));
const ids = only.endsWith(".txt") ? new Set(readFileSync(only, "utf8").split(/\s+/)) : undefined;
const isAsked = (one: RgbImage) =>
  only === "" || ids?.has(one.id) || [one.group, one.source, `${one.source}/${one.class}`].includes(only);
const asked = readLines<RgbImage>(join(folder, "queue.jsonl")).filter(
  (one) => labels.has(one.id) && isAsked(one),
);
const shown = Math.min(asked.length, Number(count));
const chosen = Array.from({ length: shown }, (_, i) => asked[Math.floor((i * asked.length) / shown)]);
mkdirSync(join(folder, "sheets"), { recursive: true });
for (let page = 0; page * COLUMNS * ROWS < chosen.length; page++) {
  const cells = chosen.slice(page * COLUMNS * ROWS, (page + 1) * COLUMNS * ROWS);
  const images = await Promise.all(
    cells.map(async (picture, i) => {
      const label = picture && labels.get(picture.id);
      if (picture === undefined || label === undefined) return [];
      const input = await thumbnail(folder, picture, label);
      const [left, top] = [(i % COLUMNS) * SIDE, Math.floor(i / COLUMNS) * (SIDE + CAPTION)];
      return [{ input, left, top }];
    }),
  );
  const file = join(
    folder,
    "sheets",
    `${ids ? basename(only, ".txt") : (only || "all").replace("/", "-")}-${page}.png`,
  );
  await sharp({
    create: { width: COLUMNS * SIDE, height: ROWS * (SIDE + CAPTION), channels: 3, background: "#222" },
  })
    .composite(images.flat())
    .png()
    .toFile(file);
  console.log(file);
}
