/**
 * Looks at the event loop of this process every `ms` milliseconds. `end` gives the longest time in milliseconds that
 * it stood still because its thread worked: what other threads and programs of the machine take from it does not count.
 */
export function watchEventLoop(ms: number): { end(): number } {
  const now = () => {
    const { user, system } = process.threadCpuUsage();
    return { wall: performance.now(), cpu: (user + system) / 1_000 };
  };
  let last = now();
  let longest = 0;
  const timer = setInterval(() => {
    const next = now();
    longest = Math.max(longest, Math.min(next.wall - last.wall, next.cpu - last.cpu));
    last = next;
  }, ms);
  return {
    end() {
      clearInterval(timer);
      return longest;
    },
  };
}

/** Counts the turns of the event loop in which something else could run. */
export function countTurns(): { end(): number } {
  let turns = 0;
  const next = () => {
    turns++;
    waiting = setImmediate(next);
  };
  let waiting = setImmediate(next);
  return {
    end() {
      clearImmediate(waiting);
      return turns;
    },
  };
}
