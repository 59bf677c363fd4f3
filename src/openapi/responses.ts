import { type AnyOperation, type Api, isMetered, mediaTypes } from "../kit/descriptor.ts";
import type { ProblemCode } from "../kit/problem-kinds.ts";
import { headers, type Json, outputSchema, refusals } from "./components.ts";

/** Problems that every operation can answer, beside its own. */
const always: readonly ProblemCode[] = [
  "invalid-parameter",
  "invalid-host",
  "method-not-allowed",
  "internal",
];

/** Problems that every metered operation can answer besides. */
const metered: readonly ProblemCode[] = [
  "key-in-query",
  "key-missing",
  "key-invalid",
  "key-revoked",
  "account-suspended",
  "key-scope",
  "plan-required",
  "plan-limit",
  "quota-exceeded",
  "rate-limited",
  "storage-unavailable",
];

/** Problems of metered operations that take a body, beside those. */
const repeatable: readonly ProblemCode[] = [
  "invalid-idempotency-key",
  "request-in-progress",
  "response-not-stored",
  "idempotency-mismatch",
];

/** Problems of operations that take a file. */
const filed: readonly ProblemCode[] = [
  "invalid-body",
  "payload-too-large",
  "upload-too-slow",
  "unsupported-media-type",
  "client-left",
  "busy",
  "insufficient-storage",
];

const quotaHeaders: Json = {
  "RateLimit-Policy": {
    description: 'The quota that was charged: `"plan";q=limit;w=seconds;quintet-unit="pages"`.',
    schema: { type: "string" },
  },
  RateLimit: {
    description: 'The remaining quota and the seconds until it resets: `"plan";r=remaining;t=seconds`.',
    schema: { type: "string" },
  },
  "Quintet-Cost": {
    description: 'The cost of this call, in units of the API and in credits: `7;unit="pages";credits=35`.',
    schema: { type: "string" },
  },
};

/** The error codes that an operation can return, its own first. */
export function codesOf(api: Api, operation: AnyOperation): ProblemCode[] {
  const paid = isMetered(api, operation);
  return [
    ...operation.errors,
    ...always,
    ...(paid ? metered : []),
    ...(paid && operation.method === "POST" ? repeatable : []),
    ...(operation.accepts === undefined ? [] : filed),
  ];
}

/** What an operation can answer: its output, and every refusal; schemas with an id go to `schemas`. */
export function responses(api: Api, operation: AnyOperation, schemas: Json): Json {
  const schema = outputSchema(operation.output, schemas);
  const content = mediaTypes(operation).map((type) => [
    type,
    { schema: type === "application/json" ? schema : { type: "string" } },
  ]);
  const own = Object.fromEntries(
    Object.entries(operation.headers ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: "string" } },
    ]),
  );
  const charged = { ...headers, ...own, ...(isMetered(api, operation) ? quotaHeaders : {}) };
  const answers: Json = {
    "200": { description: operation.summary, headers: charged, content: Object.fromEntries(content) },
  };
  return { ...answers, ...refusals([...new Set(codesOf(api, operation))]) };
}
