import { z } from "zod";
import { listText } from "../kit/parameter.ts";
import { deliveryStates, webhookEventTypes } from "./emit-webhook.ts";

/** The schemas of responses, made for the first document or tool. */
export const webhookResponses = (): typeof import("./webhook-responses.ts") =>
  require("./webhook-responses.ts");

const types: readonly string[] = webhookEventTypes;
const separated = (text: string) => [...new Set(text.split(",").map((name) => name.trim()))];

const url = z
  .string()
  .min(1, "must not be empty")
  .max(2_000, "must be at most 2,000 characters long")
  .describe("An https URL on the public internet. Redirects are not followed.");

const mode = z
  .enum(["live", "test"], "must be live or test")
  .default("live")
  .describe("`live`: events of live keys. `test`: events of test keys.");

/** Types of events, read into a list; null for all types, whether none or each of them is named. */
const events = listText(
  z
    .string()
    .describe(
      `The events to send, separated by commas: ${types.map((type) => `\`${type}\``).join(", ")}. A new endpoint gets all types by default.`,
    )
    .refine((text) => text === "" || separated(text).every((name) => types.includes(name)), {
      error: `must be one or more of ${types.join(", ")}, separated by commas`,
    }),
  types,
)
  .optional()
  // Checked above.
  .transform((text) => {
    if (text === undefined) return undefined;
    const named = webhookEventTypes.filter((type) => separated(text).includes(type));
    return named.length === 0 || named.length === webhookEventTypes.length ? null : named;
  });

const enabled = z.boolean().optional().describe("Whether events are sent to it.");

const since = z
  .string()
  .describe("Events from this time on, as an ISO 8601 date (00:00 UTC) or time with an offset.")
  .refine(
    (text) => z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(text).success,
    "must be an ISO 8601 date or time with an offset, such as 2027-01-31 or 2027-01-31T18:00:00Z",
  )
  .transform((text) => new Date(text).toISOString());

const after = z
  .string()
  .regex(/^[\da-f-]{36}$/, "must be the next value of the previous page")
  .optional()
  .describe("The `next` value of the previous page.");

export const deliveryPage = z.object({
  state: z.enum(deliveryStates).optional().describe("Only deliveries in this state."),
  after,
  limit: z.int().min(1).max(100).default(50).describe("The number of entries in a page, 1 to 100."),
});
export type DeliveryFilter = z.output<typeof deliveryPage>;

/** The fields of requests that create, change and replay. */
export const webhookFields = {
  created: z.object({ url, mode, events }),
  changed: z.object({ url: url.optional(), events, enabled }),
  replayed: z.object({ since }),
};

type Created = z.output<typeof webhookFields.created>;
/** A new endpoint; without `events`, it gets all. */
export type CreatedFields = Pick<Created, "url" | "mode"> & Partial<Created>;
/** The changes of an endpoint; null as `events` means all. */
export type ChangedFields = Partial<z.output<typeof webhookFields.changed>>;
