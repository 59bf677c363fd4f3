import { describe, expect, test } from "bun:test";
import { CLEAN, fetched, report } from "../../../../test/fixtures/seo/clean-page.ts";
import { Problem } from "../../../kit/problem.ts";
import type { FetchedPage } from "../fetch/fetched-page.ts";
import { examineMeta } from "../report/head.ts";
import { detectMediaType, isIndexedType, nameOfType } from "./media-type.ts";

const latin = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const utf8 = (text: string) => new TextEncoder().encode(text);
const XHTML =
  '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body><p>x</p></body></html>';
const DOC = "<!doctype html><title>T</title><h1>Rodas</h1>";

function page(
  body: string | Uint8Array<ArrayBuffer>,
  type: string | readonly string[] | null,
  more: Readonly<Record<string, string>> = {},
): FetchedPage {
  const headers = new Map<string, readonly string[]>(
    Object.entries(more).map(([name, value]) => [name, [value]]),
  );
  if (type !== null) headers.set("content-type", typeof type === "string" ? [type] : type);
  return fetched({ headers, body: typeof body === "string" ? utf8(body) : body });
}

function problemOf(of: FetchedPage, read: (of: FetchedPage) => unknown = report): Problem {
  try {
    read(of);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new TypeError("it has a report");
}

const NOSNIFF = { "x-content-type-options": "nosniff" };

/** Name, body, declared type, and further headers. */
const pages: readonly (readonly [
  name: string,
  body: string | Uint8Array<ArrayBuffer>,
  type: string | readonly string[] | null,
  headers?: Readonly<Record<string, string>>,
])[] = [
  ["HTML", DOC, "text/html; charset=utf-8"],
  ["HTML with nosniff", DOC, "text/html", NOSNIFF],
  ["upper case", DOC, "Text/HTML"],
  ["a parameter in quotes", DOC, 'text/html; charset="utf-8"'],
  ["two lines", DOC, ["text/plain", "text/html"]],
  ["an empty page", "", "text/html"],
  ["plain text as HTML", "Not found.", "text/html"],
  ["JSON as HTML: browsers show it as a page", '{"a":1}', "text/html"],
  ["XHTML", XHTML, "application/xhtml+xml"],
  [
    "XHTML with a declaration",
    `<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">${XHTML}`,
    "application/xhtml+xml",
    NOSNIFF,
  ],
  ["XHTML as XML, also with nosniff", `<?xml version="1.0"?>${XHTML}`, "application/xml", NOSNIFF],
  ["XHTML as text/xml", XHTML, "text/xml"],
  [
    "XHTML with a prefix",
    XHTML.replaceAll("<html", "<h:html").replace("xmlns", "xmlns:h"),
    "application/xhtml+xml",
  ],
  ["HTML as plain text", DOC, "text/plain"],
  ["HTML as a download", DOC, "application/octet-stream"],
  ["HTML as JSON", `\n <!-- a -->${DOC}`, "application/json"],
  ["HTML as a script", DOC, "text/javascript"],
  ["HTML as a style sheet", "<html><head>", "text/css"],
  ["HTML as a picture", DOC, "image/png"],
  ["HTML as RSS", DOC, "application/rss+xml"],
  ["HTML without a type", DOC, null],
  ["a fragment without a type", "<p>one two</p>", null],
  ["a comment without a type", "<!-- x --><section>", null],
  ["an unknown type", DOC, "unknown/unknown"],
  ["any type", DOC, "*/*"],
  ["a type that is none", DOC, "html"],
  ["HTML in UTF-16 without a type", new Uint8Array(Buffer.from(`\ufeff${DOC}`, "utf16le")), null],
  [
    "HTML in UTF-16 as HTML, without a mark",
    new Uint8Array(Buffer.from(DOC, "utf16le")),
    "text/html; charset=utf-16le",
  ],
  ["an SVG drawing in a page", "<svg><title>x</title></svg>", "text/html"],
];

describe("pages", () => {
  test.each(pages.map(([name], i) => [name, i] as const))("%s", (_name, i) => {
    const [, body = "", type = null, headers] = pages[i] ?? [];
    const of = page(body, type, headers);
    expect(detectMediaType(of).isHtml).toBe(true);
    expect(report(of).status).toBe(200);
  });

  test.each([
    ["text/plain", "Browsers show its source as text: its Content-Type is text/plain, not text/html."],
    ["text/plain; charset=utf-8", "Browsers show its source as text"],
    ["TEXT/PLAIN", "Browsers show its source as text"],
    ["application/json", "Browsers show its source as text"],
    ["text/javascript", "Browsers show its source as text"],
    ["application/rss+xml", "Browsers show its source as text"],
    ["text/markdown", "Browsers show its source as text"],
    ["application/octet-stream", "Browsers do not show it"],
    ["image/png", "Browsers do not show it"],
    ["application/pdf", "Browsers do not show it"],
  ])("under %s are reported, and the first finding says what browsers do with them", (type, message) => {
    const { findings, title } = report(
      page(CLEAN.replace("<h1>", "<p>").replace(/<title>.*?<\/title>/s, ""), type),
    );
    expect(title.text).toBe(null);
    const [first] = findings;
    expect([first?.check, first?.severity]).toEqual(["content-type-wrong", "critical"]);
    expect(first?.message).toStartWith(message);
  });

  test.each([
    ["without a type", CLEAN, null],
    ["under a type that says nothing", CLEAN, "*/*"],
    ["of XHTML as XML", XHTML, "application/xml"],
  ])("%s are shown by browsers: a finding of low severity", (_name, body, type) => {
    const found = report(page(body, type)).findings.find(({ check }) => check === "content-type-wrong");
    expect(found?.severity).toBe("low");
  });
});

const BODY = "<h1>Rodas</h1><p>Text of the page.</p>";
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

describe("a page under text/plain, whatever it begins with, is reported as one that browsers show as text", () => {
  test.each([
    ["the doctype of today", `<!DOCTYPE html><html lang="pt">${BODY}</html>`],
    ["the doctype of HTML 4.01", `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "x">${BODY}`],
    ["the declaration of XML", `${XML}<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">${XHTML}`],
    ["its root, without a doctype", `<html dir=rtl><body>${BODY}</body></html>`],
    ["its head", `<head><meta charset=utf-8></head>${BODY}`],
    ["its title", `<title>Rodas</title>${BODY}`],
    ["its body", `<BODY bgcolor="white">${BODY}`],
    ["a meta element", `<meta name=viewport content="width=device-width">${BODY}`],
    ["a byte order mark and lines", `\ufeff\r\n\r\n  <!doctype html>${BODY}`],
    ["comments", `<!-- saved from url=(0019)https://example.com/ -->\n<!-- x -->\n<html>${BODY}`],
    ["a frameset", `<frameset cols="20%,80%"><frame src="a.html"></frameset>`],
    ["UTF-16", new Uint8Array(Buffer.from(`\ufeff<!doctype html>${BODY}`, "utf16le"))],
  ])("%s", (_name, body) => {
    const [first] = report(page(body, "text/plain; charset=utf-8")).findings;
    expect([first?.check, first?.severity]).toEqual(["content-type-wrong", "critical"]);
    expect(first?.message).toStartWith("Browsers show its source as text");
  });
});

describe("HTML that nosniff keeps from being a page", () => {
  test.each([
    ["text/plain", DOC],
    ["application/octet-stream", DOC],
    ["application/json", DOC],
    ["text/css", DOC],
    ["image/png", DOC],
    ["application/pdf", DOC],
    ["application/javascript", "<html><body>"],
    ["application/xml", "<!doctype html><html><body>without the namespace"],
    ["text/markdown", "<body><h1>x"],
    [null, DOC],
    ["*/*", DOC],
  ])("%p", (type, body) => {
    const { code, message } = problemOf(page(body, type, NOSNIFF));
    expect(code).toBe("not-html");
    expect(message).toContain("nosniff");
  });

  test("other values of the header mean nothing", () => {
    expect(
      detectMediaType(page(DOC, "text/plain", { "x-content-type-options": "sniff, nosniff" })).isHtml,
    ).toBe(true);
    expect(detectMediaType(page(DOC, "text/plain", { "x-content-type-options": "NoSniff, x" })).isHtml).toBe(
      false,
    );
  });
});

const RIFF = (type: string) => `RIFF\x10\0\0\0${type}`;
const MP4 = (brand: string) => `\0\0\0\x18ftyp${brand}\0\0\0\0`;

/** Body, declared type, and what is found. */
const files: readonly (readonly [
  body: string,
  type: string | null,
  detected: string | null,
  name: string,
])[] = [
  // PDF
  ["%PDF-1.7\n%\xe2\xe3\xcf\xd3", "application/pdf", "application/pdf", "a PDF"],
  ["%PDF-1.4\n", null, "application/pdf", "a PDF"],
  ["%PDF-2.0\n", "application/octet-stream", "application/pdf", "a PDF"],
  ["%PDF-1.7\n", "text/html; charset=utf-8", "application/pdf", "a PDF"],
  ["%PDF-1.7\n", "text/plain", "application/pdf", "a PDF"],
  ["%!PS-Adobe-3.0", "application/postscript", "application/postscript", "PostScript"],
  ["", "application/pdf", "application/pdf", "a PDF"],
  // Images
  ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png", "image/png", "an image"],
  ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "text/html", "image/png", "an image"],
  ["\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg", "image/jpeg", "an image"],
  ["\xff\xd8\xff\xe0\0\x10JFIF", "image/png", "image/jpeg", "an image"],
  ["GIF89a\x01\0\x01\0", null, "image/gif", "an image"],
  [RIFF("WEBPVP8 "), "image/webp", "image/webp", "an image"],
  [MP4("avif"), "image/avif", "image/avif", "an image"],
  ["BM\x46\0\0\0", "image/bmp", "image/bmp", "an image"],
  ["\0\0\x01\0\x01\0", "image/x-icon", "image/x-icon", "an image"],
  ["II*\0\x08\0", "image/tiff", "image/tiff", "an image"],
  [
    '<svg xmlns="http://www.w3.org/2000/svg"><title>x</title></svg>',
    "image/svg+xml",
    "image/svg+xml",
    "an image",
  ],
  ['<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x" "y"><svg>', "text/xml", "image/svg+xml", "an image"],
  // JSON
  ['{"a": 1}', "application/json", "application/json", "JSON"],
  ['[{"a": 1}]', null, "application/json", "JSON"],
  ['{"@context": "https://schema.org"}', "application/ld+json", "application/ld+json", "JSON-LD"],
  [
    '{"version": "https://jsonfeed.org/version/1.1"}',
    "application/feed+json",
    "application/feed+json",
    "a JSON feed",
  ],
  ['{"errors": []}', "application/vnd.api+json", "application/vnd.api+json", "JSON"],
  ['{"name": "x"}', "application/manifest+json", "application/manifest+json", "a web app manifest"],
  ["", "application/json", "application/json", "JSON"],
  ["{}", "text/json", "text/json", "JSON"],
  ["[1, 2]", "", "application/json", "JSON"],
  ['{"a": ', "application/json; charset=utf-8", "application/json", "JSON"],
  // Feeds
  [
    '<?xml version="1.0"?><rss version="2.0"><channel>',
    "application/rss+xml",
    "application/rss+xml",
    "an RSS feed",
  ],
  [
    '<?xml version="1.0"?>\n<!-- made by x -->\n<rss version="2.0">',
    "text/xml",
    "application/rss+xml",
    "an RSS feed",
  ],
  ['<rss version="0.91">', "text/html", "application/rss+xml", "an RSS feed"],
  ["<rss><channel>", null, "application/rss+xml", "an RSS feed"],
  [
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    "application/atom+xml",
    "application/atom+xml",
    "an Atom feed",
  ],
  ['<?xml version="1.0"?><feed xmlns="x">', "application/xml", "application/atom+xml", "an Atom feed"],
  ['<a:feed xmlns:a="x">', "text/xml", "application/atom+xml", "an Atom feed"],
  ['<feed xmlns="x">', "text/html", "application/atom+xml", "an Atom feed"],
  ["\0<\0r\0s\0s\0>\0 \0x", "text/html; charset=utf-16be", "application/rss+xml", "an RSS feed"],
  ['<rdf:RDF xmlns="http://purl.org/rss/1.0/">', "application/rdf+xml", "application/rdf+xml", "an RDF feed"],
  ['<?xml version="1.0"?><rdf:RDF xmlns:rdf="x">', "text/xml", "application/rdf+xml", "an RDF feed"],
  ['<!DOCTYPE rss PUBLIC "-//N" "x"><rss version="0.91">', "text/xml", "application/rss+xml", "an RSS feed"],
  // Other XML
  ['<?xml version="1.0"?><urlset xmlns="x">', "application/xml", "text/xml", "XML"],
  ["<urlset>", "application/xml", "application/xml", "XML"],
  // Text
  ["Hello", "text/plain", "text/plain", "plain text"],
  ["Hello", null, "text/plain", "plain text"],
  ["User-agent: *\nDisallow:", "text/plain; charset=utf-8", "text/plain", "plain text"],
  ["a < b, and <b>that</b> is all", "text/plain", "text/plain", "plain text"],
  ["a,b\n1,2", "text/csv", "text/csv", "CSV"],
  ["# Title\n", "text/markdown", "text/markdown", "Markdown"],
  ["<p align=center>A readme</p>", "text/plain", "text/plain", "plain text"],
  ["BEGIN:VCALENDAR", "text/calendar", "text/calendar", "a calendar"],
  ["\ufeffHello", "text/plain", "text/plain", "plain text"],
  ["BMW, MZ and ID3 are words", null, "text/plain", "plain text"],
  ["{ not JSON", null, "text/plain", "plain text"],
  // CSS and scripts
  ["body { color: red }", "text/css", "text/css", "a style sheet"],
  ["", "text/css", "text/css", "a style sheet"],
  ["let a = 1;", "text/javascript", "text/javascript", "a script"],
  ["let a = 1;", "application/javascript; charset=utf-8", "application/javascript", "a script"],
  ["let a = '<html>';", "application/x-javascript", "application/x-javascript", "a script"],
  // Archives and documents
  ["PK\x03\x04\x14\0\0\0x.txt", "application/zip", "application/zip", "a ZIP archive"],
  ["PK\x03\x04\x14\0\0\0x.txt", null, "application/zip", "a ZIP archive"],
  [
    "PK\x03\x04\x14\0\0\0[Content_Types].xml\0word/document.xml",
    "application/octet-stream",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "a text document",
  ],
  [
    "PK\x03\x04\x14\0\0\0a",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "a spreadsheet",
  ],
  ["PK\x03\x04\x14\0\0\0mimetypeapplication/epub+zip", null, "application/epub+zip", "an e-book"],
  ["\x1f\x8b\x08\0", "application/gzip", "application/gzip", "a gzip archive"],
  ["7z\xbc\xaf\x27\x1c", null, "application/x-7z-compressed", "an archive"],
  ["Rar!\x1a\x07\0", null, "application/x-rar-compressed", "an archive"],
  ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/msword", "application/msword", "a Word document"],
  ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", null, "application/x-ole-storage", "an Office document"],
  ["{\\rtf1\\ansi", "application/rtf", "application/rtf", "an RTF document"],
  // Binary data
  ["\0\x01\x02\x03\x04", "application/octet-stream", "application/octet-stream", "binary data"],
  ["\x03\x04\x05 binary", null, "application/octet-stream", "binary data"],
  ["\x03\x04\x05 binary", "text/plain", "application/octet-stream", "binary data"],
  ["abc", "application/octet-stream", "application/octet-stream", "binary data"],
  ["\0asm\x01\0\0\0", "application/wasm", "application/wasm", "a WebAssembly module"],
  ["MZ\x90\0\x03", null, "application/x-msdownload", "a file"],
  ["\x7fELF\x02\x01", null, "application/x-elf", "a file"],
  ["SQLite format 3\0", null, "application/vnd.sqlite3", "a file"],
  // Fonts
  ["wOFF\0\x01\0\0", "font/woff", "font/woff", "a font"],
  ["wOF2\0\x01\0\0", "application/octet-stream", "font/woff2", "a font"],
  ["\0\x01\0\0\0\x0c", "font/ttf", "font/ttf", "a font"],
  ["OTTO\0\x0b", null, "font/otf", "a font"],
  ["abc", "application/font-woff", "application/font-woff", "a font"],
  ["abc", "application/vnd.ms-fontobject", "application/vnd.ms-fontobject", "a font"],
  // Audio and video
  ["ID3\x03\0\0", "audio/mpeg", "audio/mpeg", "audio"],
  ["\xff\xfb\x90\0\0", null, "audio/mpeg", "audio"],
  ["fLaC\0\0\0", null, "audio/flac", "audio"],
  [RIFF("WAVEfmt "), "audio/wav", "audio/wave", "audio"],
  ["OggS\0\x02", "audio/ogg", "audio/ogg", "audio"],
  ["MThd\0\0\0\x06", null, "audio/midi", "audio"],
  [MP4("isom"), "video/mp4", "video/mp4", "a video"],
  [MP4("isom"), null, "video/mp4", "a video"],
  [MP4("M4A "), null, "audio/mp4", "audio"],
  ["\x1aE\xdf\xa3\x01\0", "video/webm", "video/webm", "a video"],
  [RIFF("AVI LIST"), null, "video/avi", "a video"],
  // Nothing
  ["", null, null, ""],
];

describe("files that are no page", () => {
  test.each(
    files.map(([body, type, detected], i) => [JSON.stringify(body).slice(0, 30), type, detected, i] as const),
  )("%s as %s is %s", (_body, _type, _detected, i) => {
    const [body = "", type = null, detected, name = ""] = files[i] ?? [];
    const of = page(body.startsWith("\ufeff") ? utf8(body) : latin(body), type);
    const { code, message, status, options } = problemOf(of);
    expect([code, status, options.parameter]).toEqual(["not-html", 422, "url"]);
    expect(options.members).toMatchObject({ mediaType: { detected: detected ?? null } });
    if (detected !== null && detected !== undefined) {
      expect(message).toContain(detected);
      expect(nameOfType(detected)).toBe(name);
    }
    expect(() => examineMeta(of)).toThrow(Problem);
  });

  test.each([404, 410, 500, 503, 301])(
    "with status %i have a report: the status is the verdict",
    (status) => {
      const { indexability, score } = report({ ...page("{}", "application/json"), status });
      expect([indexability.verdict, score.confidence]).toEqual(["FAIL", "low"]);
    },
  );
});

describe("the index, for a file", () => {
  const of = (headers: Record<string, string>, type = "application/pdf", robots?: FetchedPage["robots"]) => {
    const file = page(latin("%PDF-1.7\n\0"), type, headers);
    return problemOf(robots === undefined ? file : { ...file, robots }).options.members?.indexability;
  };
  test("may list a PDF", () => {
    expect(of({})).toMatchObject({ indexable: true, verdict: "PASS", indexingState: "INDEXING_ALLOWED" });
  });
  test.each([
    "noindex",
    "googlebot: noindex",
    "none",
    "unavailable_after: 25 Jun 2010 15:00:00 PST",
    "NOINDEX, nofollow",
  ])("must not, for X-Robots-Tag: %s", (tag) => {
    expect(of({ "x-robots-tag": tag })).toMatchObject({
      indexable: false,
      verdict: "FAIL",
      indexingState: "BLOCKED_BY_HTTP_HEADER",
      reasons: [{ check: "noindex", source: "header", detail: tag }],
    });
  });
  test("may, where the header names another crawler", () => {
    expect(of({ "x-robots-tag": "bingbot: noindex" })).toMatchObject({ indexable: true });
  });
  test("cannot reach what robots.txt blocks", () => {
    const body = utf8("User-agent: *\nDisallow: /");
    const robots = { state: "received", url: "https://shop.example/robots.txt", status: 200, body } as const;
    expect(of({}, "application/pdf", robots)).toMatchObject({
      indexable: false,
      robotsTxtState: "DISALLOWED",
    });
  });
  test("has a canonical address from the header", () => {
    expect(of({ link: '<https://shop.example/p>; rel="canonical"' })).toMatchObject({
      verdict: "NEUTRAL",
      userCanonical: "https://shop.example/p",
    });
  });
  test("does not list archives, fonts and binary data", () => {
    const members = problemOf(page(latin("\0\x01\x02"), "application/octet-stream")).options.members;
    expect(members?.indexability).toMatchObject({
      indexable: false,
      reasons: [{ check: "file-type-not-indexed", source: "content-type" }],
    });
    for (const type of ["application/zip", "font/woff2", "application/json", "text/css", "audio/mpeg", null])
      expect(isIndexedType(type)).toBe(false);
    for (const type of [
      "application/pdf",
      "text/plain",
      "image/png",
      "video/mp4",
      "application/rss+xml",
      "text/csv",
    ])
      expect(isIndexedType(type)).toBe(true);
  });
  test("is told without robots.txt where that was not fetched", () => {
    const file = page(latin("%PDF-1.7\0"), "application/pdf", { "x-robots-tag": "noindex" });
    expect(problemOf(file, examineMeta).options.members).toEqual({
      mediaType: { declared: "application/pdf", detected: "application/pdf" },
      indexability: {
        indexingState: "BLOCKED_BY_HTTP_HEADER",
        reasons: [{ check: "noindex", source: "header", detail: "noindex" }],
      },
      robots: { header: ["noindex"] },
    });
  });
});

describe("pages with odd parameters of their type", () => {
  const CAFE = "<!doctype html><title>Café</title><h1>Café</h1>";
  test.each([
    ["text/html; charset=none", "utf-8"],
    ["text/html; charset=x-unknown", "utf-8"],
    ["text/html;charset=utf-8, text/html", "utf-8"],
    ['text/html;charset="utf-8', "utf-8"],
    ["text/html; charset='utf-8'", "utf-8"],
    ["text/html;;;charset=UTF8", "utf-8"],
    ["text/html; charset=utf-7", "utf-8"],
    ["text/html;charset=utf-8;charset=latin1", "utf-8"],
    ["text/html/xml", "utf-8"],
    ["text / html", "utf-8"],
    ["text/", "utf-8"],
    ["text/html; charset=iso-2022-kr", "replacement"],
  ])("%s", (type, encoding) => {
    const { fetch, title } = report(page(CAFE, type));
    expect([fetch.charset.effective, title.text]).toEqual([
      encoding,
      encoding === "replacement" ? null : "Café",
    ]);
  });
  test.each([
    ["TEXT/HTML ;CHARSET=latin1", "latin1", "windows-1252"],
    ["text/html; charset=utf-16", "utf16le", "utf-16le"],
  ] as const)("%s", (type, bytes, encoding) => {
    const { fetch, title } = report(page(new Uint8Array(Buffer.from(CAFE, bytes)), type));
    expect([fetch.charset.effective, title.text]).toEqual([encoding, "Café"]);
  });
});
