import type { Api } from "../kit/descriptor.ts";
import { openApi } from "../kit/openapi.ts";
import type { Endpoint } from "./endpoint.ts";
import { shared } from "./headers.ts";

/** Serves each API's OpenAPI document at its own address, and one of the whole suite. */
export function documentEndpoints(apis: readonly Api[], baseUrl: string): Endpoint[] {
  const served = (path: `/${string}`, document: unknown): Endpoint => {
    const body = JSON.stringify(document);
    return {
      path,
      labels: ["documents", "openapi"],
      methods: ["GET"],
      shared: true,
      answer: (_request, requestId) =>
        new Response(body, {
          headers: {
            ...shared,
            "Content-Type": "application/json",
            "Cache-Control": "public, max-age=300",
            "X-Request-Id": requestId,
          },
        }),
    };
  };
  return [
    ...apis.map((api) => served(api.document, openApi(api.title, api.version, [api], baseUrl))),
    served("/suite/openapi.json", openApi("Quintet", "1.0.0", apis, baseUrl)),
  ];
}
