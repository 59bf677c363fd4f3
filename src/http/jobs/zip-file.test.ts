import { expect, test } from "bun:test";
import { zipSync } from "fflate";
import { zipEntries } from "./zip-file.ts";

const text = (value: string) => new TextEncoder().encode(value);
const rejection = { code: "invalid-body" };

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
  const entries = zipEntries(file);
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

test("what is no ZIP file, or a part of one, is rejected", () => {
  const file = zipSync({ "a.txt": text("first"), "b.txt": text("second") });
  for (const bytes of [
    new Uint8Array(),
    text("no ZIP"),
    new Uint8Array(1_000),
    file.slice(0, -30),
    file.slice(40),
  ]) {
    expect(() => zipEntries(bytes)).toThrow(expect.objectContaining(rejection));
  }
  // Any byte may be wrong: nothing but a problem comes of it.
  for (let at = 0; at < file.byteLength; at++) {
    const broken = file.slice();
    broken[at] = 255 - (broken[at] ?? 0);
    try {
      zipEntries(broken);
    } catch (error) {
      expect(error).toMatchObject(rejection);
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
  const [bomb] = zipEntries(changed(24, 10, 4));
  expect(bomb?.read()).rejects.toMatchObject({ code: "payload-too-large" });
  const [short] = zipEntries(changed(24, 9_000, 4));
  expect(short?.read()).rejects.toMatchObject(rejection);
});

test("encrypted files, ZIP64 and other methods are rejected", () => {
  for (const file of [
    changed(8, 1, 2),
    changed(10, 14, 2),
    changed(24, 0xffffffff, 4),
    changed(42, 0x7fffffff, 4),
  ]) {
    expect(() => zipEntries(file)).toThrow(expect.objectContaining(rejection));
  }
});
