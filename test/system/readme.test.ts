import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { apis } from "../../src/apis/default-apis.ts";
import { type Running, spawnQuintet, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** The URL in the README, whatever port the test got. */
const SHOWN = "http://localhost:8080";

const readme = await Bun.file(new URL("../../README.md", import.meta.url)).text();

/** The commands of the README with the lines below them. */
const commands = [...readme.matchAll(/^```console\n([\s\S]*?)^```/gm)].flatMap(([, block = ""]) =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [command = "", ...lines] = text.trimEnd().split("\n");
      return { command, output: lines.join("\n") };
    }),
);

const folder = temporaryFolder();
const data = temporaryFolder();
let server: Running;

beforeAll(async () => {
  server = await startQuintet({ BASE_URL: SHOWN, DATA_DIR: data });
  const sample = apis.flatMap((api) => Object.values(api.operations)).flatMap(({ examples }) => examples);
  const pdf = sample.find(({ file }) => file?.name === "sample.pdf")?.file;
  await Bun.write(join(folder, "report.pdf"), pdf?.make() ?? "");
});
afterAll(() => server[Symbol.asyncDispose]());

function masked(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (uuid) =>
    uuid.startsWith("017f22e2-79b0") ? uuid : "a version 7 UUID",
  );
}

/** Runs one command of the README: the output it must have shown, and the output of now. */
async function run(command: string): Promise<string> {
  const [, path] = /^curl '([^']+)'$/.exec(command) ?? [];
  if (path !== undefined) {
    expect(path).toStartWith(`${SHOWN}/`);
    return (await fetch(server.url + path.slice(SHOWN.length))).text();
  }
  if (command === "git clone REPOSITORY quintet && cd quintet && npm install --omit=dev && npm start") {
    // `npm start` is what `startQuintet` runs; git and npm know the others.
    expect(packageJson.scripts.start).toBe("node bin/quintet.mjs serve");
    return "";
  }
  const [, words] = /^npx quintet (.+)$/.exec(command) ?? [];
  if (words === undefined) throw new TypeError(`the test does not know how to run ${command}`);
  const given = words.split(" ").map((word) => (word === "report.pdf" ? join(folder, word) : word));
  const child = spawnQuintet({ DATA_DIR: data }, given);
  const output = await child.stdout.text();
  expect([command, await child.exited]).toEqual([command, 0]);
  expect(output.trim()).not.toBe("");
  return "";
}

test("the README has commands, and each works as it shows", async () => {
  expect(commands.length).toBeGreaterThanOrEqual(5);
  for (const { command, output } of commands) {
    const now = await run(command);
    if (output !== "") expect(masked(now.trimEnd())).toBe(masked(output));
  }
});

test("each figure is one of docs/benchmarks.md", async () => {
  const figures = [...readme.matchAll(/\| `(?:GET|POST) [^|]*\| ([^|\n]*\d[^|\n]*) \|/g)].flatMap(
    ([, cell = ""]) => [...cell.replaceAll(/(\d),(?=\d{3})/g, "$1").matchAll(/\d+(?:\.\d+)?/g)],
  );
  expect(figures.length).toBeGreaterThanOrEqual(9);
  const benchmarks = await Bun.file(new URL("../../docs/benchmarks.md", import.meta.url)).text();
  for (const [figure] of figures) {
    if (figure === "1") continue;
    expect([
      figure,
      new RegExp(`(?<![\\d.])${figure.replace(".", "\\.")}(?!\\.?\\d)`).test(benchmarks),
    ]).toEqual([figure, true]);
  }
});

test("the badges are true, and each link and picture of the repository exists", async () => {
  expect(readme).toContain(`license-${packageJson.license}-`);
  expect(packageJson.engines.node).toBe(">=20.12");
  expect(readme).toContain("node-%E2%89%A5%2020.12-");
  const document: unknown = await Bun.file(new URL("../../openapi.json", import.meta.url)).json();
  expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(15);
  for (const path of links) {
    expect([path, await Bun.file(new URL(`../../${path}`, import.meta.url)).exists()]).toEqual([path, true]);
  }
});

test("it fits on a screen or two", () => {
  expect(readme.slice(0, readme.indexOf("<details>")).split("\n").length).toBeLessThan(80);
});
