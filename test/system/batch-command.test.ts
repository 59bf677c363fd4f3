// `quintet batch`, `quintet batches` and `quintet jobs`, as users call them: against a server, and one that misbehaves.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { z } from "zod";
import { sampleFile } from "../../src/apis/images/sample.ts";
import { samples } from "../../src/apis/pdf/samples.ts";
import { SHORT_LIVED } from "../helpers/engine-settings.ts";
import { casesOf } from "../helpers/nightly.ts";
import { entry, freePort, type Running, runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

const work = temporaryFolder();
const home = temporaryFolder();
const pdf = samples.plain.make();
const data = temporaryFolder();
const port = freePort();
let server: Running;
let key = "";

function spawn(words: readonly string[], environment: Readonly<Record<string, string>>) {
  return Bun.spawn([process.execPath, "--no-env-file", entry, ...words], {
    cwd: work,
    env: { ...SHORT_LIVED, PATH: process.env.PATH ?? "", HOME: home, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

const there = () => ({ QUINTET_SERVER: server.url, QUINTET_KEY: key });

async function run(words: readonly string[], environment: Readonly<Record<string, string>> = there()) {
  const child = spawn(words, environment);
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

// Types come with the names: a result that is still written loses its name, `NAME.PID.part`, at any moment.
const filesIn = (path: string) =>
  readdirSync(join(work, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(join(work, path), join(parentPath, name)))
    .sort();

const start = () => startQuintet({ DATA_DIR: data, PORT: String(port) });

beforeAll(async () => {
  for (const path of ["in/deep", "photos"]) mkdirSync(join(work, path), { recursive: true });
  for (const name of ["a.pdf", "deep/a.pdf", 'od"d;\n*.pdf', "b.pdf", "b.PDF"])
    writeFileSync(join(work, "in", name), pdf);
  writeFileSync(join(work, "in/note.pdf"), "no PDF");
  writeFileSync(join(work, "photos/cup.png"), sampleFile.make());
  server = await start();
  const made = await runQuintet({ DATA_DIR: data }, "keys", "create", "batch@example.com");
  key = z.object({ key: z.string() }).parse(JSON.parse(made.out)).key;
  await runQuintet({ DATA_DIR: data }, "plan", "set", "batch@example.com", "pro");
});
afterAll(() => server[Symbol.asyncDispose]());

test("a folder: results have the names of the inputs, a failure is listed and saved, a second run sends what failed", async () => {
  const words = ["batch", "pdf", "extract", "in", "--out", "out", "--type", "markdown"];
  const first = await run(words);
  expect([first.code, first.out]).toEqual([1, ""]);
  expect(first.err).toContain("5 done, 1 failed.");
  expect(first.err).toMatch(/in\/note\.pdf: .*\(not-a-pdf\)/);
  const results = ["a.md", "b.PDF.md", "b.pdf.md", "deep/a.md", 'od"d;\n*.md'];
  expect(filesIn("out")).toEqual([...results, "quintet-failures.ndjson"].sort());
  expect(readFileSync(join(work, "out/quintet-failures.ndjson"), "utf8")).toContain('"code":"not-a-pdf"');
  writeFileSync(join(work, "out/a.md"), "mine");
  writeFileSync(join(work, "in/note.pdf"), pdf);
  const again = await run(words);
  expect(again).toMatchObject({ code: 0, err: expect.stringContaining("5 skipped") });
  expect(filesIn("out")).toEqual([...results, "note.md"].sort());
  expect(readFileSync(join(work, "out/a.md"), "utf8")).toBe("mine");
  expect((await run([...words, "--force"])).code).toBe(0);
  expect(readFileSync(join(work, "out/a.md"), "utf8")).not.toBe("mine");
});

test("a home that cannot be written stops no batch", async () => {
  writeFileSync(join(work, "no-home"), "");
  writeFileSync(join(work, "one.txt"), "http://127.0.0.1:9/\n");
  const environment = { ...there(), HOME: join(work, "no-home") };
  const { err } = await run(["batch", "seo", "meta", "one.txt"], environment);
  expect(err).toMatch(/Cannot use .*no-home.*: not a directory\. To resume this batch, name --out again\./);
  expect(err).toContain("0 done, 1 failed.");
  expect(err).not.toContain("bug");
});

test("images are written as they are; lists of batches and jobs know them", async () => {
  const made = await run([
    "batch",
    "images",
    "remove-bg",
    "photos",
    "--out",
    "cut",
    "--format",
    "webp",
    "--json",
  ]);
  expect([made.code, JSON.parse(made.out)]).toEqual([
    0,
    { file: "photos/cup.png", out: join(work, "cut/cup.webp") },
  ]);
  const listed = z
    .object({ batches: z.array(z.object({ id: z.string(), operation: z.string(), units: z.int() })) })
    .parse(JSON.parse((await run(["batches", "list", "--limit", "1"])).out));
  const { id = "", ...last } = listed.batches[0] ?? {};
  expect(last).toMatchObject({ operation: "images.removeBackground", units: 1 });
  expect(JSON.parse((await run(["batches", "get", id])).out)).toMatchObject({ id, state: "finished" });
  expect(JSON.parse((await run(["batches", "results", id])).out)).toMatchObject({ index: 0, result: null });
  expect((await run(["batches", "results", id, "--zip", "--out", "all.zip"])).code).toBe(0);
  expect(readFileSync(join(work, "all.zip")).subarray(0, 2).toString()).toBe("PK");
  expect((await run(["jobs", "result", `${id}.00000`, "--out", "one.webp"])).code).toBe(0);
  expect(readFileSync(join(work, "one.webp")).equals(readFileSync(join(work, "cut/cup.webp")))).toBe(true);
  expect(JSON.parse((await run(["batches", "cancel", id])).out)).toMatchObject({ succeeded: 1 });
  expect(JSON.parse((await run(["jobs", "list"])).out)).toEqual({ jobs: [], next: null });
  expect(await run(["jobs", "get", "nonsense"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("(unknown-job)"),
  });
});

describe("lists of inputs", () => {
  const lines = (text: string) =>
    text
      .trim()
      .split("\n")
      .map((line) => z.object({ input: z.unknown(), state: z.string() }).parse(JSON.parse(line)));
  const lists = [
    ["urls.txt", "\uFEFFhttp://127.0.0.1:9/a\r\n\r\n# a comment\r\nhttp://127.0.0.1:9/b\r\n"],
    ["urls.csv", 'url\n"http://127.0.0.1:9/a"\nhttp://127.0.0.1:9/b\n'],
    ["plain.csv", "http://127.0.0.1:9/a\nhttp://127.0.0.1:9/b\n"],
    ["urls.ndjson", '{"url":"http://127.0.0.1:9/a"}\n\n{"url":"http://127.0.0.1:9/b"}\n'],
  ] as const;
  // A list is read before it matters who runs it: in the short form, each way has every second one.
  const runs = ["on a server", "without one"].flatMap((where, way) =>
    casesOf(lists, 2, way).map(([name, text]) => [name, where, text] as const),
  );
  test.each(runs)("%s, %s", async (name, where, text) => {
    writeFileSync(join(work, name), text);
    const inputs = [{ url: "http://127.0.0.1:9/a" }, { url: "http://127.0.0.1:9/b" }];
    const environment = where === "without one" ? {} : there();
    const out = `${name}.${where.length}.ndjson`;
    const { code, err } = await run(["batch", "seo", "meta", name, "--out", out], environment);
    expect([code, err]).toEqual([1, expect.stringContaining("0 done, 2 failed.")]);
    const got = lines(readFileSync(join(work, out), "utf8"));
    expect(got.map(({ input, state }) => ({ input, state }))).toEqual(
      inputs.map((input) => ({ input, state: "failed" })),
    );
    const again = await run(["batch", "seo", "meta", name, "--out", out], environment);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining("Use --force to replace it.")]);
  });

  test("2 for a list that cannot be read, before anything is sent", async () => {
    const lists = {
      "wrong.ndjson": '{"url":"https://a.example/"}\n[1]\n',
      "wrong.csv": "address,name\nhttps://a.example/,a\n",
      "empty.txt": "\n# nothing\n",
    };
    for (const [name, text] of Object.entries(lists)) {
      writeFileSync(join(work, name), text);
      const { code, out } = await run(["batch", "seo", "meta", name], {
        QUINTET_SERVER: "http://127.0.0.1:9",
        QUINTET_KEY: "x",
      });
      expect([name, code, out]).toEqual([name, 2, ""]);
    }
    for (const words of [
      ["batch", "seo", "meta", "missing.txt"],
      ["batch", "seo", "meta"],
      ["batch", "seo", "nonsense", "urls.txt"],
      ["batch", "images", "remove-bg", "photos"],
      ["batch", "pdf", "extract", "in", "urls.txt"],
      ["batch", "--resume", "../credentials"],
      ["batches", "get"],
      ["jobs", "list", "--limit", "0"],
    ]) {
      writeFileSync(join(work, "urls.txt"), "http://127.0.0.1:9/\n");
      const { code, err } = await run(words);
      expect([words, code]).toEqual([words, 2]);
      expect(err).not.toMatch(/\n\s+at /);
    }
    expect((await run(["batches", "list"], {})).err).toContain("Batches are on a server.");
    const unknown = await run(["batch", "--resume", "nope"], there());
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("(unknown-batch)")]);
    expect(unknown.err).not.toContain("continues on the server");
  });
});

test("a server that is killed while the batch runs: every input has its result", async () => {
  const COUNT = 60;
  mkdirSync(join(work, "many"));
  for (let i = 0; i < COUNT; i++) writeFileSync(join(work, `many/${i}.pdf`), pdf);
  const child = spawn(["batch", "pdf", "extract", "many", "--out", "texts"], there());
  await until("some results", () => existsSync(join(work, "texts")) && filesIn("texts").length > 3);
  server.kill("SIGKILL");
  await server.exited;
  server = await start();
  const [err, code] = await Promise.all([child.stderr.text(), child.exited]);
  expect([code, err]).toEqual([0, expect.stringContaining(`${COUNT} done, 0 failed.`)]);
  expect(filesIn("texts").length).toBe(COUNT);
});

/** A server whose batch goes on when the test says so. Its results are hostile. */
function slowServer(lines: readonly object[]) {
  const state = { ended: 1, deleted: 0, busy: 0, created: 0 };
  const size = lines.length;
  const batch = () => ({
    id: "b1",
    operation: "seo.meta",
    state: state.ended < size ? "running" : "finished",
    size,
    queued: size - state.ended,
    running: 0,
    succeeded: state.ended,
    failed: 0,
    canceled: 0,
    resultsUrl: "http://169.254.169.254/",
  });
  const busy = () => {
    state.busy--;
    const problem = {
      type: "x",
      title: "x",
      status: 429,
      code: "rate-limited",
      detail: "Slow down.",
      requestId: "r",
    };
    return Response.json(problem, {
      status: 429,
      headers: { "Retry-After": "0", "Content-Type": "application/problem+json" },
    });
  };
  const site = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (request.method === "DELETE") state.deleted++;
      if (request.method === "POST") {
        state.created++;
        return Response.json(batch(), { status: 202 });
      }
      if (state.busy > 0) return busy();
      if (!pathname.endsWith("/results")) return Response.json(batch());
      const after = Number(searchParams.get("after") ?? -1);
      const ready = lines.slice(after + 1, state.ended).map((line) => `${JSON.stringify(line)}\n`);
      return new Response(ready.join(""), { headers: { "Content-Type": "application/x-ndjson" } });
    },
  });
  return { state, site, [Symbol.dispose]: () => void site.stop(true) };
}

const lineOf = (index: number) => ({
  index,
  job: "../../etc/passwd",
  state: "succeeded",
  units: 1,
  result: { title: "\u001b]0;evil\u0007" },
  resultUrl: "http://169.254.169.254/latest/meta-data",
  problem: null,
});

test("Ctrl-C leaves the batch on the server and says how to resume; --resume has each result once", async () => {
  using slow = slowServer([0, 1, 2].map(lineOf));
  writeFileSync(join(work, "three.txt"), "https://a.example/\nhttps://b.example/\nhttps://c.example/\n");
  const environment = { QUINTET_SERVER: slow.site.url.href, QUINTET_KEY: "qt_live_x" };
  const out = join(work, "three.ndjson");
  // As a command that could not reach its server leaves it.
  writeFileSync(out, "");
  const child = spawn(
    ["batch", "seo", "meta", "three.txt", "--out", out, "--server", slow.site.url.href],
    environment,
  );
  await until("the first result", () => existsSync(out) && readFileSync(out, "utf8").includes("\n"));
  child.kill("SIGINT");
  const [err, code] = await Promise.all([child.stderr.text(), child.exited]);
  const origin = slow.site.url.origin;
  expect([code, err]).toEqual([130, expect.stringContaining(`batch --resume b1 --server ${origin}\n`)]);
  expect(err).toContain(`batches cancel b1 --server ${origin}\n`);
  expect(slow.state).toMatchObject({ deleted: 0, created: 1 });
  // Cut off in the middle of a line, as by a power failure.
  writeFileSync(out, `${readFileSync(out, "utf8")}{"index":1,"inp`);
  slow.state.ended = 3;
  slow.state.busy = 3;
  const resumed = await run(["batch", "--resume", "b1"], { QUINTET_KEY: "qt_live_x" });
  expect([resumed.code, resumed.err]).toEqual([0, expect.stringContaining("3 done, 0 failed.")]);
  const lines = readFileSync(out, "utf8").trim().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { input: { url: string } }).input.url)).toEqual([
    "https://a.example/",
    "https://b.example/",
    "https://c.example/",
  ]);
  expect(slow.state.created).toBe(1);
});

test("hostile inputs and results cannot leave the folder for results, and one name twice has two files", async () => {
  using slow = slowServer([0, 1, 2, 3].map(lineOf));
  slow.state.ended = 4;
  const list = ["https://a.example/../../../x", "https://a.example/../../../x", "../../y", "C:\\con"];
  writeFileSync(join(work, "hostile.txt"), `${list.join("\n")}\n`);
  const environment = { QUINTET_SERVER: slow.site.url.href, QUINTET_KEY: "qt_live_x" };
  const { code } = await run(["batch", "seo", "meta", "hostile.txt", "--out", "safe"], environment);
  expect([code, filesIn("safe")]).toEqual([
    0,
    ["C-con.json", "a.example-..-..-..-x.json", "a.example-..-..-..-x~2.json", "y.json"],
  ]);
});
