import { crc32, deflateSync } from "node:zlib";
import type { ExampleFile } from "../../kit/descriptor.ts";
import type { RgbImage } from "./engine.ts";

/** An image to try things with: a ring with a soft edge, as through a lens, before a lit wall. */
export function sampleImage(width: number, height: number): RgbImage {
  const rgb = new Uint8Array(width * height * 3);
  const radius = 0.32 * Math.min(width, height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      const distance = Math.hypot(x - width / 2, y - height / 2);
      const share = Math.min(1, Math.max(0, 0.35 * radius - Math.abs(distance - 0.75 * radius)));
      const wall = 226 + (16 * (width - x)) / width - (10 * y) / height;
      const shade = 60 * ((x - y) / (width + height));
      const ring = [176 + shade, 62 + shade / 2, 40];
      for (let c = 0; c < 3; c++) rgb[i + c] = Math.round(share * (ring[c] ?? 0) + (1 - share) * (wall - c));
    }
  }
  return { width, height, rgb };
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Writes an image as PNG (W3C PNG, third edition, section 5): examples must not need a decoder's library. */
export function pngOf({ width, height, rgb }: RgbImage): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const rows = new Uint8Array(height * (width * 3 + 1));
  for (let y = 0; y < height; y++) {
    rows.set(rgb.subarray(y * width * 3, (y + 1) * width * 3), y * (width * 3 + 1) + 1);
  }
  const parts = [chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", new Uint8Array())];
  return Uint8Array.from(Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]));
}

/** The file that the examples are run with. */
export const sampleFile: ExampleFile = { name: "ring.png", make: () => pngOf(sampleImage(160, 120)) };

/** A file in which there is nothing to find. */
export const emptyFile: ExampleFile = {
  name: "wall.png",
  make: () => pngOf({ width: 48, height: 32, rgb: new Uint8Array(48 * 32 * 3).fill(240) }),
};
