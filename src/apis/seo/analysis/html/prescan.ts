import { html, Token, type TokenHandler, Tokenizer, TokenizerMode } from "parse5";
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

/** The `charset` of the Content-Type header, that of the last type which has one (Fetch standard, "extract a MIME type"). */
export function charsetOfHeader(lines: string): string | null {
  const charsets = lines.split(",").map((type) => charsetIn(/;\s*charset\s*=.*/is.exec(type)?.[0] ?? ""));
  return charsets.findLast((charset) => charset !== null) ?? null;
}

const { IFRAME, META, NOEMBED, NOFRAMES, SCRIPT, STYLE, XMP } = html.TAG_ID;
/** Elements whose content is text: a declaration inside of them is none. */
const RAW = new Set([IFRAME, NOEMBED, NOFRAMES, STYLE, XMP]);
const XML = /^<\?xml[^>]*>/;
const XML_ENCODING = /\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/;

/** The encoding that a `meta` declares, unchanged; null if no decoder knows it. */
function declaredBy(meta: Token.TagToken): string | null {
  const isPragma = Token.getTokenAttr(meta, "http-equiv")?.toLowerCase() === "content-type";
  const content = isPragma ? charsetIn(Token.getTokenAttr(meta, "content") ?? "") : null;
  const label = Token.getTokenAttr(meta, "charset") ?? content;
  return label !== null && encodingOf(label) !== undefined ? label.trim() : null;
}

/**
 * Finds the encoding that a page declares in a `meta` (HTML standard, "prescan a byte stream to determine its
 * encoding"), in its first 64 KiB. Comments, raw text and attributes of other elements are passed over.
 */
export function prescan(bytes: Uint8Array): { readonly label: string; readonly offset: number } | undefined {
  const head = bytes.subarray(0, SCAN_BYTES);
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("latin1");
  let declared: ReturnType<typeof prescan>;
  const pass = () => {};
  const handler: TokenHandler = {
    onStartTag(tag) {
      if (tag.tagID === SCRIPT) tokenizer.state = TokenizerMode.SCRIPT_DATA;
      if (RAW.has(tag.tagID)) tokenizer.state = TokenizerMode.RAWTEXT;
      const label = tag.tagID === META ? declaredBy(tag) : null;
      if (label === null) return;
      declared = { label, offset: tag.location?.startOffset ?? 0 };
      tokenizer.pause();
    },
    ...{ onEndTag: pass, onComment: pass, onDoctype: pass, onEof: pass },
    ...{ onCharacter: pass, onNullCharacter: pass, onWhitespaceCharacter: pass },
  };
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, handler);
  tokenizer.write(text, true);
  if (declared !== undefined) return declared;
  const xml = XML_ENCODING.exec(XML.exec(text)?.[0] ?? "");
  const label = xml?.[1] ?? xml?.[2] ?? null;
  return label === null || encodingOf(label) === undefined ? undefined : { label, offset: 0 };
}
