import { type Fetch, fetchProblems } from "./fetch.ts";
import { invalidParameter } from "./parameter.ts";
import { Problem } from "./problem.ts";
import type { ProblemCode } from "./problem-kinds.ts";

/** The errors of fetching a file, for descriptors. */
export const fileProblems: readonly ProblemCode[] = ["url-not-a-file", ...fetchProblems];

/** As large as an upload, within seconds. */
const LIMITS = { maxBytes: 50_000_000, overflow: "refuse", deadlineMs: 10_000, maxRedirects: 3 } as const;

/** The problem `url-not-a-file`: the address in `parameter` leads to `found` where `wanted` should be. */
export function notAFile(parameter: string, found: string, wanted: string): Problem {
  return new Problem(
    "url-not-a-file",
    `The URL in ${parameter} returned ${found}. It must return ${wanted}.`,
    { parameter },
  );
}

/** Fetches the file at a caller's address; `wanted` names it, as in `the PDF`. Throws `fileProblems` and `invalid-parameter`. */
export async function fetchFile(
  fetch: Fetch,
  url: string,
  parameter: string,
  wanted: string,
): Promise<Uint8Array> {
  const { status, body } = await fetch(url, { ...LIMITS, parameter });
  if (status >= 200 && status < 300) {
    if (body.length > 0) return body;
    throw invalidParameter(
      parameter,
      `The URL in ${parameter} returned an empty file. It must return ${wanted}.`,
    );
  }
  throw notAFile(parameter, `status ${status}`, wanted);
}
