import { gzipSync } from "fflate";
import { type ArchiveFile, inOrder } from "./archive-file.ts";

/** A tar archive consists of blocks of this size, in bytes. */
const BLOCK = 512;
/** The longest path in a header without a prefix, in bytes. */
const PATH_MAX = 100;
/** The time of every file in seconds: the one that `npm pack` writes. */
const TIME_SECONDS = 499_162_500;

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;

/** The header of a file (POSIX.1-1988, ustar). */
function headerOf({ path, bytes, executable = false }: ArchiveFile): Uint8Array {
  if (Buffer.byteLength(path) > PATH_MAX)
    throw new RangeError(`The path ${path} is too long for the archive.`);
  const header = Buffer.alloc(BLOCK);
  const fields: readonly (readonly [offset: number, text: string])[] = [
    [0, path],
    [100, octal(executable ? 0o755 : 0o644, 7)],
    // Owner and group.
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(bytes.length, 11)],
    [136, octal(TIME_SECONDS, 11)],
    // The checksum is the sum of the bytes, with spaces in its own place.
    [148, " ".repeat(8)],
    [156, "0"],
    [257, "ustar\x0000"],
  ];
  for (const [offset, text] of fields) header.write(text, offset, "utf8");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)} `, 148, "latin1");
  return header;
}

/** Packs files as an npm package: a tar archive compressed with gzip, in which everything is in the folder `package`. */
export function npmArchive(files: readonly ArchiveFile[]): Uint8Array<ArrayBuffer> {
  const parts = inOrder(files).flatMap((file) => {
    const { bytes } = file;
    const padding = new Uint8Array((BLOCK - (bytes.length % BLOCK)) % BLOCK);
    return [headerOf({ ...file, path: `package/${file.path}` }), bytes, padding];
  });
  const tar = Buffer.concat([...parts, new Uint8Array(2 * BLOCK)]);
  // Written by JavaScript: what zlib writes differs between processors. Without a time.
  return new Uint8Array(gzipSync(tar, { level: 9, mtime: 0 }));
}
