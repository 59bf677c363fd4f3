import { expect, test } from "bun:test";
import { wantsHtml } from "./responses.ts";

test.each([
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true],
  ["text/html, application/json", true],
  ["TEXT/HTML;q=0.9, application/json;q=0.5", true],
  ["application/json, text/html;q=0.9", false],
  ["application/problem+json, text/html;q=0.5", false],
  ["text/html;q=0, */*", false],
  ["*/*", false],
  ["", false],
])("a client that accepts %p wants a page: %p", (accept, expected) => {
  expect(wantsHtml(new Request("http://quintet.test/", { headers: { accept } }))).toBe(expected);
});
