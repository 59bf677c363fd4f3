import { expect, test } from "bun:test";
import { createLog } from "./log.ts";
import { Readiness, type ReadinessOptions } from "./readiness.ts";

function readinessOf(options: Omit<ReadinessOptions, "log">) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", (line) => void lines.push(JSON.parse(line)));
  return { readiness: new Readiness({ ...options, log }), lines };
}

const full = () => Promise.reject(Object.assign(new Error("/secret/path is full"), { code: "ENOSPC" }));

test("ready while every check is", async () => {
  const { readiness } = readinessOf({ checks: { database: async () => {}, mail: async () => {} } });
  expect(await readiness.report()).toEqual({
    ready: true,
    checks: { database: "ok", mail: "ok" },
    causes: {},
  });
});

test("not ready when one fails: the report and one line of the log name the cause, the report nothing else", async () => {
  const { readiness, lines } = readinessOf({ checks: { database: full, mail: async () => {} } });
  for (let round = 0; round < 3; round++) {
    const report = await readiness.report();
    expect(report).toMatchObject({ ready: false, checks: { database: "failed", mail: "ok" } });
    expect(report.causes.database).toStartWith("The disk is full.");
    expect(JSON.stringify(report)).not.toContain("secret");
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: "error", message: "not ready", check: "database" });
});

test("it is ready again, and says so once, when the check works; a new cause is a new line", async () => {
  const { promise: never } = Promise.withResolvers<void>();
  const outcomes = [
    full,
    () => Promise.reject(Object.assign(new Error(""), { errno: "53300" })),
    async () => {},
    async () => {},
  ];
  const { readiness, lines } = readinessOf({ checks: { database: () => outcomes.shift()?.() ?? never } });
  for (const ready of [false, false, true, true]) expect((await readiness.report()).ready).toBe(ready);
  expect(lines.map(({ message }) => message)).toEqual(["not ready", "not ready", "ready again"]);
});

test("a check that never answers has failed after two seconds, and is not begun again meanwhile", async () => {
  let begun = 0;
  const { readiness } = readinessOf({
    checks: {
      database() {
        begun++;
        return new Promise(() => {});
      },
    },
  });
  const [first, second] = await Promise.all([readiness.report(), readiness.report()]);
  expect([first.ready, second.ready, begun]).toEqual([false, false, 1]);
  expect(first.causes.database).toContain("did not respond in time");
});

test("with nobody asking it checks all the same, and answers from what it found", async () => {
  let begun = 0;
  const { promise: checked, resolve } = Promise.withResolvers<void>();
  const { readiness } = readinessOf({
    checks: {
      async database() {
        begun++;
        resolve();
      },
    },
  });
  readiness.start();
  await checked;
  for (let i = 0; i < 100; i++) expect((await readiness.report()).ready).toBe(true);
  expect(begun).toBe(1);
  readiness.stop();
});

test("not ready once it drains, whatever the checks say", async () => {
  const { readiness } = readinessOf({ checks: { database: async () => {} } });
  expect(readiness.isDraining).toBe(false);
  readiness.drain();
  expect(readiness.isDraining).toBe(true);
  expect(await readiness.report()).toMatchObject({
    ready: false,
    checks: { database: "ok", draining: "failed" },
    causes: { draining: "This process is stopping." },
  });
});

test("a warning is reported and leaves the process ready", async () => {
  let isRaised = false;
  const { readiness } = readinessOf({
    checks: { database: async () => {} },
    warnings: { eventLoop: () => isRaised },
  });
  expect((await readiness.report()).checks).toEqual({ database: "ok", eventLoop: "ok" });
  isRaised = true;
  expect(await readiness.report()).toMatchObject({
    ready: true,
    checks: { database: "ok", eventLoop: "warn" },
  });
});
