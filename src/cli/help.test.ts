import { describe, expect, test } from "bun:test";
import { readCall } from "./call-arguments.ts";
import { helpOf } from "./call-help.ts";
import { commandNames, readCommand, readForms } from "./command-forms.ts";
import { readCommands } from "./commands.ts";
import { apiHelp, commandHelp, descriptionOf, helpOfWords, overview, styled } from "./help.ts";

const commands = await readCommands();
const { usage, actions, apis: catalogue } = commands;
const firstWords = [...new Set(commandNames(usage).map((name) => name.split(" ")[0] ?? ""))];
const operations = catalogue.flatMap((api) => api.operations.map((operation) => ({ api, operation })));

/** The lines below `Examples:`, as words without `quintet` and variables before it. */
function examplesIn(help: string): string[][] {
  const block = /^Examples:\n((?: {2}.*\n?)+)/m.exec(help)?.[1] ?? "";
  const lines = block
    .replaceAll(/ \\\n +/g, " ")
    .trimEnd()
    .split("\n");
  return lines.filter(Boolean).map(
    (line) =>
      line
        .trim()
        .replace(/^(?:[A-Z]+=\S+ )?quintet /, "")
        .match(/'[^']*'|\S+/g) ?? [],
  );
}

test("every command has a description, and is in the overview and in its own help", () => {
  const text = overview(commands);
  for (const line of usage.split("\n")) {
    const [name = ""] = commandNames(line);
    expect([line, descriptionOf(line, actions)]).toEqual([line, expect.any(String)]);
    const stem = name.split(" ").slice(0, -1).slice(0, 2).join(" ") || name;
    expect(text).toMatch(new RegExp(`^ {2}(?:${name}|${stem}) .*|^ {2}${stem}$`, "m"));
    expect(commandHelp(commands, name.split(" "))).toContain(`  quintet ${name}`);
  }
  for (const { api, operation } of operations) expect(text).toContain(`  ${api.name} ${operation.command}`);
});

test("the overview fits two screens, and no line of any help is wider than 80 columns", () => {
  const all = [
    overview(commands),
    ...firstWords.map((word) => commandHelp(commands, [word]) ?? ""),
    ...commandNames(usage).map((name) => commandHelp(commands, name.split(" ")) ?? ""),
    ...operations.map(({ api, operation }) => helpOf(api, operation)),
    ...catalogue.map((api) => apiHelp(commands, api)),
  ];
  expect(all[0]?.split("\n").length).toBeLessThan(75);
  const wide = all.flatMap((text) => text.split("\n").filter((line) => line.length > 80));
  expect(wide).toEqual([]);
});

describe("every help has examples, and they are read as they are written", () => {
  test.each(firstWords)("quintet %s", (word) => {
    const examples = examplesIn(commandHelp(commands, [word]) ?? "");
    // Some need no more than their form.
    if (!["logout", "shared-reports", "usage"].includes(word)) expect(examples.length).toBeGreaterThan(0);
    for (const words of examples) {
      // A batch has the options of its operation.
      if (word === "batch")
        expect(readCall(catalogue, words.slice(1)).operation.command).toBe(words[2] ?? "");
      else expect(readCommand(usage, words).name).toStartWith(word);
    }
  });

  test.each(
    operations.map(({ api, operation }) => [`${api.name} ${operation.command}`, api, operation] as const),
  )("quintet %s", (_name, api, operation) => {
    const examples = examplesIn(helpOf(api, operation));
    expect(examples.length).toBeGreaterThan(0);
    for (const words of examples) {
      const plain = words.map((word) => word.replace(/^'(.*)'$/s, "$1"));
      expect(readCall(catalogue, plain).operation).toBe(operation);
    }
  });
});

test("the help of an API has its operations, the commands that it brings, and examples of both", () => {
  const [seo, pdf] = ["seo", "pdf"].map((name) => helpOfWords(commands, [name]) ?? "");
  for (const text of [
    "quintet seo audit URL",
    "More commands:\n  quintet seo site URL",
    "  quintet seo site https",
  ])
    expect(seo).toContain(text);
  expect(seo?.match(/^Examples:$/gm)?.length).toBe(1);
  expect(pdf).not.toContain("More commands:");
  // The package that calls servers does not audit sites by itself.
  const remote = helpOfWords({ ...commands, usage: "quintet login" }, ["seo"]);
  expect(remote).not.toContain("seo site");
});

test("the help of a command shows its forms only", () => {
  const help = commandHelp(commands, ["db", "backup"]) ?? "";
  expect(help).toStartWith("Usage:\n  quintet db backup FILE\n");
  expect(help).not.toContain("restore");
  expect(commandHelp(commands, ["keys"])?.match(/^ {2}quintet keys /gm)?.length).toBeGreaterThan(5);
  expect(commandHelp(commands, ["nonsense"])).toBeUndefined();
});

test("titles are bold, and no text changes", () => {
  const bold = styled(overview(commands));
  expect(bold).toContain("\u001b[1mServer:\u001b[22m");
  expect(Bun.stripANSI(bold)).toBe(overview(commands));
  const product = catalogue.find(({ name }) => name === "products");
  if (product !== undefined)
    expect(styled(apiHelp(commands, product))).toStartWith("\u001b[1mQuintet Products:\u001b[22m Amazon");
});

test("no operation lists an option twice", () => {
  for (const { api, operation } of operations) {
    const [, options = ""] = helpOf(api, operation).split("Parameters:");
    const names = [...options.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, name]) => name);
    expect([operation.id, names]).toEqual([operation.id, [...new Set(names)]]);
  }
});

test("commands with an option that they need have an example of it, and options of requests their meaning", () => {
  for (const { name, needed } of readForms(usage)) {
    const help = commandHelp(commands, name.split(" ")) ?? "";
    const examples = examplesIn(help).map((words) => words.join(" "));
    for (const option of needed) {
      if (!["batch", "admin incidents update", "site-audits compare", "webhooks replay"].includes(name))
        expect([name, examples]).toEqual([
          name,
          expect.arrayContaining([expect.stringContaining(`--${option} `)]),
        ]);
      expect(help).toMatch(new RegExp(`^ {2}--${option} .*`, "m"));
    }
  }
  const create = commandHelp(commands, ["site-audits", "create"]) ?? "";
  expect(create.match(/^ {2}--[\w-]+ (?:N|LIST|URL|true\|false|daily\|weekly)(?: +\S|$)/gm)?.length).toBe(10);
  expect(create).toMatch(/1 to 10000\.\s+Default: 500\./);
  expect(commandHelp(commands, ["webhooks", "create"])).toMatch(/^ {2}--events LIST +\S/m);
});
