import { createRequire } from "node:module";
import { paintForeground } from "../../src/apis/images/matting/foreground-colors.ts";
import type { Sample } from "./pictures.ts";

/** A way to cut a picture: red, green, blue and alpha, four bytes a pixel. */
export type Peer = (sample: Sample) => Promise<Uint8Array> | Uint8Array;

const whole = ({ rgb, width, height }: Sample, alpha: Uint8Array) =>
  paintForeground(rgb, alpha, width, height, false);

/** Flood fill: everything connected to a corner within a tolerance of its colour is background. */
export const floodFill: Peer = (sample) => {
  const { width, height, rgb } = sample;
  const alpha = new Uint8Array(width * height).fill(255);
  for (const corner of [0, width - 1, (height - 1) * width, width * height - 1]) {
    const isNear = (i: number) =>
      [0, 1, 2].every((c) => Math.abs((rgb[i * 3 + c] ?? 0) - (rgb[corner * 3 + c] ?? 0)) <= 32);
    const queue = [corner];
    for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
      if (alpha[i] === 0 || !isNear(i)) continue;
      alpha[i] = 0;
      const x = i % width;
      if (x > 0) queue.push(i - 1);
      if (x < width - 1) queue.push(i + 1);
      if (i >= width) queue.push(i - width);
      if (i < alpha.length - width) queue.push(i + width);
    }
  }
  return whole(sample, alpha);
};

/** GrabCut of OpenCV with a rectangle five percent from the border, five rounds, on at most 800 pixels a side. */
export async function openGrabCut(): Promise<Peer | undefined> {
  // Typed loosely: its own types lag behind its builds, and it is a peer.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  let cv: any;
  try {
    // Required and not imported: it looks like a promise of itself, which `await` never comes to the end of.
    cv = createRequire(import.meta.url)("@techstark/opencv-js");
  } catch {
    return undefined;
  }
  if (cv.Mat === undefined) {
    await new Promise<void>((resolve) => {
      cv.onRuntimeInitialized = resolve;
    });
  }
  return (sample) => {
    const { width, height, rgb } = sample;
    const full = cv.matFromArray(height, width, cv.CV_8UC3, rgb);
    const scale = Math.min(1, 800 / Math.max(width, height));
    const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
    const small = new cv.Mat();
    cv.resize(full, small, new cv.Size(w, h), 0, 0, cv.INTER_AREA);
    const [mask, back, front] = [new cv.Mat(), new cv.Mat(), new cv.Mat()];
    const inset = new cv.Rect(
      Math.round(w * 0.05),
      Math.round(h * 0.05),
      Math.round(w * 0.9),
      Math.round(h * 0.9),
    );
    cv.grabCut(small, mask, inset, back, front, 5, cv.GC_INIT_WITH_RECT);
    const alpha = new Uint8Array(width * height);
    for (let i = 0; i < alpha.length; i++) {
      const [x, y] = [Math.floor((i % width) * scale), Math.floor(Math.floor(i / width) * scale)];
      alpha[i] = mask.data[Math.min(h - 1, y) * w + Math.min(w - 1, x)] % 2 === 1 ? 255 : 0;
    }
    for (const mat of [full, small, mask, back, front]) mat.delete();
    return whole(sample, alpha);
  };
}

/**
 * The package that a Node user would install today. It is AGPL and its dependencies download programs when they are
 * installed, so it is not among this bench's packages: install it here yourself to see it beside us.
 */
export async function openImgly(): Promise<Peer | undefined> {
  const name = "@imgly/background-removal-node";
  // biome-ignore lint/suspicious/noExplicitAny: a package that may not be there has no types
  const loaded: any = await import(name).catch(() => undefined);
  if (loaded === undefined) return undefined;
  const { default: sharp } = await import("sharp");
  return async ({ rgb, width, height }) => {
    const png = await sharp(rgb, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
    const blob: Blob = await loaded.removeBackground(new Blob([Uint8Array.from(png)], { type: "image/png" }));
    return sharp(await blob.bytes())
      .ensureAlpha()
      .raw()
      .toBuffer();
  };
}
