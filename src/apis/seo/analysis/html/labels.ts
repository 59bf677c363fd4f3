/** The encoding for labels whose encodings are not safe to decode (Encoding standard, "replacement"). */
export const REPLACEMENT = "replacement";
const UNSAFE = /^(?:replacement|iso-2022-kr|csiso2022kr|hz-gb-2312|iso-2022-cn(?:-ext)?)$/i;

/** The encoding of a label in the Encoding standard; undefined for an unknown label. */
export function encodingOf(label: string | null): string | undefined {
  if (label === null) return undefined;
  const trimmed = label.trim();
  if (UNSAFE.test(trimmed)) return REPLACEMENT;
  try {
    // Labels are an open set here, whatever the type says: an unknown one throws.
    return new TextDecoder(trimmed as Bun.Encoding).encoding;
  } catch {
    return undefined;
  }
}
