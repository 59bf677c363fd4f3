import { Problem } from "../../../kit/problem.ts";

/** The media types of supported images. */
export const imageTypes = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
  "image/tiff",
  "image/avif",
] as const;

export type ImageType = (typeof imageTypes)[number];

const READ = "PNG, JPEG, WebP, GIF, TIFF or AVIF";

/** The first bytes of each kind, in hexadecimal digits. */
const marks: readonly (readonly [mark: RegExp, type: ImageType])[] = [
  [/^89504e470d0a1a0a/, "image/png"],
  [/^ffd8ff/, "image/jpeg"],
  [/^52494646.{8}57454250/, "image/webp"],
  [/^47494638(?:37|39)61/, "image/gif"],
  [/^(?:49492a00|4d4d002a|49492b00|4d4d002b)/, "image/tiff"],
  [/^.{8}66747970(?:61766966|61766973)/, "image/avif"],
  // A brand of HEIF that names AVIF among the ones it is compatible with (AV1 Image File Format, section 6).
  [/^000000.{2}66747970(?:6d696631|6d736631|6d696166).{8}(?:.{8}){0,8}61766966/, "image/avif"],
];

/** Unsupported kinds that people send, and what to do instead; by their first bytes as Latin-1. */
const others: readonly (readonly [mark: RegExp, name: string])[] = [
  [/^.{4}ftyp/s, "HEIC or a video. Save it as JPEG"],
  [/^(?:\xef\xbb\xbf)?\s*<(?:svg|!doctype svg|(?:\?xml|!--).*<svg)/is, "SVG. Export it as PNG"],
  [/^8BPS/, "a Photoshop file. Export it as PNG"],
  [/^.{4}jP {2}/s, "JPEG 2000. Save it as PNG or JPEG"],
  [/^(?:\xff\n|.{4}JXL )/s, "JPEG XL. Save it as PNG or JPEG"],
  [/^BM/, "BMP. Save it as PNG"],
  [/^%PDF-/, "a PDF. Export its page as PNG"],
  [/^\s*<(?:!doctype|html)/i, "an HTML page. Send the image itself"],
];

/**
 * Detects the kind of a file by its first bytes (each format's own specification), whatever its declared type;
 * only then does a decoder read it. Throws `unsupported-image`; `parameter` names the parameter that it came in.
 */
export function kindOf(file: Uint8Array, parameter: string): ImageType {
  const bytes = Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, 256));
  const digits = bytes.toString("hex");
  const known = marks.find(([mark]) => mark.test(digits));
  if (known !== undefined) return known[1];
  const head = bytes.toString("latin1");
  const other = others.find(([mark]) => mark.test(head));
  const hint = other === undefined ? "The file is not one of these" : `The file is ${other[1]}`;
  throw new Problem("unsupported-image", `${parameter} must be a ${READ}. ${hint}.`, { parameter });
}
