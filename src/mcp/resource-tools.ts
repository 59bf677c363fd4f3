import { z } from "zod";
import type { Send } from "../http/core/in-process.ts";
import type { Contract } from "../kit/contract.ts";
import { pathNames } from "../kit/descriptor.ts";
import { wireSchema } from "../kit/parameter.ts";
import type { Resource } from "../kit/resource.ts";
import { ask, idempotencyKeyArgument, jsonOf, onceOf, serverTools } from "./server-tool.ts";
import type { Tool } from "./tools.ts";

function wireMembers({ shape }: z.ZodObject): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries<z.ZodType>(shape).map(([name, schema]) => [name, wireSchema(schema)]),
  );
}

function given(schema: z.ZodObject, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(schema.shape, name)));
}

function toolOf(name: string, contract: Contract, send: Send, baseUrl: string): Tool {
  const { method, path, summary, description, query, fields, output, repeatable } = contract;
  const names = pathNames(path);
  const input = z.strictObject({
    ...Object.fromEntries(names.map((one) => [one, z.string().describe(`The ${one} in ${path}.`)])),
    ...wireMembers(query),
    ...wireMembers(fields),
    ...(repeatable === true ? { idempotencyKey: idempotencyKeyArgument } : {}),
  });
  const about = {
    title: summary,
    description: [`${summary}.`, description].filter(Boolean).join(" "),
    changes: method !== "GET",
  };
  return serverTools(baseUrl)(name, about, input, output(), async (values, caller) =>
    jsonOf(
      await ask({ send, baseUrl }, caller, method, path, {
        params: Object.fromEntries(names.map((one) => [one, String(values[one])])),
        query: given(query, values),
        ...(Object.keys(fields.shape).length === 0 ? {} : { body: JSON.stringify(given(fields, values)) }),
        once: onceOf(values),
      }),
    ),
  );
}

/** Makes the tools of resources: of the actions that they name. */
export function resourceTools(resources: readonly Resource[], send: Send, baseUrl: string): Tool[] {
  return resources.flatMap(({ title, actions, tools = {} }) =>
    Object.entries(tools).map(([name, action]) => {
      const contract = actions[action];
      if (contract === undefined) throw new TypeError(`${title} has no action ${action}`);
      return toolOf(name, contract, send, baseUrl);
    }),
  );
}
