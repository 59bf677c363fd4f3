import { z } from "zod";
import { addressOf } from "../kit/call-request.ts";
import type { Api } from "../kit/descriptor.ts";
import type { Call, CallResponse } from "./call.ts";
import type { Facts } from "./uuid-fields.ts";

/** The fields of a `/validate/{uuid}` response that the page uses. */
const Verdict = z.object({
  valid: z.boolean(),
  reason: z.string().optional(),
  message: z.string().optional(),
});

/** The fields of a `/decode/{uuid}` response that the page uses. */
const Decoded = z.object({
  uuid: z.string(),
  version: z.number().nullable(),
  variant: z.string(),
  special: z.string().optional(),
  timestamp: z.string().optional(),
});

/** A decoded text: both responses unchanged, and the fields that the page draws. */
export interface Reading {
  readonly text: string;
  /** One sentence: valid or not, and why. */
  readonly sentence: string;
  readonly valid: boolean;
  readonly facts: (Facts & { readonly timestamp?: string | undefined }) | undefined;
  readonly responses: readonly { readonly address: string; readonly response: CallResponse }[];
}

/** The maximum length of a visitor's text, in characters; the operations accept 256. */
export const TEXT_MAX = 300;

function sentenceOf(verdict: z.output<typeof Verdict>, facts: Facts | undefined): string {
  if (!verdict.valid) {
    const meant = verdict.reason === "notation" ? " The UUID in it:" : "";
    return `Not valid. ${verdict.message ?? ""}${meant}`;
  }
  if (facts?.special !== undefined) return `Valid: the ${facts.special === "nil" ? "Nil" : "Max"} UUID.`;
  return `Valid: version ${facts?.version}.`;
}

/**
 * Checks and decodes a text with the API's own operations. Undefined if the API lacks them. White space around
 * the text is dropped, because pasting often adds it.
 */
export async function readText(api: Api, call: Call, given: string): Promise<Reading | undefined> {
  const { validate, decode } = api.operations;
  if (validate === undefined || decode === undefined) return undefined;
  // Well-formed again: the cut may have halved a surrogate pair, which no address can hold.
  const text = given.trim().slice(0, TEXT_MAX).toWellFormed();
  const validated = await call(validate, { uuid: text });
  const decoded = await call(decode, { uuid: text });
  const verdict = Verdict.parse(JSON.parse(validated.body));
  const facts = decoded.status === 200 ? Decoded.parse(JSON.parse(decoded.body)) : undefined;
  return {
    text,
    sentence: sentenceOf(verdict, facts),
    valid: verdict.valid,
    facts,
    responses: [
      { address: addressOf(validate, { uuid: text }), response: validated },
      { address: addressOf(decode, { uuid: text }), response: decoded },
    ],
  };
}
