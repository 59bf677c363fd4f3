import { z } from "zod";
import { Problem } from "../kit/problem.ts";
import { type ProblemCode, problemKinds } from "../kit/problem-kinds.ts";
import type { State } from "../kit/state.ts";
import { restAfter, resting } from "./problems.ts";
import type { Settings } from "./settings.ts";

/** Why requests with a `limitKey` are paused, until when, and how often in a row. */
const Rest = z.object({
  code: z.string().refine((code): code is ProblemCode => Object.hasOwn(problemKinds, code)),
  detail: z.string(),
  until: z.number(),
  /** Whether only another session ends the pause. */
  endless: z.boolean().default(false),
  times: z.number(),
});

/** How long an ended session is remembered, in milliseconds. The next session has another `limitKey`. */
const SESSION_MS = 30 * 86_400_000;

/** Creates the circuit breaker of requests with the same `limitKey`. All replicas share its state. */
export function createCircuit(
  state: State,
  limitKey: string,
  { circuitMs, circuitMaxMs }: Pick<Settings, "circuitMs" | "circuitMaxMs">,
  now: () => number,
) {
  const name = `upstream circuit ${limitKey}`;
  let known = false;
  const read = async () => {
    const kept = Rest.safeParse(await state.get(name));
    known = kept.success;
    return kept.success ? kept.data : undefined;
  };
  const left = ({ endless, until }: z.output<typeof Rest>) => (endless ? undefined : until - now());
  return {
    /** Throws the problem that opened it, with the time that is left. */
    async check(): Promise<void> {
      if (circuitMs === 0) return;
      const rest = await read();
      if (rest === undefined || rest.until <= now()) return;
      throw resting(new Problem(rest.code, rest.detail), left(rest));
    },
    /** Opens the breaker if this problem is a block. Returns the problem for the response. */
    async trip(problem: Problem): Promise<Problem> {
      const kind = restAfter(problem);
      if (circuitMs === 0 || kind === undefined) return problem;
      const before = await read();
      // Of requests that were under way together, the first one opens it for all.
      if (before !== undefined && before.until > now()) return resting(problem, left(before));
      const times = before?.times ?? 0;
      const asked = Number(problem.options.headers?.["Retry-After"] ?? 0) * 1000;
      const ms =
        kind === "session" ? SESSION_MS : Math.max(asked, Math.min(circuitMaxMs, circuitMs * 2 ** times));
      const rest = {
        code: problem.code,
        detail: problem.message,
        until: now() + ms,
        endless: kind === "session",
        times: times + 1,
      };
      await state.set(name, rest, ms + Math.max(circuitMs, circuitMaxMs));
      return resting(problem, left(rest));
    },
    /** An item was read: the next block counts as the first. */
    async recordSuccess(): Promise<void> {
      if (known) await state.delete(name);
    },
  };
}
