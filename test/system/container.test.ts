import { describe, expect, test } from "bun:test";
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { sampleFile } from "../../src/apis/images/sample.ts";
import { samplePdf } from "../../src/apis/pdf/samples.ts";
import { afterwards } from "../helpers/afterwards.ts";
import { freePort, startQuintet } from "../helpers/running.ts";
import { searchProcess } from "../helpers/secrets.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";
import { fileAt } from "../recorders/generated.ts";

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

/** The instructions of a Containerfile, each on one line. */
function instructionsOf(file: string): Instruction[] {
  return file
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, word = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line.trim()) ?? [];
      return { word, rest };
    });
}

const root = Bun.fileURLToPath(fileAt(""));
const instructions = instructionsOf(await Bun.file(fileAt("deploy/Containerfile")).text());
const all = (word: string) => instructions.filter((one) => one.word === word).map(({ rest }) => rest);
/** The last instruction of a kind; the image heeds that one. */
const last = (word: string): string => all(word).at(-1) ?? "";
/** What is copied from the checkout: sources, then the target. */
const copies = all("COPY")
  .filter((rest) => !rest.startsWith("--from="))
  .map((rest) => rest.split(/\s+/));
const sources = copies.flatMap((words) => words.slice(0, -1));
const ignored = (await Bun.file(fileAt(".dockerignore")).text()).trim().split("\n");

const asRoot = process.getuid?.() === 0;
const [uid = 0, gid = 0] = last("USER").split(":").map(Number);

describe("the Containerfile", () => {
  test("has instructions that there are, on images with a name and a version", () => {
    const words =
      "FROM ARG RUN COPY WORKDIR USER ENV VOLUME EXPOSE STOPSIGNAL HEALTHCHECK ENTRYPOINT CMD".split(" ");
    for (const { word } of instructions) expect(words).toContain(word);
    for (const from of all("FROM"))
      expect(from).toMatch(/^[a-z.]+\/[a-z/]+:[\w.-]*bookworm[\w.-]*( AS \w+)?$/);
    expect(uid).toBeGreaterThan(0);
    expect(gid).toBeGreaterThan(0);
  });

  test("copies what is in the repository, and what .dockerignore lets through", () => {
    expect(sources.length).toBeGreaterThan(3);
    for (const source of sources) {
      const { exitCode, stdout } = Bun.spawnSync(["git", "ls-files", "--", source], { cwd: root });
      expect([source, exitCode, stdout.length > 0]).toEqual([source, 0, true]);
      expect(ignored).toContain(`!${source.replace("./", "")}`);
    }
    for (const rule of ignored.filter((line) => line.startsWith("!")))
      expect(sources).toContain(rule.slice(1));
    expect(ignored[0]).toBe("**");
  });

  test("asks with what is in the image whether the server is well", async () => {
    const [, list = "[]"] = /CMD (\[.*\])$/.exec(last("HEALTHCHECK")) ?? [];
    const [program = "", ...words] = JSON.parse(list) as string[];
    const ask = (port: number) =>
      Bun.spawnSync([program.replace("/app/", root), ...words], { env: { PORT: String(port) } }).exitCode;
    await using server = await startQuintet();
    expect(ask(server.port)).toBe(0);
    expect(ask(freePort())).not.toBe(0);
  });
});

/** Lays the image's /app out in a folder that everybody may read; undefined where npm has not kept the packages. */
function build(): string | undefined {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  afterwards('rm -rf "$1"', folder);
  for (const words of copies) {
    const target = words.at(-1) ?? "";
    for (const source of words.slice(0, -1)) {
      const name = target === "./" || target === "." ? source : target;
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      cpSync(join(root, source), join(folder, name), { recursive: true });
    }
  }
  const install = all("RUN").find((command) => command.startsWith("npm ci")) ?? "";
  const { exitCode } = Bun.spawnSync(["sh", "-c", `${install} --offline`], { cwd: folder });
  return exitCode === 0 ? folder : undefined;
}

describe("the image", () => {
  test.skipIf(!asRoot)(
    "built of what is copied, serves as its user, who can write to its folder of data alone",
    async () => {
      const app = build();
      if (app === undefined) {
        process.stderr.write(
          "\n*** SKIPPED: the image's own packages, because npm has not kept them: run npm ci here first ***\n\n",
        );
        return;
      }
      // No tests, no development packages.
      expect(existsSync(join(app, "node_modules/typescript"))).toBe(false);
      expect(existsSync(join(app, "node_modules/@biomejs"))).toBe(false);
      const data = join(app, "data");
      mkdirSync(data, { mode: 0o700 });
      chownSync(data, uid, gid);
      const port = freePort();
      const drop = ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--no-new-privs"];
      const run = (words: readonly string[]) =>
        Bun.spawn(
          [
            ...drop,
            ...[...JSON.parse(last("ENTRYPOINT")), ...words].map((word) => word.replace("/app/", `${app}/`)),
          ],
          {
            cwd: "/",
            env: { DATA_DIR: data, HOME: "/tmp", PORT: String(port), HOST: "127.0.0.1", DRAIN_MS: "0" },
            stdio: ["ignore", "pipe", "pipe"],
          },
        );
      const child = run(JSON.parse(last("CMD")) as string[]);
      const url = `http://127.0.0.1:${port}`;
      await until("it is ready", async () => {
        if (child.exitCode !== null) throw new Error(await new Response(child.stderr).text());
        return (await fetch(`${url}/health/ready`).catch(() => undefined))?.ok;
      });
      expect(statSync(join(data, "quintet.db")).uid).toBe(uid);
      expect((await fetch(`${url}/`)).status).toBe(200);
      // The client packages are packed of what is in the image, without the packages of development.
      expect((await fetch(`${url}/clients`)).status).toBe(200);
      // The operator's commands beside it, the workers, and the libraries for pictures.
      const made = await new Response(run(["keys", "create", "a@example.com"]).stdout).json();
      const headers = { "X-API-Key": (made as { key: string }).key };
      const text = await fetch(`${url}/pdf/extract`, {
        method: "POST",
        body: samplePdf(),
        headers: { ...headers, "Content-Type": "application/pdf" },
      });
      expect([text.status, await text.text()]).toEqual([
        200,
        expect.stringContaining("This sample shows what Quintet extracts"),
      ]);
      const cut = await fetch(`${url}/images/remove-bg`, {
        method: "POST",
        body: await sampleFile.make(),
        headers: { ...headers, "Content-Type": "image/png" },
      });
      expect(cut.status).toBe(200);
      child.kill(last("STOPSIGNAL") as NodeJS.Signals);
      expect(await child.exited).toBe(0);
      await searchProcess(await new Response(child.stderr).text(), data);
    },
  );
});
