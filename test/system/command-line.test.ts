import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { sampleFile } from "../../src/apis/images/sample.ts";
import { samples } from "../../src/apis/pdf/samples.ts";
import { VERSION } from "../../src/kit/version.ts";
import { SHORT_LIVED } from "../helpers/engine-settings.ts";
import { entry, type Running, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const folder = temporaryFolder();
const pdf = join(folder, "sample.pdf");
let server: Running;

beforeAll(async () => {
  await Bun.write(pdf, samples.plain.make());
  server = await startQuintet({ METERING: "off" });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Runs the command as it is installed, in an environment of its own. */
async function quintet(
  words: readonly string[],
  environment: Record<string, string> = {},
  input?: Uint8Array,
) {
  const child = Bun.spawn([process.execPath, entry, ...words], {
    cwd: folder,
    env: { ...SHORT_LIVED, PATH: process.env.PATH ?? "", DATA_DIR: join(folder, "data"), ...environment },
    stdin: input ?? "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.bytes(), child.stderr.text()]);
  return { code: await child.exited, out: new TextDecoder().decode(out), bytes: out, err };
}

describe("an operation as a command", () => {
  test("answers here, as JSON where it is piped", async () => {
    const { code, out, err } = await quintet(["uuid", "v7", "--n", "3"]);
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toHaveLength(3);
  });

  test("reads a file and standard input alike", async () => {
    const [byName, byInput] = await Promise.all([
      quintet(["pdf", "extract", pdf, "--type", "plain"]),
      quintet(["pdf", "extract", "-", "--type", "text/plain"], {}, samples.plain.make()),
    ]);
    expect(byName.err + byInput.err).toBe("");
    expect(byName.out).toContain("This sample shows what Quintet extracts");
    expect(byInput.out).toBe(byName.out);
  });

  test("writes its answer into a file", async () => {
    const out = join(folder, "answer.json");
    expect(await quintet(["pdf", "extract", "--file", pdf, "--out", out])).toMatchObject({
      code: 0,
      out: "",
    });
    expect(await Bun.file(out).json()).toMatchObject({ pageCount: 1 });
  });

  test("asks a server elsewhere, with the key of the environment", async () => {
    const words = ["uuid", "decode", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "--server", server.url];
    const { code, out } = await quintet(words, { QUINTET_KEY: "qt_live_nonsense" });
    expect([code, JSON.parse(out).version]).toEqual([0, 7]);
  });
});

describe("output", () => {
  /** Runs the command in a shell: `$Q` is the command. */
  async function shell(script: string) {
    const child = Bun.spawn(["sh", "-c", script.replaceAll("$Q", `"${process.execPath}" "${entry}"`)], {
      cwd: folder,
      env: { ...SHORT_LIVED, PATH: process.env.PATH ?? "", DATA_DIR: join(folder, "data") },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { code: await child.exited, out, err };
  }

  test("is whole where the reader is slower than the command, also where a call fails", async () => {
    let calls = 0;
    const answer = () =>
      calls++ < 2
        ? Response.json({ big: "x".repeat(1_000_000) })
        : Response.json({ code: "not-found", detail: "No." }, { status: 404 });
    using site = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
    const at = `--server ${site.url.origin}`;
    expect((await shell(`$Q seo meta http://x.example/ ${at} | (sleep 2; wc -c)`)).out.trim()).toBe(
      "1000011",
    );
    await Bun.write(join(folder, "other.pdf"), samples.plain.make());
    const files = await shell(`$Q pdf extract sample.pdf other.pdf ${at} | (sleep 2; wc -c)`);
    expect([files.err, Number(files.out) > 1_000_000]).toEqual([expect.stringContaining("1 failed"), true]);
  }, 60_000);

  test.each([
    ["uuid v4 > /dev/full", 1, "The output cannot be written. No space left on device."],
    ["completions bash > /dev/full", 1, "The output cannot be written. No space left on device."],
  ])("that cannot be written is an error: %s", async (words, code, said) => {
    expect(await shell(`$Q ${words}`)).toEqual({ code, out: "", err: `quintet: ${said}\n` });
  });

  test.each(["help", "completions bash", "uuid v4"])(
    "of %s ends in silence with its reader",
    async (words) => {
      expect(await shell(`$Q ${words} | true`)).toEqual({ code: 0, out: "", err: "" });
    },
  );

  test("goes through links and pipes that --out names, and input comes through pipes", async () => {
    const { out, err } = await shell(`echo old > kept; ln -s kept link; $Q uuid v4 --out link; cat kept; echo
mkfifo pipe; $Q pdf extract sample.pdf --type plain --out pipe & cat pipe; wait
test -p pipe && test -L link && echo both
mkfifo in.pdf; cat sample.pdf > in.pdf & $Q pdf extract in.pdf --type plain; wait`);
    expect([err, out]).toEqual(["", expect.stringMatching(/^\["[\da-f-]{36}"\]\n/)]);
    expect(out.split("This sample shows")).toHaveLength(3);
    expect(out).toContain("both\n");
  });
});

const page = () => new Response("<h1>Welcome</h1>", { headers: { "Content-Type": "text/html" } });

describe("exit codes", () => {
  test("1 where the call is refused, with the detail and the code", async () => {
    const { code, out, err } = await quintet(["uuid", "v7", "--n", "101"]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toBe(
      "quintet: n must be a whole number from 1 to 100: it is out of range. (invalid-parameter)\n",
    );
  });

  test.each([
    [["uuid", "v9"], "quintet uuid has v4, v7"],
    [["uuid", "v7", "--formt", "urn"], "Did you mean --format?"],
    [["pdf", "extract", "nothing.pdf"], "File not found: nothing.pdf"],
    [["pdf", "extract", "--type", "gif", pdf], "--type must be one of"],
    [["uuid", "v4", "--server", "nonsense"], "--server must be"],
    [["uuid", "v4", "--server", "http://127.0.0.1:9"], "No response from"],
    [["completions", "tcsh"], "bash|zsh|fish|powershell"],
    [["nonsense"], "Unknown command: nonsense."],
    [["serve", "x"], "Unexpected argument: x"],
    [["serve", "--dril"], "Unknown option: --dril."],
    [["serve", "--drill", "x"], "Unexpected argument: x"],
    [["batch", "pfd", "extract", "a"], "Unknown command: pfd. Did you mean pdf?"],
  ])("2 where the command cannot be meant: %j", async (words, said) => {
    const { code, out, err } = await quintet(words);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(said);
    expect(err).not.toMatch(/\n\s+at /);
  });

  test("0 for help, everywhere, and for the version; the bare command is help", async () => {
    const helps = [
      [],
      ["help"],
      ["serve", "--help"],
      ["keys", "-h"],
      ["admin", "accounts", "--help"],
      ["pdf"],
      ["models"],
      ["uuid", "--help"],
    ];
    for (const words of helps) {
      expect(await quintet(words)).toMatchObject({
        code: 0,
        err: "",
        out: expect.stringContaining("quintet "),
      });
    }
    expect(await quintet(["--version"])).toMatchObject({ code: 0, err: "", out: `${VERSION}\n` });
  });

  test("1 where another site answers", async () => {
    using site = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => page() });
    for (const words of [
      ["uuid", "v4", "--server", site.url.href],
      ["images", "remove-bg", pdf, "--server", site.url.href],
    ]) {
      const { code, out, err } = await quintet(words);
      expect([code, out]).toEqual([1, ""]);
      expect(err).toContain("Check that --server or QUINTET_SERVER is the URL of a Quintet server.");
      expect(err).not.toContain("<");
    }
  });

  test("0 for help of an operation", async () => {
    expect(await quintet(["--help"])).toMatchObject({ code: 0, err: "" });
    expect((await quintet(["pdf", "extract", "--help"])).out).toContain("--dry-run");
  });
});

describe("a folder of files", () => {
  test("an empty file fails alone, and says so", async () => {
    const from = join(folder, "empty");
    await mkdir(from);
    await Bun.write(join(from, "a.png"), sampleFile.make());
    await Bun.write(join(from, "empty.png"), "");
    const { code, err } = await quintet(["images", "remove-bg", "--dir", from, "--out", join(folder, "cut")]);
    expect(code).toBe(1);
    expect(err).toContain("1 done, 1 failed.");
    expect(err).toMatch(/empty\.png: image is an empty file\. .*\(invalid-body\)/);
  });

  test("every file gets its answer, what is refused is named, and what is there is not made again", async () => {
    const [into, from] = [join(folder, "out"), join(folder, "in")];
    await mkdir(from);
    for (const name of ["a", "b", "c"]) await Bun.write(join(from, `${name}.pdf`), samples.plain.make());
    await Bun.write(join(from, "bad.pdf"), "no PDF at all");
    await Bun.write(join(from, ".hidden"), "not looked at");
    const words = ["pdf", "extract", "--dir", from, "--out", into, "--type", "markdown"];
    const first = await quintet(words);
    expect(first.code).toBe(1);
    expect(first.err).toContain("3 done, 1 failed.");
    expect(first.err).toMatch(/bad\.pdf: .*\(not-a-pdf\)/);
    for (const name of ["a", "b", "c"]) {
      expect(await Bun.file(join(into, `${name}.md`)).text()).toContain(
        "This sample shows what Quintet extracts",
      );
    }
    const again = await quintet(words);
    expect(again.err).toContain("3 skipped because they have a response (--force sends them again).");
    expect(again.err).toContain("0 done, 1 failed.");
    expect((await quintet([...words, "--force"])).err).toContain("3 done, 1 failed.");
  });

  test.each([
    [["--dir", "nowhere", "--out", "x"], "File not found: nowhere"],
    [["nowhere/*.pdf"], "No file matches nowhere/*.pdf"],
  ])("%j is refused", async (words, said) => {
    const { code, err } = await quintet(["pdf", "extract", ...words]);
    expect([code, err.includes(said)]).toEqual([2, true]);
  });
});
