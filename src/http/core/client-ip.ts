import { isLoopback } from "../admin/health-metrics.ts";

/**
 * The address of a client, for limits on strangers. With a trusted proxy it is the last of
 * `X-Forwarded-For`, which the proxy itself has added. Undefined for this machine: that is a proxy nobody
 * has told us of, behind which all clients look alike, or the operator.
 */
export function clientOf(
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
