// Generated from the modules in src by `npm run generate`. Edit those.
import type { WebhookEvent } from "./operations.js";
/** Why a request is not accepted as a webhook. */
export type WebhookErrorReason = 
/** A header is missing or cannot be read. */
"header"
/** It was signed too long ago, or by a clock that is ahead: it may be a recorded request. */
 | "timestamp"
/** No signature is of this secret and this payload. */
 | "signature"
/** The payload is signed but is not a JSON object with a type. */
 | "payload";
/** The request is not a webhook of your endpoint. Respond with 400. */
export declare class WebhookVerificationError extends Error {
    readonly name = "WebhookVerificationError";
    readonly reason: WebhookErrorReason;
    constructor(message: string, reason: WebhookErrorReason);
}
export interface VerifyWebhookOptions {
    /** How many seconds the timestamp may differ from the clock of this machine. Default: 300. */
    readonly toleranceSeconds?: number;
    /** The time, in milliseconds since 1970. Default: now. */
    readonly now?: number;
}
/** Headers as `fetch` and as Node.js have them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
/**
 * Checks that a request is a webhook of your endpoint, by the Standard Webhooks specification, and returns its event. Its `type` decides
 * the type of `data`; newer servers may send other types, so ignore unknown ones. `payload` is the body of the request, byte for byte: do not parse it before. Throws a `WebhookVerificationError`, and a `TypeError` for a secret
 * that is none. Signatures are compared in constant time.
 */
export declare function verifyWebhook(payload: string | Uint8Array, headers: WebhookHeaders, secret: string, options?: VerifyWebhookOptions): Promise<WebhookEvent>;
