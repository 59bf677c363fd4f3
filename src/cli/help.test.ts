import { expect, test } from "bun:test";
import { apis } from "../apis/default-apis.ts";
import { helpOf } from "./call-help.ts";
import { catalogueOf } from "./catalogue.ts";
import { readUsage, resourceActions } from "./commands.ts";
import { descriptionOf, helpText } from "./help.ts";

const usage = await readUsage();
const actions = await resourceActions();

test("every command has a description, and the help shows it with its usage", () => {
  const help = helpText(usage, apis, [], actions);
  for (const line of usage.split("\n")) {
    expect([line, descriptionOf(line, actions)]).toEqual([line, expect.any(String)]);
    expect(help).toContain(`  ${line}\n      ${descriptionOf(line, actions)}`);
  }
});

test("the help of a command shows its forms only", () => {
  const help = helpText(usage, apis, ["db", "backup"]);
  expect(help).toStartWith("Usage:\n  quintet db backup FILE\n");
  expect(help).not.toContain("restore");
  expect(helpText(usage, apis, ["keys"]).split("quintet keys ").length).toBe(6);
});

test("no operation lists an option twice", () => {
  for (const api of catalogueOf(apis)) {
    for (const operation of api.operations) {
      const options = [...helpOf(api, operation).matchAll(/^ {2}(--[\w-]+)/gm)].map(([, name]) => name);
      expect([operation.id, options]).toEqual([operation.id, [...new Set(options)]]);
    }
  }
});
