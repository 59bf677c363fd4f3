// The package that only calls servers, as its users have it: packed, installed in an empty folder, and run with Node.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { packClients, tools } from "../../clients/build.ts";
import { samples } from "../../src/apis/pdf/samples.ts";
import { VERSION } from "../../src/kit/version.ts";
import { type Running, runQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const folder = temporaryFolder();
const prefix = join(folder, "prefix");
const home = join(folder, "home");
const work = join(folder, "work");
const program = join(prefix, "bin/quintet");
const stored = join(home, ".config/quintet/credentials.json");
let server: Running;
let key = "";

async function run(
  words: readonly string[],
  environment: Record<string, string> = {},
  input = "",
  node: readonly string[] = [],
) {
  const child = Bun.spawn([...node, program, ...words], {
    cwd: work,
    env: { PATH: process.env.PATH ?? "", HOME: home, ...environment },
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}

const there = () => ({ QUINTET_SERVER: server.url, QUINTET_KEY: key });

/** Every file under a folder, with its path from there. */
const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(path, name)).isFile())
    .sort();

beforeAll(async () => {
  for (const path of [prefix, home, work]) mkdirSync(path, { recursive: true });
  const archive = (await packClients(folder)).find((path) => path.includes("quintet-cli-")) ?? "";
  const words = ["npm", "install", "-g", "--offline", "--prefix", prefix, "--no-audit", "--no-fund", archive];
  const installed = Bun.spawnSync(words, { cwd: work, env: { PATH: process.env.PATH ?? "", HOME: home } });
  expect(installed.exitCode).toBe(0);
  const data = temporaryFolder();
  server = await startQuintet({ DATA_DIR: data });
  const made = await runQuintet({ DATA_DIR: data }, "keys", "create", "cli@example.com");
  key = z.object({ key: z.string() }).parse(JSON.parse(made.out)).key;
});
afterAll(() => server[Symbol.asyncDispose]());

test("is under 1 MB, and needs no other package", () => {
  const sizes = filesIn(prefix).map((name) => statSync(join(prefix, name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000);
  expect(readdirSync(join(prefix, "lib/node_modules"))).toEqual(["quintet-cli"]);
});

describe("help and exit codes", () => {
  test("0 for help and the version", async () => {
    for (const words of [[], ["help"], ["--help"], ["-h"], ["uuid", "--help"], ["login", "--help"]]) {
      expect(await run(words)).toMatchObject({
        code: 0,
        err: "",
        out: expect.stringContaining("quintet "),
      });
    }
    expect((await run(["pdf", "extract", "--help"])).out).toContain("--dry-run");
    for (const word of ["--version", "version", "-V"]) {
      expect(await run([word])).toEqual({ code: 0, err: "", out: `${VERSION}\n` });
    }
  });

  test.each([
    [["nonsense"], "Unknown command: nonsense."],
    [["uuid", "v9"], "quintet uuid has v4, v7"],
    [["uuid", "v7"], "No server is set. Run quintet login"],
    [["uuid", "v7", "--server", "nonsense"], "--server must be a URL"],
    [["uuid", "v7", "--server", "ftp://example.com"], "--server must be a URL"],
    [["uuid", "v7", "--formt", "urn", "--server", "http://x"], "Did you mean --format?"],
    [["completions", "tcsh"], "bash|zsh|fish|powershell"],
    [["login"], "Name the server"],
    [["logout"], "not signed in"],
  ])("2 for an invalid command or configuration: %j", async (words, said) => {
    const { code, out, err } = await run(words);
    expect([code, out, err.includes(said)]).toEqual([2, "", true]);
    expect(err).not.toMatch(/\n\s+at /);
  });

  test("1 for a call that failed", async () => {
    const { code, out, err } = await run(["uuid", "v7", "--n", "101"], there());
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("(invalid-parameter)");
    const revoked = await run(["usage"], there());
    expect(revoked.code).toBe(2);
  });

  test("1 where another site answers, and nothing of its page is shown", async () => {
    using site = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response("<h1>Welcome</h1>", { headers: { "Content-Type": "text/html" } }),
    });
    const { code, out, err } = await run(["uuid", "v4", "--server", site.url.href]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("Check that --server or QUINTET_SERVER is the URL of a Quintet server.");
  });

  test("2 where nothing answers", async () => {
    const { port } = new URL(server.url);
    const { code, err } = await run(["uuid", "v4", "--server", `http://127.0.0.2:${port}`]);
    expect([code, err]).toEqual([2, expect.stringContaining("No response from")]);
  });
});

/** What this test uses of tree-sitter. */
interface TreeSitter {
  readonly Language: { load(path: string): Promise<unknown> };
  readonly Parser: {
    init(options: { locateFile(file: string): string }): Promise<void>;
    new (): {
      setLanguage(language: unknown): void;
      parse(text: string): { readonly rootNode: { readonly hasError: boolean } } | null;
    };
  };
}

const grammars = join(tools, "@vscode/tree-sitter-wasm/wasm");

// PowerShell is no package of npm or Debian; the grammar of VS Code is.
test.if(existsSync(grammars))("completions of PowerShell are PowerShell", async () => {
  const { Language, Parser }: TreeSitter = await import(join(grammars, "tree-sitter.js"));
  await Parser.init({ locateFile: (file) => join(grammars, file) });
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(grammars, "tree-sitter-powershell.wasm")));
  const { out, code } = await run(["completions", "powershell"]);
  expect([code, parser.parse(out)?.rootNode.hasError]).toEqual([0, false]);
  // The grammar finds errors.
  expect(parser.parse(out.replace("{", ""))?.rootNode.hasError).toBe(true);
});

test("runs on Node 20 and 22", async () => {
  for (const name of ["node20", "node22"]) {
    const node = join(tools, name, "bin/node");
    if (!existsSync(node)) continue;
    const { out, err } = await run(["uuid", "v7", "--n", "2"], there(), "", [node]);
    expect([err, JSON.parse(out).length]).toEqual(["", 2]);
  }
});

describe("login", () => {
  test("stores the key for this user only, and calls use it", async () => {
    const done = await run(["login", "--server", `${server.url}/`], {}, `${key}\n`);
    expect([done.code, done.err]).toEqual([0, ""]);
    expect(done.out).toContain(stored);
    expect(done.out).not.toContain(key);
    expect(statSync(stored).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, ".config/quintet")).mode & 0o777).toBe(0o700);
    writeFileSync(join(work, "a.pdf"), samples.plain.make());
    const used = await run(["pdf", "extract", "a.pdf", "--dry-run"]);
    expect([used.code, JSON.parse(used.out).pageCount]).toEqual([0, 1]);
  });

  test("does not send the key to another server", async () => {
    let seen: string | null = "";
    using site = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch(request) {
        seen = request.headers.get("authorization");
        return Response.json([]);
      },
    });
    await run(["uuid", "v4", "--server", site.url.href]);
    expect(seen).toBeNull();
    await run(["uuid", "v4", "--server", site.url.href], { QUINTET_KEY: "qt_live_own" });
    expect(seen as string | null).toBe("Bearer qt_live_own");
  });

  test("does not store a key that the server rejects; logout deletes it", async () => {
    const before = readFileSync(stored, "utf8");
    expect((await run(["login", "--server", server.url], {}, "qt_live_wrong")).code).toBe(1);
    expect((await run(["login", "--server", server.url], {}, "")).code).toBe(2);
    expect(readFileSync(stored, "utf8")).toBe(before);
    expect((await run(["logout", "--server", "https://other.example"])).err).toContain("not signed in");
    expect((await run(["logout"])).code).toBe(0);
    expect(readFileSync(stored, "utf8")).not.toContain(key);
    writeFileSync(stored, "{");
    expect(await run(["uuid", "v4"])).toMatchObject({ code: 2, err: expect.stringContaining("is damaged") });
    writeFileSync(stored, "{}");
  });
});

describe("batches", () => {
  const pdf = samples.plain.make();
  beforeAll(() => {
    for (const path of ["in/deep/er", "in/.hidden"]) mkdirSync(join(work, path), { recursive: true });
    for (const name of ["a.pdf", "b.PDF", "deep/c.pdf", "deep/er/a.pdf", ".hidden/x.pdf", "[odd]*.pdf"]) {
      writeFileSync(join(work, "in", name), pdf);
    }
    writeFileSync(join(work, "in/note.txt"), "no PDF");
  });

  test("a folder is sent with its subfolders; a second run resumes; hidden files are left out", async () => {
    const words = ["pdf", "extract", "in", "--out", "out", "--type", "markdown", "--concurrency", "2"];
    const first = await run(words, there());
    expect([first.code, first.out]).toEqual([1, ""]);
    expect(first.err).toContain("5 done, 1 failed.");
    expect(first.err).toMatch(/in\/note\.txt: .*\(not-a-pdf\)/);
    const results = ["[odd]*.md", "a.md", "b.md", "deep/c.md", "deep/er/a.md", "quintet-failures.ndjson"];
    expect(filesIn(join(work, "out"))).toEqual(results);
    const again = await run(words, there());
    expect(again.err).toContain("5 skipped because they have a response");
    expect(again.err).toContain("0 done, 1 failed.");
    expect((await run([...words, "--force"], there())).err).toContain("5 done, 1 failed.");
  });

  test.each([
    ["in/**/*.pdf", ["in/[odd]*.pdf", "in/a.pdf", "in/deep/c.pdf", "in/deep/er/a.pdf"]],
    ["in/*.{pdf,PDF}", ["in/[odd]*.pdf", "in/a.pdf", "in/b.PDF"]],
    ["in/deep/?.pdf", ["in/deep/c.pdf"]],
    ["in/[odd]*.pdf", ["in/[odd]*.pdf"]],
  ])("a quoted pattern: %s, as JSON lines", async (pattern, files) => {
    // With --dir, one file is a batch too.
    const { code, out } = await run(["pdf", "extract", "--dir", pattern, "--dry-run"], there());
    expect(code).toBe(0);
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { file: string; data: { pageCount: number } });
    expect(lines.map(({ file }) => file).sort()).toEqual([...files].sort());
    expect(lines.every(({ data }) => data.pageCount === 1)).toBe(true);
  });

  test("several files, unquoted; JSON lines name the responses and the errors", async () => {
    const words = ["pdf", "extract", "in/a.pdf", "in/note.txt", "in/a.pdf", "--out", "out2", "--json"];
    const { code, out } = await run(words, there());
    expect(code).toBe(1);
    const lines = out.trim().split("\n").sort();
    expect(lines.length).toBe(2);
    expect(JSON.parse(lines[0] ?? "")).toEqual({ file: "in/a.pdf", out: "out2/a.json" });
    expect(JSON.parse(lines[1] ?? "")).toMatchObject({ file: "in/note.txt", error: { code: "not-a-pdf" } });
  });

  test("two files of one name, or one name with two extensions, have two responses", async () => {
    writeFileSync(join(work, "in/a.PDF"), pdf);
    await run(["pdf", "extract", "in/a.pdf", "in/a.PDF", "in/deep/er/a.pdf", "--out", "out3"], there());
    expect(filesIn(join(work, "out3")).length).toBe(3);
  });
});
