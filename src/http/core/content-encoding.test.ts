import { describe, expect, test } from "bun:test";
import zlib from "node:zlib";
import { rejecting } from "../../../test/helpers/rejection.ts";
import { ContentEncoding, chooseCoding, StreamedResponse } from "./content-encoding.ts";

const JSON_TEXT = JSON.stringify({ words: Array.from({ length: 400 }, (_, i) => `word ${i % 7}`) });
const shared = { "Access-Control-Allow-Origin": "*", "Content-Type": "application/json" };
const kept = { ...shared, "Cache-Control": "public, max-age=300" };

const request = (headers: Record<string, string> = {}) => new Request("http://quintet.test/", { headers });
const apply = (response: Response, headers: Record<string, string> = {}) =>
  new ContentEncoding().apply(request(headers), response);

const decoders: Record<string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array> = {
  gzip: (bytes) => zlib.gunzipSync(bytes),
  br: (bytes) => zlib.brotliDecompressSync(bytes),
  zstd: (bytes) => Bun.zstdDecompressSync(bytes),
};

describe("the coding is what the client accepts, the cheapest of the best", () => {
  test.each([
    [null, undefined],
    ["", undefined],
    ["identity", undefined],
    ["gzip;q=0", undefined],
    ["*;q=0", undefined],
    ["deflate, x-gzip", undefined],
    ["gzip", "gzip"],
    ["GZIP", "gzip"],
    ["gzip, deflate, br", "br"],
    ["gzip, deflate, br, zstd", "zstd"],
    ["gzip;q=1, br;q=0.5, zstd;q=0.1", "gzip"],
    ["*", "gzip"],
    ["identity;q=0.5, *", "gzip"],
    ["br, *", "br"],
    ["zstd;q=0, *;q=0.5", "gzip"],
    ["gzip;q=nonsense", undefined],
  ] as const)("%p", (accept, coding) => {
    expect(chooseCoding(accept)).toBe(coding as ReturnType<typeof chooseCoding>);
  });
});

test.each(Object.keys(decoders))("a body over 1 KB in %s is the same body", async (coding) => {
  for (const text of [JSON_TEXT, JSON_TEXT.repeat(30)]) {
    const response = await apply(new Response(text, { headers: shared }), { "Accept-Encoding": coding });
    expect(response.headers.get("content-encoding")).toBe(coding);
    expect(response.headers.get("vary")).toContain("Accept-Encoding");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.length).toBeLessThan(text.length / 2);
    expect(new TextDecoder().decode(decoders[coding]?.(bytes))).toBe(text);
  }
});

describe("is sent as it is", () => {
  test.each([
    ["a short body", '{"ok":true}', shared],
    ["an image", JSON_TEXT, { ...shared, "Content-Type": "image/png" }],
    ["what may show a secret", JSON_TEXT, { "Content-Type": "text/html", "Cache-Control": "no-store" }],
    ["what is compressed already", JSON_TEXT, { ...shared, "Content-Encoding": "gzip" }],
  ] as const)("%s", async (_name, text, headers) => {
    const response = await apply(new Response(text, { headers }), { "Accept-Encoding": "gzip, br, zstd" });
    expect(await response.text()).toBe(text);
  });
});

describe("what caches may keep", () => {
  test("has an ETag that is the same in every coding, and 304 answers it", async () => {
    const make = () => new Response(JSON_TEXT, { headers: { ...kept, "X-Request-Id": "a" } });
    const tags = await Promise.all(
      ["", "gzip", "br", "zstd"].map(async (coding) =>
        (await apply(make(), { "Accept-Encoding": coding })).headers.get("etag"),
      ),
    );
    expect(new Set(tags).size).toBe(1);
    const [tag] = tags;
    for (const given of [`${tag}`, `"other", ${tag}`, `${tag}`.replace("W/", ""), "*"]) {
      const response = await apply(make(), { "If-None-Match": given, "Accept-Encoding": "gzip" });
      expect([response.status, await response.text()]).toEqual([304, ""]);
      expect(response.headers.get("etag")).toBe(tag as string);
      expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    }
    expect((await apply(make(), { "If-None-Match": '"other"' })).status).toBe(200);
  });

  test("an answer that is not kept has none, whatever the client has", async () => {
    for (const cache of ["no-store", "private, no-store", undefined]) {
      const headers = { ...shared, ...(cache === undefined ? {} : { "Cache-Control": cache }) };
      const response = await apply(new Response(JSON_TEXT, { headers }), { "If-None-Match": "*" });
      expect([response.status, response.headers.has("etag")]).toEqual([200, false]);
    }
  });
});

test.each(["gzip", "br"])("a stream in %s sends each piece when it comes", async (coding) => {
  const pieces = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      controller.enqueue(new TextEncoder().encode('{"page":1}\n'));
      await pieces.promise;
      controller.enqueue(new TextEncoder().encode('{"page":2}\n'));
      controller.close();
    },
  });
  const headers = { ...shared, "Content-Type": "application/x-ndjson" };
  const response = await apply(new StreamedResponse(body, { headers }), {
    "Accept-Encoding": `${coding}, zstd`,
  });
  expect(response.headers.get("content-encoding")).toBe(coding);
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  const decoder = coding === "br" ? zlib.createBrotliDecompress() : zlib.createGunzip();
  const first = Promise.withResolvers<string>();
  decoder.once("data", (piece: Buffer) => first.resolve(piece.toString()));
  const { value } = await reader.read();
  decoder.write(value);
  // The second piece has not been made yet.
  expect(await first.promise).toBe('{"page":1}\n');
  pieces.resolve();
  const rest: string[] = [];
  decoder.on("data", (piece: Buffer) => rest.push(piece.toString()));
  for (let next = await reader.read(); !next.done; next = await reader.read()) decoder.write(next.value);
  await new Promise((resolve) => decoder.end(resolve));
  expect(rest.join("")).toBe('{"page":2}\n');
});

test("a stream that fails fails for the client, and one that is left is cancelled", async () => {
  const headers = { ...shared, "Content-Type": "application/x-ndjson" };
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      controller.error(new Error("broken"));
    },
  });
  const response = await apply(new StreamedResponse(broken, { headers }), { "Accept-Encoding": "gzip" });
  expect(await rejecting(response.text())).toThrow("broken");
  const left = Promise.withResolvers<unknown>();
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      controller.enqueue(new Uint8Array(10));
    },
    cancel: (reason) => left.resolve(reason),
  });
  const other = await apply(new StreamedResponse(endless, { headers }), { "Accept-Encoding": "gzip" });
  await other.body?.cancel("gone");
  expect(await left.promise).toBe("gone");
});
