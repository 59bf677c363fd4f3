import { allowTarget } from "./allowance.ts";
import { type Resolve, send } from "./request.ts";

export interface PostOptions {
  /** Where to: an address that the operator wrote, so it may be private. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly userAgent: string;
  /** Milliseconds for name, connection, TLS and response headers. */
  readonly deadlineMs: number;
  readonly resolve?: Resolve;
}

/**
 * Creates the function that posts to one URL of the operator's, such as a trace collector. It does not follow
 * redirects or read the response body. It rejects unless the response is 2xx.
 */
export function createPost(options: PostOptions): (body: string) => Promise<void> {
  const { headers, userAgent, deadlineMs, resolve } = options;
  const url = new URL(options.url);
  const allowance = allowTarget({ ranges: [], targets: new Set() }, options.url);
  return async (body) => {
    const message = await send({
      url,
      method: "POST",
      headers: { ...headers, "User-Agent": userAgent, "Content-Length": String(Buffer.byteLength(body)) },
      body,
      signal: AbortSignal.timeout(deadlineMs),
      resolve,
      allowance,
    });
    message.destroy();
    const { statusCode = 0 } = message;
    if (statusCode < 200 || statusCode > 299) throw new Error(`the response was ${statusCode}`);
  };
}
