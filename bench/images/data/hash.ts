import sharp from "sharp";

const SIDE = 16;

/** Difference hash: for 16 by 16 places, whether the next one to the right is lighter; 64 hexadecimal digits. */
export async function differenceHash(image: Buffer | string, isMirrored = false): Promise<string> {
  const grey = await sharp(image)
    .autoOrient()
    .flatten({ background: "#fff" })
    .flop(isMirrored)
    .toColourspace("b-w")
    .resize(SIDE + 1, SIDE, { fit: "fill" })
    .raw()
    .toBuffer();
  const hash = Buffer.alloc((SIDE * SIDE) / 8);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const at = Math.floor(i / SIDE) * (SIDE + 1) + (i % SIDE);
    // A step of two levels: noise on a plain backdrop says nothing.
    if ((grey[at + 1] ?? 0) > (grey[at] ?? 0) + 2) hash[i >> 3] = (hash[i >> 3] ?? 0) | (1 << (i & 7));
  }
  return hash.toString("hex");
}

/** A hash as eight numbers, for `distance`. */
export function wordsOf(hash: string): Uint32Array {
  return Uint32Array.from({ length: hash.length / 8 }, (_, i) =>
    Number.parseInt(hash.slice(i * 8, i * 8 + 8), 16),
  );
}

/** In how many of 256 places two hashes differ. */
export function distance(a: Uint32Array, b: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    let x = (a[i] ?? 0) ^ (b[i] ?? 0);
    x -= (x >>> 1) & 0x55555555;
    x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
    sum += Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return sum;
}
