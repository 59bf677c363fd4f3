import type { Context } from "./descriptor.ts";

function absent(): never {
  throw new TypeError("this call was given nothing of the world");
}

/**
 * The context of a call that is made without a request: in a page, in a test. It has a signal and the time;
 * an operation that fetches or runs a job cannot be called with it. Nothing is charged.
 */
export function bareContext(mediaType: string, signal: AbortSignal): Context {
  return {
    mediaType,
    signal,
    now: Date.now,
    fetch: absent,
    run: absent,
    charge: () => Promise.resolve(),
    giveBack: () => Promise.resolve(),
  };
}
