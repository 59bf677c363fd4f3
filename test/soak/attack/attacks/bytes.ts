/** `count` characters or more of a unit that is repeated, between two ends. */
export function run(before: string, unit: string, count: number, after = ""): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(
    before.length + Math.ceil(count / unit.length) * unit.length + after.length,
    unit,
  );
  // `alloc` begins the unit at the first byte: so does the text after what stands before it.
  const shifted = Buffer.alloc(bytes.length - before.length - after.length, unit);
  bytes.write(before, 0, "latin1");
  shifted.copy(bytes, before.length);
  bytes.write(after, bytes.length - after.length, "latin1");
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Members that differ, one after the other, until they have `size` characters. */
export function members(
  before: string,
  member: (i: number) => string,
  size: number,
  after: string,
): Uint8Array<ArrayBuffer> {
  const parts = [before];
  for (let i = 0, length = 0; length < size; i++) {
    const part = member(i);
    parts.push(part);
    length += part.length;
  }
  return new TextEncoder().encode(parts.join("") + after);
}

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
