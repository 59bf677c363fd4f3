/** Asks one thing that the process needs; resolves where it is there, rejects where it is not. */
export type Check = () => Promise<void>;

/** Whether this process wants requests. */
export interface Readiness {
  /** From now on the answer is no: the process is about to stop. */
  drain(): void;
  /** Whether the process is about to stop. */
  readonly isDraining: boolean;
  /** Runs the checks; one that says `warn` leaves the process ready. */
  report(): Promise<{ ready: boolean; checks: Record<string, "ok" | "warn" | "failed"> }>;
}

/** Whether something that does not stop requests deserves a look. */
export type Warning = () => boolean;

/** A check that takes longer than this has failed: a balancer does not wait. */
const CHECK_MS = 1_000;

async function inTime(check: Check | undefined): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${CHECK_MS} ms`)), CHECK_MS);
  try {
    await Promise.race([check?.(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Makes the readiness of a process out of named checks and warnings; without any, it is ready until it drains. */
export function createReadiness(
  checks: Readonly<Record<string, Check>> = {},
  warnings: Readonly<Record<string, Warning>> = {},
): Readiness {
  let draining = false;
  return {
    drain() {
      draining = true;
    },
    get isDraining() {
      return draining;
    },
    async report() {
      const names = Object.keys(checks);
      const results = await Promise.allSettled(names.map((name) => inTime(checks[name])));
      const states = names.map(
        (name, i) => [name, results[i]?.status === "fulfilled" ? "ok" : "failed"] as const,
      );
      const ready = !draining && states.every(([, state]) => state === "ok");
      const warned = Object.entries(warnings).map(
        ([name, isRaised]) => [name, isRaised() ? "warn" : "ok"] as const,
      );
      return {
        ready,
        checks: Object.fromEntries([
          ...states,
          ...warned,
          ...(draining ? [["draining", "failed"] as const] : []),
        ]),
      };
    },
  };
}
