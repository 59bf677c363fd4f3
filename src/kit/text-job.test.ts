import { expect, test } from "bun:test";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { Problem } from "./problem.ts";
import type { ProblemCode } from "./problem-kinds.ts";
import type { Job, Run } from "./sandbox.ts";
import { documentProcesses, parseText, textLimits } from "./text-job.ts";

const job: Job<string, string> = {
  name: "text",
  module: import.meta.url,
  limits: textLimits,
  processes: documentProcesses,
};

/** A sandbox that ends every run with this error. */
function ending(error: Error): Run {
  return async function* () {
    yield await Promise.reject<never>(error);
  };
}

const codes: [ProblemCode, ProblemCode, number][] = [
  ["too-complex", "upstream-too-large", 502],
  ["processing-failed", "processing-failed", 422],
];
test.each(codes)(
  "a run that ends with %s is told as %s and names the parameter",
  async (code, told, status) => {
    const work = parseText(ending(new Problem(code, "It ended.")), job, "");
    expect(await rejectionOf(work)).toMatchObject({ code: told, status, options: { parameter: "url" } });
  },
);

test("what else a run ends with passes through", async () => {
  const busy = new Problem("busy", "Later.", { headers: { "Retry-After": "1" } });
  expect(await rejectionOf(parseText(ending(busy), job, ""))).toBe(busy);
  const fault = new RangeError("ours");
  expect(await rejectionOf(parseText(ending(fault), job, ""))).toBe(fault);
});
