import { describe, expect, test } from "bun:test";
import { cleanFileName, fileNameOfUrl, fileNamer } from "./file-name.ts";

const stems = (...names: (string | undefined)[]) => names.map(fileNamer(names)).map((one) => one?.stem);

describe("names of files", () => {
  test.each([
    ["invoice.pdf", "invoice.pdf"],
    ["  Rechnung März 2026.pdf ", "Rechnung März 2026.pdf"],
    ["Rechnung Ma\u0308rz.pdf", "Rechnung M\u00e4rz.pdf"],
    ["../../etc/passwd", "passwd"],
    ["C:\\fakepath\\scan.png", "scan.png"],
    ["folder/..\\.pdf", ".pdf"],
    ["a\u202egpj.exe", "agpj.exe"],
    ["a\r\nSet-Cookie: b=c\0.pdf", "a Set-Cookie: b=c.pdf"],
    ["a\u2028\u2029\u200b\ufeff\u2066b.pdf", "a b.pdf"],
    ["\ud83d broken.pdf", "\ufffd broken.pdf"],
    ['<img src=x onerror="alert(1)">.pdf', '<img src=x onerror="alert(1)">.pdf'],
  ])("%j is shown as %j", (sent, name) => expect(cleanFileName(sent)).toBe(name));

  test.each(["", " ", "\0", ".", "..", "a/", "a/..", "\u200b\u202e", "\\"])("%j is no name", (sent) =>
    expect(cleanFileName(sent)).toBeUndefined(),
  );

  test("a long name loses its middle, at characters and within the bytes that disks accept", () => {
    const long = cleanFileName(`begin${"x".repeat(10_000)}end.pdf`) ?? "";
    expect([...long]).toHaveLength(120);
    expect(long).toStartWith("beginx");
    expect(long).toEndWith("xend.pdf");
    for (const text of ["😀", "漢", "é", "a😀"]) {
      const name = cleanFileName(`${text.repeat(10_000)}.pdf`) ?? "";
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
      expect(Buffer.byteLength(name)).toBeGreaterThan(text === "é" ? 180 : 100);
      expect(name.isWellFormed() && !name.includes("\ufffd") && name.endsWith(".pdf")).toBe(true);
    }
    expect(cleanFileName("é".repeat(97))).toBe("é".repeat(97));
  });

  test("names that are slow to normalize do not hold up the event loop", () => {
    const began = performance.now();
    cleanFileName(`a${"\u0345".repeat(16_000)}${"\u0316".repeat(16_000)}.pdf`);
    expect(performance.now() - began).toBeLessThan(50);
  });

  test.each([
    ["https://a.example/x/invoice.pdf?token=secret#page=2", "invoice.pdf"],
    ["https://a.example/a%20b%2F..%2Fc%E2%80%AEd.pdf", "cd.pdf"],
    ["https://user:secret@a.example/", undefined],
    ["https://a.example/share/AbC123", undefined],
    ["https://a.example/%FF.pdf", undefined],
    ["https://a.example/.pdf", undefined],
    ["not a URL.pdf", undefined],
    ["", undefined],
  ])("%j leads to the file %j", (url, name) => expect(fileNameOfUrl(url)).toBe(name));
});

describe("names of results", () => {
  test("have no extension, and are different on every disk", () => {
    expect(stems("a.pdf", "A.PDF", "a.jpg", "a (2).pdf", "ａ.pdf", "b.tar.gz", "version 1.2 draft")).toEqual([
      ...["a", "A (2)", "a (3)", "a (2) (2)", "ａ (4)", "b.tar", "version 1.2 draft"],
    ]);
    // Those without a name have the stem of their index.
    expect(stems("00001.pdf", undefined, "00001.png")).toEqual(["00001 (2)", undefined, "00001 (3)"]);
  });

  test("are accepted by every system", () => {
    const names = ["con.pdf", "LPT1.x.pdf", ".htaccess", "..pdf", '<a>:"b|c?*.pdf', "a. .pdf", ".pdf", "-rf"];
    expect(stems(...names)).toEqual([
      ...["item-con", "item-LPT1.x", "htaccess", "pdf", "_a___b_c__", "a", "pdf (2)", "-rf"],
    ]);
    const same = Array.from({ length: 50 }, () => cleanFileName("😀".repeat(300)) ?? "");
    const odd = same.map(fileNamer(same));
    for (const one of odd) expect(Buffer.byteLength(`${one?.stem} (10000).jpeg`)).toBeLessThan(255);
  });

  test("take little time, however alike the names are", () => {
    const alike = Array.from({ length: 10_000 }, (_, i) => (i % 2 === 0 ? "a.pdf" : `a (${i}).pdf`));
    const before = performance.now();
    const found = stems(...alike);
    expect(performance.now() - before).toBeLessThan(2_000);
    expect(new Set(found).size).toBe(10_000);
  });
});
