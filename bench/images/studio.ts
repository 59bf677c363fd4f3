import { join } from "node:path";
import sharp from "sharp";
import { paintForeground } from "../../src/apis/images/matting/foreground-colors.ts";
import { boxOf } from "../../src/apis/images/pixels/box.ts";
import { randomFrom } from "../../src/apis/images/random.fixture.ts";
import { backdrop } from "./compose.ts";
import { pictureFile, type RgbImage, readLines } from "./data/store.ts";
import type { Sample } from "./pictures.ts";

/** The most doubt of the teacher about a subject that is cut out. */
const MOST_DOUBT = 0.08;

/** A subject that may be placed anywhere: RGBA. */
interface Subject {
  readonly width: number;
  readonly height: number;
  readonly rgba: Buffer;
  /** Whether the image ends before the subject does, at the bottom. */
  readonly isCut: boolean;
}

/** The subject by the teacher's mask; undefined if the image cuts it at another side than the bottom. */
async function subjectOf(folder: string, picture: RgbImage): Promise<Subject | undefined> {
  const { data, info } = await sharp(pictureFile(folder, picture))
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const mask = await sharp(join(folder, "masks", `${picture.id}.png`))
    .resize(info.width, info.height, { fit: "fill", kernel: "cubic" })
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  for (let i = 0; i < mask.length; i++) if ((mask[i] ?? 0) < 10) mask[i] = 0;
  const box = boxOf(mask, info.width);
  if (box === undefined || box.x < 2 || box.y < 2 || box.x + box.width > info.width - 2) return undefined;
  const whole = paintForeground(data, mask, info.width, info.height, true);
  const rgba = await sharp(whole, { raw: { width: info.width, height: info.height, channels: 4 } })
    .extract({ left: box.x, top: box.y, width: box.width, height: box.height })
    .raw()
    .toBuffer();
  return { width: box.width, height: box.height, rgba, isCut: box.y + box.height > info.height - 4 };
}

/** The subject before a drawn backdrop with a soft shadow, noise and JPEG compression. */
async function placed(id: string, subject: Subject, random: () => number): Promise<Sample> {
  const height = 700 + Math.floor(500 * random());
  const width = Math.round(height * (0.8 + 0.6 * random()));
  const scale = Math.min(((0.62 + 0.2 * random()) * height) / subject.height, (0.85 * width) / subject.width);
  const [w, h] = [Math.round(subject.width * scale), Math.round(subject.height * scale)];
  const raw = { width: subject.width, height: subject.height, channels: 4 as const };
  const own = await sharp(subject.rgba, { raw }).resize(w, h, { fit: "fill" }).raw().toBuffer();
  const left = Math.round((width - w) * (0.35 + 0.3 * random()));
  const top = Math.max(0, subject.isCut ? height - h : Math.round(height * (0.85 + 0.05 * random()) - h));
  const [behind, noise] = [backdrop(random), 4 * random()];
  const mask = new Uint8Array(width * height);
  const colours = new Uint8Array(width * height * 3);
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < mask.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const isInside = x >= left && x < left + w && y >= top && y < top + h;
    const at = ((y - top) * w + x - left) * 4;
    const share = isInside ? (own[at + 3] ?? 0) / 255 : 0;
    mask[i] = Math.round(255 * share);
    const back = behind((x - left - w / 2) / height, y / height - 0.5);
    for (let c = 0; c < 3; c++) {
      const front = isInside ? (own[at + c] ?? 0) : 0;
      colours[i * 3 + c] = front;
      const grain = noise * (random() + random() + random() - 1.5);
      const mixed = share * front + (1 - share) * Math.min(255, back[c] ?? 0) + grain;
      rgb[i * 3 + c] = Math.max(0, Math.min(255, mixed));
    }
  }
  const file = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 + Math.round(15 * random()) })
    .toBuffer();
  return { id, width, height, rgb: await sharp(file).raw().toBuffer(), mask, colours };
}

/**
 * Studio photographs with exact mattes: subjects of held out images, in turn by source, before drawn backdrops. `folder` is
 * that of data/README.md.
 */
export async function studio(folder: string, count: number): Promise<Sample[]> {
  const random = randomFrom(7);
  const doubts = new Map(
    readLines<{ id: string; doubt: number }>(join(folder, "doubts.jsonl")).map(({ id, doubt }) => [
      id,
      doubt,
    ]),
  );
  const held = readLines<RgbImage>(join(folder, "selected.jsonl")).filter(
    ({ id, isHeldOut, group }) => isHeldOut && group !== "scenes" && (doubts.get(id) ?? 1) <= MOST_DOUBT,
  );
  const queues = [...Map.groupBy(held, ({ source, group }) => `${source}, ${group}`)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, pictures]) => pictures.values());
  const samples: Sample[] = [];
  for (let turn = 0; samples.length < count && turn < held.length; turn++) {
    for (const queue of queues) {
      const picture = queue.next().value;
      if (picture === undefined || samples.length === count) continue;
      const subject = await subjectOf(folder, picture);
      if (subject !== undefined) samples.push(await placed(picture.id, subject, random));
    }
  }
  return samples;
}
