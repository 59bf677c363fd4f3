import { offered } from "../accounts/catalogue.ts";
import type { Accounts } from "../accounts/open.ts";
import { rawQuery } from "../kit/query.ts";
import { readKey, refuseKeyInQuery } from "./credential.ts";
import type { Endpoint } from "./endpoint.ts";
import { shared } from "./headers.ts";

/** Answers a value as JSON that is not kept. */
export function jsonAnswer(
  value: unknown,
  requestId: string,
  init: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Response {
  return new Response(JSON.stringify(value), {
    status: init.status ?? 200,
    headers: {
      ...shared,
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      "X-Request-Id": requestId,
      ...init.headers,
    },
  });
}

/** `GET /plans`: what is offered. `GET /usage`: what the account of a key has left. Both free. */
export function planEndpoints(accounts: Accounts): Endpoint[] {
  const { catalogue, listing } = accounts;
  const plans = { listing, meters: catalogue.meters, plans: offered(catalogue, listing) };
  return [
    {
      path: "/plans",
      labels: ["accounts", "plans"],
      methods: ["GET"],
      shared: true,
      answer: (_request, requestId) =>
        jsonAnswer(plans, requestId, { headers: { "Cache-Control": "public, max-age=300" } }),
    },
    {
      path: "/usage",
      labels: ["accounts", "usage"],
      methods: ["GET"],
      shared: true,
      async answer(request, requestId) {
        refuseKeyInQuery(rawQuery(request.url), {});
        const { account } = await accounts.callers.identify(readKey(request.headers));
        return jsonAnswer(await accounts.usage(account), requestId);
      },
    },
  ];
}
