import { z } from "zod";
import { BATCH_MAX } from "./encode.ts";
import { formats } from "./formats.ts";

/** The size of a batch. */
export const n = z
  .int()
  .min(1)
  .max(BATCH_MAX)
  .default(1)
  .describe(`How many UUIDs: a whole number from 1 to ${BATCH_MAX}, in decimal digits.`);

/** How the UUIDs of a batch are written. */
export const format = z
  .enum(formats)
  .default("canonical")
  .describe(
    "How UUIDs are written: canonical (8-4-4-4-12), urn, braces, hex (32 digits), base64url (22 characters), base58 (22 characters, Bitcoin's alphabet), or ulid (26 characters of Crockford's Base32). Every format keeps all 128 bits; hex, base58 and ulid sort like the UUIDs.",
  );

/** What a caller asks about. */
export const text = z.string().describe("The text to look at, percent-encoded where the address needs it.");

const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  .meta({ format: "uuid" })
  .describe("Lower case, 8-4-4-4-12.");

const variant = z
  .enum(["ncs", "rfc9562", "microsoft", "future"])
  .describe("The variant field: the top bits of octet 8 (RFC 9562 section 4.1).");

const special = z
  .enum(["nil", "max"])
  .optional()
  .describe("Present for the two UUIDs that RFC 9562 names: all bits 0, all bits 1.");

/** The answer of `/v4` and `/v7`. */
export const Batch = z
  .array(
    z
      .string()
      .regex(
        /^(?:(?:urn:uuid:)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\{[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}|[0-9a-f]{32}|[A-Za-z0-9_-]{22}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/,
      )
      .describe("Lower case, 8-4-4-4-12, unless format says otherwise."),
  )
  .min(1)
  .max(BATCH_MAX)
  .meta({ id: "UuidBatch", description: "As many UUIDs as were asked for." });

const Valid = z
  .object({
    valid: z.literal(true),
    uuid,
    version: z.int().min(0).max(15).nullable().describe("1 to 8, or null for Nil and Max."),
    variant,
    special,
  })
  .meta({ id: "UuidValid", description: "The text is a valid UUID." });

const Invalid = z
  .object({
    valid: z.literal(false),
    reason: z.enum(["length", "character", "hyphen", "notation", "variant", "version"]),
    message: z.string().describe("The reason as a sentence for people."),
    uuid: uuid.optional().describe("The canonical form, where only the notation is off."),
  })
  .meta({ id: "UuidInvalid", description: "The text is not a valid UUID, and why." });

/** The answer of `/validate/{uuid}`. */
export const Verdict = z
  .union([Valid, Invalid])
  .meta({ id: "UuidVerdict", description: "Valid or not, and why not." });

/** The answer of `/decode/{uuid}`. */
export const Decoded = z
  .object({
    uuid,
    version: z
      .int()
      .min(0)
      .max(15)
      .nullable()
      .describe("The version field; null unless the variant is rfc9562, the only one that defines it."),
    variant,
    special,
    timestamp: z
      .string()
      .regex(/^(\d{4}|\+\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      .optional()
      .describe("When a version 7 UUID was made: ISO 8601 UTC, milliseconds. Years over 9999 as +010889."),
    unixMs: z
      .int()
      .min(0)
      .max(2 ** 48 - 1)
      .optional()
      .describe("The same moment in milliseconds since 1970."),
  })
  .meta({ id: "UuidDecoded", description: "The fields of a UUID." });

/** The answer of `/health`. */
export const Health = z
  .object({ status: z.literal("ok"), version: z.string() })
  .meta({ id: "Health", description: "The process answers." });
