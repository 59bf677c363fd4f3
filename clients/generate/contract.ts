import { z } from "zod";
import { Usage } from "../../src/accounts/account-views.ts";
import { platformResources } from "../../src/app/resources.ts";
import { WebhookEvent } from "../../src/app/webhook-events.ts";
import { Batch, BatchResult, Job } from "../../src/jobs/job-responses.ts";
import type { Contract } from "../../src/kit/contract.ts";
import {
  type AnyOperation,
  type Api,
  fileNames,
  isMetered,
  parametersOf,
  pathNames,
} from "../../src/kit/descriptor.ts";
import type { JsonSchema } from "../../src/kit/json-schema.ts";
import { isList, memberSchema } from "../../src/kit/parameter.ts";
import { problemKinds } from "../../src/kit/problem-kinds.ts";
import { hasMethod } from "../../src/kit/resource.ts";

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
  readonly line: JsonSchema | undefined;
  /** Whether it can run as a job: free operations cannot. */
  readonly isJob: boolean;
}

/** An action of a resource of the platform. */
export interface ClientAction {
  readonly id: string;
  readonly name: string;
  readonly contract: Contract;
  readonly parts: readonly string[];
  readonly input: JsonSchema;
  readonly output: JsonSchema;
}

/** A resource of the platform, with the actions whose response is JSON: for streams and files, clients have code of their own. */
export interface ClientResource {
  readonly name: string;
  readonly summary: string;
  readonly actions: readonly ClientAction[];
}

/** Everything that a client is written from. */
export interface ClientContract {
  readonly apis: readonly Api[];
  readonly operations: readonly ClientOperation[];
  readonly resources: readonly ClientResource[];
  readonly types: ReadonlyMap<string, JsonSchema>;
  readonly codes: readonly string[];
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The name in a `$ref`. */
export const refName = (ref: string) => ref.split("/").at(-1) ?? "";

/** Whether a media type is read as JSON. */
export const isJson = (mediaType: string) => /[/+]json$/.test(mediaType);

function withArrays(input: JsonSchema, shape: Readonly<Record<string, z.ZodType>>): JsonSchema {
  const properties = Object.entries(input.properties ?? {}).map(([name, member]) => {
    const parameter = shape[name];
    if (parameter === undefined || !isList(parameter)) return [name, member];
    const { items = {} } = memberSchema(parameter);
    const anyOf: JsonSchema[] = [{ type: "string" }, { type: "array", items }];
    return [
      name,
      { anyOf, ...(member.description === undefined ? {} : { description: member.description }) },
    ];
  });
  return { ...input, properties: Object.fromEntries(properties) };
}

/** Collects the contract of these APIs, of the usage of an account, its jobs, and the events of webhooks. */
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
        input: withArrays(schemaOf(z.object(Object.fromEntries(parametersOf(operation))), "input"), shape),
        files: fileNames(operation.accepts).map((name) => {
          const description = shape[name]?.description;
          return { name, ...(description === undefined ? {} : { description }) };
        }),
        output: schemaOf(operation.output, "output"),
        line: operation.line === undefined ? undefined : schemaOf(operation.line, "output"),
        isJob: isMetered(api, operation),
      };
    }),
  );
  for (const [name, type] of Object.entries({ Usage, Job, Batch, BatchResult, WebhookEvent })) {
    const schema = schemaOf(type, "output");
    if (!types.has(name)) types.set(name, schema);
  }
  const resources = platformResources(apis).map(
    ({ name, summary, actions }): ClientResource => ({
      name,
      summary,
      actions: Object.entries(actions).flatMap(([id, contract]) => {
        const { path, query, fields, output } = contract;
        if (!hasMethod(contract)) return [];
        const shape: Readonly<Record<string, z.ZodType>> = { ...query.shape, ...fields.shape };
        return [
          {
            id,
            name: capital(name) + capital(id),
            contract,
            parts: pathNames(path),
            input: withArrays(schemaOf(z.object(shape), "input"), shape),
            output: schemaOf(output(), "output"),
          },
        ];
      }),
    }),
  );
  return { apis, operations, resources, types, codes: Object.keys(problemKinds) };
}
