/** What the generated clients are made of: the operations with the JSON Schemas of their inputs and outputs. */
import { z } from "zod";
import { Usage } from "../../src/http/accounts/account-schemas.ts";
import { type AnyOperation, type Api, fileNames, parametersOf } from "../../src/kit/descriptor.ts";
import { problemKinds } from "../../src/kit/problem-kinds.ts";

/** JSON Schema as Zod writes it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** An operation of an API. */
export interface ClientOperation {
  readonly api: Api;
  readonly id: string;
  /** Of its types: `SeoAudit` of `seo.audit`. */
  readonly name: string;
  readonly operation: AnyOperation;
  /** Without files. */
  readonly input: Schema;
  readonly files: readonly { readonly name: string; readonly description?: string }[];
  readonly output: Schema;
}

/** Everything that a client is written from. */
export interface ClientContract {
  readonly apis: readonly Api[];
  readonly operations: readonly ClientOperation[];
  /** Schemas with a name of their own. */
  readonly types: ReadonlyMap<string, Schema>;
  readonly codes: readonly string[];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The name in a `$ref`. */
export const refName = (ref: string) => ref.split("/").at(-1) ?? "";

/** Whether a media type is read as JSON. */
export const isJson = (mediaType: string) => /[/+]json$/.test(mediaType);

/** Collects the contract of these APIs, and of the usage of an account. */
export function clientContract(apis: readonly Api[]): ClientContract {
  const types = new Map<string, Schema>();
  const schemaOf = (type: z.ZodType, io: "input" | "output"): Schema => {
    const schema = z.toJSONSchema(type, { io }) as Schema;
    for (const [name, definition] of Object.entries(schema.$defs ?? {})) types.set(name, definition);
    return schema;
  };
  const operations = apis.flatMap((api) =>
    Object.entries(api.operations).map(([id, operation]): ClientOperation => {
      const shape: Readonly<Record<string, z.ZodType>> = operation.input.shape;
      return {
        api,
        id,
        name: capital(api.name) + capital(id),
        operation,
        input: schemaOf(z.object(Object.fromEntries(parametersOf(operation))), "input"),
        files: fileNames(operation.accepts).map((name) => {
          const description = shape[name]?.description;
          return { name, ...(description === undefined ? {} : { description }) };
        }),
        output: schemaOf(operation.output, "output"),
      };
    }),
  );
  schemaOf(Usage, "output");
  if (!types.has("Usage")) types.set("Usage", schemaOf(Usage, "output"));
  return { apis, operations, types, codes: Object.keys(problemKinds) };
}
