import { describe, expect, test } from "bun:test";
import { apis } from "../apis/index.ts";
import { UsageError } from "../kit/usage-error.ts";
import { commandOf, readCall } from "./call-arguments.ts";
import { helpOf } from "./call-help.ts";
import { completionsOf } from "./completions.ts";

const commands = ["serve", "keys create", "keys list", "admin accounts sessions revoke", "profiles import"];
const read = (line: string) => readCall(apis, line.split(" "));

describe("words", () => {
  test.each([
    ["uuid v7 --n 5", { fields: { n: "5" } }],
    ["uuid v7 --n=5", { fields: { n: "5" } }],
    ["uuid validate 017f22e2", { fields: { uuid: "017f22e2" } }],
    ["uuid v7", { fields: {}, out: undefined, json: false }],
    [
      "seo audit https://example.com/ --links check",
      { fields: { url: "https://example.com/", links: "check" } },
    ],
    [
      "images remove-bg a.jpg --crop",
      { id: "remove-bg", files: { image: "a.jpg" }, fields: { crop: "true" } },
    ],
    ["images removeBackground a.jpg", { id: "remove-bg", files: { image: "a.jpg" } }],
    ["pdf extract a.pdf --dry-run", { files: { file: "a.pdf" }, fields: { dryRun: "true" } }],
    ["pdf extract --dry-run a.pdf", { files: { file: "a.pdf" }, fields: { dryRun: "true" } }],
    ["pdf extract --dryRun false --file a.pdf", { files: { file: "a.pdf" }, fields: { dryRun: "false" } }],
    ["pdf extract - --type markdown --out x", { files: { file: "-" }, type: "markdown", out: "x" }],
    ["pdf extract --dir in --out out --force", { folder: "in", out: "out", force: true }],
    ["uuid v4 --server https://api.example.com --json", { server: "https://api.example.com", json: true }],
  ])("%s", (line, expected) => {
    expect(read(line)).toMatchObject(expected);
  });

  test.each([
    "nothing",
    "uuid",
    "uuid v9",
    "uuid v7 --m 5",
    "uuid v7 --n",
    "uuid validate one two",
    "uuid v7 --dir in",
    "uuid v4 --json=yes",
    "pdf extract a.pdf --file b.pdf",
  ])("%s is a command that cannot be meant", (line) => {
    expect(() => read(line)).toThrow(UsageError);
  });
});

test("help names every parameter of every operation, in lines that fit a terminal", () => {
  for (const api of apis) {
    for (const [id, operation] of Object.entries(api.operations)) {
      const text = helpOf(api, id, operation);
      for (const name of Object.keys(operation.input.shape)) {
        expect(text).toContain(`--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
      }
      const long = text.split("\n").filter((line) => line.length > 80 && line.trim().includes(" "));
      expect(long).toEqual([]);
    }
  }
});

test("the commands that the documents show are commands", async () => {
  const texts = await Promise.all(["README.md", "docs/command-line.md"].map((path) => Bun.file(path).text()));
  const names = apis.map(({ name }) => name).join("|");
  const shown = texts.flatMap((text) => [
    ...text.matchAll(new RegExp(`quintet (?:${names}) [a-z0-9-]+`, "g")),
  ]);
  expect(shown.length).toBeGreaterThan(6);
  for (const [line] of shown) {
    // Operators have commands of their own about profiles.
    if (!/ (?:import|erase)$/.test(line)) expect(() => read(`${line.slice(8)} --help`)).not.toThrow();
  }
});

describe("completions", () => {
  test.each(["bash", "zsh", "fish"])("of %s know every operation", (shell) => {
    const text = completionsOf(shell, apis, commands);
    for (const api of apis) {
      for (const operation of Object.values(api.operations)) expect(text).toContain(commandOf(operation));
    }
  });

  test("of bash complete what was begun", async () => {
    const script = `${completionsOf("bash", apis, commands)}
complete_for() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _quintet; echo "\${COMPREPLY[@]}"; }
complete_for quintet uu; complete_for quintet uuid v; complete_for quintet pdf extract --dry`;
    const bash = Bun.spawn(["bash", "-c", script], { stderr: "inherit" });
    expect(await bash.stdout.text()).toBe("uuid\nv4 v7 validate\n--dry-run\n");
  });

  test("of another shell are refused", () => {
    expect(() => completionsOf("tcsh", apis, commands)).toThrow(UsageError);
    expect(() => completionsOf(undefined, apis, commands)).toThrow(UsageError);
  });
});
