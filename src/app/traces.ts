import type { Config } from "../config.ts";
import { VERSION } from "../kit/version.ts";
import type { Log } from "../ops/log.ts";
import type { Trace } from "../ops/trace.ts";

/** How long a collector may take, in milliseconds (the default of OTLP exporters). */
const DEADLINE_MS = 10_000;

/** Opens the traces of this process; undefined where no collector is named: then nothing of them is loaded. */
export async function tracesOf(config: Config, log: Log): Promise<Trace | undefined> {
  const { traces } = config;
  if (traces === undefined) return undefined;
  const [{ createPost }, { createTrace }] = await Promise.all([
    import("../egress/post.ts"),
    import("../ops/trace.ts"),
  ]);
  const { url, headers, service, ratio } = traces;
  const send = createPost({
    url,
    headers: { ...headers, "Content-Type": "application/json" },
    userAgent: config.userAgent,
    deadlineMs: DEADLINE_MS,
  });
  return createTrace({ service, version: VERSION, ratio, send, log });
}
