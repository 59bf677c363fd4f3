import { expect, test } from "bun:test";
import { basename } from "node:path";
import { filesOf, part, SourceFile, walk } from "./source-tree.ts";

/**
 * Pauses that are no wait for something to have happened, by file: how many, and what they are. A test that waits
 * for something uses `until`.
 */
const JUSTIFIED: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  "usage-ledger.test.ts": [1, "a database that goes on after nobody waits for it"],
  "read.test.ts": [1, "a site that takes 30 ms"],
  "download.test.ts": [1, "a server that sends slowly, and one that stops"],
  "single-origin-client.test.ts": [1, "a server that sends slowly"],
  "fetch.test.ts": [1, "a caller that leaves after 20 ms"],
  "fair-queue.test.ts": [3, "work that takes time, for as long as shares are measured"],
  "hostile.fixture.ts": [3, "jobs that are slow or silent"],
  "program.test.ts": [1, "a caller that leaves after 30 ms; a server that lives until it is killed"],
  "sandbox.test.ts": [2, "callers that leave after 20 and 30 ms"],
  "process-pool.test.ts": [1, "a caller that leaves after 5 ms"],
  "cluster.test.ts": [1, "turns of the event loop while a process ends"],
  "ipc.test.ts": [2, "turns of the event loop while a process ends or leaves"],
  "process.test.ts": [1, "turns of the event loop while a process ends"],
  "lock.test.ts": [1, "turns of the event loop while a file is locked"],
  "upstream.test.ts": [3, "sites that take 20 to 50 ms"],
  "fake-stripe.ts": [1, "a payment service that takes time"],
  "paid-api.ts": [3, "operations that take time"],
  "producers.ts": [1, "the deadline of a program"],
  "postgres.ts": [1, "a look at processes, from a function that cannot wait otherwise"],
  "running.ts": [2, "how long the streams of an ended process are waited for"],
  "browser-hostile.test.ts": [2, "a file that takes 4 s, and the time between two looks at processes"],
  "backup.test.ts": [1, "the pause of a caller between two calls"],
  "blocked.test.ts": [2, "signals closer together than 500 ms are one"],
  "chaos.test.ts": [3, "a deadline, and the pauses of callers, also after a 503"],
  "charges.test.ts": [1, "how long another process holds the database locked"],
  "fairness.test.ts": [3, "the pauses of callers between two calls"],
  "first-view.ts": [
    2,
    "the moment after a start, and the time in which the use of the processor is measured",
  ],
  "hostile-bodies.test.ts": [1, "the pause of a prober between two requests"],
  "images-hostile.test.ts": [1, "the pause of a prober between two requests"],
  "pdf-uploads.test.ts": [1, "the pace of an upload"],
  "recognize.test.ts": [1, "a program that takes time"],
  "restore-drill.test.ts": [1, "the pause of a caller between two calls"],
  "rolling.test.ts": [
    3,
    "the pauses of a client, one told by a replica, and that of the procedure in docs/running.md",
  ],
  "transport.test.ts": [2, "pieces that take time, and a caller that works on each"],
  "upgrade.test.ts": [1, "longer than the deadline of a statement"],
  "site-crawl.ts": [1, "pages that take a second"],
  "link-checkers.ts": [1, "how long a crawler is waited for"],
  "until.ts": [1, "between two looks"],
  "upstream-site.ts": [1, "a site that takes time"],
};

const PAUSE = /^(?:Bun\.(?:sleep|sleepSync)|setTimeout|timers\.setTimeout)$/;

/** How often a file pauses: calls of `Bun.sleep`, `Bun.sleepSync` and `setTimeout`. */
function pausesIn(source: SourceFile): number {
  // Most files need not be parsed.
  if (!/Bun\.sleep|setTimeout/.test(source.code)) return 0;
  let count = 0;
  for (const statement of source.statements) {
    walk(statement, (node) => {
      const callee = node.type === "CallExpression" ? part(node, "callee") : undefined;
      const names = [
        part(part(callee, "object"), "name"),
        part(part(callee, "property"), "name") ?? part(callee, "name"),
      ];
      if (PAUSE.test(names.filter((name) => name !== undefined).join("."))) count++;
    });
  }
  return count;
}

test("no test sleeps to wait for something: it uses until", async () => {
  const found: Record<string, number> = {};
  for (const source of await filesOf([
    "src/**/*.{test,fixture}.{ts,tsx}",
    "{clients,bench}/**/*.test.ts",
    "test/**/*.ts",
  ])) {
    const name = basename(source.file);
    // Load for minutes is paced by time.
    const count = source.file.startsWith("test/soak/") ? 0 : pausesIn(source);
    if (count > 0) found[name] = (found[name] ?? 0) + count;
  }
  const listed = Object.fromEntries(Object.entries(JUSTIFIED).map(([file, [count]]) => [file, count]));
  expect(found).toEqual(listed);
});

test("no test waits by expect().rejects, which runs the event loop from within the test: it uses rejectionOf", async () => {
  const found = (await filesOf(["{src,clients,bench,test}/**/*.{ts,tsx}"]))
    .filter(({ code }) => /^(?! *(?:\/\/|\/?\*)).*\)\.(?:rejects|resolves)\./m.test(code))
    .map(({ file }) => file);
  // What such a test must not hang is the subject there.
  expect(found).toEqual(["src/store/sqlite.test.ts"]);
});

test("pauses are found by the syntax", () => {
  const code = `
    // Bun.sleep(1)
    await Bun.sleep(1); Bun.sleepSync(2); setTimeout(() => {}, 3); timers.setTimeout(4);
    const a = "Bun.sleep(5)"; socket.setTimeout(6); b.sleep(7);`;
  expect(pausesIn(new SourceFile("some.ts", code))).toBe(4);
});
