import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../test/helpers/temporary-folder.ts";
import { apis } from "../apis/default-apis.ts";
import { mediaTypes } from "../kit/descriptor.ts";
import { extensionOf } from "../kit/file-name.ts";
import { runCalls } from "./batch-command.ts";
import { readCall } from "./call-arguments.ts";
import { runCall } from "./calls.ts";
import { catalogueOf } from "./catalogue.ts";
import { terminalOf } from "./terminal.ts";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

/** What an escape sequence, a title or a bell needs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const DANGEROUS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const ESCAPES =
  "\u202Eevil\u202C\u2066\u001b]0;owned\u0007\u001b[2J\u009b31mred\u0090q\u0000\u0008\u007f\rquintet: all is well";

/** Runs a command against a server that answers with `answer`; returns what the terminal or the pipe got. */
async function run(line: string, answer: () => Response, isTTY = true) {
  let out = "";
  let notes = "";
  const write = (text: Uint8Array | string) => {
    out += typeof text === "string" ? text : new TextDecoder().decode(text);
  };
  const deps = {
    callee: { baseUrl: "http://server.invalid", atOnce: 2, retries: 0, send: async () => answer() },
    ...terminalOf({ isTTY, columns: 80, write }, { write: (text) => (notes += text) }, { NO_COLOR: "1" }),
    input: async () => new Uint8Array(),
  };
  const error: unknown = await runCalls(readCall(catalogueOf(apis), line.split(" ")), deps).catch(
    (cause: unknown) => cause,
  );
  return { out, notes, message: error instanceof Error ? error.message : undefined };
}

const answerOf =
  (body: string, type: string, status = 200) =>
  () =>
    new Response(body, { status, headers: type === "" ? {} : { "Content-Type": type } });

test("a server that goes away in a batch: files that failed before are listed, and no further ones are sent", async () => {
  const gone = temporaryFolder();
  for (const name of ["a.pdf", "b.pdf", "c.pdf"]) writeFileSync(join(gone, name), "%PDF-");
  let sent = 0;
  const line = `pdf extract ${gone} --out ${join(gone, "texts")} --concurrency 1`;
  const { notes, message } = await run(line, () => {
    sent++;
    throw Object.assign(new TypeError("gone"), { code: sent === 1 ? "ECONNRESET" : "ECONNREFUSED" });
  });
  expect([sent, message]).toEqual([2, expect.stringContaining("No response from http://server.invalid.")]);
  expect(notes).toContain("0 done, 1 failed.");
  expect(notes).toContain("a.pdf: No response from http://server.invalid. Try again");
  expect(readFileSync(join(gone, "texts/quintet-failures.ndjson"), "utf8")).toContain("a.pdf");
});

describe("what a server says reaches a terminal without control characters", () => {
  test.each([
    ["a member", "uuid v7", JSON.stringify([ESCAPES]), "application/json"],
    ["a name", "uuid v7", JSON.stringify({ [ESCAPES]: 1, a: [{ [ESCAPES]: ESCAPES }] }), "application/json"],
    ["a nested list", "uuid v7", JSON.stringify({ a: [1, [ESCAPES]] }), "application/json"],
    ["raw JSON", "uuid v7 --json", JSON.stringify([ESCAPES]), "application/json"],
    ["C1 controls in raw JSON", "uuid v7 --json", '["\u009b31m\u0090q"]', "application/json"],
    ["JSON nested too deep to show", "uuid v7", "[".repeat(5_000) + "]".repeat(5_000), "application/json"],
    ["Markdown", "pdf extract --url http://x.example/ --type markdown", `# ${ESCAPES}`, "text/markdown"],
    ["plain text", "pdf extract --url http://x.example/ --type plain", ESCAPES, "text/plain"],
  ])("%s", async (_what, line, body, type) => {
    const { out, message } = await run(line, answerOf(body, type));
    expect(message).toBeUndefined();
    expect(out).not.toMatch(DANGEROUS);
    expect(out.length).toBeGreaterThan(1);
  });

  test.each([
    ["JSON that is none", `{"a": ${ESCAPES}`, "application/json"],
    ["JSON without an end", "[".repeat(200_000) + ESCAPES, "application/json"],
    ["another media type", ESCAPES, "text/x; charset=utf-8"],
    ["a media type with controls in it", ESCAPES, "text/\u0080html"],
    ["a page of another site", `<h1>${ESCAPES}</h1>`, "text/html"],
  ])("what no Quintet server sends is an error that repeats none of it: %s", async (_what, body, type) => {
    const { out, message } = await run("uuid v7", answerOf(body, type));
    expect(out).toBe("");
    expect(message).toContain("Check that --server or QUINTET_SERVER is the URL of a Quintet server.");
    expect(message).not.toMatch(DANGEROUS);
  });

  test("an error, in one line of bounded length", async () => {
    const detail = `${ESCAPES}\n\nquintet: done\n${"x".repeat(100_000)}`;
    const { message = "" } = await run(
      "uuid v7",
      answerOf(JSON.stringify({ detail, code: `a${ESCAPES}` }), "application/problem+json", 400),
    );
    expect(message).not.toMatch(DANGEROUS);
    expect(message).not.toContain("\n");
    expect(message.length).toBeLessThan(2_500);
  });

  test.each([
    ["a response that is not JSON", "<html>"],
    ["null", "null"],
    ["another type", '{"detail": {"a": 1}, "code": []}'],
    ["nothing", ""],
  ])("an error that is no problem document: %s", async (_what, body) => {
    const { message } = await run("uuid v7", answerOf(body, "application/problem+json", 418));
    expect(message).toContain("418");
  });
});

test("a pipe gets text as it came", async () => {
  const { out } = await run(
    "pdf extract --url http://x.example/ --type plain",
    answerOf(`\u001b[1mbold\u001b[0m\n`, "text/plain"),
    false,
  );
  expect(out).toBe("\u001b[1mbold\u001b[0m\n");
});

describe("no file is named by a server", () => {
  test("every media type that an operation declares has an extension of its own", () => {
    const types = apis.flatMap((api) => Object.values(api.operations).flatMap((one) => mediaTypes(one)));
    for (const type of types) expect([type, extensionOf(type)]).not.toEqual([type, ".bin"]);
  });

  test.each([
    "application/../../../../etc/passwd",
    "application/x/../../evil",
    "text/..",
    "image/png\\..\\..\\evil",
    "image/con",
    "image/aux.sh",
    "application/__proto__",
    "constructor",
    "toString",
    `application/${"x".repeat(5_000)}`,
    "",
  ])("the media type %p", async (type) => {
    const [from, out] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(join(from, "photo.jpg"), "bytes");
    const headers = {
      "Content-Disposition": "attachment; filename=\"../../../evil.sh\"; filename*=UTF-8''%2e%2e%2fevil",
      "Content-Type": type,
    };
    const answer = () => new Response("made", { headers });
    const { message } = await run(`images remove-bg --dir ${from} --out ${out}`, answer);
    expect(message).toContain("The response is not one of a Quintet server.");
    expect(readdirSync(out)).toEqual(["quintet-failures.ndjson"]);
    expect(readdirSync(folder).filter((name) => !/^(?:in|out)-/.test(name))).toEqual([]);
  });

  test("a known media type in any spelling has its extension", async () => {
    const [from, out] = [join(folder, "in-known"), join(folder, "out-known")];
    mkdirSync(from);
    writeFileSync(join(from, "photo.jpg"), "bytes");
    await run(`images remove-bg --dir ${from} --out ${out}`, answerOf("made", "Image/PNG ; q=1"));
    expect(readdirSync(out)).toEqual(["photo.png"]);
    expect(readFileSync(join(out, "photo.png"), "utf8")).toBe("made");
  });
});

describe("a command whose parameter is a list", () => {
  const bodies: unknown[] = [];
  const validate = async (words: readonly string[], input = "") => {
    const deps = {
      callee: {
        baseUrl: "http://server.invalid",
        atOnce: 1,
        retries: 0,
        send: async (_: unknown, request: Request) => {
          bodies.push([
            request.method,
            new URL(request.url).pathname,
            request.headers.get("content-type")?.split(";")[0],
          ]);
          bodies.push(await request.json());
          return Response.json({ results: [] });
        },
      },
      ...terminalOf({ write: () => {} }, { write: () => {} }, {}),
      input: async () => new Uint8Array(Buffer.from(input)),
    };
    bodies.length = 0;
    await runCall(readCall(catalogueOf(apis), ["uuid", "validate-batch", ...words]), deps);
    return bodies;
  };
  const head = ["POST", "/validate", "application/json"];

  test("sends its words, also with commas and spaces in them", async () => {
    expect(await validate(["a,b", "c d", "{e}"])).toEqual([head, { uuids: ["a,b", "c d", "{e}"] }]);
  });

  test.each([[[]], [["-"]]])("sends the lines of standard input after %j", async (words: string[]) => {
    expect(await validate(words, "a\nb\n")).toEqual([head, { uuids: ["a", "b"] }]);
  });

  test("leaves the command of a single one as it is", () => {
    const { operation, fields } = readCall(catalogueOf(apis), ["uuid", "validate", "a"]);
    expect([operation.id, fields]).toEqual(["validate", { uuid: "a" }]);
  });
});

describe("a result that cannot be written", () => {
  const file = join(folder, "in-reserved.pdf");
  writeFileSync(file, "%PDF-1.4");
  const outs = [join(folder, "missing", "out.txt"), folder];

  test.each(outs)("keeps the call to --out %s from being made", async (out) => {
    let calls = 0;
    const { message } = await run(`pdf extract ${file} --out ${out}`, () => {
      calls++;
      return new Response("text", { headers: { "Content-Type": "text/plain" } });
    });
    expect([calls, message]).toEqual([0, expect.stringMatching(/Cannot write|is a folder/)]);
  });

  test("a call that fails leaves no file behind", async () => {
    const out = join(folder, "out-failed.txt");
    const failed = () => Response.json({ code: "busy", detail: "Busy." }, { status: 503 });
    expect((await run(`pdf extract ${file} --out ${out}`, failed)).message).toContain("Busy");
    expect(readdirSync(folder).filter((name) => name.startsWith("out-failed"))).toEqual([]);
  });
});
