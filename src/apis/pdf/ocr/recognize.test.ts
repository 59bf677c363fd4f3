import { expect, test } from "bun:test";
import type { Context } from "../../../kit/context.ts";
import { Problem } from "../../../kit/problem.ts";
import { recognize } from "./recognize.ts";

/** A context whose pages are painted at once, and whose program needs `ms` for each. */
function contextOf(ms: number): Pick<Context, "run" | "pipe"> {
  return {
    async *run<_Input, Message>(_job: unknown, input: unknown) {
      const { pages } = input as { readonly pages: readonly number[] };
      for (const index of pages) yield { index, graymap: new Uint8Array(1), scale: 2 } as Message;
    },
    async pipe() {
      await Bun.sleep(ms);
      return new TextEncoder().encode("level\tpage_num\n");
    },
  };
}

function planOf(totalMs: number) {
  const recognizer = {
    program: "/bin/false",
    languages: ["eng"],
    language: "eng",
    tellsUp: false,
    weight: 5,
    pages: 10,
    totalMs,
  };
  return { mode: "auto", recognizer, language: "eng" } as const;
}

test("the pages of a request share one time: those that it does not reach have none of it", async () => {
  const file = { file: new Uint8Array(), password: undefined };
  const context = contextOf(40) as Context;
  const readings = recognize(file, [0, 1, 2, 3, 4, 5, 6, 7], planOf(100), context);
  const results = await Promise.all([...readings.values()]);
  const late = results.filter((result) => result === "time");
  expect(results).toHaveLength(8);
  expect(late.length).toBeGreaterThan(0);
  expect(late.length).toBeLessThan(8);
  // The first ones are read, the last ones are not.
  expect(results[0]).not.toBe("time");
  expect(results.at(-1)).toBe("time");
});

test.each([
  ["too-complex", "time"],
  ["not-a-pdf", "failed"],
] as const)("a page whose rendering ends with %s has the reason %s", async (code, reason) => {
  const file = { file: new Uint8Array(), password: undefined };
  const { pipe } = contextOf(0);
  const run: Context["run"] = () => {
    throw new Problem(code, "The page cannot be rendered.");
  };
  const context = { run, pipe } as Context;
  expect(await Promise.all(recognize(file, [0, 1], planOf(1_000), context).values())).toEqual([
    reason,
    reason,
  ]);
});
