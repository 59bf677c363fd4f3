import { setImmediate as nextTurn } from "node:timers/promises";
import { isText } from "../kit/descriptor.ts";

/** Some bytes of a body, and all of them. */
export type Piece = Uint8Array<ArrayBuffer>;
export type Content = AsyncIterable<Piece> | Iterable<Piece>;

/** The size of pieces, in bytes. */
export const PIECE_BYTES = 64 * 1024;

/** How long pieces are collected before others get the event loop, in milliseconds. */
const COLLECT_MS = 4;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;

const encoder = new TextEncoder();
/** Splits a stream into pieces of `PIECE_BYTES`, and gives others the event loop after each and while collecting. */
export async function* paced(of: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  let filled = 0;
  let piece = new Uint8Array(PIECE_BYTES);
  let since = performance.now();
  for await (const bytes of of) {
    for (let at = 0; at < bytes.byteLength; ) {
      const part = bytes.subarray(at, at + PIECE_BYTES - filled);
      piece.set(part, filled);
      filled += part.byteLength;
      at += part.byteLength;
      const isFull = filled === PIECE_BYTES;
      if (isFull) {
        yield piece;
        [piece, filled] = [new Uint8Array(PIECE_BYTES), 0];
      }
      if (!isFull && performance.now() - since < COLLECT_MS) continue;
      await nextTurn();
      since = performance.now();
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}

/** Splits long pieces of a stream. */
export async function* slices(content: Content): AsyncGenerator<Piece> {
  for await (const piece of content) {
    for (let at = 0; at < piece.byteLength; at += PIECE_BYTES) yield piece.subarray(at, at + PIECE_BYTES);
  }
}

/** Spaces instead of line breaks: in JSON, these are never within a string (RFC 8259, section 7). */
function onOneLine(piece: Piece): Piece {
  if (!piece.includes(LINE_FEED) && !piece.includes(CARRIAGE_RETURN)) return piece;
  return piece.map((byte) => (byte === LINE_FEED || byte === CARRIAGE_RETURN ? SPACE : byte));
}

async function* jsonText(content: Content): AsyncGenerator<Piece> {
  let isEmpty = true;
  for await (const piece of slices(content)) {
    isEmpty = false;
    yield onOneLine(piece);
  }
  if (isEmpty) yield encoder.encode("null");
}

async function* stringText(content: Content): AsyncGenerator<Piece> {
  const decoder = new TextDecoder();
  const escaped = (text: string) => encoder.encode(JSON.stringify(text).slice(1, -1));
  yield encoder.encode('"');
  for await (const piece of slices(content)) yield escaped(decoder.decode(piece, { stream: true }));
  yield escaped(decoder.decode());
  yield encoder.encode('"');
}

/** A response within a line of JSON: JSON as stored, other text as a string, anything else as null. Nothing is parsed. */
export function resultText(type: string, content: Content): Content {
  if (/^application\/(?:[\w.-]+\+)?json\b/.test(type)) return jsonText(content);
  return isText(type) ? stringText(content) : [encoder.encode("null")];
}
