import { expect, test } from "bun:test";
import { zipSync } from "fflate";
import { nineKilobytes } from "../../test/fixtures/hostile-pdfs.ts";
import { writeZip } from "../../test/fixtures/zip-writer.ts";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { zipEntries as entriesOf, type ZipEntry } from "./zip-file.ts";

const text = (value: string) => new TextEncoder().encode(value);
const rejection = { code: "invalid-body" };

/** Lists the files of a ZIP file that is in memory. */
function zipEntries(file: Uint8Array): Promise<ZipEntry[]> {
  return entriesOf({
    size: file.byteLength,
    slice: async (from, to) => new Uint8Array(file.slice(from, to)),
  });
}

test("files come in the order of the directory, stored or deflated, without folders", async () => {
  const long = text("many of the same ".repeat(10_000));
  const file = zipSync({
    "b.txt": text("second"),
    "a/": new Uint8Array(),
    "a/long.txt": long,
    "__MACOSX/b.txt": text("x"),
    "stored.txt": [text("as it is"), { level: 0 }],
    "empty.txt": new Uint8Array(),
  });
  const entries = await zipEntries(file);
  expect(entries.map(({ name, size }) => [name, size])).toEqual([
    ["b.txt", 6],
    ["a/long.txt", long.byteLength],
    ["stored.txt", 8],
    ["empty.txt", 0],
  ]);
  expect(await Promise.all(entries.map((entry) => entry.read()))).toEqual([
    text("second"),
    long,
    text("as it is"),
    new Uint8Array(),
  ]);
});

test("names are UTF-8, or in the code page of programs that do not write it", async () => {
  const file = zipSync({
    "März €.pdf": text("a"),
    "folder/M_rz.pdf": text("b"),
    [`${"_".repeat(5_000)}x`]: text("c"),
  });
  for (let at = 0; at < file.byteLength; at++) if (file[at] === 0x5f) file[at] = 0x84;
  const names = (await zipEntries(file)).map(({ name }) => name);
  expect(names).toEqual(["März €.pdf", "folder/März.pdf", `${"ä".repeat(999)}x`]);
});

test("what is no ZIP file, or a part of one, is rejected", async () => {
  const file = zipSync({ "a.txt": text("first"), "b.txt": text("second") });
  for (const bytes of [
    new Uint8Array(),
    text("no ZIP"),
    new Uint8Array(1_000),
    file.slice(0, -30),
    file.slice(40),
  ]) {
    expect(await rejectionOf(zipEntries(bytes))).toMatchObject(rejection);
  }
  // Any byte may be wrong: nothing but a problem comes of it.
  for (let at = 0; at < file.byteLength; at++) {
    const broken = file.slice();
    broken[at] = 255 - (broken[at] ?? 0);
    try {
      for (const entry of await zipEntries(broken)) await entry.read();
    } catch (error) {
      expect(["invalid-body", "payload-too-large"]).toContain((error as { code: string }).code);
    }
  }
});

/** A ZIP file with a number of its directory changed, at an offset from the first entry. */
function changed(offset: number, value: number, bytes: 2 | 4): Uint8Array {
  const file = zipSync({ "a.txt": text("abc ".repeat(1_000)) });
  const view = new DataView(file.buffer, file.byteOffset);
  const at = file.findIndex((_, i) => i + 4 < file.byteLength && view.getUint32(i, true) === 0x02014b50);
  if (bytes === 2) view.setUint16(at + offset, value, true);
  else view.setUint32(at + offset, value, true);
  return file;
}

test("a file of more or fewer bytes than the directory says is rejected when it is read", async () => {
  const [bomb] = await zipEntries(changed(24, 10, 4));
  expect(await rejectionOf(bomb?.read())).toMatchObject({ code: "payload-too-large" });
  const [short] = await zipEntries(changed(24, 9_000, 4));
  expect(await rejectionOf(short?.read())).toMatchObject(rejection);
});

test("encrypted files, ZIP64 and other methods are rejected", async () => {
  for (const file of [
    changed(8, 1, 2),
    changed(10, 14, 2),
    changed(24, 0xffffffff, 4),
    changed(42, 0x7fffffff, 4),
  ]) {
    expect(await rejectionOf(zipEntries(file))).toMatchObject(rejection);
  }
});

const files = (count: number, bytes = nineKilobytes()) =>
  Array.from({ length: count }, (_, i) => ({ name: `${i}.pdf`, bytes }));

test("files that share bytes are rejected: as a whole, in part, or one within another", async () => {
  const overlap = { ...rejection, message: expect.stringContaining("overlap") };
  const listed = await zipEntries(writeZip(files(3)));
  expect(await Promise.all(listed.map(async (entry) => (await entry.read()).byteLength))).toEqual(
    files(3).map(({ bytes }) => bytes.byteLength),
  );
  // 9,000 records of one file.
  expect(await rejectionOf(zipEntries(writeZip(files(1), { repeat: 9_000 })))).toMatchObject(overlap);
  expect(await rejectionOf(zipEntries(writeZip(files(1), { repeat: 2 })))).toMatchObject(overlap);
  for (const shift of [-1, -40, -500]) {
    expect(await rejectionOf(zipEntries(writeZip(files(3), { shift })))).toMatchObject(overlap);
  }
  // The names of a local header reach into the next file.
  const longName = await zipEntries(writeZip(files(3), { localNameBytes: 600 }));
  for (const entry of longName) expect(await rejectionOf(entry.read())).toMatchObject(rejection);
});

test("more than 100 times the packed size is rejected, of one file and of all", async () => {
  const ratio = { ...rejection, message: expect.stringContaining("100 times") };
  const zeros = new Uint8Array(1_000_000);
  expect(await rejectionOf(zipEntries(zipSync({ "a.pdf": zeros })))).toMatchObject(ratio);
  expect(await rejectionOf(zipEntries(zipSync({ "a.pdf": nineKilobytes(), "b.pdf": zeros })))).toMatchObject(
    ratio,
  );
  const small = Object.fromEntries(
    Array.from({ length: 60 }, (_, i): [string, Uint8Array] => [`${i}`, new Uint8Array(200_000)]),
  );
  expect(await rejectionOf(zipEntries(zipSync(small)))).toMatchObject(ratio);
});

test("headers that disagree with the directory are rejected", async () => {
  for (const lie of [
    { localSize: 5 },
    { localMethod: 0 },
    { crc: 7 },
    { directorySize: 10_000_000, isRead: false },
    { entries: 2, isRead: false },
    { entries: 4, isRead: false },
    { directoryBytes: -46, isRead: false },
    { directoryFrom: 0xfffffff0, isRead: false },
  ]) {
    const { isRead = true, ...changes } = lie;
    const listed = zipEntries(writeZip(files(3), changes));
    if (!isRead) expect(await rejectionOf(listed)).toMatchObject(rejection);
    else for (const entry of await listed) expect(await rejectionOf(entry.read())).toMatchObject(rejection);
  }
});

test("a file within a file is not unpacked", async () => {
  const [inner] = await zipEntries(zipSync({ "inner.zip": zipSync({ "a.pdf": new Uint8Array(200_000) }) }));
  expect((await inner?.read())?.subarray(0, 2)).toEqual(text("PK"));
});
