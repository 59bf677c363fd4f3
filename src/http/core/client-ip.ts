import type { RoutedRequest } from "./endpoint.ts";

/** Reports whether an IP address is a loopback address. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && (/^(?:::ffff:)?127\./.test(address) || address === "::1");
}

/** The IP address of a client: behind a trusted proxy the last one of `X-Forwarded-For`, else the peer's. */
export function clientAddress(
  request: Request,
  peer: string | undefined,
  trustProxy: boolean,
): string | undefined {
  if (!trustProxy) return peer;
  const given = request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  // Some gateways add the port, which is another one for each connection.
  const last = given?.replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1").replace(/^\[([\da-f:.]+)\](?::\d+)?$/i, "$1");
  return last !== undefined && /^[\da-f.:]{2,45}$/i.test(last) ? last : peer;
}

/** Knows where requests come from, once a server listens. */
export class Clients {
  readonly #trustProxy: boolean;
  peer: (request: Request) => string | undefined = () => undefined;

  constructor(trustProxy: boolean) {
    this.#trustProxy = trustProxy;
  }

  address(request: Request & Pick<RoutedRequest, "outer">): string | undefined {
    const { outer = request } = request;
    return clientAddress(outer, this.peer(outer), this.#trustProxy);
  }

  /** The same for rate limits: undefined for a loopback address, which is the operator or a proxy that all clients share. */
  source(request: Request): string | undefined {
    const address = this.address(request);
    return address === this.peer(request) && isLoopback(address) ? undefined : address;
  }
}
