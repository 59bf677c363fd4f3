import type { Config } from "../config.ts";
import { VERSION } from "../kit/version.ts";
import type { Log } from "../ops/log.ts";
import type { Trace } from "../ops/trace.ts";

/** How long a collector may take, in milliseconds (the default of OTLP exporters). */
const DEADLINE_MS = 10_000;

/** Opens the traces of this process; undefined where no collector is named: then nothing of them is loaded. */
export async function tracesOf({ traces, userAgent }: Config, log: Log): Promise<Trace | undefined> {
  if (traces === undefined) return undefined;
  const [{ createSingleOriginClient }, { createTrace }] = await Promise.all([
    import("../egress/single-origin-client.ts"),
    import("../ops/trace.ts"),
  ]);
  const { url, headers, service, ratio } = traces;
  const exchange = createSingleOriginClient({ origin: url, allowance: { ranges: [], targets: new Set() } });
  const send = async (body: string) => {
    const { ok, status } = await exchange(url, {
      method: "POST",
      headers: Object.entries({
        ...headers,
        "Content-Type": "application/json",
        "User-Agent": userAgent,
        "Content-Length": String(Buffer.byteLength(body)),
      }),
      body,
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    if (!ok) throw new Error(`the response was ${status}`);
  };
  return createTrace({ service, version: VERSION, ratio, send, log });
}
