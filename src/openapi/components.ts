import { z } from "zod";
import { type ProblemCode, problemKinds, retriedStatuses } from "../kit/problem-kinds.ts";
import type { ShownCall } from "../kit/resource.ts";

/** A part of an OpenAPI document. */
export type Json = Record<string, unknown>;

const string = (description: string, more: Json = {}): Json => ({ type: "string", description, ...more });

/** A key in either header. */
export const KEY_SECURITY = [{ key: [] }, { bearer: [] }] as const;

/** Calls to show, by operation ID. */
export type ShownCalls = Readonly<Record<string, ShownCall>>;

/** The schema of a problem document. Codes and members may be added. */
function problemSchema(isMetered: boolean): Json {
  return {
    type: "object",
    description: "An error (RFC 9457). `code` identifies it; `detail` says what to change.",
    required: ["type", "title", "status", "detail", "code", "requestId"],
    properties: {
      type: string("The URL of the page about this code.", { format: "uri" }),
      title: { type: "string" },
      status: { type: "integer", minimum: 400, maximum: 599 },
      detail: string("What is wrong with this request, and how to fix it."),
      code: string(
        "A stable, machine-readable code. Each response lists its codes, and /problems explains all of them. New codes may be added.",
      ),
      parameter: string("The name of the invalid parameter."),
      requestId: string("The value of X-Request-Id."),
      ...(isMetered ? meteredMembers : {}),
    },
  };
}

const meteredMembers: Json = {
  charged: { type: "number", description: "On metered operations: 0, because errors are free." },
  resetsAt: string("With quota-exceeded: when the next quota starts.", { format: "date-time" }),
  "violated-policies": {
    type: "array",
    items: { type: "string" },
    description: "With quota-exceeded: the used-up RateLimit policies.",
  },
  retryable: { type: "boolean", description: "Whether the same request may succeed later." },
  nextSlotAt: string("With pacing: when the source is read again.", { format: "date-time" }),
  limit: { type: "integer", description: "With plan-limit: the most units of one call." },
  mediaType: { type: "object", description: "With not-html: `declared` and `detected`, each may be null." },
  indexability: { type: "object", description: "With not-html: whether the file may be in search results." },
  robots: { type: "object", description: "With not-html: `header`, the lines of X-Robots-Tag." },
  index: { type: "integer", description: "With an invalid batch: the item, counted from 0." },
  pageCount: { type: "integer", description: "How many pages the PDF has." },
  ocrPages: { type: "integer", description: "How many pages one call may recognize." },
  reason: string("With account-suspended: the operator's reason."),
  suspendedAt: string("With account-suspended: since when.", { format: "date-time" }),
};

/** The first sentence of a description, for brief documents. */
export function firstSentence(description: string | undefined): string | undefined {
  return description?.replace(/(?<=\.) [A-Z].*$/s, "");
}

/** A section of components in a document. */
export type Section = "responses" | "headers" | "parameters" | "schemas";

/** The components of one document. What is referred to is in it, and nothing else. */
export class Components {
  readonly #sections: Record<Section, Json> = {
    responses: {},
    headers: {},
    parameters: {},
    schemas: {},
  };
  /** For each status, the references to its response, by their list of codes. */
  readonly #references = new Map<number, Map<string, Json[]>>();
  #isMetered = false;
  /** Headers of errors of metered operations. */
  readonly #errorHeaders: Json = {};
  #hasErrors = false;
  /** Whether meanings and examples of responses and common headers are left out: the document of a single API has them. */
  readonly isBrief: boolean;
  readonly #job: z.ZodType | undefined;

  /** `job` is what a call that runs in the background returns. */
  constructor(isBrief = false, job?: z.ZodType) {
    this.isBrief = isBrief;
    this.#job = job;
  }

  example(example: unknown): Json {
    return example === undefined || this.isBrief ? {} : { example };
  }

  accepted(): Json {
    if (this.#job === undefined) return {};
    const description =
      "With `Prefer: respond-async`: the call runs in the background as this job. Its URL is in Location.";
    const location = { Location: { description: "The URL of the job.", schema: { type: "string" } } };
    const headers = this.headers({ ...this.common(everyHeader), ...location });
    const content = { "application/json": { schema: this.output(this.#job) } };
    return { "202": this.add("responses", "Accepted", { description, headers, content }) };
  }

  prefer(): Json[] {
    if (this.#job === undefined) return [];
    const description = "`respond-async` runs the call in the background (RFC 7240).";
    const schema = { type: "string" };
    return [this.add("parameters", "Prefer", { name: "Prefer", in: "header", description, schema })];
  }

  add(section: Section, name: string, component: unknown): Json {
    const all = this.#sections[section];
    if (all[name] !== undefined && JSON.stringify(all[name]) !== JSON.stringify(component)) {
      throw new TypeError(`two ${section} have the id ${name}`);
    }
    all[name] = component;
    return { $ref: `#/components/${section}/${name}` };
  }

  /** The security of an operation with a key: a brief document says it once, for all. */
  keySecurity(): Json {
    return this.isBrief ? {} : { security: KEY_SECURITY };
  }

  /** Headers that many responses have, redirects, and responses to clients that cache: a brief document has none. */
  common(described: Json): Json {
    return this.isBrief ? {} : described;
  }

  headers(named: Json): Json {
    return Object.fromEntries(
      Object.entries(named).map(([name, one]) => [name, this.add("headers", name, one)]),
    );
  }

  output(output: z.ZodType): Json {
    const { $defs = {}, ...root } = z.toJSONSchema(output, { io: "output", target: "draft-2020-12" });
    const written = (schema: unknown) => (this.isBrief ? shortened(tidy(schema)) : tidy(schema));
    for (const [name, schema] of Object.entries($defs)) this.add("schemas", name, written(schema));
    const { id } = output.meta() ?? {};
    if (typeof id !== "string") return written(root) as Json;
    if (!("$ref" in root)) this.add("schemas", id, written(root));
    return { $ref: `#/components/schemas/${id}` };
  }

  /** The error responses for these codes, one for each status; a brief document has one for all. `headers` are further ones. */
  errors(
    codes: readonly ProblemCode[],
    isMetered: boolean,
    own: readonly ProblemCode[],
    headers: Json = {},
  ): Json {
    this.#isMetered ||= isMetered;
    this.#hasErrors = true;
    Object.assign(this.#errorHeaders, headers);
    const listOf = (all: readonly ProblemCode[]) => `Codes: ${all.map((code) => `\`${code}\``).join(", ")}.`;
    const other = { $ref: "#/components/responses/Error" };
    if (this.isBrief) {
      const ofRequest = own.filter((code) => problemKinds[code].status < 500);
      return { default: { ...other, ...(ofRequest.length > 0 && { description: listOf(ofRequest) }) } };
    }
    const responses: Json = {};
    for (const [status, all] of Map.groupBy(codes, (code) => problemKinds[code].status)) {
      if (UNLIKELY.has(status)) continue;
      const reference: Json = { $ref: `#/components/responses/${nameOf(status)}` };
      const lists = this.#references.get(status) ?? new Map<string, Json[]>();
      this.#references.set(status, lists);
      const list = listOf(all);
      lists.set(list, [...(lists.get(list) ?? []), reference]);
      responses[status] = reference;
    }
    return { ...responses, default: other };
  }

  /** Says each list of codes once: the most frequent one of a status with its component, others where they are used. */
  #describeErrors(): void {
    for (const [status, lists] of this.#references) {
      const [most, ...others] = [...lists].sort(([, a], [, b]) => b.length - a.length);
      const description = `${descriptionOf(status)} ${most?.[0]}`;
      this.#sections.responses[nameOf(status)] = { ...this.#errorResponse(status), description };
      for (const [list, references] of others) {
        for (const reference of references) reference.description = list;
      }
    }
    if (this.#hasErrors) this.#sections.responses.Error = this.#errorResponse(undefined);
  }

  #errorResponse(status: number | undefined): Json {
    const headers = this.headers({
      ...everyHeader,
      ...this.#errorHeaders,
      ...(status === undefined || retriedStatuses.has(status) ? { "Retry-After": retryAfter } : {}),
    });
    return {
      description: descriptionOf(status),
      headers,
      content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
    };
  }

  toDocument(securitySchemes: Json): Json {
    this.#describeErrors();
    const problem = problemSchema(this.#isMetered);
    if (this.#hasErrors) {
      this.add("schemas", "Problem", this.isBrief ? shortened(problem) : problem);
    }
    const own = { ...this.#sections };
    const sections = { ...(this.isBrief ? (firstSentences(own) as Json) : own), securitySchemes };
    return Object.fromEntries(Object.entries(sections).filter(([, all]) => Object.keys(all).length > 0));
  }
}

/** Headers of every response. */
export const everyHeader: Json = {
  "X-Request-Id": {
    description:
      "The ID of this request: yours from X-Request-Id, or a new UUID. Quote it when you report a problem.",
    schema: { type: "string" },
  },
};

const retryAfter: Json = {
  description: "Seconds to wait before a retry.",
  schema: { type: "integer", minimum: 0 },
};

const errorResponses: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ["BadRequest", "The request is invalid."],
  401: ["Unauthorized", "The key or token is missing or invalid."],
  403: ["Forbidden", "The key or the client may not do this."],
  404: ["NotFound", "Not found."],
  409: ["Conflict", "The request conflicts with another one."],
  410: ["Gone", "The link is no longer valid."],
  413: ["ContentTooLarge", "The request body or the image is too large."],
  415: ["UnsupportedMediaType", "The media type or file type is not supported."],
  422: ["UnprocessableContent", "The request is valid, but it cannot be carried out."],
  429: ["TooManyRequests", "Too many requests, or the quota is used up."],
  502: ["BadGateway", "The site that was read sent an invalid response."],
  503: ["ServiceUnavailable", "Not available now."],
  504: ["GatewayTimeout", "The site that was read took too long."],
};

function descriptionOf(status: number | undefined): string {
  return errorResponses[status ?? 0]?.[1] ?? "Any other error.";
}

function nameOf(status: number): string {
  return errorResponses[status]?.[0] ?? `Error${status}`;
}

/** Statuses that any operation may have and no client handles on its own: the default response describes them. */
const UNLIKELY: ReadonlySet<number> = new Set([405, 408, 499, 500, 507]);

/** A part of a brief document: of each description, the first sentence. */
export function firstSentences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(firstSentences);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === "example") return [key, inner];
      const isText = key === "description" && typeof inner === "string";
      return [key, isText ? firstSentence(inner) : firstSentences(inner)];
    }),
  );
}

/** Formats whose patterns Zod writes: they are long, and say the same. */
const FORMATS: ReadonlySet<unknown> = new Set(["date", "date-time", "email"]);

/** Keywords that Zod writes and no caller needs: bounds of a 64-bit float, `additionalProperties: false`, `readOnly` lists. */
function isNoise(key: string, value: unknown, schema: object): boolean {
  if (["$schema", "$defs", "id", "readOnly"].includes(key)) return true;
  // A record of named members: the names are in `propertyNames`.
  if (key === "required") return "propertyNames" in schema;
  if (key === "propertyNames") return !JSON.stringify(value).includes('"enum"');
  if (key === "additionalProperties") return value === false;
  if (key === "maximum") return value === Number.MAX_SAFE_INTEGER;
  if (key === "minimum") return value === Number.MIN_SAFE_INTEGER;
  if (key !== "pattern") return false;
  // Many validators compile patterns without Unicode properties.
  return ("format" in schema && FORMATS.has(schema.format)) || String(value).includes("\\p{");
}

/** A JSON Schema of Zod's for a document: without noise, and with references to its components. */
export function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== "object" || value === null) return value;
  const tidied: Json = {};
  for (const [key, inner] of Object.entries(value)) {
    if (isNoise(key, inner, value)) continue;
    if (key === "$ref") tidied[key] = String(inner).replace("#/$defs/", "#/components/schemas/");
    // The names of properties are no words of JSON Schema.
    else if (key === "properties") tidied[key] = tidyEach(inner as Json);
    else tidied[key] = key === "const" || key === "enum" || key === "default" ? inner : tidy(inner);
  }
  return tidied;
}

/** A choice of a schema with one type and null, as one schema with two types; other schemas as they are. */
function withTypeList(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  const [one, other, ...others] = Array.isArray(anyOf) ? (anyOf as Json[]) : [];
  const isNullable = others.length === 0 && other?.type === "null" && Object.keys(other).length === 1;
  if (!isNullable || typeof one?.type !== "string" || "const" in one) return schema;
  const values = Array.isArray(one.enum) ? { enum: [...one.enum, null] } : {};
  return { ...rest, ...one, type: [one.type, "null"], ...values };
}

/** Keywords of texts and numbers that a client does not need to read a response. */
const NOT_TO_READ: ReadonlySet<string> = new Set([
  "description",
  "pattern",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
]);

/** A JSON Schema of a response without meanings, patterns and bounds. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== "object" || value === null) return value;
  // A property may have one of these names; its schema is an object.
  const isLeftOut = (key: string, inner: unknown) => typeof inner !== "object" && NOT_TO_READ.has(key);
  return withTypeList(
    Object.fromEntries(
      Object.entries(value)
        .filter(([key, inner]) => !isLeftOut(key, inner))
        .map(([key, inner]) => [key, shortened(inner)]),
    ),
  );
}

function tidyEach(schemas: Json): Json {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, tidy(schema)]));
}
