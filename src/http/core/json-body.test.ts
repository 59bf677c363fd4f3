import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { rejecting, rejectionOf } from "../../../test/helpers/rejection.ts";
import { createJsonBodyReader, JSON_BODY_MAX } from "./json-body.ts";

const input = z.object({
  items: z.array(z.string({ error: "must be a string" })).max(3),
  note: z.string().optional(),
});
const read = createJsonBodyReader(input, { lines: "items" });

function request(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Request {
  const all = { "Content-Type": "application/json", ...headers };
  return new Request("http://localhost/", { method: "POST", body, headers: all });
}

async function codeOf(body: string | Uint8Array<ArrayBuffer>, headers?: Record<string, string>) {
  return read(request(body, headers)).then(
    () => "accepted",
    (error: { code?: string }) => error.code,
  );
}

describe("a JSON body", () => {
  test.each([
    ["an object", '{"items":["a","b"]}', { items: ["a", "b"] }],
    ["a list alone", '["a","b"]', { items: ["a", "b"] }],
    ["with null for what is left out", '{"items":["a"],"note":null}', { items: ["a"] }],
    ["with a byte order mark", '\ufeff{"items":["a"]}', { items: ["a"] }],
    ["with line ends in a text", '["a\\nb\\r\\n"]', { items: ["a\nb\r\n"] }],
    ["with all members", '{"note":"n","items":[]}', { items: [], note: "n" }],
  ])("%s", async (_name, body, expected) => {
    expect(await read(request(body))).toEqual(expected);
  });

  test.each([
    ["nothing", "", "invalid-body"],
    ["no JSON", "{", "invalid-body"],
    ["a number", "1", "invalid-body"],
    ["null", "null", "invalid-body"],
    ["a text", '"a"', "invalid-body"],
    ["an unknown member", '{"items":[],"more":1}', "invalid-body"],
    ["the prototype as a member", '{"items":[],"__proto__":{"note":"x"}}', "invalid-body"],
    ["a missing member", "{}", "invalid-parameter"],
    ["a number in the list", "[1]", "invalid-parameter"],
    ["a list in the list", '[["a"]]', "invalid-parameter"],
    ["too many", '["a","b","c","d"]', "invalid-parameter"],
    ["a text instead of the list", '{"items":"a"}', "invalid-parameter"],
    ["a list so deep that a recursive parser ends", "[".repeat(60_000), "invalid-body"],
    ["a whole list so deep", "[".repeat(30_000) + "]".repeat(30_000), "invalid-parameter"],
  ])("is rejected: %s", async (_name, body, code) => {
    expect(await codeOf(body)).toBe(code);
  });

  test("names the place of what is wrong", async () => {
    expect(await rejecting(read(request('["a",1]')))).toThrow("items[1] must be a string.");
  });
});

describe("lines", () => {
  test.each([
    ["LF", "a\nb\n", ["a", "b"]],
    ["CRLF", "a\r\nb\r\n", ["a", "b"]],
    ["no end", "a\nb", ["a", "b"]],
    ["an empty line, which is an item", "a\n\nb", ["a", "", "b"]],
    ["only a line end", "\n", [""]],
    ["nothing", "", []],
    ["JSON, which they are not", '["a"]', ['["a"]']],
  ])("%s", async (_name, body, items) => {
    const headers = { "Content-Type": "Text/Plain; charset=utf-8" };
    expect(await read(request(body, headers))).toEqual({ items });
  });
});

describe("what is no body of this kind", () => {
  test.each([
    ["another media type", { "Content-Type": "application/x-www-form-urlencoded" }],
    ["none", { "Content-Type": "" }],
    ["a compressed body", { "Content-Encoding": "gzip" }],
  ])("%s", async (_name, headers) => {
    expect(await codeOf("[]", headers)).toBe("unsupported-media-type");
  });

  test("text that is not UTF-8", async () => {
    expect(await codeOf(new Uint8Array([0x5b, 0x22, 0xff, 0x22, 0x5d]))).toBe("invalid-body");
  });

  test("more than 64 KB, announced or not", async () => {
    expect(await codeOf(" ".repeat(JSON_BODY_MAX + 1))).toBe("payload-too-large");
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(8_192).fill(32)),
    });
    const streamed = new Request("http://localhost/", {
      method: "POST",
      body: endless,
      headers: { "Content-Type": "application/json" },
      duplex: "half",
    } as RequestInit);
    expect(await rejectionOf(read(streamed))).toMatchObject({ code: "payload-too-large" });
    expect(await codeOf(`[${" ".repeat(JSON_BODY_MAX - 2)}]`)).toBe("accepted");
  });
});
