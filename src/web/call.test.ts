import { describe, expect, test } from "bun:test";
import { BASE, openDemoSend } from "../../test/helpers/demo-send.ts";
import { apis } from "../apis/default-apis.ts";
import { addressOf } from "../kit/call-request.ts";
import { createCall, curlLine, curlParts } from "./call.ts";

const call = createCall(openDemoSend(apis), BASE, new AbortController().signal);
const operations = apis.flatMap((api) =>
  Object.values(api.operations).map((operation) => ({ api, operation })),
);

describe("a call", () => {
  test("of every example of an open API is answered with the status that it promises", async () => {
    for (const { api, operation } of operations.filter(({ api }) => api.access === "open")) {
      for (const { input, status = 200 } of operation.examples) {
        const answer = await call(operation, input);
        expect([api.name, operation.path, answer.status]).toEqual([api.name, operation.path, status]);
        expect(() => JSON.parse(answer.body)).not.toThrow();
      }
    }
  });

  test("is read as strictly as a request from outside", async () => {
    const v4 = operations.find(({ operation }) => operation.path === "/v4")?.operation;
    if (v4 === undefined) throw new TypeError("there is no /v4");
    for (const n of ["", "0", "101", "1e2", "+5", " 5", "05", "５"]) {
      const { status, body } = await call(v4, { n });
      expect([n, status, JSON.parse(body).code]).toEqual([n, 400, "invalid-parameter"]);
    }
    expect((await call(v4, { count: "5" })).status).toBe(400);
  });
});

test("an address leaves no character for a shell, a template or a link to take as its own", () => {
  for (const { api, operation } of operations) {
    const names = Object.keys(operation.input.shape);
    const input = Object.fromEntries(names.map((name) => [name, `a b:,/?#&="'\`$!{}()*\\\n<é>`]));
    const address = addressOf(operation, input);
    expect(address).toMatch(/^\/[\w\-.,:/%?=&~]*$/);
    const line = curlLine(api, operation, { title: "Any", input }, BASE);
    expect(curlParts(api, operation, { title: "Any", input }, BASE).join(" ")).toBe(line);
    if (operation.jsonBody !== undefined) expect(line).toContain(" --json '");
    else if (operation.accepts === undefined) expect(line).toEndWith(`"${BASE}${address}"`);
    // In a form each field is one word in single quotes, in which a shell knows one character: their end.
    else expect(line.match(/--form-string '(?:[^']|'\\'')*'/g)).toHaveLength(names.length);
  }
});

test("a command sends a file whatever its name", async () => {
  const found = operations.find(({ operation }) => operation.path === "/pdf/extract");
  if (found === undefined) throw new TypeError("there is no /pdf/extract");
  const written = (name: string) => {
    const example = { title: "Any", input: {}, file: { name, make: () => new Uint8Array() } };
    return curlParts(found.api, found.operation, example, BASE).find((part) => part.startsWith("-F"));
  };
  // curl ends a name without quotes at a comma and at a semicolon.
  expect(written("report.pdf")).toBe("-F file=@report.pdf");
  expect(written("Doe, Jane; final.pdf")).toBe(`-F 'file=@"Doe, Jane; final.pdf"'`);
  expect(written('"a".pdf')).toBe(`-F 'file=@"\\"a\\".pdf"'`);
  expect(written("it's \\ here.pdf")).toBe(`-F 'file=@it'\\''s \\ here.pdf'`);
});

test("a command stores what is no text in a file, under the extension of the format", () => {
  const found = operations.find(({ operation }) => operation.path === "/images/remove-bg");
  if (found === undefined) throw new TypeError("there is no /images/remove-bg");
  const line = (input: Record<string, string>) =>
    curlLine(found.api, found.operation, { title: "Any", input }, BASE);
  expect(line({})).toContain(" --output result.png ");
  expect(line({ format: "webp" })).toContain(" --output result.webp ");
  expect(line({ format: "x; reboot" })).toContain(" --output result.png ");
  expect(line({ response: "json" })).not.toContain("--output");
});
