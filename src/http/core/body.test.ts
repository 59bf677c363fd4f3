import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { temporaryFolder } from "../../../test/helpers/temporary-folder.ts";
import { fileBytes } from "../../kit/descriptor.ts";
import { Problem } from "../../kit/problem.ts";
import { inputReader } from "../../kit/query.ts";
import { createReceiver, textFields } from "./body.ts";
import { Uploads } from "./upload.ts";

const MAX = 1_000;
const receiver = createReceiver({ accepts: { file: "file", types: ["application/pdf"] } }, MAX);
const uploads = () =>
  new Uploads({
    maxBytes: MAX,
    patienceMs: 5_000,
    deadlineMs: 5_000,
    folders: [temporaryFolder()],
    keepFreeBytes: 0,
    inMemory: 1,
  });

/** A body as it was received, with the bytes of its files. */
async function received(receiver: ReturnType<typeof createReceiver>, request: Request) {
  using upload = uploads().begin();
  const { fields, files } = await receiver(request, upload);
  const whole: Record<string, Uint8Array> = {};
  for (const [name, file] of Object.entries(files)) whole[name] = await file.bytes(upload, request.signal);
  return { fields: [...fields], files: whole };
}

const receive = (request: Request) => received(receiver, request);
const bytes = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0, 13, 10, 255, 128, 45, 45]);

function post(body: Bun.BodyInit | null, type?: string): Request {
  const headers: Record<string, string> = type === undefined ? {} : { "Content-Type": type };
  return new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

function form(...parts: [name: string, value: string | Uint8Array<ArrayBuffer>][]): FormData {
  const made = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === "string") made.append(name, value);
    else made.append(name, new Blob([value]), "a.pdf");
  }
  return made;
}

async function refusal(request: Request): Promise<string> {
  try {
    await receive(request);
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
  return "taken";
}

describe("a body is taken", () => {
  test("raw, byte for byte", async () => {
    expect(await receive(post(bytes, "application/pdf"))).toEqual({ fields: [], files: { file: bytes } });
    expect(await receive(post(bytes, "Application/PDF; x=y"))).toEqual({
      fields: [],
      files: { file: bytes },
    });
    expect(await receive(post(bytes, "application/octet-stream"))).toEqual({
      fields: [],
      files: { file: bytes },
    });
  });
  test("as a part of a form, byte for byte, with fields", async () => {
    expect(await receive(post(form(["pages", "1-3"], ["file", bytes], ["password", "ä"])))).toEqual({
      fields: [
        ["pages", "1-3"],
        ["password", "ä"],
      ],
      files: { file: bytes },
    });
  });
  test("as JSON: texts, numbers, booleans and lists of them", async () => {
    const body = JSON.stringify({
      url: "https://a.example/",
      dryRun: true,
      n: 3,
      include: ["words", "links"],
    });
    expect(await receive(post(body, "application/json; charset=utf-8"))).toEqual({
      fields: [
        ["url", "https://a.example/"],
        ["dryRun", "true"],
        ["n", "3"],
        ["include", "words"],
        ["include", "links"],
      ],
      files: {},
    });
  });
  test("as a form without a file", async () => {
    expect(
      await receive(post("url=https%3A%2F%2Fa.example&pages=1", "application/x-www-form-urlencoded")),
    ).toEqual({
      fields: [
        ["url", "https://a.example"],
        ["pages", "1"],
      ],
      files: {},
    });
  });
});

describe("a body is refused", () => {
  const big = new Uint8Array(MAX + 1);
  const cases: [string, string, () => Request][] = [
    ["without a media type", "unsupported-media-type", () => post(bytes)],
    ["with one that is not read", "unsupported-media-type", () => post("x", "text/plain")],
    ["larger than the limit", "payload-too-large", () => post(big, "application/pdf")],
    [
      "larger than the limit, of a length that nobody announced",
      "payload-too-large",
      () => post(new Blob([big]).stream(), "application/pdf"),
    ],
    ["empty", "invalid-body", () => post("", "application/pdf")],
    ["JSON that is none", "invalid-body", () => post("{", "application/json")],
    ["JSON that is a list", "invalid-body", () => post("[]", "application/json")],
    ["JSON with an object inside", "invalid-body", () => post('{"url":{}}', "application/json")],
    ["a form that is a file", "invalid-body", () => post(bytes, "application/x-www-form-urlencoded")],
    ["parts without a boundary", "invalid-body", () => post(bytes, "multipart/form-data")],
    ["parts that are none", "invalid-body", () => post(bytes, "multipart/form-data; boundary=x")],
    ["a file under another name", "invalid-body", () => post(form(["upload", bytes]))],
    ["two files", "invalid-body", () => post(form(["file", bytes], ["file", bytes]))],
    ["a file as a text", "invalid-body", () => post(form(["file", "%PDF"]))],
    ["a long JSON", "payload-too-large", () => post(`{"url":"${"x".repeat(70_000)}"}`, "application/json")],
  ];
  test.each(cases)("%s: %s", async (_title, code, make) => expect(await refusal(make())).toBe(code));

  test("with a content coding", async () => {
    const request = post(bytes, "application/pdf");
    request.headers.set("Content-Encoding", "gzip");
    expect(await refusal(request)).toBe("unsupported-media-type");
  });
});

describe("fields of a body are read as strictly as a query", () => {
  const read = inputReader(
    z.object({ file: fileBytes(), url: z.string().max(99).optional(), n: z.int().min(1).max(9).default(1) }),
    [],
    { accepts: { file: "file", types: ["application/pdf"] } },
  );
  const refused = (query: string, fields: [string, string][], file?: Uint8Array): string => {
    try {
      read(query, {}, { fields, files: file === undefined ? {} : { file } });
    } catch (error) {
      if (error instanceof Problem) return error.message;
    }
    return "taken";
  };
  test("from the query and from the body alike", () => {
    expect(read("n=3", {}, { fields: [], files: { file: bytes } })).toEqual({ n: 3, file: bytes });
    expect(read("", {}, { fields: [["n", "3"]], files: { file: bytes } })).toEqual({ n: 3, file: bytes });
    expect(read("", {}, { fields: [["url", "u"]], files: {} })).toEqual({ n: 1, url: "u" });
  });
  test("nothing is given twice, unknown, or out of range", () => {
    expect(refused("n=3", [["n", "3"]], bytes)).toContain("repeated");
    expect(refused("", [["m", "3"]], bytes)).toContain("Unknown parameter: m");
    expect(refused("", [["n", "10"]], bytes)).toContain("1 to 9");
    expect(refused("file=x", [], bytes)).toContain("file must be a file");
  });
  test("either the file or its address", () => {
    expect(refused("", [])).toContain("exactly one");
    expect(refused("url=u", [], bytes)).toContain("only one");
  });
});

describe("an operation that takes a file as Base64, a second file, and other names", () => {
  const operation = {
    accepts: { file: "image", types: ["image/png"], base64: "imageBase64", others: ["back"] },
    synonyms: { image_file: "image", image_b64: "imageBase64", image_url: "url", back_file: "back" },
  } as const;
  const take = createReceiver(operation, MAX);
  const read = (request: Request) => received(take, request);
  const code = (request: Request) =>
    read(request).then(
      () => "taken",
      (error: unknown) => (error instanceof Problem ? error.code : String(error)),
    );
  const base64 = Buffer.from(bytes).toString("base64");
  const json = (members: object) => post(JSON.stringify(members), "application/json");

  test("gives both files under the names of their members", async () => {
    const sent = await read(post(form(["image_file", bytes], ["back_file", bytes.slice(2)], ["n", "1"])));
    expect(sent).toEqual({ fields: [["n", "1"]], files: { image: bytes, back: bytes.slice(2) } });
  });
  test("reads Base64 in JSON, in a form and in a data URL", async () => {
    for (const request of [
      json({ imageBase64: base64, n: 1 }),
      json({ image_b64: `data:image/png;base64,${base64}`, n: 1 }),
      post(form(["image_b64", base64], ["n", "1"])),
      post(new URLSearchParams({ imageBase64: base64, n: "1" })),
    ]) {
      expect(await read(request)).toEqual({ fields: [["n", "1"]], files: { image: bytes } });
    }
  });
  test.each([
    ["no Base64", json({ imageBase64: "%%%" }), "invalid-body"],
    ["an empty one", json({ imageBase64: "" }), "invalid-body"],
    ["two, by two names", json({ imageBase64: base64, image_b64: base64 }), "invalid-body"],
    ["one beside the file", post(form(["image", bytes], ["imageBase64", base64])), "invalid-body"],
    [
      "more than a file may have",
      json({ imageBase64: Buffer.alloc(MAX + 1).toString("base64") }),
      "payload-too-large",
    ],
  ])("refuses %s", async (_name, request, expected) => {
    expect(await code(request)).toBe(expected);
  });

  const reader = inputReader(
    z.object({ image: fileBytes(), back: fileBytes(), url: z.string().optional(), n: z.string().optional() }),
    [],
    operation,
  );
  test("a member is given once, by whichever name", () => {
    expect(reader("image_url=u", {}, { fields: [], files: {} })).toMatchObject({ url: "u" });
    expect(() => reader("image_url=u", {}, { fields: [["url", "u"]], files: {} })).toThrow("repeated");
    // A list in JSON is a repeated field: what is no list must not become one text with commas.
    const fields = textFields({ n: [1], url: ["u", "v"] }, () => new Problem("invalid-body", "No text."));
    expect(fields).toEqual([
      ["n", "1"],
      ["url", "u"],
      ["url", "v"],
    ]);
    expect(() => reader("", {}, { fields, files: {} })).toThrow("repeated");
    expect(() => reader("", {}, { fields: [], files: { back: bytes } })).toThrow("imageBase64");
  });
});
