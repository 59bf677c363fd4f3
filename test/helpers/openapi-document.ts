import { expect } from "bun:test";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** What an answer of one media type holds. */
export interface Media {
  readonly schema: Readonly<Record<string, unknown>>;
}
interface Described {
  readonly operationId: string;
  readonly security?: unknown;
  readonly responses: Readonly<Record<string, Response>>;
}
interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, Media>>;
}
/** What the tests read of an OpenAPI document. */
export interface Document {
  readonly info: { readonly version: string };
  readonly components: { readonly responses?: Readonly<Record<string, Response>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  /** Events that the server sends, by type. */
  readonly webhooks?: Readonly<Record<string, unknown>>;
}

/** The response of an operation to a status, without its reference; that of `default` where it has none. */
export function responseOf(
  { components }: Document,
  operation: Described | undefined,
  status: number,
): Response | undefined {
  const response = operation?.responses[String(status)] ?? operation?.responses.default;
  const name = response?.$ref?.split("/").at(-1);
  return name === undefined ? response : { ...components.responses?.[name], ...response };
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
/** Compiled schemas by their text: compiling one takes longer than the response that it describes. */
const compiled = new Map<string, ValidateFunction>();

/** Fails unless a value fits a response's schema in the document. */
export function expectToFit(document: Document, media: Media | undefined, value: unknown): void {
  expect(media).toBeDefined();
  // With the document's components beside it, to which its references lead.
  const { components } = document;
  const schema = media === undefined ? false : { ...media.schema, components };
  const text = JSON.stringify(schema);
  const validate = compiled.get(text) ?? ajv.compile(schema);
  compiled.set(text, validate);
  expect({ valid: validate(value), errors: validate.errors ?? [] }).toEqual({ valid: true, errors: [] });
}
