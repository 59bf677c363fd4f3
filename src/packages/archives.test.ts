import { expect, test } from "bun:test";
import { gunzipSync, unzipSync } from "fflate";
import { npmArchive } from "./npm-archive.ts";
import { pythonProject, wheelArchive, wheelName } from "./wheel-archive.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const files = [
  { path: "package.json", bytes: encode("{}") },
  { path: "dist/run.js", bytes: encode("#".repeat(600)), executable: true },
];

test("an npm archive is read by tar, with modes and a fixed time", async () => {
  const read = Bun.spawn(["tar", "--utc", "-tvzf", "-"], { stdin: npmArchive(files), stdout: "pipe" });
  const lines = (await read.stdout.text()).trim().split("\n");
  expect(lines.map((line) => line.replaceAll(/\s+/g, " "))).toEqual([
    "-rwxr-xr-x 0/0 600 1985-10-26 08:15 package/dist/run.js",
    "-rw-r--r-- 0/0 2 1985-10-26 08:15 package/package.json",
  ]);
});

test("the bytes of an npm archive depend on its files only, and name no time or system", () => {
  const archive = npmArchive(files);
  expect(npmArchive(files.toReversed())).toEqual(archive);
  // RFC 1952 section 2.3: MTIME is 0.
  expect([...archive.subarray(4, 8)]).toEqual([0, 0, 0, 0]);
  expect(gunzipSync(archive).length % 512).toBe(0);
});

test("a path that a header cannot have is an error, not another path", () => {
  expect(() => npmArchive([{ path: "x".repeat(100), bytes: encode("") }])).toThrow("too long");
});

test("a wheel has its modules, its metadata, and a record of all of them", () => {
  const project = pythonProject(`[project]
name = "some-client"
version = "2.0.1"
description = "A client."
license = { text = "MIT" }
requires-python = ">=3.9"
dependencies = ["httpx>=0.23,<1"]
classifiers = ["Typing :: Typed"]`);
  const modules = [{ path: "some_client/__init__.py", bytes: encode("answer = 42\n") }];
  const wheel = wheelArchive({ project, modules, readme: "# Some", license: encode("MIT") });
  expect(wheelName(project)).toBe("some_client-2.0.1-py3-none-any.whl");
  const texts = Object.fromEntries(
    Object.entries(unzipSync(wheel)).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]),
  );
  const folder = "some_client-2.0.1.dist-info";
  expect(texts[`${folder}/METADATA`]).toContain("Requires-Dist: httpx>=0.23,<1\n\n# Some");
  const hash = new Bun.CryptoHasher("sha256").update("answer = 42\n").digest("base64url");
  expect(texts[`${folder}/RECORD`]?.split("\n")).toEqual([
    `some_client/__init__.py,sha256=${hash},12`,
    expect.stringContaining(`${folder}/LICENSE,sha256=`),
    expect.stringContaining(`${folder}/METADATA,sha256=`),
    expect.stringContaining(`${folder}/WHEEL,sha256=`),
    `${folder}/RECORD,,`,
    "",
  ]);
});
