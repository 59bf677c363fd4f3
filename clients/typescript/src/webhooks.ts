import type { WebhookEvent } from "./operations.js";

/** Why a request is not accepted as a webhook. */
export type WebhookErrorReason =
  /** A header is missing or cannot be read. */
  | "header"
  /** It was signed too long ago, or by a clock that is ahead: it may be a recorded request. */
  | "timestamp"
  /** No signature is of this secret and this payload. */
  | "signature"
  /** The payload is signed but is not a JSON object with a type. */
  | "payload";

/** The request is not a webhook of your endpoint. Respond with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly reason: WebhookErrorReason;

  constructor(message: string, reason: WebhookErrorReason) {
    super(message);
    this.reason = reason;
  }
}

export interface VerifyWebhookOptions {
  /** How many seconds the timestamp may differ from the clock of this machine. Default: 300. */
  readonly toleranceSeconds?: number;
  /** The time, in milliseconds since 1970. Default: now. */
  readonly now?: number;
}

/** Headers as `fetch` and as Node.js have them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const PREFIX = "whsec_";
const TOLERANCE_SECONDS = 300;
/** Signatures that are checked: senders add one for each secret that is valid. */
const SIGNATURES_MAX = 20;

function headerOf(headers: WebhookHeaders, name: string): string {
  let value: string | readonly string[] | null | undefined;
  if (headers instanceof Headers) value = headers.get(name);
  else value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = typeof value === "string" ? value : value?.[0];
  if (text !== undefined && text !== "") return text;
  throw new WebhookVerificationError(
    `The header ${name} is missing. Pass the headers of the request.`,
    "header",
  );
}

/** Undefined where a text is not base 64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(prefix: string, payload: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const head = encoder.encode(prefix);
  const body = typeof payload === "string" ? encoder.encode(payload) : payload;
  const all = new Uint8Array(head.byteLength + body.byteLength);
  all.set(head);
  all.set(body, head.byteLength);
  return all;
}

/** Throws where the time of signing, in seconds since 1970, is too far from the clock. */
function checkTimestamp(
  timestamp: string,
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: VerifyWebhookOptions,
) {
  if (!/^\d{1,15}$/.test(timestamp)) {
    throw new WebhookVerificationError("The header webhook-timestamp must be seconds since 1970.", "header");
  }
  const age = now / 1_000 - Number(timestamp);
  if (Math.abs(age) <= toleranceSeconds) return;
  const side = age > 0 ? "ago" : "in the future";
  throw new WebhookVerificationError(
    `The webhook was signed ${Math.round(Math.abs(age))} s ${side}, more than ${toleranceSeconds} s. Check the clock of this machine.`,
    "timestamp",
  );
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (bytes === undefined || bytes.byteLength === 0) {
    throw new TypeError("secret must be the signing secret of the endpoint: whsec_ and base 64.");
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/**
 * Checks that a request is a webhook of your endpoint, by the Standard Webhooks specification, and returns its event. Its `type` decides
 * the type of `data`; newer servers may send other types, so ignore unknown ones. `payload` is the body of the request, byte for byte: do not parse it before. Throws a `WebhookVerificationError`, and a `TypeError` for a secret
 * that is none. Signatures are compared in constant time.
 */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  options: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const key = await keyOf(secret);
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ").slice(0, SIGNATURES_MAX);
  checkTimestamp(timestamp, options);
  const signed = joined(`${id}.${timestamp}.`, payload);
  let isSigned = false;
  for (const signature of signatures) {
    const bytes = signature.startsWith("v1,") ? bytesOf(signature.slice("v1,".length)) : undefined;
    if (bytes !== undefined && (await crypto.subtle.verify("HMAC", key, bytes, signed))) isSigned = true;
  }
  if (!isSigned) {
    throw new WebhookVerificationError(
      "No signature matches. Check that the secret is the one of this endpoint, and that payload is the body as it was received.",
      "signature",
    );
  }
  return eventOf(typeof payload === "string" ? payload : new TextDecoder().decode(payload));
}

function eventOf(text: string): WebhookEvent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === "object" && value !== null && typeof Reflect.get(value, "type") === "string") {
    return value as WebhookEvent;
  }
  throw new WebhookVerificationError("The payload is not an event: a JSON object with a type.", "payload");
}
