import sharp from "sharp";
import { ColorField } from "../../src/apis/images/matting/color-field.ts";
import { paintForeground } from "../../src/apis/images/matting/foreground-colors.ts";
import { boxOf, cropPixels } from "../../src/apis/images/pixels/box.ts";
import { resized, type Sample } from "./pictures.ts";

type Random = () => number;

/** A part of a picture that holds most of its subject, so that borders cut subjects as they do in life. */
async function cropped(sample: Sample, random: Random): Promise<Sample> {
  const { id, width, height, rgb, mask } = sample;
  const subject = boxOf(mask, width) ?? { x: 0, y: 0, width, height };
  const side = (whole: number, part: number) =>
    Math.round(Math.min(whole, Math.max(part * (0.85 + 0.5 * random()), whole / 2)));
  const [w, h] = [side(width, subject.width), side(height, subject.height)];
  const start = (whole: number, length: number, middle: number, swing: number) =>
    Math.max(0, Math.min(whole - length, Math.round(middle - length / 2 + (random() - 0.5) * swing)));
  const x = start(width, w, subject.x + subject.width / 2, subject.width * 0.5);
  const y = start(height, h, subject.y + subject.height / 2, subject.height * 0.4);
  const box = { x, y, width: w, height: h };
  const part = {
    id,
    width: w,
    height: h,
    rgb: cropPixels(rgb, width, 3, box),
    mask: cropPixels(mask, width, 1, box),
  };
  return random() < 0.5 ? resized(part, Math.min(1, (380 + 300 * random()) / Math.max(w, h))) : part;
}

/** A subject before the background of another picture, whose own subject is painted over, sharp or soft. */
async function transplanted(subject: Sample, other: Sample, random: Random): Promise<Sample> {
  const { width, height } = other;
  const isBack = Uint8Array.from(other.mask, (value) => (value < 3 ? 1 : 0));
  const field = ColorField.of(other.rgb, width, height, isBack);
  let back: Uint8Array = Uint8Array.from(other.rgb);
  const colour = new Float64Array(3);
  for (let i = 0; i < isBack.length; i++) {
    if (isBack[i] === 1) continue;
    field?.at(i % width, Math.floor(i / width), colour);
    back.set(colour, i * 3);
  }
  if (random() < 0.5) {
    const soft = sharp(back, { raw: { width, height, channels: 3 } }).blur(1 + 5 * random());
    back = new Uint8Array(await soft.raw().toBuffer());
  }
  const box = boxOf(subject.mask, subject.width) ?? { x: 0, y: 0, width: 1, height: 1 };
  const scale = Math.min(
    ((0.35 + 0.55 * random()) * width) / box.width,
    ((0.45 + 0.5 * random()) * height) / box.height,
  );
  const [w, h] = [Math.max(8, Math.round(box.width * scale)), Math.max(8, Math.round(box.height * scale))];
  const rgba = paintForeground(subject.rgb, subject.mask, subject.width, subject.height, true);
  const cut = await sharp(cropPixels(rgba, subject.width, 4, box), {
    raw: { width: box.width, height: box.height, channels: 4 },
  })
    .resize(w, h, { fit: "fill" })
    .raw()
    .toBuffer();
  // What was cut by the lower border stands on it again.
  const stands = box.y + box.height >= subject.height - 4;
  const left = Math.round((width - w) * random());
  const top = stands ? height - h : Math.round((height - h) * (0.2 + 0.8 * random()));
  const mask = new Uint8Array(width * height);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const from = (y * w + x) * 4;
      const to = (y + top) * width + x + left;
      const alpha = cut[from + 3] ?? 0;
      mask[to] = alpha;
      for (let c = 0; c < 3; c++) {
        const over = ((cut[from + c] ?? 0) * alpha + (back[to * 3 + c] ?? 0) * (255 - alpha)) / 255;
        back[to * 3 + c] = Math.round(over);
      }
    }
  }
  return { id: subject.id, width, height, rgb: back, mask };
}

/** A picture and where it comes from: whoever leaves one of these pictures out, leaves it out. */
export interface Variant {
  readonly sources: readonly string[];
  readonly sample: Sample;
}

/**
 * Each picture as it is, small, in two parts, and before the background of another: so that constants fit no one
 * of them.
 */
export async function* variants(samples: readonly Sample[], random: Random): AsyncGenerator<Variant> {
  for (const sample of samples) {
    const sources = [sample.id];
    yield { sources, sample };
    const longest = Math.max(sample.width, sample.height);
    yield { sources, sample: await resized(sample, Math.min(1, (330 + 150 * random()) / longest)) };
    for (let i = 0; i < 2; i++) yield { sources, sample: await cropped(sample, random) };
    const other = samples[Math.floor(random() * samples.length)];
    if (other === undefined || other === sample) continue;
    const scale = Math.min(1, (400 + 600 * random()) / Math.max(other.width, other.height));
    const made = await transplanted(sample, await resized(other, scale), random);
    yield { sources: [sample.id, other.id], sample: made };
  }
}
