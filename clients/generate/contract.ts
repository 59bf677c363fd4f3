/** Operations with the JSON Schemas of their inputs and outputs, from which clients are generated. */
import { z } from "zod";
import { Usage } from "../../src/http/accounts/account-schemas.ts";
import { Batch, BatchResult, Job } from "../../src/http/jobs/job-views.ts";
import { type AnyOperation, type Api, fileNames, isMetered, parametersOf } from "../../src/kit/descriptor.ts";
import type { JsonSchema } from "../../src/kit/json-schema.ts";
import { problemKinds } from "../../src/kit/problem-kinds.ts";

/** An operation of an API. */
export interface ClientOperation {
  readonly api: Api;
  readonly id: string;
  /** Of its types: `SeoAudit` of `seo.audit`. */
  readonly name: string;
  readonly operation: AnyOperation;
  /** Without files. */
  readonly input: JsonSchema;
  readonly files: readonly { readonly name: string; readonly description?: string }[];
  readonly output: JsonSchema;
  /** Whether it can run as a job: free operations cannot. */
  readonly isJob: boolean;
}

/** Everything that a client is written from. */
export interface ClientContract {
  readonly apis: readonly Api[];
  readonly operations: readonly ClientOperation[];
  /** Schemas with a name of their own. */
  readonly types: ReadonlyMap<string, JsonSchema>;
  readonly codes: readonly string[];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The name in a `$ref`. */
export const refName = (ref: string) => ref.split("/").at(-1) ?? "";

/** Whether a media type is read as JSON. */
export const isJson = (mediaType: string) => /[/+]json$/.test(mediaType);

/** Collects the contract of these APIs, and of the usage of an account and its jobs. */
export function clientContract(apis: readonly Api[]): ClientContract {
  const types = new Map<string, JsonSchema>();
  const schemaOf = (type: z.ZodType, io: "input" | "output"): JsonSchema => {
    const schema = z.toJSONSchema(type, { io }) as JsonSchema;
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
        isJob: isMetered(api, operation),
      };
    }),
  );
  for (const [name, type] of Object.entries({ Usage, Job, Batch, BatchResult })) {
    const schema = schemaOf(type, "output");
    if (!types.has(name)) types.set(name, schema);
  }
  return { apis, operations, types, codes: Object.keys(problemKinds) };
}
