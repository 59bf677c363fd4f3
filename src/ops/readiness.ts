/** Asks one thing that the process needs; resolves where it is there, rejects where it is not. */
export type Check = () => Promise<void>;

/** Whether this process wants requests. */
export interface Readiness {
  /** From now on the answer is no: the process is about to stop. */
  drain(): void;
  /** Runs the checks; each is `ok` or `failed`. */
  report(): Promise<{ ready: boolean; checks: Record<string, "ok" | "failed"> }>;
}

/** Makes the readiness of a process out of named checks; without any, it is ready until it drains. */
export function createReadiness(checks: Readonly<Record<string, Check>> = {}): Readiness {
  let draining = false;
  return {
    drain() {
      draining = true;
    },
    async report() {
      const names = Object.keys(checks);
      const results = await Promise.allSettled(names.map(async (name) => checks[name]?.()));
      const states = names.map(
        (name, i) => [name, results[i]?.status === "fulfilled" ? "ok" : "failed"] as const,
      );
      const ready = !draining && states.every(([, state]) => state === "ok");
      return {
        ready,
        checks: Object.fromEntries([...states, ...(draining ? [["draining", "failed"] as const] : [])]),
      };
    },
  };
}
