import { expect, test } from "bun:test";
import { imageSize } from "./image-size.ts";

const of = (...parts: (string | readonly number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part, "latin1")] : [...part])),
  );
const rest = Array<number>(20).fill(0);

test.each([
  ["png", of("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", [0, 0, 4, 176, 0, 0, 2, 118]), [1200, 630]],
  ["gif", of("GIF89a", [176, 4, 118, 2]), [1200, 630]],
  [
    "jpeg with metadata and padding before its frame",
    of([0xff, 0xd8, 0xff, 0xe1, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 17, 8, 2, 118, 4, 176, 3, 0, 0]),
    [1200, 630],
  ],
  ["webp, lossy", of("RIFF\0\0\0\0WEBPVP8 ", Array(10).fill(0), [176, 4, 118, 2]), [1200, 630]],
  ["webp, lossless", of("RIFF\0\0\0\0WEBPVP8L", [0, 0, 0, 0, 0x2f, 0xaf, 0x44, 0x9d, 0], rest), [1200, 630]],
  ["webp, extended", of("RIFF\0\0\0\0WEBPVP8X", Array(8).fill(0), [175, 4, 0, 117, 2, 0]), [1200, 630]],
] as const)("%s", (_name, bytes, [width, height]) => {
  expect(imageSize(bytes)).toEqual({ width, height });
});

test("what does not tell its size has none, wherever it ends", () => {
  const jpeg = of([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff], rest);
  for (const bytes of [
    of(),
    of("<svg/>"),
    of("RIFF"),
    of("RIFF\0\0\0\0WEBPVP9 ", rest),
    jpeg,
    of([0xff, 0xd8, 0xff], rest),
  ]) {
    for (let end = 0; end <= bytes.length; end++) expect(imageSize(bytes.subarray(0, end))).toBeUndefined();
  }
});

test("a JPEG of empty segments ends", () => {
  expect(imageSize(of([0xff, 0xd8], Array(200_000).fill(0xff)))).toBeUndefined();
  expect(imageSize(of([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0], rest))).toBeUndefined();
});
