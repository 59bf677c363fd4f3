import { setImmediate as nextTurn } from "node:timers/promises";
import { invalidBody, tooLarge } from "../http/core/read-body.ts";
import { zlib } from "../kit/zlib.ts";

/** A file in a ZIP file. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  /** Throws `invalid-body` for a file that is damaged, and `payload-too-large` for one of more bytes than it says. */
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

/** The bytes of a ZIP file, of which parts are read. */
export interface ZipSource {
  readonly size: number;
  /** Reads the bytes from `from` to before `to`, which are in the file. */
  slice(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}

interface DirectoryRecord {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly header: number;
  /** The least that it takes, in bytes: its local header with its name, and its content. */
  readonly span: number;
}

interface Directory {
  readonly from: number;
  readonly to: number;
  readonly entries: number;
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
/** The sizes are behind the content of the file, and only the directory has them in advance. */
const SIZES_LATER = 8;
/** Sizes and offsets of ZIP64 are in another place. */
const ZIP64 = 0xffffffff;

/** Characters 128 to 255 of code page 437, in which Windows writes names such as März.pdf. */
const CP437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/** The longest name in this code page, in bytes. */
const PATH_BYTES = 1_000;

/** The largest directory, in bytes: it is read into memory. */
const DIRECTORY_MAX = 16 * 1024 * 1024;

/** How many times its packed size a file may have; documents and images have less than 20 times. */
const RATIO_MAX = 100;

/** Bytes that a file, and all files together, may have at any ratio: a short text of one line again and again. */
const ANY_RATIO_BYTES = 256 * 1024;

/** Records of the directory that are read, and bytes that are summed, before other requests get the event loop. */
const RECORDS = 1_000;
const CRC_BYTES = 4 * 1024 * 1024;

const damaged = () => invalidBody("The body is not a complete ZIP file.");

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function checkRatio(size: number, packed: number): void {
  if (size <= Math.max(ANY_RATIO_BYTES, RATIO_MAX * packed)) return;
  throw invalidBody(
    `The ZIP file unpacks to more than ${RATIO_MAX} times its size. Send these files as parts of multipart/form-data.`,
  );
}

/** Reads a name: in UTF-8, which most programs write, also those that do not say so, else in code page 437 (appendix D). */
function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // The paths of such programs are short, and each byte costs something.
    const last = bytes.subarray(-PATH_BYTES);
    return Array.from(last, (byte) => (byte < 128 ? String.fromCharCode(byte) : CP437[byte - 128])).join("");
  }
}

/** Where the directory is, and how many entries it has (APPNOTE 6.3.10, section 4.3.16). */
async function directoryOf(source: ZipSource): Promise<Directory> {
  const begin = Math.max(0, source.size - END_BYTES - COMMENT_MAX);
  const view = viewOf(await source.slice(begin, source.size));
  for (let at = view.byteLength - END_BYTES; at >= 0; at--) {
    if (view.getUint32(at, true) !== END) continue;
    const [length, from] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)];
    const to = from + length;
    if (to > begin + at || length > DIRECTORY_MAX) throw damaged();
    return { from, to, entries: view.getUint16(at + 10, true) };
  }
  throw damaged();
}

async function recordsOf(source: ZipSource, { from, to, entries }: Directory): Promise<DirectoryRecord[]> {
  const bytes = await source.slice(from, to);
  const view = viewOf(bytes);
  const found: DirectoryRecord[] = [];
  let at = 0;
  for (let i = 0; i < entries; i++) {
    if (i % RECORDS === RECORDS - 1) await nextTurn();
    if (at + CENTRAL_BYTES > bytes.byteLength || view.getUint32(at, true) !== CENTRAL) throw damaged();
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const [crc, header] = [view.getUint32(at + 16, true), view.getUint32(at + 42, true)];
    const nameBytes = view.getUint16(at + 28, true);
    const name = nameOf(bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes));
    at += CENTRAL_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (name.endsWith("/") || name.startsWith("__MACOSX/") || name.endsWith(".DS_Store")) continue;
    if ((flags & ENCRYPTED) !== 0)
      throw invalidBody("Files of the ZIP file are encrypted. Send them unencrypted.");
    if ([packed, size, header].includes(ZIP64) || (method !== STORED && method !== DEFLATED)) {
      throw invalidBody("The ZIP file uses a format that is not supported. Use Deflate, without ZIP64.");
    }
    if (method === STORED && packed !== size) throw damaged();
    checkRatio(size, packed);
    const span = LOCAL_BYTES + nameBytes + packed;
    found.push({ name, method, crc, packed, size, header, span });
  }
  // The directory ends where the end record says: a record more or less is in no file that a program writes.
  if (at !== bytes.byteLength) throw damaged();
  return found;
}

/** The end of the bytes that each file may have. Throws `invalid-body` where two files share bytes. */
function endsOf(records: readonly DirectoryRecord[], end: number): ReadonlyMap<DirectoryRecord, number> {
  const ends = new Map<DirectoryRecord, number>();
  let next = end;
  for (const record of [...records].sort((a, b) => b.header - a.header)) {
    if (record.header + record.span > next) {
      if (next === end) throw damaged();
      throw invalidBody("Files of the ZIP file overlap. Pack the files again, then send the new file.");
    }
    ends.set(record, next);
    next = record.header;
  }
  return ends;
}

function inflate(bytes: Uint8Array, size: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    // One more than the directory says: a file that has more is noticed and not inflated further.
    zlib().inflateRaw(bytes, { maxOutputLength: size + 1 }, (error, whole) => {
      const isTooLong = error !== null && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
      if (isTooLong || whole?.byteLength > size) reject(tooLarge(size));
      else if (error !== null || whole.byteLength !== size) reject(damaged());
      else resolve(new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength));
    });
  });
}

/** Throws `invalid-body` where the checksum of a file is another than the directory says. */
async function checkCrc(bytes: Uint8Array, crc: number): Promise<void> {
  let sum = 0;
  for (let at = 0; at < bytes.byteLength; at += CRC_BYTES) {
    if (at > 0) await nextTurn();
    sum = zlib().crc32(bytes.subarray(at, at + CRC_BYTES), sum);
  }
  if (sum !== crc) throw damaged();
}

/** Reads a file: its local header (section 4.3.7) says where its content begins, and must agree with the directory. */
async function readEntry(
  source: ZipSource,
  of: DirectoryRecord,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { header, method, packed, size, crc } = of;
  const local = viewOf(await source.slice(header, header + LOCAL_BYTES));
  if (local.getUint32(0, true) !== LOCAL) throw damaged();
  const from = header + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
  if (from + packed > end) throw damaged();
  const content = await source.slice(from, from + packed);
  const bytes = method === STORED ? content : await inflate(content, size);
  const flags = local.getUint16(6, true);
  const told = [local.getUint32(14, true), local.getUint32(18, true), local.getUint32(22, true)];
  const isSame = [crc, packed, size].every((value, i) => value === told[i]);
  if (local.getUint16(8, true) !== method || (!isSame && (flags & SIZES_LATER) === 0)) throw damaged();
  await checkCrc(bytes, crc);
  return bytes;
}

/**
 * Lists the files of a ZIP file, without folders and what macOS adds; each is unpacked when read. Throws `invalid-body` for
 * files that are damaged, encrypted, ZIP64, overlapping, or unpack to over 100 times their size.
 */
export async function zipEntries(source: ZipSource): Promise<ZipEntry[]> {
  const directory = await directoryOf(source);
  const records = await recordsOf(source, directory);
  checkRatio(
    records.reduce((sum, { size }) => sum + size, 0),
    source.size,
  );
  const ends = endsOf(records, directory.from);
  return records.map((record) => {
    const end = ends.get(record) ?? directory.from;
    return { name: record.name, size: record.size, read: () => readEntry(source, record, end) };
  });
}
