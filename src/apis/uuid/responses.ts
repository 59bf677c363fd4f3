import { z } from "zod";
import { component } from "../../kit/described-objects.ts";
import { BATCH_MAX } from "./encode.ts";

const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  .meta({ format: "uuid" })
  .describe("Lowercase, 8-4-4-4-12.");

const variant = z
  .enum(["ncs", "rfc9562", "microsoft", "future"])
  .describe("The variant field: the most significant bits of octet 8 (RFC 9562 section 4.1).");

const special = z
  .enum(["nil", "max"])
  .optional()
  .describe("Present for the two special UUIDs of RFC 9562: `nil` (all bits 0) and `max` (all bits 1).");

/** The response of `/v4` and `/v7`. */
export const Batch = z
  .array(
    z
      .string()
      .regex(
        /^(?:(?:urn:uuid:)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\{[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}|[0-9a-f]{32}|[A-Za-z0-9_-]{22}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/,
      )
      .describe("Lowercase, 8-4-4-4-12, unless `format` says otherwise."),
  )
  .min(1)
  .max(BATCH_MAX)
  .meta({ id: "UuidBatch", description: "The requested number of UUIDs." });

const Valid = component("UuidValid", "The string is a valid UUID.", {
  valid: z.literal(true).describe("Whether the string is a valid UUID."),
  uuid,
  version: z.int().min(0).max(15).nullable().describe("1 to 8, or null for Nil and Max."),
  variant,
  special,
});

const Invalid = component("UuidInvalid", "The string is not a valid UUID, with the reason.", {
  valid: z.literal(false).describe("Whether the string is a valid UUID."),
  reason: z
    .enum(["length", "character", "hyphen", "notation", "variant", "version"])
    .describe("The first rule that the string violates."),
  message: z.string().describe("The reason in words."),
  uuid: uuid.optional().describe("The canonical form. Present if only the notation is wrong."),
});

/** The response of `/validate/{uuid}`. */
export const Verdict = z
  .union([Valid, Invalid])
  .meta({ id: "UuidVerdict", description: "Whether the string is a valid UUID, and the reason if not." });

/** The response of `POST /validate`. */
export const Verdicts = component("UuidVerdicts", "The results of a batch.", {
  validCount: z.int().min(0).describe("The number of valid UUIDs."),
  invalidCount: z.int().min(0).describe("The number of invalid strings."),
  results: z.array(Verdict).describe("The result for each string, in the same order."),
});

/** The response of `/decode/{uuid}`. */
export const Decoded = component("UuidDecoded", "The fields of a UUID.", {
  uuid,
  version: z
    .int()
    .min(0)
    .max(15)
    .nullable()
    .describe("The version field; null unless the variant is `rfc9562`, the only one that defines it."),
  variant,
  special,
  timestamp: z
    .string()
    .regex(/^(\d{4}|\+\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    .optional()
    .describe(
      "The creation time of a version 7 UUID: ISO 8601 UTC with milliseconds. Years after 9999 are written as `+010889`.",
    ),
  unixMs: z
    .int()
    .min(0)
    .max(2 ** 48 - 1)
    .optional()
    .describe("The same time in milliseconds since 1970."),
});

/** The response of `/health`. */
export const Health = component("Health", "The process is running.", {
  status: z.literal("ok").describe("Always `ok`."),
  version: z.string().describe("The version of the UUID API."),
});
