import { z } from "zod";
import {
  type AnyOperation,
  type Api,
  isMetered,
  type JsonBody,
  mediaTypes,
  pathNames,
  pathsOf,
  resultBytesOf,
} from "../../kit/descriptor.ts";
import { Encoded } from "../../kit/encoded.ts";
import { backgroundTenant } from "../../kit/fair-queue.ts";
import { inputReader, rawQuery } from "../../kit/query.ts";
import type { Work } from "../../kit/work.ts";
import { codesOf } from "../../openapi/responses.ts";
import { StreamedResponse } from "../core/content-encoding.ts";
import { negotiate } from "../core/content-negotiation.ts";
import { announcingDeprecations } from "../core/deprecation.ts";
import type { Endpoint, RoutedRequest } from "../core/endpoint.ts";
import { corsHeaders, exposing } from "../core/headers.ts";
import { createJsonBodyReader } from "../core/json-body.ts";
import { anonymousCaller, submitterOf } from "./async-call.ts";
import { inputOf, type PendingInput, withFiles } from "./call-input.ts";
import { KeyedContext, OpenContext, type Services } from "./context.ts";
import { createOnce } from "./create-once.ts";
import { type Call, type Charging, free, meteredHandler } from "./metered.ts";
import { RequestFingerprint } from "./request-fingerprint.ts";
import { sampleOf } from "./sample.ts";

// Bun makes the parameters' object when it is looked at.
const NO_PARAMS = {};

function charset(mediaType: string): string {
  return mediaType.startsWith("text/") ? `${mediaType}; charset=utf-8` : mediaType;
}

/**
 * Creates an operation's responses. The headers of each media type are created once and passed to every
 * `Response`, which copies them: setting headers one by one costs several times as much.
 */
function answering(
  operation: AnyOperation,
): (value: unknown, mediaType: string, requestId: string) => Response {
  const types = mediaTypes(operation);
  const inits = types.map((type) => {
    const headers = new Headers(corsHeaders);
    headers.set("Content-Type", charset(type));
    headers.set("Cache-Control", operation.cacheControl ?? "no-store");
    if (types.length > 1) headers.set("Vary", "Accept");
    const exposed = operation.incompressible
      ? "X-Request-Id"
      : exposing(Object.keys(operation.headers ?? {}));
    headers.set("Access-Control-Expose-Headers", exposed);
    return { headers };
  });
  return (value, mediaType, requestId) => {
    const encoded = value instanceof Encoded ? value : undefined;
    const init = inits[types.indexOf(encoded?.mediaType ?? mediaType)] ?? inits[0];
    init?.headers.set("X-Request-Id", requestId);
    const body = encoded === undefined ? JSON.stringify(value) : encoded.body;
    const response =
      body instanceof ReadableStream ? new StreamedResponse(body, init) : new Response(body, init);
    for (const name in encoded?.headers) response.headers.set(name, encoded.headers[name] ?? "");
    return response;
  };
}

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
  const answer =
    api.access === "open" ? openAnswer(api, operation, services) : keyedAnswer(api, id, operation, services);
  return pathsOf(operation).map((path) => {
    const endpoint: Endpoint = {
      path,
      labels: [api.name, id],
      methods: [operation.method],
      shared: true,
      skipCompression: operation.incompressible ?? false,
      handle: answer,
    };
    return announcingDeprecations(endpoint, api, operation);
  });
}

/** Handles an operation that needs no key, without the accounts module. */
function openAnswer(api: Api, operation: AnyOperation, services: Services): Endpoint["handle"] {
  const names = pathNames(operation.path);
  const types = mediaTypes(operation);
  const [onlyType] = types;
  const respond = answering(operation);
  if (operation.accepts !== undefined) throw new TypeError("an operation that takes a file needs a key");
  if (operation.jsonBody !== undefined) return jsonAnswer(api, operation, operation.jsonBody, services);
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

/** Makes the handler of an operation that needs no key and takes its input as a body. */
function jsonAnswer(
  api: Api,
  operation: AnyOperation,
  jsonBody: JsonBody,
  services: Services,
): Endpoint["handle"] {
  const types = mediaTypes(operation);
  const respond = answering(operation);
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

/** Handles calls that nobody pays for: those of one tenant share the concurrency limit. */
function unmeteredHandler({ unmetered = { tenant: "", charging: free }, jobs }: Services) {
  const { charging } = unmetered;
  return async (request: RoutedRequest, _query: string, call: Call): Promise<Response> => {
    const tenant = request.job === undefined ? unmetered.tenant : backgroundTenant(unmetered.tenant);
    const input = await call.readInput(tenant);
    const { submit, requestId } = call;
    if (submit !== undefined && jobs !== undefined) {
      const create = () => submit(anonymousCaller, 0, async () => {});
      const of = { caller: anonymousCaller, request, requestId, fingerprint: call.fingerprint() };
      return createOnce(jobs.once, { ...of, create, isFound: true });
    }
    const leave = await call.begin(tenant);
    try {
      return await call.run(input, tenant, charging);
    } finally {
      leave();
    }
  };
}

/** Returns the fingerprint of a request that may be repeated; undefined for others. */
function fingerprintOf(
  api: Api,
  id: string,
  { headers, url }: RoutedRequest,
): RequestFingerprint | undefined {
  if (!headers.has("idempotency-key")) return undefined;
  return new RequestFingerprint(`${api.name}.${id}?${rawQuery(url)}`, headers);
}

/** Handles an operation of an API with keys that costs nothing. */
function freeAnswer(
  api: Api,
  { uploads }: Services,
  read: ReturnType<typeof inputOf>,
  run: (request: RoutedRequest, work: Work, input: unknown, charging: Charging) => Promise<Response>,
): Endpoint["handle"] {
  return async (request, requestId) => {
    using upload = uploads.begin();
    const work = { requestId, api: api.name, tenant: "" };
    const input = await withFiles(await read(request, upload), upload, request.signal);
    return await run(request, work, input, free);
  };
}

/** Handles an operation of an API with keys; with METERING=off, without a key. */
function keyedAnswer(api: Api, id: string, operation: AnyOperation, services: Services): Endpoint["handle"] {
  const { metering, concurrency, uploads, jobs } = services;
  if (operation.jsonBody !== undefined) throw new TypeError("only an open operation may take a JSON body");
  const read = inputOf(operation, services);
  const types = mediaTypes(operation);
  const respond = answering(operation);
  const resultBytes = resultBytesOf(operation);
  const run = async (request: RoutedRequest, work: Work, input: unknown, charging: Charging) => {
    const mediaType = negotiate(request.headers.get("accept"), types);
    const value: unknown = await operation.run(
      input,
      new KeyedContext(mediaType, request, services, work, charging),
    );
    return respond(value, mediaType, work.requestId);
  };
  if (!isMetered(api, operation)) return freeAnswer(api, services, read, run);
  const handler =
    metering === undefined ? unmeteredHandler(services) : meteredHandler(api, operation, metering);
  const { checkUrl } = metering ?? { checkUrl: async () => {} };
  return async (request, requestId) => {
    using upload = uploads.begin();
    let pending: PendingInput | undefined;
    const fingerprint = fingerprintOf(api, id, request);
    upload.onChunk = (chunk) => fingerprint?.update(chunk);
    const cost = { cpuMs: 0 };
    return await handler(request, rawQuery(request.url), {
      requestId,
      operation: id,
      cost,
      readsBody: operation.accepts !== undefined,
      async readInput(account) {
        upload.tenant = account;
        pending = await read(request, upload);
        return pending.input;
      },
      fingerprint: () => fingerprint?.digest() ?? "",
      begin: (tenant) => concurrency.acquire(api.name, tenant, request.signal),
      async run(_input, tenant, charging) {
        if (pending === undefined) throw new TypeError("an operation runs after its input was read");
        const input = await withFiles(pending, upload, request.signal);
        return await run(request, { requestId, api: api.name, tenant, cost }, input, charging);
      },
      async sample() {
        if (pending === undefined) throw new TypeError("a sample is given after the input was read");
        const input = await withFiles(pending, upload, request.signal);
        const mediaType = negotiate(request.headers.get("accept"), types);
        return respond(await sampleOf(operation, input, { mediaType, checkUrl }), mediaType, requestId);
      },
      codes: () => codesOf(api, operation),
      submit: submitterOf(
        jobs,
        { api: api.name, operation: id, resultBytes, request, requestId, upload },
        () => {
          if (pending === undefined) throw new TypeError("a call is stored after its input was read");
          return { pending, fingerprint: fingerprint?.digest() ?? "" };
        },
      ),
    });
  };
}
