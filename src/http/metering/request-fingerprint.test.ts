import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { seededBelow } from "../../../test/helpers/random.ts";
import { RequestFingerprint } from "./request-fingerprint.ts";

/** The fingerprint as release 1.0.0 stored it, by its code. */
function stored(operation: string, headers: Headers, body: Uint8Array): string {
  const boundary = /^multipart\/.*;\s*boundary="?([^";]+)"?/i.exec(headers.get("content-type") ?? "")?.[1];
  const comparable =
    boundary === undefined ? body : Buffer.from(body).toString("latin1").replaceAll(boundary, "");
  const hash = createHash("sha256");
  for (const part of [operation, headers.get("accept") ?? "*/*", comparable]) hash.update(part).update("\0");
  return hash.digest("hex");
}

function fingerprint(operation: string, headers: Headers, body: Uint8Array, sizes: () => number): string {
  const own = new RequestFingerprint(operation, headers);
  for (let at = 0; at < body.length; ) {
    const end = at + sizes();
    // What reads a body uses its memory again.
    const chunk = Uint8Array.from(body.subarray(at, end));
    own.update(chunk);
    chunk.fill(0);
    at = end;
  }
  return own.digest();
}

const types = [
  "application/pdf",
  "multipart/form-data; boundary=aab",
  'Multipart/Form-Data; charset=utf-8; boundary="aab"',
  "multipart/form-data;boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW; x=y",
  "multipart/form-data; boundary=",
  "multipart/form-data",
  "application/x-www-form-urlencoded; boundary=aab",
  "",
];

test.each(types)("a request of type %p has the fingerprint that 1.0.0 stored, however it arrives", (type) => {
  const below = seededBelow(7);
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1] ?? "aab";
  for (let i = 0; i < 300; i++) {
    const headers = new Headers(type === "" ? {} : { "Content-Type": type });
    if (below(2) === 0) headers.set("Accept", "text/markdown");
    // Boundaries whole, in part and overlapping, between bytes of every value.
    const parts = Array.from({ length: below(12) }, () =>
      below(3) === 0
        ? Buffer.from(Uint8Array.from({ length: below(9) }, () => below(256)))
        : Buffer.from(boundary.slice(0, 1 + below(boundary.length)), "latin1"),
    );
    const body = Buffer.concat(parts);
    const operation = `pdf.extract?pages=${below(3)}`;
    expect(fingerprint(operation, headers, body, () => 1 + below(6))).toBe(stored(operation, headers, body));
  }
});

test("the same form with another boundary is the same; another byte, form or operation is not", () => {
  const form = (boundary: string, value: string, accept = "*/*", operation = "pdf.extract?") => {
    const headers = new Headers({
      "Content-Type": `multipart/form-data; boundary=${boundary}`,
      Accept: accept,
    });
    const text = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${value}\r\n--${boundary}--\r\n`;
    return fingerprint(operation, headers, Buffer.from(text), () => 7);
  };
  expect(form("one", "é")).toBe(form("another-one", "é"));
  const all = [
    form("b", "x"),
    form("b", "y"),
    form("b", "x", "text/plain"),
    form("b", "x", "*/*", "pdf.extract?pages=1"),
  ];
  expect(new Set(all).size).toBe(all.length);
});
