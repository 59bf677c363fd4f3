import type { Endpoint } from "../http/endpoint.ts";
import type { Api } from "../kit/descriptor.ts";
export function pageEndpoints(_apis: readonly Api[], _baseUrl: string): Endpoint[] {
  return [];
}
