import { expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { paidApi } from "../../test/paid-api.ts";
import { openApi } from "./document.ts";

const document = JSON.parse(
  JSON.stringify(openApi("Invented", "1.0.0", [paidApi], "http://quintet.test")),
) as {
  paths: Record<string, Record<string, Record<string, unknown>>>;
};

test("the document of an API with keys is valid OpenAPI 3.1", async () => {
  expect(await new Validator().validate(document)).toMatchObject({ valid: true });
});

test("a metered operation says how to send a key, what is counted and how it refuses", () => {
  const operation = document.paths["/invented/batch"]?.post;
  expect(operation).toMatchObject({ security: [{ key: [] }, { bearer: [] }], "x-quota-unit": "pages" });
  const responses = operation?.responses as Record<string, { headers: object; description: string }>;
  expect(Object.keys(responses["200"]?.headers ?? {})).toContain("Quintet-Cost");
  expect(Object.keys(responses)).toEqual([
    "200",
    "400",
    "401",
    "403",
    "405",
    "409",
    "422",
    "429",
    "500",
    "503",
  ]);
  expect(responses["429"]?.description).toContain("quota-exceeded");
});

test("a free operation of the same API asks for no key", () => {
  const operation = document.paths["/invented/list"]?.get;
  expect(operation).not.toHaveProperty("security");
  expect(Object.keys(operation?.responses ?? {})).not.toContain("401");
});
