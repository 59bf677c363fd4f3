import { dataOf } from "./answer.js";
import type { Resources } from "./operations.js";
import { resources } from "./shapes.js";
import type { ActionShape, CallOptions, Transport } from "./transport.js";

/** Calls an action: its arguments are the parts of the path, the parameters where it has some, and options. */
async function callAction(transport: Transport, shape: ActionShape, given: readonly unknown[]) {
  const { parts, hasInput, body: names, isRepeatable, ...request } = shape;
  const [input = {}, options = {}] = given.slice(parts.length, parts.length + 2) as [object?, CallOptions?];
  const parameters = Object.entries(hasInput ? input : {});
  const isBody = ([name]: readonly [string, unknown]) => names.includes(name);
  const json = JSON.stringify(Object.fromEntries(parameters.filter(isBody)));
  const body = names.length === 0 ? {} : { body: new Blob([json], { type: "application/json" }) };
  const query = Object.fromEntries(parameters.filter((one) => !isBody(one)));
  const path = Object.fromEntries(parts.map((name, i) => [name, given[i]]));
  // A new key, so that a lost response is retried and the request runs once.
  const key = isRepeatable ? { idempotencyKey: crypto.randomUUID() } : {};
  const own = hasInput ? options : (input as CallOptions);
  return dataOf(await transport.send({ ...request, ...body }, { ...query, ...path }, { ...key, ...own }));
}

/** Makes the methods of a resource from the table that was generated with their types. */
export function createResource<Name extends keyof Resources>(
  transport: Transport,
  name: Name,
): Resources[Name] {
  const actions = Object.entries(resources[name] ?? {}).map(([id, shape]) => [
    id,
    (...given: unknown[]) => callAction(transport, shape, given),
  ]);
  return Object.fromEntries(actions) as Resources[Name];
}
