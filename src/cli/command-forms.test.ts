import { describe, expect, test } from "bun:test";
import { UsageError } from "../kit/usage-error.ts";
import { ADMIN_USAGE } from "./admin.ts";
import { commandNames, readCommand } from "./command-forms.ts";
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
  ["keys suspend a", ["keys suspend", ["a"], {}, []]],
  ["db downgrade 1.0.0", ["db downgrade", ["1.0.0"], {}, []]],
] as const)("%s", (line, called) => {
  expect(read(line)).toEqual(called as never);
});

describe("no form of the command", () => {
  test.each([
    "",
    "keys",
    "keys creat a",
    "keys create",
    "keys create a b",
    "keys create a --nam x",
    "keys create a --name",
    "keys create a --name x --name y",
    "keys create a --force --force",
    "keys create a --force=1",
    "keys create a -f",
    "keys list a b",
    "keys list --days 1",
    "keys import a",
    "keys import all b c --name x",
    "keys suspend a --reason",
    "db downgrade",
    "constructor",
    "keys __proto__",
  ])("%p", (line) => {
    expect(() => read(line)).toThrow(new UsageError(USAGE));
  });
});

test("the forms of the operator's commands are read as they are written", () => {
  expect(commandNames(OPERATOR_USAGE)).toEqual([
    "keys create",
    "keys list",
    "keys update",
    "keys revoke",
    "keys roll",
    "plan set",
    "usage",
  ]);
  expect(commandNames(ADMIN_USAGE)).toContain("admin accounts sessions revoke");
  const called = readCommand(ADMIN_USAGE, ["admin", "accounts", "plan", "a@example.com", "pro,team"]);
  expect(called).toMatchObject({ name: "admin accounts plan", args: ["a@example.com", "pro,team"] });
});
