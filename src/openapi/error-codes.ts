import { type AnyOperation, type Api, isMetered } from "../kit/descriptor.ts";
import type { ProblemCode } from "../kit/problem-kinds.ts";

/** Error codes of every endpoint, besides its own. */
export const always: readonly ProblemCode[] = [
  "invalid-parameter",
  "invalid-host",
  "method-not-allowed",
  "internal",
];

/** Error codes of every request with a key. */
export const keyProblems: readonly ProblemCode[] = [
  "key-in-query",
  "key-missing",
  "key-invalid",
  "key-revoked",
  "key-expired",
  "ip-not-allowed",
  "account-suspended",
];

/** Further error codes of every metered operation. */
const metered: readonly ProblemCode[] = [
  ...keyProblems,
  "key-scope",
  "plan-required",
  "plan-limit",
  "quota-exceeded",
  "rate-limited",
  "storage-unavailable",
];

/** Problems of an `Idempotency-Key`. */
export const repeatable: readonly ProblemCode[] = [
  "invalid-idempotency-key",
  "request-in-progress",
  "response-not-stored",
  "idempotency-mismatch",
];

const bodied: readonly ProblemCode[] = [
  "invalid-body",
  "payload-too-large",
  "upload-too-slow",
  "expectation-failed",
  "unsupported-media-type",
];

const filed: readonly ProblemCode[] = [...bodied, "client-left", "busy", "insufficient-storage"];

/** The error codes that an operation can return, its own first. */
export function codesOf(api: Api, operation: AnyOperation): ProblemCode[] {
  const paid = isMetered(api, operation);
  return [
    ...operation.errors,
    ...always,
    ...(paid ? metered : []),
    ...(paid && operation.method === "POST" ? repeatable : []),
    ...(operation.accepts === undefined ? [] : filed),
    ...(operation.jsonBody === undefined ? [] : bodied),
  ];
}
