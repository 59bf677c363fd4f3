import type Stripe from "stripe";
import { z } from "zod";
import type { SingleOriginClient } from "../../egress/single-origin-client.ts";
import { lazily } from "../../kit/lazily.ts";
import { Problem } from "../../kit/problem.ts";
import type { Log } from "../../ops/log.ts";

/** Connection to the operator's account at Stripe. */
export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** An origin, without a slash at its end. */
  readonly apiUrl: string;
  readonly send: SingleOriginClient;
  readonly log: Log;
  /** For one request; a lost one is sent twice more. In milliseconds. */
  readonly timeoutMs?: number;
}

/** Stripe knows nothing, or nothing any more, under an id that we gave. */
export class StripeResourceMissing extends Error {
  override readonly name = "Missing";
}

/** A Stripe ID or name: visible ASCII. PostgreSQL rejects a zero byte with an error of its own. */
export const StripeText = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const Customer = z.union([StripeText, z.object({ id: StripeText }).transform(({ id }) => id)]).nullish();
const Event = z.object({
  id: StripeText,
  type: StripeText,
  data: z.object({
    // The reference may come from the URL of a payment link, where a visitor can write anything.
    object: z.looseObject({ customer: Customer, client_reference_id: StripeText.nullish().catch(null) }),
  }),
});
/** The parts of an event that are used. The subscriptions are then requested from Stripe. */
export type StripeEvent = z.output<typeof Event>;

/** Stripe's API and webhooks. Every failure is a `Problem`, and every response is parsed with a schema. */
export interface StripeClient {
  /** Throws `payment-unavailable`, or `StripeResourceMissing` where Stripe has nothing with an ID. */
  call<T extends z.ZodType>(schema: T, work: (stripe: Stripe) => Promise<unknown>): Promise<z.output<T>>;
  /** Checks the signature over the very bytes, then reads the event. Throws `signature-invalid`. */
  event(body: Uint8Array, signature: string | null): Promise<StripeEvent>;
}

/** How far the time of a signature may be from now, in seconds: Stripe's own default, here in both directions. */
const TOLERANCE_SECONDS = 300;
const RETRIES = 2;

function unavailable(detail: string): Problem {
  return new Problem("payment-unavailable", `${detail} Nothing was changed.`, {
    headers: { "Retry-After": "30" },
  });
}

function signatureInvalid(): Problem {
  return new Problem(
    "signature-invalid",
    "Stripe-Signature does not match this body and secret, or its time differs by more than 5 minutes.",
  );
}

/** The latest time that a signature header claims, in seconds since 1970. */
function signedAt(signature: string): number {
  return Math.max(...[...signature.matchAll(/\bt=(\d+)/g)].map(([, seconds]) => Number(seconds)));
}

function socketCode(error: unknown): unknown {
  if (!(error instanceof Error && "detail" in error)) return undefined;
  const { detail } = error;
  return detail instanceof Error && "code" in detail ? detail.code : undefined;
}

const SILENT = "The payment service does not respond. Try again in a minute.";
const REFUSED = "The payment service rejected the request. Tell the operator: the log has the reason.";
const MALFORMED = "The payment service returned an invalid response. Try again in a minute.";

interface Loaded {
  readonly library: typeof Stripe;
  readonly stripe: Stripe;
}

async function loadStripe({ secretKey, apiUrl, send, timeoutMs = 10_000 }: StripeOptions): Promise<Loaded> {
  const { default: library } = await import("stripe");
  const { protocol, hostname, port } = new URL(apiUrl);
  const fetcher = (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { method = "GET", headers, body, signal } = init;
    return send(String(input), {
      method,
      headers: [...new Headers(headers)],
      body: typeof body === "string" ? body : undefined,
      signal: signal ?? AbortSignal.timeout(timeoutMs),
    });
  };
  const stripe = new library(secretKey, {
    host: hostname,
    port: port || (protocol === "http:" ? "80" : "443"),
    protocol: protocol === "http:" ? "http" : "https",
    // The library's types ask for Bun's whole `fetch`, of which it calls the function alone.
    httpClient: library.createFetchHttpClient(Object.assign(fetcher, { preconnect: () => {} })),
    maxNetworkRetries: RETRIES,
    timeout: timeoutMs,
    telemetry: false,
    appInfo: { name: "Quintet" },
  });
  return { library, stripe };
}

function failureOf(library: typeof Stripe, error: unknown, log: Log): unknown {
  const { errors } = library;
  if (!(error instanceof errors.StripeError)) return error;
  const { type, code, param, statusCode, requestId } = error;
  if (code === "resource_missing") return new StripeResourceMissing(param ?? "id");
  const silent =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError;
  // Not the error itself: its message may repeat addresses and part of the key.
  const facts = { type, code, param, statusCode, stripeId: requestId, socket: socketCode(error) };
  log.error("Stripe rejected a request", facts);
  return unavailable(silent ? SILENT : REFUSED);
}

async function readEvent(
  { library, stripe }: Loaded,
  body: Uint8Array,
  signature: string,
  secret: string,
): Promise<StripeEvent> {
  let given: unknown;
  try {
    // The synchronous form needs a crypto that Bun's build of the library does not have.
    given = await stripe.webhooks.constructEventAsync(body, signature, secret, TOLERANCE_SECONDS);
  } catch (error) {
    if (error instanceof library.errors.StripeSignatureVerificationError) throw signatureInvalid();
    // Signed, and yet not JSON.
    if (error instanceof SyntaxError) throw new Problem("invalid-body", "The body is not a Stripe event.");
    throw error;
  }
  // The library rejects an old signature and accepts one from the future, which would stay good for years.
  if (signedAt(signature) > Date.now() / 1000 + TOLERANCE_SECONDS) throw signatureInvalid();
  const read = Event.safeParse(given);
  if (read.success) return read.data;
  throw new Problem("invalid-body", "The body is not a Stripe event.");
}

/** Creates the client; the library behind it is loaded with the first use. */
export function createStripeClient(options: StripeOptions): StripeClient {
  const { webhookSecret, log } = options;
  const loaded = lazily(() => loadStripe(options));
  return {
    async call(schema, work) {
      const { library, stripe } = await loaded();
      let given: unknown;
      try {
        given = await work(stripe);
      } catch (error) {
        throw failureOf(library, error, log);
      }
      const read = schema.safeParse(given);
      if (read.success) return read.data;
      log.error("a response of Stripe cannot be read", { at: read.error.issues[0]?.path.join(".") });
      throw unavailable(MALFORMED);
    },
    async event(body, signature) {
      const library = await loaded();
      if (signature === null)
        throw new Problem("signature-invalid", "The Stripe-Signature header is missing.");
      return readEvent(library, body, signature, webhookSecret);
    },
  };
}
