import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import type { RgbImage } from "../src/apis/images/engine.ts";
import { sampleImage } from "../src/apis/images/sample.ts";

/** The sample, as pixels that a test can compare with. */
export const sample = sampleImage(240, 180);

const sharpOf = ({ width, height, rgb }: RgbImage) =>
  sharp(Uint8Array.from(rgb), { raw: { width, height, channels: 3 } });
const base = () => sharpOf(sample);

async function file(image: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from(await image.toBuffer());
}

/** With an alpha channel: the left quarter is see-through. */
function withAlpha({ width, height, rgb }: RgbImage) {
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    rgba.set(rgb.subarray(i * 3, i * 3 + 3), i * 4);
    rgba[i * 4 + 3] = i % width < width / 4 ? 0 : 255;
  }
  return sharp(rgba, { raw: { width, height, channels: 4 } });
}

type Make = () => Promise<Uint8Array<ArrayBuffer>>;

/** A picture in every encoding that is read; each must give the same subject. */
export function encodingsOf(shown: RgbImage): readonly (readonly [name: string, make: Make])[] {
  const plain = () => sharpOf(shown);
  const clear = () => withAlpha(shown);
  const quality = 95;
  return [
    ["png", () => file(plain().png())],
    ["16-bit png", () => file(plain().toColourspace("rgb16").png())],
    ["palette png", () => file(plain().png({ palette: true, colours: 128 }))],
    ["grey png", () => file(plain().greyscale().png())],
    ["grey png with alpha", () => file(clear().toColourspace("b-w").png())],
    ["interlaced png with alpha", () => file(clear().png({ progressive: true }))],
    ["jpeg", () => file(plain().jpeg({ quality }))],
    ["progressive jpeg", () => file(plain().jpeg({ quality, progressive: true }))],
    ["cmyk jpeg", () => file(plain().toColourspace("cmyk").jpeg({ quality }))],
    [
      "jpeg that lies on its side",
      () => file(plain().rotate(90).withMetadata({ orientation: 8 }).jpeg({ quality })),
    ],
    ["jpeg in Display P3", () => file(plain().withIccProfile("p3").jpeg({ quality }))],
    ["webp", () => file(plain().webp({ quality }))],
    ["gif", () => file(plain().gif())],
    ["tiff", () => file(plain().tiff({ compression: "lzw" }))],
    ["avif", () => file(plain().avif({ quality: 80, effort: 0 }))],
  ];
}

/** The sample in all of them. */
export const encodings = encodingsOf(sample);

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of zeros: `depth` bits a sample, `colour` as in its header; a few bytes for any size. */
function hugePng(
  width: number,
  height: number,
  depth: number,
  colour: number,
  extra: readonly Buffer[] = [],
) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour], 8);
  const row = 1 + Math.ceil((width * depth * (colour === 2 ? 3 : 1)) / 8);
  const data = deflateSync(Buffer.alloc(row * height), { level: 9 });
  const parts = [chunk("IHDR", head), ...extra, chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))];
  return Uint8Array.from(Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]));
}

/** A JPEG whose header claims a side of 65,500 pixels. */
async function liar(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await file(base().jpeg());
  const frame = Buffer.from(bytes).indexOf(Buffer.from([0xff, 0xc0]));
  for (const at of [frame + 5, frame + 7]) bytes.set([0xff, 0xdc], at);
  return bytes;
}

const text = (content: string) => Uint8Array.from(Buffer.from(content));

const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="6000" height="6000"><image xlink:href="file:///etc/passwd" width="99" height="99"/><image xlink:href="http://127.0.0.1:1/x.png" width="99" height="99"/><rect width="6000" height="6000" fill="red"/></svg>`;

/** Files that want to hurt, and the statuses with which they may be answered. */
export const hostile: readonly (readonly [
  name: string,
  make: () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>,
  statuses: readonly number[],
])[] = [
  ["40,000 by 40,000 pixels of one bit", () => hugePng(40_000, 40_000, 1, 0), [413]],
  ["16,000 by 16,000 pixels of colour", () => hugePng(16_000, 16_000, 8, 2), [413]],
  ["a JPEG that claims 65,500 pixels a side", liar, [413, 422]],
  [
    "a text chunk that inflates to 256 MB",
    () => {
      const bomb = deflateSync(Buffer.alloc(256 << 20), { level: 9 });
      return hugePng(64, 48, 8, 2, [chunk("zTXt", Buffer.concat([Buffer.from("x\0\0"), bomb]))]);
    },
    [422],
  ],
  ["a JPEG cut short", async () => (await file(base().jpeg())).slice(0, 2_500), [422]],
  ["a PNG cut short", async () => (await file(base().png())).slice(0, 3_000), [422]],
  ["SVG with references", () => text(svg), [415]],
  ["SVG behind the name of a PNG", () => text(svg.slice(svg.indexOf("<svg"))), [415]],
  ["a page named .jpg", () => text("<!doctype html><title>no picture</title>"), [415]],
  ["nothing but a mark", () => Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), [422]],
  ["3 by 60,000 pixels", () => hugePng(3, 60_000, 8, 2), [422]],
  ["one pixel", () => hugePng(1, 1, 8, 2), [422]],
  [
    "white and nothing else",
    () => file(sharp({ create: { width: 400, height: 300, channels: 3, background: "white" } }).png()),
    [422],
  ],
  [
    "a film of 120 frames",
    async () => {
      const frame = await base().resize(60, 45).raw().toBuffer();
      const frames = Buffer.concat(Array.from({ length: 120 }, (_, i) => frame.map((v) => (v + i) & 255)));
      const film = sharp(frames, { raw: { width: 60, height: 45 * 120, channels: 3, pageHeight: 45 } });
      return file(film.gif({ delay: 40 }));
    },
    [200],
  ],
  [
    "a PNG with a ZIP and a page behind it",
    async () =>
      Uint8Array.from(
        Buffer.concat([await base().png().toBuffer(), Buffer.from("PK\x03\x04<script>alert(1)</script>")]),
      ),
    [200],
  ],
  ["HEIC", () => text("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), [415]],
];
