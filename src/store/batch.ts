import type { Query, Row, Value } from "./database.ts";

interface Waiting {
  readonly text: TemplateStringsArray;
  readonly values: Value[];
  resolve(rows: never[]): void;
  reject(error: unknown): void;
}

type Outcome = { readonly rows: Row[] } | { readonly error: unknown };

/**
 * Runs statements in groups, each group as one transaction: one lock and one commit for all of them, which is
 * what a statement by itself spends most of its time on. A group is what came in one turn of the event loop,
 * or while the group before it was under way: another process that has the lock makes groups larger, not
 * attempts to lock more. Each statement succeeds or fails alone, and none is answered before the commit.
 */
export function batching(
  alone: Query,
  together: <T>(statements: (query: Query) => Promise<T>) => Promise<T>,
): Query {
  let waiting: Waiting[] = [];
  let isRunning = false;

  const flush = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    const [first] = batch;
    if (batch.length === 1 && first !== undefined) {
      await alone(first.text, ...first.values).then((rows) => first.resolve(rows as never[]), first.reject);
      return;
    }
    try {
      // All at once: they run in order on the one connection, and the lock is held the shorter.
      const outcomes = await together((query) =>
        Promise.all(
          batch.map(({ text, values }) =>
            query(text, ...values).then(
              (rows): Outcome => ({ rows }),
              (error: unknown): Outcome => ({ error }),
            ),
          ),
        ),
      );
      for (const [i, outcome] of outcomes.entries()) {
        if ("error" in outcome) batch[i]?.reject(outcome.error);
        else batch[i]?.resolve(outcome.rows as never[]);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  const run = async (): Promise<void> => {
    do {
      // A turn for those who were just answered and ask again: two half groups would be two commits.
      await new Promise<void>((resolve) => void setImmediate(resolve));
      await flush();
    } while (waiting.length > 0);
    isRunning = false;
  };
  return <R extends Row>(text: TemplateStringsArray, ...values: Value[]) =>
    new Promise<R[]>((resolve, reject) => {
      waiting.push({ text, values, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      void run();
    });
}
