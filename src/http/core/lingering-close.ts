import { type Pace, readChunks } from "./read-body.ts";

/** How long the rest of a body may take: a client of 50 Mbit/s sends 60 MB in 10 s. */
const LINGER: Pace = { patienceMs: 2_000, deadlineMs: 10_000 };

/** Connections that are kept open for this at once; others are closed without it. */
const LINGERING_MAX = 64;

type Handler = (request: Request) => Response | Promise<Response>;

/** Reports whether the client wants its connection closed after this response. */
export function asksToClose({ headers }: Request): boolean {
  return /\bclose\b/i.test(headers.get("connection") ?? "");
}

/**
 * Wraps handlers so that clients can read why their body was rejected: a connection that closes during a body is reset, so
 * the rest is discarded first, for at most 10 s (2 s of a client that sends nothing) and 64 requests at once.
 */
export function createLingeringClose(pace = LINGER, most = LINGERING_MAX) {
  let lingering = 0;
  const discard = async (request: Request): Promise<void> => {
    lingering++;
    try {
      await readChunks(request, Number.MAX_SAFE_INTEGER, pace, () => {});
    } catch {
      // The client has left, or is too slow: either way, the response is all that is left to send.
    } finally {
      lingering--;
    }
  };
  return (handler: Handler, closes: (request: Request) => boolean): Handler => {
    const finish = (request: Request, response: Response): Response | Promise<Response> => {
      if (response.status < 400 || lingering >= most || !closes(request) || request.body === null) {
        return response;
      }
      return discard(request).then(() => response);
    };
    // Not async: a handler that responds within one turn still does.
    return (request) => {
      const result = handler(request);
      return result instanceof Promise
        ? result.then((response) => finish(request, response))
        : finish(request, result);
    };
  };
}
