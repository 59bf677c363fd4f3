import { crc32, deflateRawSync } from "node:zlib";

/** What is wrong with a ZIP file that `writeZip` makes. */
interface ZipLies {
  /** How often the directory has each file. */
  readonly repeat?: number;
  /** Moves the local header that the second record names. */
  readonly shift?: number;
  /** The length of the name that local headers announce. */
  readonly localNameBytes?: number;
  readonly localSize?: number;
  readonly localMethod?: number;
  readonly crc?: number;
  /** The size of the files that the directory announces. */
  readonly directorySize?: number;
  readonly entries?: number;
  /** Added to the length of the directory. */
  readonly directoryBytes?: number;
  readonly directoryFrom?: number;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DEFLATED = 8;

/** Fields of a header: their offsets, sizes and values, with zeros between them. */
function header(bytes: number, fields: readonly (readonly [at: number, size: 2 | 4, value: number])[]) {
  const view = new DataView(new ArrayBuffer(bytes));
  for (const [at, size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
  }
  return new Uint8Array(view.buffer);
}

/** A ZIP file whose headers say what a test wants them to say. */
export function writeZip(
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  lies: ZipLies = {},
): Uint8Array {
  const bodies: Uint8Array[] = [];
  const records: Uint8Array[] = [];
  let at = 0;
  for (const [place, { name, bytes }] of files.entries()) {
    const packed = deflateRawSync(bytes);
    const crc = lies.crc ?? crc32(bytes);
    const letters = new TextEncoder().encode(name);
    bodies.push(
      header(30, [
        [0, 4, LOCAL],
        [4, 2, 20],
        [8, 2, lies.localMethod ?? DEFLATED],
        [14, 4, crc],
        [18, 4, packed.length],
        [22, 4, lies.localSize ?? bytes.length],
        [26, 2, lies.localNameBytes ?? letters.length],
      ]),
      letters,
      packed,
    );
    const record = header(46, [
      [0, 4, CENTRAL],
      [4, 2, 20],
      [6, 2, 20],
      [10, 2, DEFLATED],
      [16, 4, crc],
      [20, 4, packed.length],
      [24, 4, lies.directorySize ?? bytes.length],
      [28, 2, letters.length],
      [42, 4, at + (place === 1 ? (lies.shift ?? 0) : 0)],
    ]);
    for (let i = 0; i < (lies.repeat ?? 1); i++) records.push(record, letters);
    at += 30 + letters.length + packed.length;
  }
  const directory = records.reduce((sum, { length }) => sum + length, 0);
  const end = header(22, [
    [0, 4, END],
    [8, 2, lies.entries ?? records.length / 2],
    [10, 2, lies.entries ?? records.length / 2],
    [12, 4, directory + (lies.directoryBytes ?? 0)],
    [16, 4, lies.directoryFrom ?? at],
  ]);
  return new Uint8Array(Buffer.concat([...bodies, ...records, end]));
}
