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
/** The names that Ajv knows components by: it reads those of a document once. */
const names = new WeakMap<object, string>();

/** Compiles a schema of a document; its references lead to the document's components. */
export function compileSchema(
  schema: object,
  { components }: { readonly components: object },
): ValidateFunction {
  let name = names.get(components);
  if (name === undefined) {
    name = `document-${Bun.hash(JSON.stringify(components))}`;
    names.set(components, name);
    if (!(name in ajv.schemas)) ajv.addSchema({ components }, name);
  }
  const text = JSON.stringify(schema).replaceAll('"#/components/', `"${name}#/components/`);
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
  compiled.set(text, validate);
  return validate;
}

/** Fails unless a value fits a response's schema in the document. */
export function expectToFit(document: Document, media: Media | undefined, value: unknown): void {
  expect(media).toBeDefined();
  if (media === undefined) return;
  const validate = compileSchema(media.schema, document);
  expect({ valid: validate(value), errors: validate.errors ?? [] }).toEqual({ valid: true, errors: [] });
}
