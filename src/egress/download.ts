import type { OpenDownload } from "../kit/download.ts";
import { Problem } from "../kit/problem.ts";
import type { EgressOptions } from "./fetch.ts";
import { send } from "./request.ts";
import { headersOf, isRedirect } from "./response-headers.ts";
import { toProblem } from "./to-problem.ts";
import { checkUrl } from "./url-policy.ts";

const REDIRECTS_MAX = 5;

/**
 * Makes the function that fetches files too large for memory, for commands of the operator. URLs and redirects are
 * checked like all others; connections are not shared.
 */
export function createDownload({ allowance, userAgent, resolve }: EgressOptions): OpenDownload {
  return async (address, { headers = {}, silenceMs, parameter }) => {
    const stop = new AbortController();
    const silence = setTimeout(() => stop.abort(new Error(`nothing came for ${silenceMs} ms`)), silenceMs);
    const heard = () => silence.refresh();
    let url = checkUrl(address, undefined, allowance, parameter);
    let redirects = 0;
    try {
      for (; ; redirects++) {
        const message = await send({
          url,
          method: "GET",
          headers: { Accept: "*/*", ...headers, "Accept-Encoding": "identity", "User-Agent": userAgent },
          signal: stop.signal,
          resolve,
          allowance,
        });
        heard();
        const status = message.statusCode ?? 0;
        const { location } = message.headers;
        if (isRedirect(status) && location !== undefined && redirects < REDIRECTS_MAX) {
          message.destroy();
          url = checkUrl(location, url, allowance, parameter);
          continue;
        }
        const close = () => {
          clearTimeout(silence);
          message.destroy();
        };
        if ((message.headers["content-encoding"] ?? "identity") !== "identity") {
          close();
          throw new Problem(
            "upstream-invalid",
            `${parameter} responded with a content encoding that was not requested.`,
            { parameter },
          );
        }
        async function* body(): AsyncGenerator<Uint8Array> {
          try {
            for await (const chunk of message as AsyncIterable<Uint8Array>) {
              heard();
              yield chunk;
            }
          } finally {
            close();
          }
        }
        return { status, headers: headersOf(message), body: body(), close };
      }
    } catch (error) {
      clearTimeout(silence);
      throw toProblem(error, { parameter }, redirects > 0, false);
    }
  };
}
