import { Problem } from "../kit/problem.ts";
import type { ProblemCode } from "../kit/problem-kinds.ts";
import type { Database, Query } from "../store/database.ts";
import type { JobRow } from "./job.ts";

/** The items at the beginning of a batch that tell whether the others are worth running. */
const FIRST_ITEMS = 20;

const LIMIT_CODES: ReadonlySet<string> = new Set([
  "payload-too-large",
  "processing-failed",
  "resolution-too-high",
  "too-complex",
  "too-many-pages",
  "upstream-too-large",
] satisfies ProblemCode[]);

/** Counts a failed job that is one of its batch's first and exceeded a limit. Gives the batch where all of those have. */
export async function countLimited(
  query: Query,
  ended: readonly JobRow[],
  code: unknown,
): Promise<string | undefined> {
  if (!LIMIT_CODES.has(String(code))) return undefined;
  for (const { batch, place } of ended) {
    if (batch === null || place === null || place >= FIRST_ITEMS) continue;
    const [row] = await query<{ limited: number }>`
      update batch set limited = limited + 1 where id = ${batch} returning limited`;
    if ((row?.limited ?? 0) >= FIRST_ITEMS) return batch;
  }
  return undefined;
}

/** Finds batches whose first items have all exceeded limits and that still have others: their process was killed. */
export async function limitedBatches({ query }: Database): Promise<string[]> {
  const rows = await query<{ id: string }>`
    select id from batch where ended_at is null and limited >= ${FIRST_ITEMS} limit 10`;
  return rows.map(({ id }) => id);
}

/** The problem of the items that are not run. */
export function batchLimited(): Readonly<Record<string, unknown>> {
  const detail = `The first ${FIRST_ITEMS} items of this batch exceeded limits, so its other items were not run. Look at the errors of the first items, and send those that are left as another batch.`;
  const { code, title, status } = new Problem("too-complex", detail).toDocument("", "");
  return { code, title, status, detail };
}
