import { describe, expect, test } from "bun:test";
import { type HostileBody, hostileUploads } from "../../../test/fixtures/hostile-bodies.ts";
import { casesOf } from "../../../test/helpers/nightly.ts";
import { seeded } from "../../../test/helpers/random.ts";
import { temporaryFolder } from "../../../test/helpers/temporary-folder.ts";
import { Problem } from "../../kit/problem.ts";
import { createReceiver } from "./body.ts";
import { Uploads } from "./upload.ts";

const operation = {
  accepts: { file: "image", types: ["image/png"], base64: "imageBase64", others: ["back"] },
  synonyms: { image_b64: "imageBase64" },
} as const;
const MAX = 4_000_000;
const receive = createReceiver(operation, MAX);
const uploads = new Uploads({
  maxBytes: MAX,
  patienceMs: 60_000,
  deadlineMs: 60_000,
  folders: [temporaryFolder()],
  keepFreeBytes: 0,
  inMemory: 1,
});
const stay = new AbortController().signal;

/** Fields and files of a body, or the code of its refusal. */
async function read(body: Bun.BodyInit, type: string): Promise<unknown> {
  const headers = { "Content-Type": type };
  const request = new Request("http://a/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
  using upload = uploads.begin("a");
  try {
    const { fields, files } = await receive(request, upload);
    const read = Object.entries(files).map(async ([name, file]) => [
      name,
      Buffer.from(await file.bytes(upload, stay)).toString("base64"),
    ]);
    return { fields, files: Object.fromEntries(await Promise.all(read)) };
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

/** The same bytes in chunks of any size. */
function chunked(bytes: Uint8Array, random: () => number): ReadableStream {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const size = 1 + Math.floor(random() * ([2, 20, 500, 70_000][Math.floor(random() * 4)] ?? 1));
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
      if (at >= bytes.length) controller.close();
    },
  });
}

describe("a body means what it means to the parser of the platform, however it is cut", () => {
  type Choose = <One>(...from: readonly One[]) => One;
  const choosing =
    (random: () => number): Choose =>
    (...from) =>
      from[Math.floor(random() * from.length)] as (typeof from)[number];

  /** Base64 as clients write it, and as it is wrong. */
  const base64 = (random: () => number, choose: Choose): string => {
    const bytes = Buffer.from(
      Uint8Array.from({ length: random() * choose(4, 60, 9_000) }, () => random() * 256),
    );
    const text = bytes.toString("base64");
    const at = Math.floor(random() * (text.length + 1));
    return choose(
      text,
      `data:image/png;base64,${text}`,
      text.replace(/=+$/, ""),
      text.replaceAll(/(.{60})/g, "$1\r\n"),
      `${" ".repeat(2_000)}${text}${" ".repeat(2_000)}`,
      text + choose("=", "A", "!", "é", "==", "AA=="),
      text.slice(0, at) + choose("-", "_", " ", "=", '"', "\\", "\b") + text.slice(at),
    );
  };
  const decoded = (text: string): string | undefined => {
    try {
      const bytes = Uint8Array.fromBase64(text.replace(/^data:[\w.+/-]*;base64,/, ""));
      return bytes.length === 0 ? undefined : Buffer.from(bytes).toString("base64");
    } catch {
      return undefined;
    }
  };
  const expected = (fields: readonly [string, string][]): unknown => {
    const isFile = ([name]: readonly [string, string]) => ["imageBase64", "image_b64"].includes(name);
    const files = fields.filter(isFile);
    if (files.length === 0) return { fields, files: {} };
    const image = files.length > 1 ? undefined : decoded(files[0]?.[1] ?? "");
    return image === undefined
      ? "invalid-body"
      : { fields: fields.filter((field) => !isFile(field)), files: { image } };
  };
  const rounds = Array.from({ length: 120 }, (_, round) => round + 1);
  const fieldsOf = (random: () => number, choose: Choose) =>
    Array.from({ length: random() * 4 }, (_, i): [string, string] => {
      const isFile = random() < 0.4;
      // Names differ, because what JSON makes of two members of one name is not of interest.
      if (isFile) return [choose("imageBase64", "image_b64"), base64(random, choose)];
      return [choose("url", "ä", "imageBase64 ", 'q"') + i, choose("a", 'b"\\', "ä+ %", "}{][,:", "")];
    });

  test("JSON", async () => {
    for (const round of rounds) {
      const random = seeded(round);
      const choose = choosing(random);
      const fields = fieldsOf(random, choose);
      const written = choose(
        (text: string) => text,
        (text: string) => text.replaceAll("/", "\\/"),
        (text: string) => text.replaceAll("+", "\\u002b"),
      );
      const members = fields.map(
        ([name, value]) => `${JSON.stringify(name)}:${written(JSON.stringify(value))}`,
      );
      const text = `{${members.join(choose(",", " ,\n"))}}`;
      expect(await read(chunked(Buffer.from(text), random), "application/json")).toEqual(expected(fields));
    }
  });

  test("forms", async () => {
    for (const round of rounds) {
      const random = seeded(round);
      const choose = choosing(random);
      const encode = choose(
        encodeURIComponent,
        (text: string) => encodeURIComponent(text).replaceAll("%20", "+"),
        (text: string) => text.replaceAll("&", "%26"),
      );
      const pairs = fieldsOf(random, choose).map(
        ([name, value]) => `${encodeURIComponent(name)}=${encode(value)}`,
      );
      const text = pairs.join("&");
      const fields = [...new URLSearchParams(text)] as [string, string][];
      const type = "application/x-www-form-urlencoded";
      expect(await read(chunked(Buffer.from(text), random), type)).toEqual(expected(fields));
    }
  });

  test("multipart", async () => {
    for (const round of rounds) {
      const random = seeded(round);
      const choose = choosing(random);
      const form = new FormData();
      const fields = fieldsOf(random, choose);
      for (const [name, value] of fields) form.append(name, value);
      const back = Uint8Array.from({ length: random() * 5_000 }, () =>
        choose(13, 10, 45, 45, random() * 256),
      );
      form.append("back", new Blob([back]), choose("a.png", 'b;".png', "ä"));
      const whole = new Response(form);
      const type = whole.headers.get("content-type") ?? "";
      const bytes = await whole.bytes();
      const sent: [string, string][] = [];
      for (const [name, value] of await new Response(bytes, {
        headers: { "Content-Type": type },
      }).formData()) {
        if (typeof value === "string") sent.push([name, value]);
      }
      const want = expected(sent);
      const file = { back: Buffer.from(back).toString("base64") };
      expect(await read(chunked(bytes, random), type)).toEqual(
        typeof want === "object"
          ? { ...want, files: { ...(want as { files: object }).files, ...file } }
          : want,
      );
    }
  });
});

test.each(casesOf([1, 2], 2))(
  "no hostile body of seed %d costs more than its bytes do, and each is refused",
  async (seed) => {
    const slow: [string, number][] = [];
    const taken: HostileBody["kind"][] = [];
    for (const { kind, type, bytes } of hostileUploads(1_000_000, seed)) {
      const before = process.cpuUsage();
      const code = await read(bytes, type);
      const { user, system } = process.cpuUsage(before);
      // Time of the processor, because the machine of the tests is shared: 1 MB in 16 chunks.
      if (user + system > 300_000) slow.push([`${type} ${kind}`, (user + system) / 1_000]);
      if (typeof code !== "string") taken.push(`${type} ${kind}`);
    }
    expect(slow).toEqual([]);
    // Long files that are what they say they are; and a form that is empty.
    for (const kind of taken)
      expect(kind).toMatch(/Base64|a name in escapes|a file of|dashes|ampersands|after the last/);
  },
);
