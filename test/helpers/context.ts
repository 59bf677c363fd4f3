import type { Context } from "../../src/kit/context.ts";

/** Whatever a context has not been given. */
const missing = () => {
  throw new TypeError("this test has given the operation no such thing");
};

/** The context of an operation that a test runs by itself: nothing is charged, and only `given` is reached. */
export function openContext(given: Partial<Context> = {}): Context {
  return {
    mediaType: "application/json",
    signal: new AbortController().signal,
    fetch: missing,
    run: missing,
    pipe: missing,
    browse: missing,
    isBackground: false,
    now: Date.now,
    charge: () => Promise.resolve(),
    refund: () => Promise.resolve(),
    shareReport: undefined,
    get state() {
      return missing();
    },
    ...given,
  };
}
