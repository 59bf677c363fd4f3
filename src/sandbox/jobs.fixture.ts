import type { Job } from "../kit/sandbox.ts";
import type { Carried, Load } from "./echo.fixture.ts";
import type { Deed } from "./hostile.fixture.ts";

/** Bytes of a megabyte. */
export const MB = 1024 * 1024;

/** Limits that no job of the tests reaches on a busy machine, but those that want to. */
export const limits = { progressMs: 30_000, totalMs: 60_000, memoryBytes: 700 * MB, keepBytes: 650 * MB };

/** Carries bytes there and back. */
export const carrier: Job<Load, Carried> = {
  name: "carrier",
  module: new URL("./echo.fixture.ts", import.meta.url).href,
  limits,
};

/** Does whatever hurts. */
export const hostile: Job<Deed, unknown> = {
  name: "hostile",
  module: new URL("./hostile.fixture.ts", import.meta.url).href,
  limits,
};

/** A client that does not leave. */
export const never = new AbortController().signal;
