import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../../test/helpers/temporary-folder.ts";
import { readAllowance } from "../../../egress/allowance.ts";
import { createDownload } from "../../../egress/download.ts";
import {
  beginning,
  bytesOf,
  deaf,
  type FileServer,
  hexOf,
  says,
  serveFiles,
  whole,
} from "./file-server.fixture.ts";
import { ModelError, type ModelFault } from "./model-error.ts";
import { ModelStore } from "./model-store.ts";
import { pullModel, type VerifiedModel } from "./pull.ts";
import { type Entry, entryOf } from "./registry.ts";

const content = bytesOf(300_000);

const entry = {
  ...entryOf("u2netp"),
  name: "test",
  file: "test.onnx",
  checksum: { algorithm: "sha256", hex: hexOf("sha256", content) },
} as Entry;

let folder: string;
let progress: [number, number | undefined][];

beforeEach(() => {
  folder = temporaryFolder();
  progress = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Server = Pick<FileServer, "url" | "target"> & Partial<FileServer>;

/** How much comes before a connection is cut. */
const CUT = 120_000;

function pull(server: Server, wanted = entry, into = folder): Promise<VerifiedModel> {
  return pullModel(wanted, {
    store: new ModelStore(into),
    baseUrl: server.url,
    download: createDownload({ allowance: readAllowance(server.target), userAgent: "Quintet/test" }),
    onProgress(done, total) {
      progress.push([done, total]);
      if (done === CUT) server.cut?.();
    },
  });
}

async function expectFault(pulling: Promise<unknown>, fault: ModelFault, words: string): Promise<void> {
  const error = await pulling.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ModelError);
  if (!(error instanceof ModelError)) return;
  expect([error.fault, error.message]).toEqual([fault, expect.stringContaining(words)]);
  expect(error.message).not.toContain("\n");
}

const inFolder = () => readdirSync(folder).sort();
const sizeOf = (name: string) => Bun.file(join(folder, name)).size;

async function expectInstalled(): Promise<void> {
  expect(inFolder()).toEqual(["test.onnx"]);
  expect(Buffer.compare(await Bun.file(join(folder, "test.onnx")).bytes(), content)).toBe(0);
}

describe("a download that works", () => {
  test("is checked and installed, and its digests are told", async () => {
    await using server = await serveFiles(whole(content));
    const pulled = await pull(server);
    expect(pulled).toEqual({
      path: join(folder, "test.onnx"),
      bytes: content.length,
      before: false,
      sha256: hexOf("sha256", content),
      md5: hexOf("md5", content),
    });
    expect(progress.at(-1)).toEqual([content.length, content.length]);
    await expectInstalled();
  });

  test("md5 serves where that is all that is published", async () => {
    await using server = await serveFiles(whole(content));
    await pull(server, { ...entry, checksum: { algorithm: "md5", hex: hexOf("md5", content) } });
    await expectInstalled();
  });

  test("makes the folder, however deep", async () => {
    await using server = await serveFiles(whole(content));
    const { path } = await pull(server, entry, join(folder, "data", "models"));
    expect(path).toBe(join(folder, "data", "models", "test.onnx"));
  });

  test("needs no length", async () => {
    await using server = await serveFiles((_request, response) => {
      response.writeHead(200, { "Transfer-Encoding": "chunked" });
      response.write(content.subarray(0, 100_000));
      response.end(content.subarray(100_000));
    });
    await pull(server);
    expect(progress.at(-1)).toEqual([content.length, undefined]);
    await expectInstalled();
  });

  test("follows redirects, each through the guarded door", async () => {
    await using files = await serveFiles(whole(content));
    await using server = await serveFiles(says(302, { Location: `${files.url}/elsewhere?signed=1` }));
    await pull({ url: server.url, target: `${server.target},${files.target}` });
    await expectInstalled();
    rmSync(join(folder, "test.onnx"));
    // The operator named the mirror, not where it leads.
    await expectFault(pull(server), "refused", "redirects to");
    expect(inFolder()).toEqual([]);
  });

  test("is not made again where the model is there, and is where it is damaged", async () => {
    await using server = await serveFiles(whole(content));
    await Bun.write(join(folder, "test.onnx"), content);
    expect(await pull(server)).toMatchObject({ before: true, bytes: content.length });
    expect(server.ranges).toEqual([]);
    await Bun.write(join(folder, "test.onnx"), content.subarray(1));
    expect(await pull(server)).toMatchObject({ before: false });
    await expectInstalled();
  });
});

describe("a download that breaks off", () => {
  test("goes on from there", async () => {
    await using server = await serveFiles(beginning(content, CUT), whole(content));
    await expectFault(pull(server), "cut", "Run the same command again to resume");
    expect(inFolder()).toEqual(["test.onnx.part"]);
    expect(sizeOf("test.onnx.part")).toBe(CUT);
    progress = [];
    await pull(server);
    expect(server.ranges).toEqual(["", `bytes=${CUT}-`]);
    expect(progress[0]?.[0]).toBeGreaterThan(CUT);
    await expectInstalled();
  });

  test("goes on from there though no length was told", async () => {
    await using server = await serveFiles(beginning(content, CUT, "none"), whole(content));
    await expectFault(pull(server), "cut", "broke");
    await pull(server);
    await expectInstalled();
  });

  test("begins again where the server does not know parts", async () => {
    await using server = await serveFiles(beginning(content, CUT), deaf(content));
    await expectFault(pull(server), "cut", "broke");
    await pull(server);
    await expectInstalled();
  });

  test("begins again where the file is another one by now", async () => {
    await using server = await serveFiles(whole(content));
    await Bun.write(join(folder, "test.onnx.part"), bytesOf(120_000, 2));
    await pull(server);
    expect(server.ranges).toEqual(["bytes=120000-", ""]);
    await expectInstalled();
  });

  test("is installed where all was there but the name", async () => {
    await using server = await serveFiles(whole(content));
    await Bun.write(join(folder, "test.onnx.part"), content);
    await pull(server);
    expect(server.ranges).toEqual([`bytes=${content.length}-`]);
    await expectInstalled();
  });

  test("begins again where more was there than the file has", async () => {
    await using server = await serveFiles(whole(content));
    await Bun.write(join(folder, "test.onnx.part"), bytesOf(content.length + 5));
    await pull(server);
    await expectInstalled();
  });

  test("is refused where the server answers with another part than was asked for", async () => {
    await using server = await serveFiles(says(206, { "Content-Range": `bytes 5-15/${content.length}` }));
    await Bun.write(join(folder, "test.onnx.part"), content.subarray(0, 1000));
    await expectFault(pull(server), "refused", "status 206");
  });
});

describe("what is not the model is not installed", () => {
  test.each([
    ["one bit is wrong", content.with(7, (content[7] ?? 0) ^ 1)],
    ["it is shorter", content.subarray(0, 1000)],
    ["it is a page", Buffer.from("<!doctype html>")],
    ["it is empty", new Uint8Array()],
  ])("%s", async (_title, bytes) => {
    await using server = await serveFiles(whole(bytes));
    await expectFault(
      pull(server),
      "checksum",
      `its sha256 is ${hexOf("sha256", bytes)}, not ${entry.checksum.hex}`,
    );
    expect(inFolder()).toEqual([]);
  });

  test("an installed model stays when its successor is wrong", async () => {
    await using server = await serveFiles(whole(bytesOf(1000, 3)));
    await Bun.write(join(folder, "test.onnx"), bytesOf(1000, 4));
    await expectFault(pull(server), "checksum", "Nothing was installed");
    expect(inFolder()).toEqual(["test.onnx"]);
  });

  test("more than any model has", async () => {
    await using server = await serveFiles((_request, response) => {
      response.writeHead(200, { "Content-Length": 2_000_000_000 });
      response.write(content);
    });
    await expectFault(pull(server), "unsupported", "2000 MB");
    expect(inFolder()).toEqual([]);
  });
});

describe("a server that refuses", () => {
  test.each([403, 404, 416, 429, 500, 503])("status %d", async (status) => {
    await using server = await serveFiles(says(status));
    await expectFault(pull(server), "refused", `status ${status}`);
    expect(inFolder()).toEqual([]);
  });

  test("nobody listens", async () => {
    const { url, target } = await serveFiles().then(async (server) => {
      await server[Symbol.asyncDispose]();
      return server;
    });
    await expectFault(pull({ url, target }), "refused", "The URL in UPSTREAM_URLS does not respond");
  });

  test("an address that is private and that nobody has named", async () => {
    await using server = await serveFiles(whole(content));
    await expectFault(pull({ url: server.url, target: "" }), "refused", "must be on the public internet");
    expect(server.ranges).toEqual([]);
  });
});

describe("a disk that is full", () => {
  test("leaves nothing behind", async () => {
    await using server = await serveFiles(whole(content));
    // The system's own full disk: what is written to it is refused as on a disk without room.
    symlinkSync("/dev/full", join(folder, "test.onnx.part"));
    await expectFault(pull(server), "disk", "is full");
    expect(inFolder()).toEqual([]);
    await pull(server);
    await expectInstalled();
  });

  test.skipIf(process.getuid?.() !== 0)("is noticed before it is filled", async () => {
    const disk = join(folder, "small");
    mkdirSync(disk);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]);
    try {
      await using server = await serveFiles(whole(content));
      await expectFault(pull(server, entry, disk), "disk", "of disk space, and ");
      expect(readdirSync(disk)).toEqual([]);
    } finally {
      execFileSync("umount", [disk]);
    }
  });

  test.skipIf(process.getuid?.() !== 0)("fills up where no length was told", async () => {
    const disk = join(folder, "small");
    mkdirSync(disk);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=128k", "tmpfs", disk]);
    try {
      await using server = await serveFiles((_request, response) => {
        response.writeHead(200, { "Transfer-Encoding": "chunked" }).end(content);
      });
      await expectFault(pull(server, entry, disk), "disk", "is full");
      expect(readdirSync(disk)).toEqual([]);
    } finally {
      execFileSync("umount", [disk]);
    }
  });

  test("a folder that is a file", async () => {
    await using server = await serveFiles(whole(content));
    await Bun.write(join(folder, "file"), "");
    await expectFault(pull(server, entry, join(folder, "file")), "disk", "cannot be written to");
    expect(existsSync(join(folder, "file"))).toBe(true);
  });
});

test("no more than a little of a large file is in memory", async () => {
  const script = join(import.meta.dir, "../../../../test/workers/pull-memory.ts");
  const child = Bun.spawn([process.execPath, script, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const grown = Number(await child.stdout.text());
  expect(await child.exited).toBe(0);
  expect(grown).toBeGreaterThan(0);
  expect(grown).toBeLessThan(110e6);
});
