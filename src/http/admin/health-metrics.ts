import { Problem } from "../../kit/problem.ts";
import type { Readiness } from "../../ops/readiness.ts";
import { requireBearer } from "../core/bearer.ts";
import { isLoopback } from "../core/client-ip.ts";
import type { Endpoint } from "../core/endpoint.ts";
import { bodyResponse } from "../core/responses.ts";

/** Dependencies of the endpoints for the operator. */
export interface HealthDeps {
  readonly metricsToken: string | undefined;
  readonly readiness: Readiness;
  metrics(): Promise<readonly [type: string, text: string]>;
  /** The address at the other end of the connection, if it is still there. */
  peer(request: Request): string | undefined;
}

/** Headers that a proxy, a load balancer or a CDN adds on the way; a scraper on this machine sends none of them. */
const ON_THE_WAY = new Set([
  ...[
    "forwarded",
    "via",
    "client-ip",
    "cdn-loop",
    "true-client-ip",
    "incap-client-ip",
    "x-real-ip",
    "x-client-ip",
  ],
  ...["x-remote-ip", "x-remote-addr", "x-cluster-client-ip", "x-originating-ip", "x-proxyuser-ip", "x-host"],
  ...["x-scheme", "x-varnish", "x-request-start"],
]);

const PREFIXES_ON_THE_WAY = [
  ...[
    "forwarded-",
    "original-",
    "proxy-",
    "cf-",
    "fastly-",
    "akamai-",
    "fly-",
    "vercel-",
    "nf-",
    "azure-",
    "arr-",
  ],
  ...["appengine-", "envoy-", "amz-", "amzn-", "sucuri-", "cloud-", "google-", "wl-proxy-"],
];

function isOnTheWay(name: string): boolean {
  const plain = name.startsWith("x-") ? name.slice(2) : name;
  return ON_THE_WAY.has(name) || PREFIXES_ON_THE_WAY.some((prefix) => plain.startsWith(prefix));
}

/** Whether a Host header names this machine by a loopback name; another name came from elsewhere, as DNS may lie. */
function isLoopbackHost(host: string | null): boolean {
  const name = (host ?? "").replace(/:\d{1,5}$/, "").toLowerCase();
  return /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(name);
}

/** Whether a request was made on this machine, and not passed on by a program on it. */
function isLocal(request: Request, peer: string | undefined): boolean {
  const { headers } = request;
  return isLoopback(peer) && isLoopbackHost(headers.get("host")) && ![...headers.keys()].some(isOnTheWay);
}

/** Throws unless a request sends METRICS_TOKEN or, where none is set, comes from this machine and through no proxy on it. */
function requireMetricsToken(request: Request, { metricsToken, peer }: HealthDeps): void {
  if (metricsToken !== undefined) {
    const detail = "Send the METRICS_TOKEN of this server: Authorization: Bearer TOKEN.";
    requireBearer(request, { token: metricsToken, realm: "metrics", detail });
    return;
  }
  if (isLocal(request, peer(request))) return;
  throw new Problem(
    "forbidden",
    "Metrics are available only on this machine, under a loopback name and not through a proxy. Set METRICS_TOKEN and send it to read them from elsewhere.",
  );
}

const NOT_READY = "This process does not accept requests. Use another replica, or try again.";

const statusResponse = (value: object, requestId: string) =>
  bodyResponse(JSON.stringify(value), "application/json", requestId);

/** `/metrics`, `/health/ready` (everything that requests need works) and `/health/accepting` (the process does not stop). */
export function healthEndpoints(deps: HealthDeps): Endpoint[] {
  return [
    {
      path: "/metrics",
      labels: ["ops", "metrics"],
      methods: ["GET"],
      shared: false,
      async handle(request, requestId) {
        requireMetricsToken(request, deps);
        const [type, text] = await deps.metrics();
        return bodyResponse(text, type, requestId);
      },
    },
    {
      path: "/health/ready",
      labels: ["ops", "ready"],
      methods: ["GET"],
      shared: false,
      async handle(_request, requestId) {
        const { ready, checks, causes } = await deps.readiness.report();
        if (ready) return statusResponse({ status: "ready", checks }, requestId);
        throw new Problem("not-ready", [NOT_READY, ...Object.values(causes)].join(" "), {
          headers: { "Retry-After": "5" },
          members: { checks, causes },
        });
      },
    },
    {
      path: "/health/accepting",
      labels: ["ops", "accepting"],
      methods: ["GET"],
      shared: false,
      handle(_request, requestId) {
        if (!deps.readiness.isDraining) return statusResponse({ status: "accepting" }, requestId);
        throw new Problem("not-ready", NOT_READY, { headers: { "Retry-After": "5" } });
      },
    },
  ];
}
