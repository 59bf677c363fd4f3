import { expect, test } from "bun:test";
import { bodyFileName, MultipartScanner } from "./multipart-scanner.ts";

/** The name of the file of a part whose `Content-Disposition` has these parameters. */
function fileNameOf(parameters: string): string | undefined {
  let found: string | undefined;
  const part = ({ fileName }: { readonly fileName: string | undefined }) => {
    found = fileName;
    return { push() {}, end() {} };
  };
  const scanner = new MultipartScanner("b", { partsMax: 1, headersMax: 10_000, part });
  const head = `Content-Disposition: form-data; name="file"${parameters}`;
  scanner.push(Buffer.from(`--b\r\n${head}\r\n\r\ncontent\r\n--b--`));
  scanner.end();
  return found;
}

test.each([
  ["", undefined],
  ['; filename="a.pdf"', "a.pdf"],
  ["; filename=a.pdf", "a.pdf"],
  ['; filename=""', ""],
  ['; filename="größe.pdf"', "größe.pdf"],
  // As browsers, curl and older clients write a quote, and browsers a line break.
  ['; filename="a%22b%0D%0Ac%2F.pdf"', 'a"b  c%2F.pdf'],
  ['; filename="a\\"b.pdf"', 'a"b.pdf'],
  ['; filename="..\\..\\a.pdf"', "..\\..\\a.pdf"],
  // RFC 8187, which RFC 7578 forbids and some clients send.
  ["; filename=\"naive.pdf\"; filename*=UTF-8''na%C3%AFve.pdf", "naïve.pdf"],
  ["; filename*=utf-8'en'%e2%82%ac%20rates.pdf", "€ rates.pdf"],
  ["; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", "../../etc/passwd"],
  ["; filename=\"a.pdf\"; filename*=UTF-8''%FF", "a.pdf"],
  ["; filename*=iso-8859-1''%A3.pdf", ""],
  ["; filename*=nonsense", ""],
  // Of clients that have no name.
  ['; filename="blob"', ""],
  ['; filename="file"', ""],
])("a part with%p has the file name %p", (parameters, name) => expect(fileNameOf(parameters)).toBe(name));

test.each([
  [undefined, undefined],
  ["attachment", undefined],
  ['attachment; filename="a b.pdf"', "a b.pdf"],
  ["attachment; filename=a.pdf; filename*=UTF-8''na%C3%AFve.pdf", "naïve.pdf"],
  ["attachment; filename*=UTF-8''..%2F%00%E2%80%AEfdp.exe", "../\u0000\u202efdp.exe"],
  [`attachment${"; a".repeat(5_000)}`, undefined],
  ["filename=a.pdf", undefined],
])("a body with the Content-Disposition %p is the file %p", (value, name) => {
  expect(bodyFileName(new Headers(value === undefined ? {} : { "Content-Disposition": value }))).toBe(name);
});
