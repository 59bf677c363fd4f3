import { z } from "zod";
import { BATCH_MAX } from "./encode.ts";
import { formats } from "./formats.ts";

/** The size of a batch. */
export const n = z
  .int()
  .min(1)
  .max(BATCH_MAX)
  .default(1)
  .describe(`The number of UUIDs: an integer from 1 to ${BATCH_MAX}.`);

/** Formats of the UUIDs of a batch. */
export const format = z
  .enum(formats)
  .default("canonical")
  .describe(
    "The notation: `canonical` (8-4-4-4-12), `urn`, `braces`, `hex`, `base64url`, `base58` (Bitcoin's alphabet) or `ulid` (Crockford's Base32). `hex`, `base58` and `ulid` sort like the UUIDs.",
  );

/** The UUID to decode. */
export const decodable = z.string().describe("The UUID to decode, percent-encoded if necessary.");

/** The UUID to check. */
export const text = z.string().describe("The string to check, percent-encoded if necessary.");

const TEXTS_MAX = 1_000;

const bounds = "must have 1 to 1,000 strings";

/** The UUIDs to check in one request. */
export const texts = z
  .array(z.string({ error: "must be a string" }), {
    error: ({ input }) => (input === undefined ? "is missing" : "must be a list of strings"),
  })
  .min(1, { error: bounds })
  .max(TEXTS_MAX, { error: bounds })
  .describe("The strings to check: 1 to 1,000, in a body of at most 64 KB.");
