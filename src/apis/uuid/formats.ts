import type { Generator } from "./generate.ts";

/** Formats of UUIDs. All of them keep the 128 bits. */
export const formats = ["canonical", "urn", "braces", "hex", "base64url", "base58", "ulid"] as const;
export type Format = (typeof formats)[number];

/** The alphabet of Base58 as Bitcoin has it: no 0, O, I and l. */
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Crockford's Base32, as ULIDs have it: no I, L, O and U. */
const BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The digits of a 128-bit number in an alphabet, padded so that texts sort and have one length. */
function digitsOf(bytes: Uint8Array, alphabet: string, length: number): string {
  const base = BigInt(alphabet.length);
  let text = "";
  for (let rest = BigInt(`0x${bytes.toHex()}`), k = 0; k < length; k++, rest /= base) {
    text = (alphabet[Number(rest % base)] ?? "") + text;
  }
  return text;
}

function canonicalOf(bytes: Uint8Array): string {
  const hex = bytes.toHex();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Writes the 16 bytes of a UUID in a format. Base58 has 22 characters, ULID 26, Base64 22 without padding. */
export function formatUuid(format: Format, bytes: Uint8Array): string {
  switch (format) {
    case "canonical":
      return canonicalOf(bytes);
    case "urn":
      return `urn:uuid:${canonicalOf(bytes)}`;
    case "braces":
      return `{${canonicalOf(bytes)}}`;
    case "hex":
      return bytes.toHex();
    case "base64url":
      return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
    case "base58":
      return digitsOf(bytes, BASE58, 22);
    case "ulid":
      return digitsOf(bytes, BASE32, 26);
  }
}

/** Draws UUIDs and writes them in a format. */
export function generateFormatted(generate: Generator, format: Format, count: number): string[] {
  const bytes = new Uint8Array(16 * count);
  generate(bytes, count);
  return Array.from({ length: count }, (_, i) => formatUuid(format, bytes.subarray(16 * i, 16 * i + 16)));
}
