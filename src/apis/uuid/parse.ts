import type { z } from "zod";
import type { Decoded, Verdict as VerdictSchema } from "./responses.ts";

/** The fields of a UUID, and the moment of creation where the version promises one. */
export type DecodedUuid = z.output<typeof Decoded>;

/** Result for a text: a valid UUID, or the reason why it is not one. */
export type Verdict = z.output<typeof VerdictSchema>;

/** The variant field, the top bits of octet 8 (RFC 9562 section 4.1). */
type Variant = DecodedUuid["variant"];

/** Reason why a text is not a valid UUID. */
type Reason = Extract<Verdict, { valid: false }>["reason"];

const CANONICAL = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const BARE = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;
const URN = "urn:uuid:";

/** No notation of a UUID is longer; beyond it a text is not looked at. */
const LONGEST = 256;

/**
 * The canonical form of a UUID in any of the notations in use: 8-4-4-4-12, the same in braces or after
 * `urn:uuid:` (RFC 9562 section 4), or 32 digits; any case. Undefined for everything else.
 */
export function canonical(text: string): string | undefined {
  if (text.length > URN.length + 36) return undefined;
  const lower = text.toLowerCase();
  let inner = lower;
  if (lower.startsWith(URN)) inner = lower.slice(URN.length);
  else if (lower.startsWith("{") && lower.endsWith("}")) inner = lower.slice(1, -1);
  // toLowerCase maps a few letters outside ASCII into it (the Kelvin sign to k); none of them to a hex digit.
  if (CANONICAL.test(inner)) return inner;
  return BARE.test(lower) ? lower.replace(BARE, "$1-$2-$3-$4-$5") : undefined;
}

function variantOf(digit: number): Variant {
  if (digit < 0x8) return "ncs";
  if (digit < 0xc) return "rfc9562";
  return digit < 0xe ? "microsoft" : "future";
}

/** Reads the fields of a canonical UUID. */
export function factsOf(uuid: string): DecodedUuid {
  const variant = variantOf(Number.parseInt(uuid.charAt(19), 16));
  const version = variant === "rfc9562" ? Number.parseInt(uuid.charAt(14), 16) : null;
  if (uuid === "00000000-0000-0000-0000-000000000000") return { uuid, version, variant, special: "nil" };
  if (uuid === "ffffffff-ffff-ffff-ffff-ffffffffffff") return { uuid, version, variant, special: "max" };
  return { uuid, version, variant };
}

/** Explains a canonical UUID, of any variant and version. */
export function decode(uuid: string): DecodedUuid {
  const facts = factsOf(uuid);
  if (facts.version !== 7) return facts;
  const unixMs = Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
  return { ...facts, timestamp: new Date(unixMs).toISOString(), unixMs };
}

function invalid(reason: Reason, message: string, uuid?: string): Verdict {
  return uuid === undefined ? { valid: false, reason, message } : { valid: false, reason, message, uuid };
}

/**
 * Says whether a text is a valid UUID, and if not, why. Valid is: the text form of RFC 9562 section 4 in
 * any case, variant `10`, version 1 to 8; or Nil; or Max. The text itself is never repeated.
 */
export function validate(text: string): Verdict {
  const uuid = canonical(text);
  if (uuid === undefined) return malformed(text);
  if (text.length !== 36) {
    return invalid(
      "notation",
      "A UUID is written as 8-4-4-4-12 hexadecimal digits, without surrounding characters.",
      validate(uuid).valid ? uuid : undefined,
    );
  }
  const facts = factsOf(uuid);
  if (facts.special !== undefined) return { valid: true, ...facts };
  if (facts.version === null) {
    return invalid(
      "variant",
      `The variant is ${facts.variant}. The 20th character of an RFC 9562 UUID is 8, 9, a or b.`,
    );
  }
  if (facts.version < 1 || facts.version > 8) {
    return invalid("version", `Version ${facts.version} is not defined. Versions 1 to 8 are defined.`);
  }
  return { valid: true, ...facts };
}

function malformed(text: string): Verdict {
  const length = text.length;
  if (length > LONGEST)
    return invalid("length", `A UUID has 36 characters. This text is longer than ${LONGEST}.`);
  const odd = text.search(/[^0-9a-f-]/i);
  if (odd >= 0) {
    return invalid("character", `Character ${odd + 1} is neither a hexadecimal digit nor a hyphen.`);
  }
  if (length !== 36) return invalid("length", `A UUID has 36 characters. This text has ${length}.`);
  return invalid("hyphen", "A UUID has hyphens after 8, 12, 16 and 20 digits, and nowhere else.");
}
