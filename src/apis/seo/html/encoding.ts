/** Where the encoding of a page was learned from, in order of authority. */
export type CharsetSource = "bom" | "header" | "meta" | "utf8-valid" | "fallback";

/** A decoded page, and what was said about its encoding. */
export interface Decoded {
  readonly text: string;
  /** The WHATWG name of the encoding that was used. */
  readonly effective: string;
  readonly source: CharsetSource;
  /** What the `Content-Type` header and the page itself declare, as they stand; null where they do not. */
  readonly declared: { readonly header: string | null; readonly meta: string | null };
  /** Byte offset of the declaration in the page; null without one. */
  readonly metaOffset: number | null;
  /** Characters that the bytes do not encode (U+FFFD) in the text. */
  readonly replacements: number;
}

/**
 * How far to look for a declaration. The HTML standard says 1,024 bytes, but browsers go on until the head
 * ends, and one page in seven declares later.
 */
const SCAN_BYTES = 65_536;

/** Everything that a decoder knows; `undefined` for a label that it does not. */
function encodingOf(label: string | null): string | undefined {
  if (label === null) return undefined;
  try {
    // Labels are an open set here, whatever the type says: an unknown one throws.
    return new TextDecoder(label.trim() as Bun.Encoding).encoding;
  } catch {
    return undefined;
  }
}

function markOf(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  return undefined;
}

/** The value of `charset` in a media type or in a meta's `content` (HTML, "extracting a character encoding"). */
export function charsetIn(text: string): string | null {
  const found = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"',]+))/i.exec(text);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null;
}

const MARKUP = /<!--|<\/?[a-z]|<[!/?]/gi;
const NAME = /<\/?([a-z][^\s/>]*)/iy;
/** One attribute, as a tokenizer reads it: quotes mean something after `=` alone. A quote without an end stays open. */
const ATTRIBUTE = /[\s/]*(=?[^\s/>=]+)(?:\s*=\s*(?:"([^"]*)(?:"|($))|'([^']*)(?:'|($))|([^\s>]*)))?/y;
const TAG_END = /[\s/=]*>/y;
/** Elements whose content is text: a declaration inside of them is none. */
const RAW = new Set("script style noscript title textarea iframe xmp noembed noframes".split(" "));

interface Tag {
  readonly name: string;
  /** The first of a name counts. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly end: number;
}

function skip(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Reads the tag that starts at an offset; undefined where the text ends inside of it. */
function readTag(text: string, at: number): Tag | undefined {
  const name = skip(NAME, text, at)?.[1]?.toLowerCase() ?? "";
  const attributes = new Map<string, string>();
  for (let position = NAME.lastIndex; ; ) {
    if (skip(TAG_END, text, position) !== null) return { name, attributes, end: TAG_END.lastIndex };
    const found = skip(ATTRIBUTE, text, position);
    if (found === null || found[3] !== undefined || found[5] !== undefined) return undefined;
    position = ATTRIBUTE.lastIndex;
    const key = (found[1] ?? "").toLowerCase();
    if (!attributes.has(key)) attributes.set(key, found[2] ?? found[4] ?? found[6] ?? "");
  }
}

/** The encoding that a `meta` declares, as it stands; null where it declares none that a decoder knows. */
function declaredBy({ attributes }: Tag): string | null {
  const isPragma = attributes.get("http-equiv")?.toLowerCase() === "content-type";
  const label = attributes.get("charset") ?? (isPragma ? charsetIn(attributes.get("content") ?? "") : null);
  return label !== null && encodingOf(label) !== undefined ? label.trim() : null;
}

/**
 * Finds the encoding that a page declares in a `meta` (HTML standard, "prescan a byte stream to determine its
 * encoding"), in its first 64 KiB. Comments, raw text and attributes of other elements are passed over.
 */
export function prescan(bytes: Uint8Array): { readonly label: string; readonly offset: number } | undefined {
  const head = bytes.subarray(0, SCAN_BYTES);
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("latin1");
  for (let position = 0; ; ) {
    const found = skip(MARKUP, text, position);
    if (found === null) return undefined;
    const [start] = found;
    if (start === "<!--" || (start.length === 2 && !/[a-z]/i.test(start))) {
      const [close, from] = start === "<!--" ? ["-->", 2] : [">", 2];
      const end = text.indexOf(close, found.index + from);
      if (end < 0) return undefined;
      position = end + close.length;
      continue;
    }
    const tag = readTag(text, found.index);
    if (tag === undefined) return undefined;
    position = tag.end;
    if (start.startsWith("</")) continue;
    const label = tag.name === "meta" ? declaredBy(tag) : null;
    if (label !== null) return { label, offset: found.index };
    if (RAW.has(tag.name)) {
      const close = skip(new RegExp(`</${tag.name}[\\s/>]`, "gi"), text, position);
      if (close === null) return undefined;
      position = close.index;
    }
  }
}

function isUtf8(bytes: Uint8Array, truncated: boolean): boolean {
  try {
    // A page that was cut may end inside of a character: `stream` forgives that alone.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: truncated });
    return true;
  } catch {
    return false;
  }
}

/**
 * A page whose declaration can be read byte by byte is not UTF-16, whatever it says, and the one encoding that
 * exists for scripts stands for windows-1252 (HTML standard, "prescan").
 */
function readable(encoding: string | undefined): string | undefined {
  if (encoding?.startsWith("utf-16") === true) return "utf-8";
  return encoding === "x-user-defined" ? "windows-1252" : encoding;
}

/**
 * Decodes a page the way a browser shows it: byte order mark, `charset` of the header, the page's own
 * declaration, UTF-8 if the bytes are valid UTF-8, and windows-1252 for the rest. Never throws.
 */
export function decodePage(bytes: Uint8Array, contentType: string | undefined, truncated: boolean): Decoded {
  const header = charsetIn(contentType ?? "");
  const found = prescan(bytes);
  const meta = found?.label ?? null;
  const fromMeta = readable(encodingOf(meta));
  const told: [string | undefined, CharsetSource][] = [
    [markOf(bytes), "bom"],
    [encodingOf(header), "header"],
    [fromMeta, "meta"],
  ];
  const [effective = "utf-8", source] =
    told.find(([name]) => name !== undefined) ??
    (isUtf8(bytes, truncated) ? ["utf-8", "utf8-valid"] : ["windows-1252", "fallback"]);
  const text = new TextDecoder(effective as Bun.Encoding).decode(bytes, { stream: truncated });
  let replacements = 0;
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", at + 1)) replacements++;
  return {
    text,
    effective,
    source,
    declared: { header, meta },
    metaOffset: found?.offset ?? null,
    replacements,
  };
}
