import { type Element, isHtml } from "../../../kit/html-tree.ts";
import type { Visitor } from "../analysis/html/walk.ts";

/** Values of a sketch: its estimate of a similarity of 0.9 is off by about 0.04. */
const SKETCH_SIZE = 64;
/** Words of one run that are hashed together. */
const SHINGLE = 3;
const TEXT_MAX = 200_000;

const AROUND: ReadonlySet<string> = new Set(["nav", "header", "footer", "aside"]);

/** Collects the text of a page outside of its navigation, header, footer and asides. */
export class ContentText implements Visitor {
  #around = 0;
  #text = "";

  get content(): string {
    return this.#text.replaceAll(/\s+/g, " ").trim();
  }

  enter(element: Element, _inHead: boolean): boolean {
    const isAround = isHtml(element) && AROUND.has(element.tagName);
    if (isAround) this.#around++;
    return isAround;
  }

  leave(): void {
    this.#around--;
  }

  drawing(): void {}

  text(value: string): void {
    if (this.#around === 0 && this.#text.length < TEXT_MAX) this.#text += value.slice(0, TEXT_MAX);
  }

  edge(): void {
    if (this.#text.length < TEXT_MAX) this.#text += " ";
  }
}

/** The hashes of the words of a text in lower case; every number is the same word, since calendars and counters change them. */
function wordHashes(whole: string): number[] {
  const text = whole.toLowerCase();
  const hashes: number[] = [];
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const end = index + word.length;
    // Scripts without spaces have long runs: their characters are compared in pairs.
    if (word.length > 30)
      for (let i = index; i < end; i += 2) hashes.push(hashOf(text, i, Math.min(i + 2, end)));
    else hashes.push(NUMBER.test(word) ? ZERO : hashOf(text, index, end));
  }
  return hashes;
}

/** Spreads the bits of a hash (the finalizer of MurmurHash3). */
function mix(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The hash of a part of a text (FNV-1a). */
function hashOf(text: string, from: number, to: number): number {
  let h = 0x811c9dc5;
  for (let i = from; i < to; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix(h);
}

const NUMBER = /^\p{N}+$/u;
const ZERO = hashOf("0", 0, 1);

function hashOfRun(words: readonly number[], from: number, to: number): number {
  let sum = 7;
  for (let i = from; i < to; i++) sum = Math.imul(sum, 31) + (words[i] ?? 0);
  return mix(sum);
}

/**
 * The sketch of a text: the 64 smallest hashes of its runs of three words (bottom-k MinHash), as base64. Numbers do not
 * count as a difference.
 */
export function sketchOf(text: string): string {
  const words = wordHashes(text);
  const hashes = new Uint32Array(words.length === 0 ? 0 : Math.max(1, words.length - SHINGLE + 1));
  for (let i = 0; i < hashes.length; i++)
    hashes[i] = hashOfRun(words, i, Math.min(words.length, i + SHINGLE));
  hashes.sort();
  const smallest = new Uint32Array(SKETCH_SIZE);
  let size = 0;
  for (let i = 0; i < hashes.length && size < SKETCH_SIZE; i++)
    if (i === 0 || hashes[i] !== hashes[i - 1]) smallest[size++] = hashes[i] ?? 0;
  return Buffer.from(smallest.buffer, 0, size * smallest.BYTES_PER_ELEMENT).toString("base64");
}

/** The values of a sketch, the smallest first; empty for a text without words. */
export function readSketch(sketch: string): Uint32Array {
  const bytes = new Uint8Array(Buffer.from(sketch, "base64"));
  return new Uint32Array(bytes.buffer, 0, Math.floor(bytes.byteLength / 4));
}

/**
 * Computes the similarity of two texts, 0 to 1: the share of runs of three words that they have in common (Jaccard
 * index). Exact for texts of up to 64 runs, an estimate for others.
 */
export function similarity(a: Uint32Array, b: Uint32Array): number {
  let [i, j, both, seen] = [0, 0, 0, 0];
  const most = Math.max(a.length, b.length) < SKETCH_SIZE ? Number.POSITIVE_INFINITY : SKETCH_SIZE;
  while (seen < most && (i < a.length || j < b.length)) {
    const left = a[i] ?? Number.POSITIVE_INFINITY;
    const right = b[j] ?? Number.POSITIVE_INFINITY;
    if (left === right) both++;
    if (left <= right) i++;
    if (right <= left) j++;
    seen++;
  }
  return seen === 0 ? 0 : both / seen;
}
