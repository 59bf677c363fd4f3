import { expect, test } from "bun:test";
import { z } from "zod";
import { apis } from "../../apis/default-apis.ts";
import { type AnyOperation, fileBytes, operation, parametersOf } from "../../kit/descriptor.ts";
import { isSecretName, loggedText, parameterLogger } from "./logged-parameters.ts";

const described: AnyOperation = operation({
  method: "POST",
  path: "/invented/{id}",
  summary: "Takes parameters",
  input: z.object({
    id: z.string().optional(),
    url: z.string().optional(),
    text: z.string().optional(),
    more: z.string().optional(),
    only: z.array(z.string()).optional(),
    password: z.string().optional(),
    file: fileBytes(),
  }),
  synonyms: { link: "url" },
  output: z.object({}),
  errors: [],
  accepts: { file: "file", types: ["application/pdf"], base64: "fileBase64" },
  examples: [{ title: "Fine", input: {} }],
  run: () => ({}),
});
const logged = parameterLogger(described);
const nothing = { query: "", path: {}, fields: [], files: [] };
const ofUrl = (url: string) => logged({ ...nothing, query: `url=${encodeURIComponent(url)}` }).values.url;

test("the parameters of path, query and body are kept by their own names, lists whole", () => {
  const sent = {
    query: "link=https%3A%2F%2Fexample.com%2Fa+b%3Fid%3D3&only=a&only=b,c",
    path: { id: "7" },
    fields: [["text", "5"]] as const,
    files: [],
  };
  expect(logged(sent)).toEqual({
    values: { id: "7", url: "https://example.com/a b?id=3", only: "a,b,c", text: "5" },
    omitted: [],
  });
});

test("unknown names, files, secrets and long texts are not kept", () => {
  const fields = [
    ["password", "sesame"],
    ["fileBase64", "AAAA"],
    ["file", "a file as a text"],
    ["text", "<p>a body</p>".repeat(80_000)],
    ["__proto__", "x"],
  ] as const;
  const found = logged({
    ...{ path: {}, fields, files: ["file", "strange"] },
    query: "api_key=qt_live_abc&secret=1&text=%zz&more=%zz",
  });
  expect(found.values).toEqual({});
  expect([...found.omitted].sort()).toEqual(["file", "more", "password", "text"]);
});

test("the message of an error has no keys and unseen characters, and at most 400 characters", () => {
  expect(loggedText('Unknown parameter "qt_live_abc\u202e".')).toBe('Unknown parameter "***".');
  expect(loggedText(`${"x".repeat(399)}😀`)).toBe(`${"x".repeat(399)}\ufffd`);
});

test("all of them have at most 1,000 bytes, however they are sent", () => {
  const long = "\u{1f600}".repeat(150);
  const fields = ["url", "text", "more", "id"].map((name) => [name, long] as const);
  const found = logged({ ...nothing, fields });
  expect(Buffer.byteLength(Object.values(found.values).join(""))).toBeLessThanOrEqual(1_000);
  expect(found.omitted.length).toBeGreaterThan(0);
  const repeated = Array.from({ length: 10_000 }, () => ["only", "x".repeat(99)] as const);
  expect(logged({ ...nothing, fields: repeated })).toEqual({
    values: {},
    omitted: ["only"],
  });
});

test("secrets of URLs are replaced", () => {
  for (const [url, kept] of [
    ["https://user:pass@example.com/a?b=c", "https://***@example.com/a?b=c"],
    ["https:user:pass@example.com", "https:***@example.com"],
    ["https:\\\\user:p@ss@example.com", "https:\\\\***@example.com"],
    ["\tht\ntps://user:pass@example.com", "https://***@example.com"],
    ["user:pass@example.com/", "user:***@example.com/"],
    ["https://a.example/?next=//u:p@b.example/", "https://a.example/?next=//***@b.example/"],
    ["https://a.example/?X-Amz-Signature=ab%20c&id=3", "https://a.example/?X-Amz-Signature=***&id=3"],
    ["https://a.example/?acc%65ss_token=ab#id_token=x", "https://a.example/?acc%65ss_token=***#id_token=***"],
    [
      "https://a.example/?key=1;sig=2&keyword=3&design=4",
      "https://a.example/?key=***;sig=***&keyword=3&design=4",
    ],
    ["https://a.example/qt_live_abcdef", "https://a.example/***"],
    ["https://a.example/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.c2ln", "https://a.example/***"],
  ]) {
    expect([url, ofUrl(url ?? "")]).toEqual([url, kept]);
  }
});

test("nothing invisible is kept", () => {
  const hostile = "a\u0000\u001b[31m\u202e\u2028\u200bb\ud800<script>";
  expect(logged({ ...nothing, fields: [["text", hostile]] }).values).toEqual({
    text: "a[31mb\ufffd<script>",
  });
});

test("no parameter of an API but a password is a secret", () => {
  const names = apis.flatMap((api) =>
    Object.values(api.operations).flatMap((one) => parametersOf(one).map(([name]) => name)),
  );
  expect([...new Set(names.filter(isSecretName))]).toEqual(["password"]);
});
