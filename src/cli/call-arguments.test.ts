import { describe, expect, test } from "bun:test";
import { apis } from "../apis/default-apis.ts";
import { UsageError } from "../kit/usage-error.ts";
import { readCall } from "./call-arguments.ts";
import { helpOf } from "./call-help.ts";
import { catalogueOf } from "./catalogue.ts";

const catalogue = catalogueOf(apis);
const read = (line: string) => readCall(catalogue, line.split(" "));

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
      { operation: { command: "remove-bg" }, inputs: ["a.jpg"], fields: { crop: "true" } },
    ],
    ["images removeBackground a.jpg", { operation: { command: "remove-bg" }, inputs: ["a.jpg"] }],
    ["pdf extract a.pdf --dry-run", { inputs: ["a.pdf"], isBatch: false, fields: { dryRun: "true" } }],
    ["pdf extract --dry-run a.pdf", { inputs: ["a.pdf"], fields: { dryRun: "true" } }],
    [
      "pdf extract a.pdf b.pdf --concurrency 3",
      { inputs: ["a.pdf", "b.pdf"], isBatch: true, concurrency: 3 },
    ],
    ["pdf extract --dryRun false --file a.pdf", { files: { file: "a.pdf" }, fields: { dryRun: "false" } }],
    ["pdf extract - --type markdown --out x", { inputs: ["-"], type: "markdown", out: "x" }],
    ["pdf extract --dir in --out out --force", { inputs: ["in"], isBatch: true, out: "out", force: true }],
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
    "pdf extract a.pdf --concurrency 0",
    "pdf extract a.pdf --concurrency 65",
    "pdf extract a.pdf --concurrency 1e1",
  ])("%s is a command that cannot be meant", (line) => {
    expect(() => read(line)).toThrow(UsageError);
  });
});

test("help names every parameter of every operation, in lines that fit a terminal", () => {
  for (const api of catalogue) {
    for (const operation of api.operations) {
      const text = helpOf(api, operation);
      const original = Object.values(apis.find(({ name }) => name === api.name)?.operations ?? {});
      const described = original.find(({ path }) => path === operation.path);
      for (const name of Object.keys(described?.input.shape ?? {})) {
        expect(text).toContain(`--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
      }
      const long = text
        .split("\n")
        .filter((line) => line.length > 80 && !/^ {2}(?:quintet |\S+$)/.test(line));
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
    // Operators have commands of their own about profiles, and a site is crawled by another command.
    if (!/ (?:import|erase|site)$/.test(line)) expect(() => read(`${line.slice(8)} --help`)).not.toThrow();
  }
});
