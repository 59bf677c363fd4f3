import type { Contract } from "../../kit/contract.ts";
import type { Api } from "../../kit/descriptor.ts";
import { openApi } from "../../openapi/document.ts";
import type { Endpoint } from "./endpoint.ts";
import { shared } from "./headers.ts";

/** Serves the OpenAPI document of each API at its own address, one of the accounts, and one of all. */
export function openApiEndpoints(
  apis: readonly Api[],
  contracts: readonly Contract[],
  baseUrl: string,
): Endpoint[] {
  // Written when first asked for: all of them take longer to write than the server to start.
  const served = (path: `/${string}`, describe: () => unknown): Endpoint => {
    let body: string | undefined;
    return {
      path,
      labels: ["documents", "openapi"],
      methods: ["GET"],
      shared: true,
      answer(_request, requestId) {
        body ??= JSON.stringify(describe());
        const headers = {
          ...shared,
          "Content-Type": "application/json",
          "Cache-Control": "public, max-age=300",
          "X-Request-Id": requestId,
        };
        return new Response(body, { headers });
      },
    };
  };
  return [
    ...apis.map((api) => served(api.document, () => openApi(api.title, api.version, [api], baseUrl))),
    served("/accounts/openapi.json", () => openApi("Quintet accounts", "1.0.0", [], baseUrl, contracts)),
    served("/suite/openapi.json", () => openApi("Quintet", "1.0.0", apis, baseUrl, contracts)),
  ];
}
