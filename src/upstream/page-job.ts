import type { z } from "zod";
import { Problem, type ProblemOptions } from "../kit/problem.ts";
import type { ProblemCode } from "../kit/problem-kinds.ts";
import type { Job, Run, Steps } from "../kit/sandbox.ts";
import { documentProcesses, parseText, textLimits } from "../kit/text-job.ts";
import { problems } from "./problems.ts";

/** The result of reading a page: the item, or a problem, which is passed on unchanged. */
type Outcome<Result> =
  | { readonly result: Result }
  | { readonly code: ProblemCode; readonly detail: string; readonly options: ProblemOptions };

/** Reads a page of a site in a process of the sandbox, whatever its size: a site's page may hold anything. */
export type PageJob<Input, Result> = Job<Input, Outcome<Result>>;

/** A job of this name; its module exports the `pageSteps` of the function that reads as `run`. */
export function pageJob<Input, Result>(name: string, module: string): PageJob<Input, Result> {
  return { name, module, limits: textLimits, processes: documentProcesses };
}

function outcomeOf<Input, Result>(read: (input: Input) => Result, input: Input): Outcome<Result> {
  try {
    return { result: read(input) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { headers, members, parameter } = error.options;
    return { code: error.code, detail: error.message, options: { headers, members, parameter } };
  }
}

/** An item whose every value is in range; throws `upstream-unexpected-page` for another. `url` is that of its page. */
export function inRange<Item>(schema: z.ZodType<Item>, item: Item, url: string): Item {
  const checked = schema.safeParse(item);
  if (checked.success) return checked.data;
  throw problems.unexpectedPage(new URL(url).host, "values out of range", checked.error);
}

/** The longest item as JSON, in UTF-16 units: it is kept in the database and sent to callers. */
const ITEM_MAX = 2_000_000;

/** The steps of such a job, by the function that reads. It throws problems of `problems.ts`. */
export function pageSteps<Input, Result>(read: (input: Input) => Result): Steps<Input, Outcome<Result>> {
  return function* (input) {
    const outcome = outcomeOf(read, input);
    if (JSON.stringify(outcome).length > ITEM_MAX)
      throw new Problem("processing-failed", "The page has more data than one item.");
    yield outcome;
  };
}

/**
 * Runs such a job. Throws what its function throws, `busy`, and `upstream-unexpected-page` where the page takes more
 * time or memory than one has, or breaks the program that reads it.
 */
export async function readPage<Input, Result>(
  run: Run,
  signal: AbortSignal,
  job: PageJob<Input, Result>,
  input: Input,
  site: string,
): Promise<Result> {
  const outcome = await parseText(run, job, input).catch((error: unknown) => {
    // Others may wait for this page: that its first reader left is no problem of theirs.
    signal.throwIfAborted();
    const isUnreadable =
      error instanceof Problem && ["upstream-too-large", "processing-failed"].includes(error.code);
    throw isUnreadable ? problems.unexpectedPage(site, "a page that cannot be read", error) : error;
  });
  if ("result" in outcome) return outcome.result;
  throw new Problem(outcome.code, outcome.detail, outcome.options);
}
