import { ConnectionError, InvalidResponseError, ProblemError, type QuintetError } from "./errors.js";

/** The first pause without a `Retry-After`, in milliseconds; it doubles with each attempt up to `PAUSE_MAX_MS`. */
const PAUSE_MS = 500;
const PAUSE_MAX_MS = 8_000;
/** The maximum random delay that is added to a `Retry-After`, so that rejected clients do not return together. */
const JITTER_MAX_MS = 1_000;

/**
 * The seconds that `Retry-After` asks to wait (RFC 9110 section 10.2.3: seconds, or a date); undefined without a valid
 * one. A date is compared with the server's own clock where its `Date` is known.
 */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const at = Date.parse(/GMT$|UTC$|[+-]\d{4}$/.test(text) ? text : `${text} GMT`);
  if (Number.isNaN(at)) return undefined;
  const server = Date.parse(headers.get("date") ?? "");
  return Math.max(0, (at - (Number.isNaN(server) ? now : server)) / 1000);
}

/** Whether the server, or a proxy before it, rejected the request without running it. */
function wasRejected(error: QuintetError): boolean {
  if (error instanceof ProblemError) {
    const { status, code, problem } = error;
    return problem.retryable ?? (status === 429 || status === 503 || code === "request-in-progress");
  }
  if (error instanceof ConnectionError) return error.isUnsent;
  return error instanceof InvalidResponseError && (error.status === 429 || error.status === 503);
}

/** Whether a request that may have run can give another response if it is sent again. */
function isTransient(error: QuintetError): boolean {
  if (error instanceof ProblemError) return false;
  if (!(error instanceof InvalidResponseError)) return true;
  const { reason, status } = error;
  return reason === "body" || (reason === "status" && [408, 502, 504].includes(status));
}

/**
 * The pause before the next attempt in milliseconds, or undefined if the error is final. `isSafe` says that the request
 * may run twice; `failed` counts the attempts so far, from 1; `random` returns 0 to 1.
 */
export function pauseAfter(
  error: QuintetError,
  isSafe: boolean,
  failed: number,
  waitMaxMs: number,
  random: () => number = Math.random,
): number | undefined {
  if (!wasRejected(error) && !(isSafe && isTransient(error))) return undefined;
  if (error.retryAfter !== undefined) {
    const ms = error.retryAfter * 1000;
    return ms > waitMaxMs ? undefined : ms + random() * Math.min(JITTER_MAX_MS, 50 + ms / 10);
  }
  const most = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (failed - 1));
  return Math.min(waitMaxMs, most / 2 + (random() * most) / 2);
}

/** The pauses between two looks at what runs in the background, in milliseconds: from the first to the longest. */
const POLL_MS = 250;
const POLL_MAX_MS = 10_000;

/** The pause before the next look, in milliseconds: longer each time, and as long as the server asks in seconds. */
export function pollPause(polls: number, retryAfter: number | undefined): number {
  const pause = Math.min(POLL_MAX_MS, POLL_MS * 1.4 ** (polls - 1));
  return Math.max(pause * (0.8 + 0.2 * Math.random()), (retryAfter ?? 0) * 1000);
}

/** The longest time of a timer, in milliseconds: a longer one, such as `Infinity`, would end at once. */
export const TIMER_MAX_MS = 2 ** 31 - 1;

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener("abort", end);
        resolve();
      },
      Math.min(ms, TIMER_MAX_MS),
    );
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted) end();
  });
}
