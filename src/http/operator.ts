import { Problem } from "../kit/problem.ts";
import type { Readiness } from "../ops/readiness.ts";
import type { Endpoint } from "./endpoint.ts";
import { everywhere } from "./headers.ts";
import { sameSecret } from "./secret.ts";

/** What the endpoints for the operator read. */
export interface Operator {
  readonly metricsToken: string | undefined;
  readonly readiness: Readiness;
  /** The media type and the text of the metrics page. */
  metrics(): Promise<readonly [type: string, text: string]>;
  /** The address at the other end of the connection, if it is still there. */
  peer(request: Request): string | undefined;
}

/** Whether an address is this machine's own. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && (/^(?:::ffff:)?127\./.test(address) || address === "::1");
}

/**
 * Lets a scraper in: with `METRICS_TOKEN` set by that token alone; without one, from this machine alone,
 * and not through a proxy on it, behind which every client looks like this machine.
 */
function admit(request: Request, { metricsToken, peer }: Operator): void {
  if (metricsToken !== undefined) {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    if (given !== undefined && sameSecret(given, metricsToken)) return;
    throw new Problem(
      "unauthorized",
      "Send the METRICS_TOKEN of this installation: Authorization: Bearer TOKEN.",
      {
        headers: { "WWW-Authenticate": 'Bearer realm="metrics"' },
      },
    );
  }
  const proxied = ["forwarded", "x-forwarded-for", "x-real-ip", "via"].some((name) =>
    request.headers.has(name),
  );
  if (isLoopback(peer(request)) && !proxied) return;
  throw new Problem(
    "forbidden",
    "Metrics answer to this machine only, without a proxy, because METRICS_TOKEN is not set.",
  );
}

const NOT_READY = "This process takes no requests now. Use another replica, or try again.";

/**
 * `/metrics` for Prometheus, and two answers for load balancers: `/health/ready` says whether everything works
 * that requests need, `/health/accepting` only whether the process is not about to stop. A balancer that asks
 * the first takes every replica out when the database is away, and with them the UUIDs that need none.
 */
export function operatorEndpoints(operator: Operator): Endpoint[] {
  const answer = (body: string, type: string, requestId: string) =>
    new Response(body, {
      headers: {
        ...everywhere,
        "Content-Type": type,
        "Cache-Control": "no-store",
        "X-Request-Id": requestId,
      },
    });
  return [
    {
      path: "/metrics",
      labels: ["ops", "metrics"],
      methods: ["GET"],
      shared: false,
      async answer(request, requestId) {
        admit(request, operator);
        const [type, text] = await operator.metrics();
        return answer(text, type, requestId);
      },
    },
    {
      path: "/health/ready",
      labels: ["ops", "ready"],
      methods: ["GET"],
      shared: false,
      async answer(_request, requestId) {
        const { ready, checks } = await operator.readiness.report();
        if (ready) return answer(JSON.stringify({ status: "ready", checks }), "application/json", requestId);
        throw new Problem("not-ready", NOT_READY, {
          headers: { "Retry-After": "5" },
          members: { checks },
        });
      },
    },
    {
      path: "/health/accepting",
      labels: ["ops", "accepting"],
      methods: ["GET"],
      shared: false,
      answer(_request, requestId) {
        if (!operator.readiness.isDraining) {
          return answer(JSON.stringify({ status: "accepting" }), "application/json", requestId);
        }
        throw new Problem("not-ready", NOT_READY, { headers: { "Retry-After": "5" } });
      },
    },
  ];
}
