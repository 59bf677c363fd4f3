import { expect, test } from "bun:test";
import { apis } from "../apis/index.ts";
import { ADMIN_USAGE } from "./admin.ts";
import { BILLING_USAGE } from "./billing.ts";
import { helpOf } from "./call-help.ts";
import { catalogueOf } from "./catalogue.ts";
import { CONFIG_USAGE } from "./config-check.ts";
import { DATABASE_USAGE } from "./database.ts";
import { descriptionOf, helpText } from "./help.ts";
import { LOGIN_USAGE } from "./login.ts";
import { OPERATOR_USAGE } from "./operator.ts";

const usage = [
  "quintet serve",
  "quintet API OPERATION [--help]",
  LOGIN_USAGE,
  OPERATOR_USAGE,
  ADMIN_USAGE,
  BILLING_USAGE,
  DATABASE_USAGE,
  CONFIG_USAGE,
  ...apis.flatMap(({ commands = [] }) => commands.map((command) => command.usage)),
].join("\n");

test("every command has a description, and the help shows it with its usage", () => {
  const help = helpText(usage, apis);
  for (const line of usage.split("\n")) {
    expect([line, descriptionOf(line)]).toEqual([line, expect.any(String)]);
    expect(help).toContain(`  ${line}\n      ${descriptionOf(line)}`);
  }
});

test("the help of a command shows its forms only", () => {
  const help = helpText(usage, apis, ["db", "backup"]);
  expect(help).toStartWith("Usage:\n  quintet db backup FILE\n");
  expect(help).not.toContain("restore");
  expect(helpText(usage, apis, ["keys"]).split("quintet keys ").length).toBe(5);
});

test("no operation lists an option twice", () => {
  for (const api of catalogueOf(apis)) {
    for (const operation of api.operations) {
      const options = [...helpOf(api, operation).matchAll(/^ {2}(--[\w-]+)/gm)].map(([, name]) => name);
      expect([operation.id, options]).toEqual([operation.id, [...new Set(options)]]);
    }
  }
});
