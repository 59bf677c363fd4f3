import { describe, expect, test } from "bun:test";
import { UsageError } from "../kit/usage-error.ts";
import {
  commandNames,
  presentWords,
  readCommand,
  unknownCommand,
  usageMessage,
  wrapUsage,
} from "./command-forms.ts";
import { OPERATOR_USAGE } from "./operator.ts";

const USAGE = `quintet keys create EMAIL [--name NAME] [--force]
quintet keys list [EMAIL]
quintet keys import NAME FILE… [--days N]
quintet keys import all
quintet keys suspend ACCOUNT --reason TEXT
quintet db downgrade 1.0.0`;

const read = (line: string) => {
  const { name, args, given, flags } = readCommand(USAGE, line.split(" "));
  return [name, [...args], { ...given }, [...flags]] as const;
};

/** The text that a person gets for a line that is no form of the command. */
function messageOf(line: string): string {
  try {
    return `read ${JSON.stringify(read(line))}`;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return usageMessage(error);
  }
}

test.each([
  ["keys create a@b.c", ["keys create", ["a@b.c"], {}, []]],
  ["keys create --name x a@b.c --force", ["keys create", ["a@b.c"], { name: "x" }, ["force"]]],
  ["keys create a@b.c --name=x=y", ["keys create", ["a@b.c"], { name: "x=y" }, []]],
  ["keys create --name=-1 a@b.c", ["keys create", ["a@b.c"], { name: "-1" }, []]],
  ["keys create -- --name", ["keys create", ["--name"], {}, []]],
  ["keys list", ["keys list", [], {}, []]],
  ["keys list a", ["keys list", ["a"], {}, []]],
  ["keys import a b c d --days 3", ["keys import", ["a", "b", "c", "d"], { days: "3" }, []]],
  ["keys import all", ["keys import all", [], {}, []]],
  ["keys import alles b", ["keys import", ["alles", "b"], {}, []]],
  ["keys suspend a --reason b", ["keys suspend", ["a"], { reason: "b" }, []]],
  ["db downgrade 1.0.0", ["db downgrade", ["1.0.0"], {}, []]],
] as const)("%s", (line, called) => {
  expect(read(line)).toEqual(called as never);
});

describe("no form of the command: what is wrong, and how it is written", () => {
  test.each([
    ["", "Unknown command: .\nRun quintet --help to see all commands."],
    ["constructor", "Unknown command: constructor.\nRun quintet --help to see all commands."],
    ["kyes list", "Unknown command: kyes. Did you mean keys?\nRun quintet --help to see all commands."],
    [
      "keys",
      "Name a command of quintet keys: create, list, import, suspend.\nRun quintet keys --help to see its commands.",
    ],
    [
      "keys creat a",
      "Unknown command: keys creat. Did you mean keys create?\nRun quintet keys --help to see its commands.",
    ],
    [
      "keys __proto__",
      "Unknown command: keys __proto__.\nquintet keys has create, list, import, suspend.\nRun quintet keys --help to see its commands.",
    ],
    ["db downgrade", "Missing arguments of quintet db downgrade.\nUsage:\n  quintet db downgrade 1.0.0"],
    ["keys suspend a", "--reason is missing.\nUsage:\n  quintet keys suspend ACCOUNT --reason TEXT"],
    ["keys list a b", "Unexpected argument: b\nUsage:\n  quintet keys list [EMAIL]"],
    ["keys list --days 1", "Unknown option: --days.\nUsage:\n  quintet keys list [EMAIL]"],
    [
      "keys import a",
      "Missing arguments of quintet keys import.\nUsage:\n  quintet keys import NAME FILE… [--days N]",
    ],
    ["keys import all b c --name x", "Unknown option: --name.\nUsage:\n  quintet keys import all"],
    [
      "keys suspend a --reason",
      "--reason needs a value.\nUsage:\n  quintet keys suspend ACCOUNT --reason TEXT",
    ],
  ])("%p", (line, message) => {
    expect(messageOf(line)).toBe(message);
  });

  test.each([
    ["keys create", "Missing arguments of quintet keys create."],
    ["keys create a b", "Unexpected argument: b"],
    ["keys create a --nam x", "Unknown option: --nam. Did you mean --name?"],
    ["keys create a --Name x", "Unknown option: --Name. Did you mean --name?"],
    ["keys create a --toString", "Unknown option: --toString."],
    ["keys create a --__proto__=x", "Unknown option: --__proto__."],
    ["keys create a --name", "--name needs a value."],
    [
      "keys create a --name --force",
      "--name needs a value. Write --name=VALUE for one that begins with a hyphen.",
    ],
    ["keys create a --name x --name y", "--name is given twice."],
    ["keys create a --force --force", "--force is given twice."],
    ["keys create a --force=1", "--force has no value."],
    ["keys create a -f", "Unknown option: -f."],
    [`keys create a --${"x".repeat(1_000)}`, `Unknown option: --${"x".repeat(57)}….`],
  ])("%p", (line, sentence) => {
    const usage = "Usage:\n  quintet keys create EMAIL [--name NAME] [--force]";
    expect(messageOf(line)).toBe(`${sentence}\n${usage}`);
  });
});

test("a usage line is wrapped between its words, never inside of brackets", () => {
  const line =
    "quintet seo site URL [--max-pages N] [--max-depth N] [--delay-ms N] [--include LIST] [--server URL]";
  expect(wrapUsage(line, 2, 60).split("\n")).toEqual([
    "  quintet seo site URL [--max-pages N] [--max-depth N]",
    "      [--delay-ms N] [--include LIST] [--server URL]",
  ]);
  expect(wrapUsage("a", 2)).toBe("  a");
});

test("the forms of the operator's commands are read as they are written", () => {
  const names = commandNames(OPERATOR_USAGE);
  for (const name of ["keys update", "usage", "admin accounts sessions revoke", "admin incidents open"])
    expect(names).toContain(name);
  const called = readCommand(OPERATOR_USAGE, ["admin", "accounts", "plan", "a@example.com", "pro,team"]);
  expect(called).toMatchObject({ name: "admin accounts plan", args: ["a@example.com", "pro,team"] });
});

test("commands of former releases mean those of today", () => {
  expect(presentWords(["keys", "roll", "a@example.com", "ID"])).toEqual([
    "keys",
    "rotate",
    "a@example.com",
    "ID",
  ]);
  expect(presentWords(["webhooks", "roll"])).toEqual(["webhooks", "rotate"]);
  expect(presentWords(["keys", "list"])).toEqual(["keys", "list"]);
  expect(presentWords(["constructor"])).toEqual(["constructor"]);
});

test("the forms of a command follow the sentence, where there are any", () => {
  expect(usageMessage(new UsageError("Wrong.", { forms: "quintet db migrate\nquintet db count" }))).toBe(
    "Wrong.\nUsage:\n  quintet db migrate\n  quintet db count",
  );
  expect(usageMessage(new UsageError("quintet is wrong."))).toBe("quintet is wrong.");
});

test.each([
  ["keys remove", "Did you mean keys revoke?"],
  ["db show", "quintet db has"],
  ["audit", "Did you mean seo audit?"],
  ["remove-bg", "Did you mean images remove-bg?"],
  ["serve x", "Unexpected argument: x\nRun quintet serve --help to see its options."],
  ["--hlep", "Unknown option: --hlep. Did you mean --help?"],
])("the error for %s has “%s”", (line, sentence) => {
  const names = [
    ...commandNames(OPERATOR_USAGE),
    "serve",
    "db count",
    "admin audit",
    "seo audit",
    "images remove-bg",
  ];
  expect(unknownCommand(line.split(" "), names).message).toContain(sentence);
});
