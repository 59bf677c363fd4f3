/** Work that runs again and again, at once when somebody knows of something to do. */
export interface Polling {
  start(): void;
  /** Runs the work now, or again where it runs already. */
  wake(): void;
  /** Ends it; resolves when the work under way has ended. */
  stop(): Promise<void>;
}

interface PollingOptions {
  /** One look; resolves with whether it found anything, also if that has to wait. Must not throw. */
  work(): Promise<boolean>;
  /** The wait after a look that found something, in milliseconds. Each that finds nothing doubles the next wait. */
  readonly minMs: number;
  /** The longest wait, in milliseconds. */
  readonly maxMs: number;
}

/** Makes it; nothing runs before `start`. */
export function createPolling({ work, minMs, maxMs }: PollingOptions): Polling {
  let state: "new" | "started" | "stopped" = "new";
  let waitMs = minMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let isWoken = false;

  const look = async (): Promise<void> => {
    const found = await work();
    waitMs = found ? minMs : Math.min(maxMs, 2 * waitMs);
  };
  const run = (): void => {
    clearTimeout(timer);
    if (state !== "started" || running !== undefined) return;
    isWoken = false;
    running = look().finally(() => {
      running = undefined;
      if (state !== "started") return;
      if (isWoken) run();
      else timer = setTimeout(run, waitMs);
    });
  };
  return {
    start() {
      if (state !== "new") return;
      state = "started";
      run();
    },
    wake() {
      if (state !== "started" || isWoken) return;
      isWoken = true;
      // Once for all that comes in one turn of the event loop.
      setImmediate(run);
    },
    async stop() {
      state = "stopped";
      clearTimeout(timer);
      await running;
    },
  };
}
