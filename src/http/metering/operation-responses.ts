import { type AnyOperation, mediaTypes } from "../../kit/descriptor.ts";
import { Encoded } from "../../kit/encoded.ts";
import { StreamedResponse } from "../core/content-encoding.ts";
import { corsHeaders, exposing } from "../core/headers.ts";

function charset(mediaType: string): string {
  return mediaType.startsWith("text/") ? `${mediaType}; charset=utf-8` : mediaType;
}

/** Makes an operation's responses. Headers are made once: setting them one by one costs several times as much. */
export function responsesOf(
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
