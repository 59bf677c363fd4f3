import type { Charset } from "../../report/schema/meta.ts";
import { encodingOf, REPLACEMENT } from "./labels.ts";
import { charsetOfHeader, prescan } from "./prescan.ts";

/** A decoded page, and what was said about its encoding. */
export interface DecodedPage extends Charset {
  readonly text: string;
  /** Byte offset of the declaration in the page; null without one. */
  readonly metaOffset: number | null;
  /** Characters U+FFFD in the text: those that the bytes do not encode, and those that UTF-8 bytes encode. */
  readonly replacements: { readonly undecoded: number; readonly written: number };
  /** The bytes are UTF-8, with more than ASCII, and are decoded as something else. */
  readonly isMisread: boolean;
}

/** The encoding that a byte order mark names. */
export function markOf(bytes: Uint8Array): "utf-8" | "utf-16be" | "utf-16le" | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  return undefined;
}

/** An XML declaration in two bytes per character tells the encoding as well as a byte order mark. */
function wideXml(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 6)).toString("latin1");
  if (start === "<\0?\0x\0") return "utf-16le";
  return start === "\0<\0?\0x" ? "utf-16be" : undefined;
}

/** How often U+FFFD is in a text, or its bytes in UTF-8 are. */
function replacementsIn(text: Pick<string | Buffer, "indexOf">): number {
  let count = 0;
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", at + 1)) count++;
  return count;
}

function isUtf8(bytes: Uint8Array, truncated: boolean): boolean {
  try {
    // A truncated page may end inside a character; `stream` allows only that.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: truncated });
    return true;
  } catch {
    return false;
  }
}

/** Characters of UTF-8 that tell bytes from a text in an encoding of one byte for each character, or of several. */
const LEADS_MIN = { single: 1, several: 10 };

/** Whether bytes are a text in UTF-8 that is decoded as something else: each of its letters is then shown as two or three. */
function isMisread(bytes: Uint8Array, effective: string, truncated: boolean): boolean {
  if (/^(?:utf-|replacement$)/.test(effective)) return false;
  const isSingle = /^(?:windows-|iso-8859-|koi8-|ibm|mac|x-mac)/.test(effective);
  let leads = 0;
  for (const byte of bytes) if (byte >= 0xc2) leads++;
  return leads >= LEADS_MIN[isSingle ? "single" : "several"] && isUtf8(bytes, truncated);
}

/**
 * Corrects a declared encoding (HTML standard, "prescan"): a declaration that can be read byte by byte is not
 * in UTF-16, and x-user-defined means windows-1252.
 */
function readable(encoding: string | undefined): string | undefined {
  if (encoding?.startsWith("utf-16") === true) return "utf-8";
  return encoding === "x-user-defined" ? "windows-1252" : encoding;
}

/**
 * Decodes a page the way a browser shows it: byte order mark, `charset` of the header, the page's own
 * declaration, UTF-8 if the bytes are valid UTF-8, and windows-1252 for the rest. Never throws.
 */
export function decodePage(
  bytes: Uint8Array,
  contentType: string | undefined,
  truncated: boolean,
): DecodedPage {
  const header = charsetOfHeader(contentType ?? "");
  const found = prescan(bytes);
  const meta = found?.label ?? null;
  const fromMeta = readable(encodingOf(meta));
  const told: [string | undefined, Charset["source"]][] = [
    [markOf(bytes), "bom"],
    [encodingOf(header), "header"],
    [wideXml(bytes) ?? fromMeta, "meta"],
  ];
  const [effective = "utf-8", source] =
    told.find(([name]) => name !== undefined) ??
    (isUtf8(bytes, truncated) ? ["utf-8", "utf8-valid"] : ["windows-1252", "fallback"]);
  // Browsers show nothing of pages in encodings that can hide markup.
  const text =
    effective === REPLACEMENT
      ? "\ufffd"
      : new TextDecoder(effective as Bun.Encoding).decode(bytes, { stream: truncated });
  const replacements = replacementsIn(text);
  const { buffer, byteOffset, byteLength } = bytes;
  const isWritten = replacements > 0 && effective === "utf-8";
  const written = isWritten ? replacementsIn(Buffer.from(buffer, byteOffset, byteLength)) : 0;
  return {
    text,
    effective,
    source,
    declared: { header, meta },
    metaOffset: found?.offset ?? null,
    replacements: { undecoded: replacements - written, written },
    isMisread: isMisread(bytes, effective, truncated),
  };
}
