import { z } from "zod";
import {
  type AnyOperation,
  type Api,
  isMetered,
  type JsonBody,
  mediaTypes,
  pathNames,
  pathsOf,
} from "../../kit/descriptor.ts";
import { backgroundTenant } from "../../kit/fair-queue.ts";
import { inputReader, rawQuery } from "../../kit/query.ts";
import { negotiate } from "../core/content-negotiation.ts";
import { announcingDeprecations } from "../core/deprecation.ts";
import type { Endpoint, RoutedRequest } from "../core/endpoint.ts";
import { createJsonBodyReader } from "../core/json-body.ts";
import { anonymousCaller, prefersAsync, submitCall } from "./async-call.ts";
import { free } from "./call-charge.ts";
import { OpenContext, type Services } from "./context.ts";
import { createOnce, readOnce } from "./create-once.ts";
import { type CallRequest, KeyedOperation } from "./keyed-operation.ts";
import { meteredHandler } from "./metered.ts";
import { responsesOf } from "./operation-responses.ts";

// Bun makes the parameters' object when it is looked at.
const NO_PARAMS = {};

/** The endpoints of every operation of these APIs. */
export function operationsOf(apis: readonly Api[], services: Services): Endpoint[] {
  return apis.flatMap((api) =>
    Object.entries(api.operations).flatMap(([id, operation]) =>
      operationEndpoints(api, id, operation, services),
    ),
  );
}

/** Turns one operation of an API into endpoints: all its paths, which are equal. */
export function operationEndpoints(
  api: Api,
  id: string,
  operation: AnyOperation,
  services: Services,
): Endpoint[] {
  const handle =
    api.access === "open"
      ? openHandler(api, operation, services)
      : keyedHandler(api, id, operation, services);
  return pathsOf(operation).map((path) => {
    const endpoint: Endpoint = {
      path,
      labels: [api.name, id],
      methods: [operation.method],
      shared: true,
      skipCompression: operation.incompressible ?? false,
      handle,
    };
    return announcingDeprecations(endpoint, api, operation);
  });
}

/** Handles an operation that needs no key, without the accounts module. */
function openHandler(api: Api, operation: AnyOperation, services: Services): Endpoint["handle"] {
  const names = pathNames(operation.path);
  const types = mediaTypes(operation);
  const [onlyType] = types;
  const respond = responsesOf(operation);
  if (operation.accepts !== undefined) throw new TypeError("an operation that takes a file needs a key");
  if (operation.jsonBody !== undefined) return jsonHandler(api, operation, operation.jsonBody, services);
  const read = inputReader(operation.input, names);

  // Not async: a synchronous operation is answered within one turn, which the UUID writers rely on.
  return (request: RoutedRequest, requestId: string): Response | Promise<Response> => {
    const input = read(rawQuery(request.url), names.length === 0 ? NO_PARAMS : request.params);
    const mediaType = types.length === 1 ? onlyType : negotiate(request.headers.get("accept"), types);
    const value: unknown = operation.run(
      input,
      new OpenContext(mediaType, request, services, { requestId, api: api.name, tenant: "" }),
    );
    if (value instanceof Promise) return value.then((settled) => respond(settled, mediaType, requestId));
    return respond(value, mediaType, requestId);
  };
}

function jsonHandler(
  api: Api,
  operation: AnyOperation,
  jsonBody: JsonBody,
  services: Services,
): Endpoint["handle"] {
  const types = mediaTypes(operation);
  const respond = responsesOf(operation);
  const readBody = createJsonBodyReader(operation.input, jsonBody);
  // The query has nothing to say: a parameter there is a mistake.
  const readQuery = inputReader(z.object({}), []);
  return async (request, requestId) => {
    readQuery(rawQuery(request.url), NO_PARAMS);
    const mediaType = negotiate(request.headers.get("accept"), types);
    const work = { requestId, api: api.name, tenant: "" };
    const value: unknown = await operation.run(
      await readBody(request),
      new OpenContext(mediaType, request, services, work),
    );
    return respond(value, mediaType, requestId);
  };
}

function unmeteredHandler(operation: KeyedOperation, services: Services) {
  const { unmetered = { tenant: "", charging: free }, jobs } = services;
  return async (call: CallRequest): Promise<Response> => {
    const { request, requestId, upload } = call;
    const tenant = request.job === undefined ? unmetered.tenant : backgroundTenant(unmetered.tenant);
    upload.tenant = tenant;
    const caller = anonymousCaller;
    const read = () => operation.read(request, upload);
    if (jobs !== undefined && prefersAsync(request)) {
      const input = await readOnce(jobs.once.idempotencyStore, { caller, request }, read);
      const create = () => submitCall(jobs, operation, call, input, caller, 0, async () => {});
      const { fingerprint } = input;
      return createOnce(jobs.once, { caller, request, requestId, fingerprint, create, isFound: true });
    }
    const input = await read();
    const leave = await operation.admit(tenant, call);
    try {
      return await operation.run(call, input, tenant, unmetered.charging);
    } finally {
      leave();
    }
  };
}

function freeHandler(operation: KeyedOperation) {
  return async (call: CallRequest): Promise<Response> => {
    const input = await operation.read(call.request, call.upload);
    return await operation.run(call, input, "", free);
  };
}

function handlerOf(operation: KeyedOperation, services: Services) {
  const { metering, jobs } = services;
  if (!isMetered(operation.api, operation.operation)) return freeHandler(operation);
  if (metering === undefined) return unmeteredHandler(operation, services);
  return meteredHandler(operation, metering, jobs);
}

function keyedHandler(api: Api, id: string, operation: AnyOperation, services: Services): Endpoint["handle"] {
  const handler = handlerOf(new KeyedOperation(api, id, operation, services), services);
  return async (request, requestId) => {
    using upload = services.uploads.begin();
    return await handler({ request, requestId, upload, cost: { cpuMs: 0 } });
  };
}
