/** Size of an image, in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Frames of a JPEG that hold its size: every SOF but DHT, JPG and DAC (ITU-T T.81, table B.1). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function sizeOfJpeg(view: DataView): ImageSize | undefined {
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // A marker may be padded with any number of 0xff.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** WebP container (RFC 9649): lossy, lossless or extended. */
function sizeOfWebp(view: DataView, kind: string): ImageSize | undefined {
  const little = (at: number, bytes: 2 | 3) =>
    view.getUint16(at, true) + (bytes === 3 ? view.getUint8(at + 2) * 65_536 : 0);
  if (kind === "VP8X") return { width: little(24, 3) + 1, height: little(27, 3) + 1 };
  if (kind === "VP8 ") return { width: little(26, 2) & 0x3fff, height: little(28, 2) & 0x3fff };
  if (kind !== "VP8L") return undefined;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/**
 * Reads the size of a PNG, JPEG, GIF or WebP, the formats that social networks show, from its first bytes;
 * undefined for anything else, and where the bytes end before the size.
 */
export function imageSize(bytes: Uint8Array): ImageSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 8) === "\x89PNG\r\n\x1a\n" && text(12, 16) === "IHDR" && bytes.length >= 24) {
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (/^GIF8[79]a$/.test(text(0, 6)) && bytes.length >= 10) {
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  }
  if (text(0, 3) === "\xff\xd8\xff") return sizeOfJpeg(view);
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP" && bytes.length >= 30) {
    return sizeOfWebp(view, text(12, 16));
  }
  return undefined;
}
