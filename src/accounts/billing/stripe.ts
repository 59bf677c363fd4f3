import type Stripe from "stripe";
import { z } from "zod";
import { Problem } from "../../kit/problem.ts";
import type { Log } from "../../ops/log.ts";

// Longer than 150 lines because it is the one place that knows the library: its set-up, errors and webhooks.

/** Sends one request to Stripe's API; rejects with the socket's error. */
export type SendToStripe = (
  address: string,
  request: {
    readonly method: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body?: string | undefined;
    readonly signal: AbortSignal;
  },
) => Promise<Response>;

/** How to reach the operator's account at Stripe. */
export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** An origin, without a slash at its end. */
  readonly apiUrl: string;
  readonly send: SendToStripe;
  readonly log: Log;
  /** For one request; a lost one is sent twice more. In milliseconds. */
  readonly timeoutMs?: number;
}

/** Stripe knows nothing, or nothing any more, under an id that we gave. */
export class Missing extends Error {
  override readonly name = "Missing";
}

const Customer = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]).nullish();
const Event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({
    object: z.looseObject({ customer: Customer, client_reference_id: z.string().nullish() }),
  }),
});
/** What we read of an event: of whom it speaks. What it says of them is asked for anew. */
export type StripeEvent = z.output<typeof Event>;

/** Stripe's API and webhooks, with every failure as a `Problem` and every answer read by a schema. */
export interface StripeDoor {
  /** Throws `payment-unavailable`, or `Missing` where an id is of nothing. */
  call<T extends z.ZodType>(answer: T, work: (stripe: Stripe) => Promise<unknown>): Promise<z.output<T>>;
  /** Checks the signature over the very bytes, then reads the event. Throws `signature-invalid`. */
  event(body: Uint8Array, signature: string | null): Promise<StripeEvent>;
}

/** Seconds that a signature is good for: what Stripe's own libraries take. */
const TOLERANCE_SECONDS = 300;
const RETRIES = 2;

function unavailable(detail: string): Problem {
  return new Problem("payment-unavailable", `${detail} Nothing was changed.`, {
    headers: { "Retry-After": "30" },
  });
}

/** What a socket said, such as ECONNREFUSED, where it was a socket that failed. */
function socketCode(error: unknown): unknown {
  if (!(error instanceof Error && "detail" in error)) return undefined;
  const { detail } = error;
  return detail instanceof Error && "code" in detail ? detail.code : undefined;
}

const SILENT = "The payment service does not answer now: try again in a minute.";
const REFUSED = "The payment service refuses what it was asked: tell the operator, whose log says why.";
const MALFORMED = "The payment service gave an answer that cannot be read: try again in a minute.";

/** Makes the door; the library behind it is loaded with the first use. */
export function createStripe(options: StripeOptions): StripeDoor {
  const { secretKey, webhookSecret, apiUrl, send, log, timeoutMs = 10_000 } = options;
  const { protocol, hostname, port } = new URL(apiUrl);
  let loading: Promise<{ library: typeof Stripe; stripe: Stripe }> | undefined;

  const load = async () => {
    const { default: library } = await import("stripe");
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
  };
  const loaded = () => {
    loading ??= load();
    return loading;
  };

  const failure = (library: typeof Stripe, error: unknown): unknown => {
    const { errors } = library;
    if (!(error instanceof errors.StripeError)) return error;
    const { type, code, param, statusCode, requestId } = error;
    if (code === "resource_missing") return new Missing(param ?? "id");
    const silent =
      error instanceof errors.StripeConnectionError ||
      error instanceof errors.StripeAPIError ||
      error instanceof errors.StripeRateLimitError;
    // Not the error itself: its message may repeat addresses and part of the key.
    const facts = { type, code, param, statusCode, stripeId: requestId, socket: socketCode(error) };
    log.error("stripe did not do what it was asked", facts);
    return unavailable(silent ? SILENT : REFUSED);
  };

  return {
    async call(answer, work) {
      const { library, stripe } = await loaded();
      let given: unknown;
      try {
        given = await work(stripe);
      } catch (error) {
        throw failure(library, error);
      }
      const read = answer.safeParse(given);
      if (read.success) return read.data;
      log.error("an answer of stripe cannot be read", { at: read.error.issues[0]?.path.join(".") });
      throw unavailable(MALFORMED);
    },
    async event(body, signature) {
      const { library, stripe } = await loaded();
      if (signature === null)
        throw new Problem("signature-invalid", "The header Stripe-Signature is missing.");
      let given: unknown;
      try {
        // The synchronous form needs a crypto that Bun's build of the library does not have.
        given = await stripe.webhooks.constructEventAsync(body, signature, webhookSecret, TOLERANCE_SECONDS);
      } catch (error) {
        if (error instanceof library.errors.StripeSignatureVerificationError) {
          const detail = "Stripe-Signature was not made over this body with this secret just now.";
          throw new Problem("signature-invalid", detail);
        }
        // Signed, and yet no JSON.
        if (error instanceof SyntaxError) throw new Problem("invalid-body", "The body is no event.");
        throw error;
      }
      const read = Event.safeParse(given);
      if (read.success) return read.data;
      throw new Problem("invalid-body", "The body is no event.");
    },
  };
}
