import { inflateRaw } from "node:zlib";
import { invalidBody, tooLarge } from "../core/read-body.ts";

/** A file in a ZIP file. */
export interface ZipEntry {
  readonly name: string;
  /** Its size as the directory has it, in bytes; `read` checks it. */
  readonly size: number;
  /** Throws `invalid-body` for a file that is damaged, and `payload-too-large` for one of more bytes than it says. */
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

const END = 0x06054b50;
const END_BYTES = 22;
const COMMENT_MAX = 65_535;
const CENTRAL = 0x02014b50;
const CENTRAL_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** Sizes and offsets of ZIP64 are in another place. */
const ZIP64 = 0xffffffff;

const damaged = () => invalidBody("The body is not a complete ZIP file.");

/** Where the directory begins, and how many entries it has (APPNOTE 6.3.10, section 4.3.16). */
function directoryOf(view: DataView): { readonly at: number; readonly entries: number } {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_MAX); at--) {
    if (view.getUint32(at, true) !== END) continue;
    return { at: view.getUint32(at + 16, true), entries: view.getUint16(at + 10, true) };
  }
  throw damaged();
}

/** Inflates bytes in another thread, at most `size` of them. */
function inflate(bytes: Uint8Array, size: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    // One more than the directory says: a file that has more is noticed and not inflated further.
    inflateRaw(bytes, { maxOutputLength: size + 1 }, (error, whole) => {
      const isTooLong = error !== null && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
      if (isTooLong || whole?.byteLength > size) reject(tooLarge(size));
      else if (error !== null || whole.byteLength !== size) reject(damaged());
      else resolve(new Uint8Array(whole));
    });
  });
}

/** The bytes of an entry as they are in the file, after its local header (section 4.3.7). */
function contentOf(file: Uint8Array, view: DataView, header: number, length: number): Uint8Array {
  if (header + LOCAL_BYTES > file.byteLength || view.getUint32(header, true) !== LOCAL) throw damaged();
  const names = view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  const from = header + LOCAL_BYTES + names;
  if (from + length > file.byteLength) throw damaged();
  return file.subarray(from, from + length);
}

/**
 * Lists the files of a ZIP file in the order of its directory, without folders and what macOS adds. Nothing is unpacked
 * before it is read. Throws `invalid-body` for a file that is damaged, encrypted, ZIP64, or compressed otherwise than by
 * Deflate.
 */
export function zipEntries(file: Uint8Array): ZipEntry[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const directory = directoryOf(view);
  const found: ZipEntry[] = [];
  for (let at = directory.at, i = 0; i < directory.entries; i++) {
    if (at + CENTRAL_BYTES > file.byteLength || view.getUint32(at, true) !== CENTRAL) throw damaged();
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const header = view.getUint32(at + 42, true);
    const nameBytes = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(file.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes));
    at += CENTRAL_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (name.endsWith("/") || name.startsWith("__MACOSX/") || name.endsWith(".DS_Store")) continue;
    if ((flags & ENCRYPTED) !== 0)
      throw invalidBody("Files of the ZIP file are encrypted. Send them unencrypted.");
    if ([packed, size, header].includes(ZIP64) || (method !== STORED && method !== DEFLATED)) {
      throw invalidBody("The ZIP file uses a format that is not supported. Use Deflate, without ZIP64.");
    }
    if (method === STORED && packed !== size) throw damaged();
    const content = contentOf(file, view, header, packed);
    const read = async () => (method === STORED ? new Uint8Array(content) : inflate(content, size));
    found.push({ name, size, read });
  }
  return found;
}
