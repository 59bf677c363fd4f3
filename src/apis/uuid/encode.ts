import type { Generator } from "./generate.ts";

/** The most UUIDs in one batch. */
export const BATCH_MAX = 100;

/** Writes a batch of `count` UUIDs (1 to `BATCH_MAX`) as text, in memory that the next batch overwrites. */
export type Write = (count: number) => Uint8Array<ArrayBuffer>;

const TEXT_LENGTH = 36;

/** Both hexadecimal digits of each byte, as characters: the first one in the lower bits. */
const digitPairs = Uint16Array.from({ length: 256 }, (_, byte) => {
  const digits = byte.toString(16).padStart(2, "0");
  return digits.charCodeAt(0) | (digits.charCodeAt(1) << 8);
});

// `?? 0` costs nothing after compilation (measured) and spares a non-null assertion a line.
function fourDigits(pairs: Uint16Array, a = 0, b = 0): number {
  return (pairs[a] ?? 0) | ((pairs[b] ?? 0) << 16);
}

/**
 * Writes the digits of `count` UUIDs, which are in `bytes`, to `text`: the first one at `first`, each further one `stride`
 * bytes after it. All memory is passed as arguments: in a bundle, functions look up the variables of their module for every
 * byte, which took 31 ns a UUID instead of 24. Four digits at once take 17.
 */
function putDigits(
  text: DataView,
  first: number,
  stride: number,
  bytes: Uint8Array,
  count: number,
  pairs: Uint16Array,
): void {
  // Written out: a loop with a table of positions is slower.
  for (let i = 0; i < count; i++) {
    const at = first + stride * i;
    const from = 16 * i;
    text.setUint32(at, fourDigits(pairs, bytes[from], bytes[from + 1]), true);
    text.setUint32(at + 4, fourDigits(pairs, bytes[from + 2], bytes[from + 3]), true);
    text.setUint32(at + 9, fourDigits(pairs, bytes[from + 4], bytes[from + 5]), true);
    text.setUint32(at + 14, fourDigits(pairs, bytes[from + 6], bytes[from + 7]), true);
    text.setUint32(at + 19, fourDigits(pairs, bytes[from + 8], bytes[from + 9]), true);
    text.setUint32(at + 24, fourDigits(pairs, bytes[from + 10], bytes[from + 11]), true);
    text.setUint32(at + 28, fourDigits(pairs, bytes[from + 12], bytes[from + 13]), true);
    text.setUint32(at + 32, fourDigits(pairs, bytes[from + 14], bytes[from + 15]), true);
  }
}

/** The text around the UUIDs of a batch. */
interface Frame {
  readonly start: string;
  readonly between: string;
  readonly end: string;
}

/** `["…","…"]` */
export const jsonArray: Frame = { start: '["', between: '","', end: '"]' };

/** One a line, with a newline after the last. */
export const lines: Frame = { start: "", between: "\n", end: "\n" };

/**
 * Creates the writer of batches in one notation. The dashes and the frame are written to memory once. A batch
 * writes its digits and its end, and afterwards restores what the end covered. The writer must stay
 * synchronous, and so must everything from its call to the copy that `new Response` makes: an `await` in
 * between would let another request overwrite the memory.
 */
export function createWriter(generate: Generator, frame: Frame): Write {
  const stride = TEXT_LENGTH + frame.between.length;
  const first = frame.start.length;
  const skeleton =
    frame.start + Array(BATCH_MAX).fill("00000000-0000-0000-0000-000000000000").join(frame.between);
  const text = new Uint8Array(skeleton.length + frame.end.length);
  text.set(new TextEncoder().encode(skeleton));
  const between = new TextEncoder().encode(frame.between);
  const end = new TextEncoder().encode(frame.end);
  text.set(end, skeleton.length);

  const view = new DataView(text.buffer);
  const random = new Uint8Array(16 * BATCH_MAX);
  // One view for each size, made once: a subarray costs more than a UUID.
  const buffers = Array.from({ length: BATCH_MAX + 1 }, (_, count) => random.subarray(0, 16 * count));
  const written = Array.from({ length: BATCH_MAX + 1 }, (_, count) =>
    text.subarray(0, first + stride * count - frame.between.length + frame.end.length),
  );
  let ended = BATCH_MAX;

  return (count) => {
    const bytes = buffers[count];
    const output = written[count];
    if (bytes === undefined || output === undefined || count < 1) throw new RangeError(`A batch of ${count}`);
    generate(bytes, count);
    putDigits(view, first, stride, bytes, count, digitPairs);
    if (ended !== count) {
      if (ended < BATCH_MAX) text.set(between, first + stride * ended - between.length);
      text.set(end, first + stride * count - between.length);
      ended = count;
    }
    return output;
  };
}
