import { expect, test } from "bun:test";
import { Problem } from "../kit/problem.ts";
import { createLog, logLine, rateLimitedLog, readableLine } from "./log.ts";

function written(act: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  act(createLog("info", (line) => void lines.push(line)));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test("an error is written with its stack and its cause, a refusal without: it is no fault of the program", () => {
  const [error, refusal] = written((log) => {
    log.warn("a", { cause: new Error("outer", { cause: new TypeError("inner") }) });
    log.warn("b", { cause: new Problem("storage-unavailable", "Away.", { cause: "ECONNREFUSED" }) });
  });
  expect(error?.cause).toMatchObject({ message: "outer", cause: { name: "TypeError", message: "inner" } });
  expect(error?.cause).toHaveProperty("stack");
  expect(refusal?.cause).toEqual({
    code: "storage-unavailable",
    message: "Away.",
    cause: "ECONNREFUSED",
  });
});

test("what happens often is written at once, then once in a while with how often it was", () => {
  let clock = 0;
  const lines = written((log) => {
    const warn = rateLimitedLog(log.warn, 1_000, () => clock);
    for (; clock < 2_500; clock++) warn("lost", { clock });
  });
  expect(lines.map(({ clock: at, times }) => [at, times])).toEqual([
    [0, 1],
    [1_000, 1_000],
    [2_000, 1_000],
  ]);
});

test("a line below the level is not written", () => {
  expect(written((log) => log.debug("quiet"))).toEqual([]);
});

test("a person at a terminal reads lines as text, without control characters", () => {
  const line = logLine("warn", "not ready", { check: "database", cause: "a\u001b[2J" });
  expect(readableLine(line)).toMatch(
    /^\d\d:\d\d:\d\d warn not ready check="database" cause="a\\u001b\[2J"\n$/,
  );
  expect(readableLine(logLine("info", "stopped"))).toMatch(/^[\d:]{8} stopped\n$/);
});
