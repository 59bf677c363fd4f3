/** Whether an IP address is a loopback address. */
export function isLoopback(address: string | undefined): boolean {
  return address !== undefined && (/^(?:::ffff:)?127\./.test(address) || address === "::1");
}

/**
 * The IP address of a client, for rate limits. Behind a trusted proxy it is the last address of `X-Forwarded-For`, which
 * the proxy itself has added. Undefined for a loopback peer: that is the operator, or a proxy that is not configured,
 * behind which all clients look alike.
 */
export function clientIp(
  request: Request,
  peer: string | undefined,
  trustProxy: boolean,
): string | undefined {
  if (trustProxy) {
    const given = request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
    // Some gateways add the port, which is another one for each connection.
    const last = given
      ?.replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1")
      .replace(/^\[([\da-f:.]+)\](?::\d+)?$/i, "$1");
    if (last !== undefined && /^[\da-f.:]{2,45}$/i.test(last)) return last;
  }
  return peer === undefined || isLoopback(peer) ? undefined : peer;
}
