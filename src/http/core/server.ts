import type { Log } from "../../ops/log.ts";
import type { Readiness } from "../../ops/readiness.ts";
import type { Endpoint } from "./endpoint.ts";
import type { ServerDeps } from "./error-response.ts";
import { asksToClose, createLingeringClose } from "./lingering-close.ts";
import { ListenError } from "./listen-error.ts";
import { createRoutes } from "./routes.ts";

export interface ServerOptions {
  readonly port: number;
  readonly host: string;
  /** Whether other processes listen on the same port, each taking a share of the connections. */
  readonly reusePort: boolean;
}

/** Bun rejects a larger body with an empty 413: operations have limits of their own, with a problem. */
const BODY_MAX = Number.MAX_SAFE_INTEGER;

/** Seconds without a byte before a connection is closed. Bun's default of 10 would interrupt slow responses. */
const IDLE_SECONDS = 120;

function serveOn<Options extends Parameters<typeof Bun.serve>[0]>(
  options: Options,
  { host, port }: ServerOptions,
) {
  try {
    return Bun.serve(options);
  } catch (cause) {
    const inUse = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
    const reason = inUse
      ? "another program uses it; stop that program or set PORT"
      : "set HOST and PORT to values that this machine has";
    throw new ListenError(`cannot listen on ${host}:${port}: ${reason}.`, { cause });
  }
}

/** Throws a `ListenError` when the address cannot be had; listens for no longer than it takes to know. */
export function tryAddress(options: ServerOptions): void {
  const { port, host: hostname, reusePort } = options;
  const fetch = () => new Response(null, { status: 503 });
  void serveOn({ port, hostname, reusePort, fetch }, options).stop(true);
}

type Served = (request: Request) => Response | Promise<Response>;

function closing(handler: Served): Served {
  return async (request) => {
    const response = await handler(request);
    response.headers.set("Connection", "close");
    return response;
  };
}

/** Starts the server. Throws a `ListenError` if the address is not available. */
export function listen(options: ServerOptions, deps: ServerDeps, endpoints: readonly Endpoint[]) {
  const { routes, missing, failed } = createRoutes(deps, endpoints);
  const lingering = createLingeringClose();
  const wrapAll = (wrap: (handler: Served) => Served) => ({
    routes: Object.fromEntries(
      Object.entries(routes as Record<string, Served>).map(([path, handler]) => [path, wrap(handler)]),
    ),
    fetch: wrap((request) => missing(Object.assign(request, { params: {} }))),
    error: failed,
  });
  const server = serveOn(
    {
      port: options.port,
      hostname: options.host,
      reusePort: options.reusePort,
      // Never Bun's error page: it shows source and paths.
      development: false,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: BODY_MAX,
      ...wrapAll((handler) => lingering(handler, asksToClose)),
    },
    options,
  );
  let isStopped = false;
  return {
    port: server.port ?? options.port,
    peer: (request: Request): string | undefined => server.requestIP(request)?.address,
    /** Adds `Connection: close` to every further response, so that proxies open new connections. */
    closeIdleConnections(): void {
      if (isStopped) return;
      server.reload(wrapAll((handler) => closing(lingering(handler, () => true))));
    },
    /** Stops accepting requests and waits for running ones, for at most `graceMs`. */
    async stop(graceMs: number): Promise<void> {
      isStopped = true;
      const cut = setTimeout(() => void server.stop(true), graceMs);
      await server.stop();
      clearTimeout(cut);
    },
  };
}
export type Listening = ReturnType<typeof listen>;

/** Options of a shutdown: what to wait for, and how long. */
export interface DrainOptions {
  /** How long requests are accepted after the process is not ready, so that balancers notice. In milliseconds. */
  readonly drainMs: number;
  /** How long running requests may take after that, in milliseconds. */
  readonly graceMs: number;
}

/** Ends the server in order: not ready, no connection kept, wait, finish what is in progress, stop. */
export async function drain(
  server: Listening,
  readiness: Readiness,
  log: Log,
  { drainMs, graceMs }: DrainOptions,
): Promise<void> {
  readiness.drain();
  server.closeIdleConnections();
  log.info("draining", { drainMs, graceMs });
  await Bun.sleep(drainMs);
  await server.stop(graceMs);
  log.info("stopped");
}
