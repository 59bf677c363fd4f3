import { expect, test } from "bun:test";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { paidApi } from "../../test/fixtures/paid-api.ts";
import { rejecting } from "../../test/helpers/rejection.ts";
import { temporaryFolder } from "../../test/helpers/temporary-folder.ts";
import { apis } from "../apis/default-apis.ts";
import type { Api } from "../kit/descriptor.ts";
import { openFolders } from "./local-files.ts";
import { toolsOf } from "./tools.ts";

/** An operation that returns a file. */
const api: Api = {
  ...paidApi,
  operations: { file: { ...paidApi.operations.batch, produces: ["image/png"] } as Api["operations"][string] },
};

/** The tool of the operation, the calls that it has made, and its folder. */
async function opened(answer: () => Response) {
  const folder = temporaryFolder();
  let calls = 0;
  const send = async () => {
    calls++;
    return answer();
  };
  const [tool] = toolsOf([api], send, "http://server.invalid", await openFolders([folder]));
  if (tool === undefined) throw new TypeError("the operation has a tool");
  const call = (outputPath: string) => tool.call({ outputPath }, { headers: {} });
  return { folder, call, calls: () => calls };
}

const image = () => new Response("image", { headers: { "Content-Type": "image/png" } });

test("a call whose outputPath cannot be written is neither made nor charged", async () => {
  const { folder, call, calls } = await opened(image);
  await Bun.write(join(folder, "there.png"), "mine");
  await mkdir(join(folder, "folder"));
  for (const path of ["there.png", "missing/out.png", "folder", "../out.png"]) {
    expect([path, (await call(path)).isError]).toEqual([path, true]);
  }
  expect(calls()).toBe(0);
  expect(await Bun.file(join(folder, "there.png")).text()).toBe("mine");
  expect((await readdir(folder)).sort()).toEqual(["folder", "there.png"]);
});

test("of two calls with one outputPath, one is made", async () => {
  const { folder, call, calls } = await opened(image);
  const results = await Promise.all([call("out.png"), call("out.png")]);
  expect(results.map(({ isError = false }) => isError).sort()).toEqual([false, true]);
  expect(calls()).toBe(1);
  expect(await Bun.file(join(folder, "out.png")).text()).toBe("image");
});

test("a call that fails leaves no file, and may be repeated with the same outputPath", async () => {
  let isDown = true;
  const problem = () => Response.json({ code: "busy" }, { status: 503 });
  const { folder, call } = await opened(() => (isDown ? problem() : image()));
  expect((await call("out.png")).isError).toBe(true);
  expect(await readdir(folder)).toEqual([]);
  isDown = false;
  expect((await call("out.png")).content).toMatchObject([{ type: "resource_link", name: "out.png" }]);
  expect(await readdir(folder)).toEqual(["out.png"]);
});

test.each(["pipe", "folder", "missing"])("a %s is no file to read, and is not waited for", async (name) => {
  const folder = temporaryFolder();
  await mkdir(join(folder, "folder"));
  Bun.spawnSync(["mkfifo", join(folder, "pipe")]);
  const files = await openFolders([folder]);
  expect(await rejecting(files.read("filePath", name))).toThrow(
    /^filePath (?:is no file|must be an existing file)/,
  );
});

test("a file in two arguments is no choice, and a path says what it must be", async () => {
  const folder = temporaryFolder();
  await Bun.write(join(folder, "a.pdf"), "%PDF-");
  const send = () => Promise.reject(new TypeError("nothing is sent"));
  const tool = toolsOf(apis, send, "http://x", await openFolders([folder])).find(
    ({ name }) => name === "pdf_extract",
  );
  const detailOf = async (given: object) =>
    (await tool?.call({ ...given }, { headers: {} }))?.structuredContent?.detail;
  expect(await detailOf({ filePath: "a.pdf", fileBase64: "JVBERi0=" })).toBe(
    "Send exactly one of filePath and fileBase64.",
  );
  for (const filePath of ["b.pdf", "../a.pdf", "/etc/passwd"])
    expect(await detailOf({ filePath })).toBe(
      `filePath must be an existing file in one of these: ${folder}.`,
    );
});
