import { encodingOf } from "./labels.ts";

/**
 * How far to look for a declaration. The HTML standard says 1,024 bytes, but browsers go on until the head
 * ends, and one page in seven declares later.
 */
const SCAN_BYTES = 65_536;

/** The value of `charset` in a media type or in a meta's `content` (HTML, "extracting a character encoding"). */
export function charsetIn(text: string): string | null {
  const found = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"',]+))/i.exec(text);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null;
}

const MARKUP = /<!--|<\/?[a-z]|<[!/?]/gi;
const SCRIPT_MARK = /<!--|-->|<\/?script(?=[\s/>])/gi;
const COMMENT_END = /--!?>/g;
const PLAIN_END = />/g;
const NAME = /<\/?([a-z][^\s/>]*)/iy;
/** One attribute, as a tokenizer reads it: quotes mean something after `=` alone. A quote without an end stays open. */
const ATTRIBUTE = /[\s/]*(=?[^\s/>=]+)(?:\s*=\s*(?:"([^"]*)(?:"|($))|'([^']*)(?:'|($))|([^\s>]*)))?/y;
const TAG_END = /[\s/=]*>/y;
/** Elements whose content is text: a declaration inside of them is none. */
const RAW = new Set("script style iframe xmp noembed noframes".split(" "));
const XML = /^<\?xml[^>]*>/;
const XML_ENCODING = /\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/;

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

/** Reads the tag that starts at an offset; undefined if the text ends inside the tag. */
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

/** The encoding that a `meta` declares, unchanged; null if no decoder knows it. */
function declaredBy({ attributes }: Tag): string | null {
  const isPragma = attributes.get("http-equiv")?.toLowerCase() === "content-type";
  const label = attributes.get("charset") ?? (isPragma ? charsetIn(attributes.get("content") ?? "") : null);
  return label !== null && encodingOf(label) !== undefined ? label.trim() : null;
}

/**
 * Where the content of a raw element ends; undefined where it does not. A script may hold a comment with a whole
 * script element in it (HTML standard, "script data double escaped state").
 */
function rawEnd(name: string, text: string, from: number): number | undefined {
  const pattern = name === "script" ? SCRIPT_MARK : new RegExp(`</${name}(?=[\\s/>])`, "gi");
  let depth: "plain" | "comment" | "script" = "plain";
  for (let at = from; ; ) {
    const found = skip(pattern, text, at);
    if (found === null) return undefined;
    const mark = found[0].toLowerCase();
    at = found.index + mark.length;
    if (mark === "<!--") depth = depth === "plain" ? "comment" : depth;
    else if (mark === "-->") depth = "plain";
    else if (mark === "<script") depth = depth === "comment" ? "script" : depth;
    else if (depth === "script") depth = "comment";
    else return found.index;
  }
}

/**
 * Finds the encoding that a page declares in a `meta` (HTML standard, "prescan a byte stream to determine its
 * encoding"), in its first 64 KiB. Comments, raw text and attributes of other elements are passed over.
 */
export function prescan(bytes: Uint8Array): { readonly label: string; readonly offset: number } | undefined {
  const head = bytes.subarray(0, SCAN_BYTES);
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("latin1");
  const xml = XML_ENCODING.exec(XML.exec(text)?.[0] ?? "");
  const label = xml?.[1] ?? xml?.[2];
  const fallback = encodingOf(label ?? null) === undefined ? undefined : { label: label ?? "", offset: 0 };
  for (let position = 0; ; ) {
    const found = skip(MARKUP, text, position);
    if (found === null) return fallback;
    const [start] = found;
    if (!/[a-z]$/i.test(start)) {
      const close = skip(start === "<!--" ? COMMENT_END : PLAIN_END, text, found.index + 2);
      if (close === null) return fallback;
      position = close.index + close[0].length;
      continue;
    }
    const tag = readTag(text, found.index);
    if (tag === undefined) return fallback;
    position = tag.end;
    if (start.startsWith("</")) continue;
    const label = tag.name === "meta" ? declaredBy(tag) : null;
    if (label !== null) return { label, offset: found.index };
    const end = RAW.has(tag.name) ? rawEnd(tag.name, text, position) : position;
    if (end === undefined) return fallback;
    position = end;
  }
}
