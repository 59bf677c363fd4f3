import { createHash, getRandomValues } from "node:crypto";

/** The beginnings of keys, by their modes. */
export const KEY_PREFIXES = { live: "qt_live_", test: "qt_test_" } as const;

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_LENGTH = 27;
const CHECKSUM_LENGTH = 6;

/** The pattern of keys, for secret scanners and docs: a prefix, 27 base-62 characters, 6 of checksum. */
export const KEY_PATTERN = /^[a-z][a-z0-9]{0,11}(?:_[a-z0-9]{1,11})?_[0-9A-Za-z]{33}$/;

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text;
}

function checksum(text: string): string {
  return base62(BigInt(Bun.hash.crc32(text)), CHECKSUM_LENGTH);
}

/** Creates a key: the prefix, 160 random bits, and a CRC-32 of both, in base 62. */
export function makeKey(prefix: string): string {
  const bits = BigInt(`0x${Buffer.from(getRandomValues(new Uint8Array(20))).toString("hex")}`);
  const start = prefix + base62(bits, SECRET_LENGTH);
  return start + checksum(start);
}

/** Reports whether a text has the form and the checksum of a key: a typing mistake is found without the database. */
export function isWellFormed(key: string): boolean {
  if (!KEY_PATTERN.test(key)) return false;
  const split = key.length - CHECKSUM_LENGTH;
  return checksum(key.slice(0, split)) === key.slice(split);
}

/** SHA-256 in hexadecimal: what is stored of a key or token. 160 random bits need no slow hash. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Returns the displayed form of a key: its prefix and last four characters. */
export function hintOf(key: string): string {
  return `${key.slice(0, key.length - SECRET_LENGTH - CHECKSUM_LENGTH)}…${key.slice(-4)}`;
}

/** A token for links and sessions: 192 random bits, safe in a path and in a cookie. */
export function makeToken(): string {
  return Buffer.from(getRandomValues(new Uint8Array(24))).toString("base64url");
}
