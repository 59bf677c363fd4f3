import { readFileSync } from "node:fs";
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

function file(name: string): ExampleFile {
  return { name, make: () => new Uint8Array(readFileSync(new URL(`./samples/${name}`, import.meta.url))) };
}

/** The file that the examples are run with: the sample image with 160 by 120 pixels. */
export const sampleFile = file("ring.png");

/** A file in which there is nothing to find. */
export const emptyFile = file("wall.png");
