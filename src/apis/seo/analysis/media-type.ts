import { parseJson } from "../../../kit/parse-json.ts";
import type { FetchedPage } from "../fetch/fetched-page.ts";
import { decodePage } from "./html/encoding.ts";

/** The declared and the detected type of a response. */
export interface MediaType {
  /** The type of the `Content-Type` header without parameters, in lower case; null if there is no valid one. */
  readonly declared: string | null;
  /** The type that was found; null for a response without a body or type. */
  readonly detected: string | null;
  /** Whether the response is an HTML or XHTML page. */
  readonly isHtml: boolean;
  /** The body starts like a page, and `X-Content-Type-Options: nosniff` forbids treating it as one. */
  readonly isForbidden: boolean;
}

/** Bytes that the WHATWG MIME Sniffing standard looks at (section 5.2). */
const HEADER_BYTES = 1_445;
/** Bytes that are decoded to find the first element; comments may come before it. */
const LOOK_BYTES = 8 * 1024;
/** Types that say nothing: browsers look at the content instead (MIME Sniffing, section 7). */
export const unknownTypes: ReadonlySet<string> = new Set(["unknown/unknown", "application/unknown", "*/*"]);
const HTML_TYPES = new Set(["text/html", "application/xhtml+xml"]);

interface Signature {
  readonly type: string;
  /** Where it is; the start where it is left out. */
  readonly at?: number;
  readonly bytes: string;
  readonly and?: readonly [at: number, bytes: string];
  /** Texts may start with it: it counts only beside bytes that no text has. */
  readonly isWeak?: true;
}

/**
 * Signatures of files, in Latin-1 (MIME Sniffing, sections 6.1 to 6.4; the registrations of the other types).
 * The first one that fits decides.
 */
const SIGNATURES: readonly Signature[] = [
  { type: "application/pdf", bytes: "%PDF-" },
  { type: "application/postscript", bytes: "%!PS-Adobe-" },
  { type: "image/png", bytes: "\x89PNG\r\n\x1a\n" },
  { type: "image/jpeg", bytes: "\xff\xd8\xff" },
  { type: "image/gif", bytes: "GIF87a" },
  { type: "image/gif", bytes: "GIF89a" },
  { type: "image/webp", bytes: "RIFF", and: [8, "WEBPVP"] },
  { type: "image/avif", at: 4, bytes: "ftypavi" },
  { type: "image/heic", at: 4, bytes: "ftyphei" },
  { type: "image/heif", at: 4, bytes: "ftypmif1" },
  { type: "image/bmp", bytes: "BM", isWeak: true },
  { type: "image/tiff", bytes: "II*\0" },
  { type: "image/tiff", bytes: "MM\0*" },
  { type: "image/jxl", bytes: "\xff\x0a", isWeak: true },
  { type: "image/jxl", bytes: "\0\0\0\x0cJXL " },
  { type: "image/x-icon", bytes: "\0\0\x01\0" },
  { type: "image/x-icon", bytes: "\0\0\x02\0" },
  { type: "image/vnd.adobe.photoshop", bytes: "8BPS" },
  { type: "audio/aiff", bytes: "FORM", and: [8, "AIFF"] },
  { type: "audio/mpeg", bytes: "ID3", isWeak: true },
  { type: "audio/mpeg", bytes: "\xff\xfb", isWeak: true },
  { type: "audio/aac", bytes: "\xff\xf1", isWeak: true },
  { type: "audio/flac", bytes: "fLaC" },
  { type: "audio/mp4", at: 4, bytes: "ftypM4A" },
  { type: "audio/wave", bytes: "RIFF", and: [8, "WAVE"] },
  { type: "audio/midi", bytes: "MThd\0\0\0\x06" },
  { type: "application/ogg", bytes: "OggS\0" },
  { type: "video/avi", bytes: "RIFF", and: [8, "AVI "] },
  { type: "video/quicktime", at: 4, bytes: "ftypqt" },
  { type: "video/mp4", at: 4, bytes: "ftyp" },
  { type: "video/webm", bytes: "\x1aE\xdf\xa3" },
  { type: "video/x-flv", bytes: "FLV\x01" },
  { type: "video/mpeg", bytes: "\0\0\x01\xba" },
  { type: "font/woff", bytes: "wOFF" },
  { type: "font/woff2", bytes: "wOF2" },
  { type: "font/ttf", bytes: "\0\x01\0\0" },
  { type: "font/otf", bytes: "OTTO\0" },
  { type: "font/collection", bytes: "ttcf" },
  { type: "application/zip", bytes: "PK\x03\x04" },
  { type: "application/zip", bytes: "PK\x05\x06" },
  { type: "application/gzip", bytes: "\x1f\x8b\x08" },
  { type: "application/x-rar-compressed", bytes: "Rar \x1a\x07" },
  { type: "application/x-rar-compressed", bytes: "Rar!\x1a\x07" },
  { type: "application/x-7z-compressed", bytes: "7z\xbc\xaf\x27\x1c" },
  { type: "application/x-xz", bytes: "\xfd7zXZ\0" },
  { type: "application/zstd", bytes: "\x28\xb5\x2f\xfd" },
  { type: "application/x-bzip2", bytes: "BZh", isWeak: true },
  { type: "application/x-tar", at: 257, bytes: "ustar" },
  { type: "application/x-ole-storage", bytes: "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" },
  { type: "application/wasm", bytes: "\0asm" },
  { type: "application/vnd.sqlite3", bytes: "SQLite format 3\0" },
  { type: "application/x-elf", bytes: "\x7fELF" },
  { type: "application/x-msdownload", bytes: "MZ", isWeak: true },
  { type: "application/rtf", bytes: "{\\rtf" },
];

/** Types of files that hold files of many other types: for these, the header knows more. */
const CONTAINERS = new Set([
  "application/zip",
  "application/gzip",
  "application/ogg",
  "application/x-ole-storage",
  "image/tiff",
  "video/mp4",
  "video/webm",
]);
/** Types that a server sends for whatever it does not know, and those of pages. */
const VAGUE = new Set([...HTML_TYPES, "text/plain", "application/octet-stream", "binary/octet-stream"]);

/** Office files are ZIP files; the name of their first entries tells them apart. */
const ZIPPED: readonly (readonly [name: string, type: string])[] = [
  ["word/", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["xl/", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["ppt/", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
  ["mimetypeapplication/epub+zip", "application/epub+zip"],
  ["mimetypeapplication/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.text"],
  [
    "mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
    "application/vnd.oasis.opendocument.spreadsheet",
  ],
  [
    "mimetypeapplication/vnd.oasis.opendocument.presentation",
    "application/vnd.oasis.opendocument.presentation",
  ],
];

/** A byte that texts do not have (MIME Sniffing, section 3, "binary data byte"). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const BINARY = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

function hasMark([a, b, c]: Uint8Array): boolean {
  return (a === 0xfe && b === 0xff) || (a === 0xff && b === 0xfe) || (a === 0xef && b === 0xbb && c === 0xbf);
}

/** Whether a text in UTF-16 without a mark is likely: every other byte of its start is zero. */
function isWide(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes;
  return (
    bytes.length > 3 &&
    ((a === 0 && c === 0 && b !== 0 && d !== 0) || (b === 0 && d === 0 && a !== 0 && c !== 0))
  );
}

/** The type of a file by its first bytes; undefined for a text. */
function binaryType(body: Uint8Array): string | undefined {
  const head = body.subarray(0, HEADER_BYTES);
  if (hasMark(head) || isWide(head)) return undefined;
  const latin = Buffer.from(head).toString("latin1");
  const isData = BINARY.test(latin);
  for (const { type, at = 0, bytes, and, isWeak } of SIGNATURES) {
    if (isWeak === true && !isData) continue;
    if (!latin.startsWith(bytes, at) || (and !== undefined && !latin.startsWith(and[1], and[0]))) continue;
    if (type !== "application/zip") return type;
    return ZIPPED.find(([name]) => latin.includes(name))?.[1] ?? type;
  }
  return isData ? "application/octet-stream" : undefined;
}

/** Where the first element of a text starts: after white space, comments, the XML declaration and its like. */
function afterProlog(text: string): string {
  let at = 0;
  for (;;) {
    at += text.slice(at).search(/\S|$/);
    const end = text.startsWith("<!--", at) ? "-->" : text.startsWith("<?", at) ? "?>" : undefined;
    if (end === undefined) return text.slice(at);
    const closed = text.indexOf(end, at + 2);
    if (closed < 0) return "";
    at = closed + end.length;
  }
}

const DOCUMENT = /^<(?:!doctype\s+html|(?:html|head|body|title|meta|frameset)(?=[\s/>]))/i;
/** The patterns of MIME Sniffing, section 7.1: a tag of these is ended by a space or `>`. */
const FRAGMENT =
  /^<(?:script|iframe|h1|div|font|table|a|style|b|br|p|section|main|article|header|nav|link|ul)[\s/>]/i;
const XHTML = "http://www.w3.org/1999/xhtml";

/** The type of a text by its first element; undefined for a text without markup. */
function textType(text: string): { readonly type: string; readonly isDocument?: true } | undefined {
  const start = afterProlog(text);
  if (DOCUMENT.test(start)) return { type: "text/html", isDocument: true };
  // A document type of XML comes before the root: <!DOCTYPE rss …>, <!DOCTYPE svg …>.
  const root = /^<!doctype\s/i.test(start) ? afterProlog(start.slice(start.indexOf(">") + 1)) : start;
  if (/^<rss[\s>]/.test(root)) return { type: "application/rss+xml" };
  if (/^<(?:\w{1,20}:)?feed[\s>]/.test(root)) return { type: "application/atom+xml" };
  if (/^<(?:\w{1,20}:)?RDF[\s>]/.test(root)) return { type: "application/rdf+xml" };
  if (/^<(?:svg:)?svg[\s>]/.test(root)) return { type: "image/svg+xml" };
  if (/^<(?:\w{1,20}:)?html[\s>]/.test(root)) return { type: "application/xhtml+xml", isDocument: true };
  if (FRAGMENT.test(start)) return { type: "text/html" };
  if (/^\s*<\?xml[\s?]/.test(text)) return { type: "text/xml" };
  return text.trimStart().startsWith("<!--") && start.startsWith("<") ? { type: "text/html" } : undefined;
}

/** The start of a feed in any encoding of the web, or the zero bytes of UTF-16. Most pages are then not decoded twice. */
const MAY_BE_FEED = /\0|<(?:rss|(?:\w{1,20}:)?(?:feed|RDF))(?!\w)/;

function mayBeFeed(body: Uint8Array): boolean {
  const { buffer, byteOffset, byteLength } = body.subarray(0, LOOK_BYTES);
  return MAY_BE_FEED.test(Buffer.from(buffer, byteOffset, byteLength).toString("latin1"));
}

/** JSON is recognized by its start: long texts are cut. */
function isJson(text: string, isWhole: boolean): boolean {
  const start = text.trim();
  if (!/^(?:\{\s*["}]|\[\s*[[{"\d\]-])/.test(start)) return false;
  return !isWhole || parseJson(start) !== undefined;
}

/** The type that the header names: the last valid one of its lines (Fetch standard, "extract a MIME type"). */
function declaredType(lines: readonly string[]): string | null {
  let found: string | null = null;
  for (const line of lines) {
    for (const part of line.slice(0, 2_000).split(",")) {
      const essence = part.split(";", 1)[0]?.trim().toLowerCase() ?? "";
      if (/^[\w!#$%&'*+.^`|~-]{1,100}\/[\w!#$%&'*+.^`|~-]{1,100}$/.test(essence)) found = essence;
    }
  }
  return found;
}

function isXml(type: string): boolean {
  return type === "text/xml" || type === "application/xml" || type.endsWith("+xml");
}

const FEEDS = new Set(["application/rss+xml", "application/atom+xml", "application/rdf+xml"]);

/** The type of a text that came under another name than HTML, or under none. */
function undeclaredType(text: string, isWhole: boolean): string {
  return textType(text)?.type ?? (isJson(text, isWhole) ? "application/json" : "text/plain");
}

/**
 * Finds what a response is, as the WHATWG MIME Sniffing standard has it, with one addition: a response under another
 * type that starts as an HTML document is a page that was sent under a wrong type, unless it has
 * `X-Content-Type-Options: nosniff`. Browsers show such a page as text or save it, so the report says that, too.
 */
export function detectMediaType({
  body,
  headers,
  truncated,
}: Pick<FetchedPage, "body" | "headers" | "truncated">): MediaType {
  const lines = headers.get("content-type") ?? [];
  const named = declaredType(lines);
  const declared = named !== null && unknownTypes.has(named) ? null : named;
  const noSniff = /^\s*nosniff\s*(?:,|$)/i.test(headers.get("x-content-type-options")?.[0] ?? "");
  const is = (detected: string | null, isHtml = false, isForbidden = false): MediaType => ({
    declared: named,
    detected,
    isHtml,
    isForbidden,
  });
  const isPage = declared !== null && HTML_TYPES.has(declared);
  if (body.byteLength === 0) return is(declared, isPage);
  const binary = binaryType(body);
  if (binary !== undefined && binary !== "application/octet-stream") {
    const isNamed = declared !== null && CONTAINERS.has(binary) && !VAGUE.has(declared);
    return is(isNamed ? declared : binary);
  }
  if (isPage && !mayBeFeed(body)) return is(declared, true);
  const { text } = decodePage(body.subarray(0, LOOK_BYTES), lines.join(", "), true);
  const isWhole = body.byteLength <= LOOK_BYTES && !truncated;
  const found = textType(text);
  if (isPage) return found !== undefined && FEEDS.has(found.type) ? is(found.type) : is(declared, true);
  if (binary !== undefined) return is(declared === null || declared === "text/plain" ? binary : declared);
  if (declared === null) {
    const isHtml = found?.type === "text/html" || found?.isDocument === true;
    if (noSniff) return is(isHtml ? "text/plain" : undeclaredType(text, isWhole), false, isHtml);
    return is(undeclaredType(text, isWhole), isHtml);
  }
  // XML is read as XML, whatever it may be sniffed as: its root has to be one of XHTML.
  if (isXml(declared) && found?.isDocument === true && text.includes(XHTML))
    return is("application/xhtml+xml", true);
  if (found?.isDocument === true) return noSniff ? is(declared, false, true) : is(found.type, true);
  if (isXml(declared) && found !== undefined) return is(found.type === "text/html" ? declared : found.type);
  return is(declared);
}

const NAMES: Readonly<Record<string, string>> = {
  "application/pdf": "a PDF",
  "application/json": "JSON",
  "text/json": "JSON",
  "application/ld+json": "JSON-LD",
  "application/manifest+json": "a web app manifest",
  "application/feed+json": "a JSON feed",
  "application/rss+xml": "an RSS feed",
  "application/atom+xml": "an Atom feed",
  "application/rdf+xml": "an RDF feed",
  "text/xml": "XML",
  "application/xml": "XML",
  "text/plain": "plain text",
  "text/csv": "CSV",
  "text/markdown": "Markdown",
  "text/css": "a style sheet",
  "text/javascript": "a script",
  "application/javascript": "a script",
  "application/x-javascript": "a script",
  "application/ecmascript": "a script",
  "application/zip": "a ZIP archive",
  "application/gzip": "a gzip archive",
  "application/x-gzip": "a gzip archive",
  "application/octet-stream": "binary data",
  "application/ogg": "audio or video",
  "application/postscript": "PostScript",
  "application/rtf": "an RTF document",
  "application/msword": "a Word document",
  "application/x-ole-storage": "an Office document",
  "application/epub+zip": "an e-book",
  "application/wasm": "a WebAssembly module",
  "text/calendar": "a calendar",
};

const KINDS: Readonly<Record<string, string>> = {
  image: "an image",
  audio: "audio",
  video: "a video",
  font: "a font",
  model: "a 3D model",
  message: "a message",
  multipart: "several files",
};

/** The name of a type in a sentence: `a PDF`, `an image`, `JSON`. */
export function nameOfType(type: string): string {
  const name = Object.hasOwn(NAMES, type) ? NAMES[type] : undefined;
  if (name !== undefined) return name;
  const [top = ""] = type.split("/", 1);
  if (Object.hasOwn(KINDS, top)) return KINDS[top] ?? type;
  if (/wordprocessingml|opendocument\.text/.test(type)) return "a text document";
  if (/spreadsheetml|opendocument\.spreadsheet|ms-excel/.test(type)) return "a spreadsheet";
  if (/presentationml|opendocument\.presentation|ms-powerpoint/.test(type)) return "a presentation";
  if (/(?:^|[/.-])(?:font|woff|ttf|otf|opentype)/.test(type)) return "a font";
  if (type.endsWith("+json")) return "JSON";
  if (type.endsWith("+xml")) return "XML";
  if (/compressed|archive|tar|rar|zip|zstd|bzip/.test(type)) return "an archive";
  return top === "text" ? "text" : "a file";
}

/** Files beside HTML that Google indexes: developers.google.com, indexable-file-types. */
const INDEXED =
  /^(?:application\/(?:pdf|postscript|epub\+zip|rtf|msword|xml|rss\+xml|atom\+xml|rdf\+xml|gpx\+xml|vnd\.google-earth\.km[lz](?:\+xml)?|x-hwp|vnd\.ms-(?:excel|powerpoint)|vnd\.openxmlformats-officedocument\..{1,80}|vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation)|x-tex|x-latex|x-ole-storage)|text\/(?:plain|csv|xml|rtf|markdown|vnd\.wap\.wml|x-.{1,40})|image\/(?:bmp|gif|jpeg|png|webp|svg\+xml|avif)|video\/(?:3gpp2?|x-ms-asf|avi|x-msvideo|mpeg|mp4|x-m4v|x-matroska|quicktime|ogg|webm|x-ms-wmv))$/;

/** Reports whether Google indexes files of a type, in web, image or video search. */
export function isIndexedType(type: string | null): boolean {
  return type !== null && INDEXED.test(type);
}
