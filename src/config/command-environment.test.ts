import { expect, test } from "bun:test";
import { configErrors } from "../config.ts";
import { commandEnvironment } from "./command-environment.ts";

test.each<[string, Record<string, string>, readonly (string | RegExp)[]]>([
  ["models pull", { MODELS_DIR: "/models" }, [/^MODELS_DIR was removed: /]],
  ["keys create", { KEY_PREFIX: "acme_" }, [/^KEY_PREFIX was removed: /]],
  ["models pull", { UPSTREAM_URL: "x", DATADIR: "x" }, [/^UPSTREAM_URL: did you/, /^DATADIR: did you/]],
  ["pdf extract", { PORT: "x", STRIPE_KEY: "x", PRICE_LIST: "both" }, []],
])("quintet %s with %p reads its own variables", (command, environment, errors) => {
  const read = commandEnvironment(command.split(" "), environment);
  expect(configErrors(read)).toEqual(errors.map((error) => expect.stringMatching(error)));
});
