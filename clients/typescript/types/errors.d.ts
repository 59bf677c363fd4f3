// Generated from the modules in src by `npm run generate`. Edit those.
import type { ProblemCode } from "./operations.js";
/** A problem document (RFC 9457): the body of every error of a Quintet server. */
export interface Problem {
    readonly type: string;
    readonly title: string;
    readonly status: number;
    /** The error in this request, and how to fix it. */
    readonly detail: string;
    readonly code: ProblemCode;
    /** The parameter at fault. */
    readonly parameter?: string;
    readonly requestId: string;
    /** 0 on metered calls: errors cost nothing. */
    readonly charged?: 0;
    /** When the quota that is used up starts again (ISO 8601), with `quota-exceeded`. */
    readonly resetsAt?: string;
    /** Whether the same request can succeed later. */
    readonly retryable?: boolean;
    readonly [member: string]: unknown;
}
/** Codes of errors that are not problem documents of the server. */
export type ClientCode = "connection" | "timeout" | "invalid-response";
/** The base class of every error of this client. Check `code` in programs; `message` is for people. */
export declare abstract class QuintetError extends Error {
    abstract readonly code: ProblemCode | ClientCode;
    /** How often the request was sent, retries included. */
    attempts: number;
    /** The time that the server asks to wait before a retry, in seconds. */
    readonly retryAfter: number | undefined;
    constructor(message: string, retryAfter?: number, options?: ErrorOptions);
}
/** The server rejected the call. It was not charged. */
export declare class ProblemError extends QuintetError {
    readonly name = "ProblemError";
    readonly code: ProblemCode;
    readonly status: number;
    readonly problem: Problem;
    constructor(problem: Problem, status: number, retryAfter?: number);
    /** The parameter at fault, if there is one. */
    get parameter(): string | undefined;
    /** The ID to give to the operator. */
    get requestId(): string;
}
/** There was no response, or its body was cut off. */
export declare class ConnectionError extends QuintetError {
    readonly name = "ConnectionError";
    readonly code = "connection";
    /** Whether the request certainly never reached the server, so that even a POST can be sent again. */
    readonly isUnsent: boolean;
    constructor(message: string, cause?: unknown, isUnsent?: boolean);
}
/** The whole response did not arrive within `timeoutMs`. */
export declare class TimeoutError extends QuintetError {
    readonly name = "TimeoutError";
    readonly code = "timeout";
}
/** Why a response cannot be used. */
export type InvalidResponseReason = 
/** An error status without a problem document. */
"status"
/** A media type that the call cannot have, such as a sign-in page. */
 | "media-type"
/** A body that is not what its media type says, such as broken JSON. */
 | "body" | "redirect";
/** A response that is not one of a Quintet server: usually of a proxy in between, or of another site. */
export declare class InvalidResponseError extends QuintetError {
    readonly name = "InvalidResponseError";
    readonly code = "invalid-response";
    readonly reason: InvalidResponseReason;
    readonly status: number;
    constructor(message: string, reason: InvalidResponseReason, status: number, retryAfter?: number, cause?: unknown);
}
