import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { rejectionOf } from "../../test/helpers/rejection.ts";
import { until } from "../../test/helpers/until.ts";
import type { Program } from "../kit/sandbox.ts";
import { askResidentBytes, residentBytes, watchMemory } from "./resource-usage.ts";
import { createSandbox } from "./sandbox.ts";

const MB = 1024 * 1024;
const limits = { totalMs: 5_000, memoryBytes: 2_000 * MB, outputBytes: 4 * MB };
const failures: unknown[] = [];
const sandbox = createSandbox({
  size: 2,
  keep: 0,
  idleMs: 1_000,
  queue: 0,
  onFailure: (fields) => failures.push(fields),
});
afterAll(() => sandbox.close());
beforeEach(() => {
  failures.length = 0;
});
const never = new AbortController().signal;

function shell(script: string, changed: Partial<Program["limits"]> = {}): Program {
  return { name: "shell", command: ["sh", "-c", script], limits: { ...limits, ...changed } };
}

async function pipe(program: Program, input = "", client = never): Promise<string> {
  return new TextDecoder().decode(await sandbox.pipe(program, new TextEncoder().encode(input), client));
}

describe("a program", () => {
  test("reads what it is given and writes what it makes of it", async () => {
    expect(await pipe(shell("tr a-z A-Z"), "quiet")).toBe("QUIET");
  });
  test("gets bytes by the million through", async () => {
    const input = new Uint8Array(3 * MB).map((_, i) => i);
    expect(await sandbox.pipe(shell("cat"), input, never)).toEqual(input);
  });
  test("that does not read its input is no failure", async () => {
    expect(await pipe(shell("echo done"), "x".repeat(2 * MB))).toBe("done\n");
  });
  test("sees nothing of our environment", async () => {
    process.env.QUINTET_TEST_SECRET = "secret";
    expect(await pipe(shell("env; pwd"))).not.toContain("secret");
    const own = { ...shell("echo $LANGUAGE"), environment: { LANGUAGE: "qu" } };
    expect(await pipe(own)).toBe("qu\n");
  });
  test("waits for its turn", async () => {
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        const work = pipe(shell("sleep 0.05"));
        running = sandbox.counts()[0]?.running ?? 0;
        most = Math.max(most, running);
        await work;
      }),
    );
    expect(most).toBeLessThanOrEqual(2);
    expect(sandbox.counts()[0]).toMatchObject({ running: 0, queued: 0, processes: 0 });
  });
});

describe("a program is ended", () => {
  const endings: [string, Program, string, string][] = [
    ["that takes too long", shell("sleep 60", { totalMs: 200 }), "too-complex", "deadline"],
    ["that loops", shell("while :; do :; done", { totalMs: 200 }), "too-complex", "deadline"],
    ["that writes for ever", shell("yes"), "too-complex", "memory"],
    ["that fails", shell("echo a secret path >&2; exit 3"), "processing-failed", "crash"],
    ["that is shot", shell("kill -SEGV $$"), "processing-failed", "crash"],
    ["that is not there", { ...shell(""), command: ["/nonexistent/program"] }, "processing-failed", "crash"],
  ];
  test.each(endings)("%s", async (_title, program, code, ending) => {
    const started = performance.now();
    const refused = await pipe(program).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code });
    expect(String(refused)).not.toContain("secret");
    expect(failures).toMatchObject([{ program: "shell", cause: { ending } }]);
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(await pipe(shell("echo well"))).toBe("well\n");
  });
  test("that holds too much memory", async () => {
    // A shell that doubles a text: it holds it all.
    const hungry = shell("x=0123456789; while :; do x=$x$x; done", { memoryBytes: 200 * MB });
    const refused = await pipe(hungry).catch((error: unknown) => error);
    // The system refuses it the memory, or we see it first.
    expect(["too-complex", "processing-failed"]).toContain((refused as { code: string }).code);
  });
  test("when its client leaves", async () => {
    const leaving = new AbortController();
    const work = pipe(shell("sleep 60"), "", leaving.signal);
    setTimeout(() => leaving.abort(), 30);
    expect(await rejectionOf(work)).toMatchObject({ code: "client-left" });
    expect(sandbox.counts()[0]).toMatchObject({ running: 0, processes: 0 });
  });
});

describe("memory", () => {
  test("is read from /proc and, where there is none, from ps", async () => {
    const asked = (await askResidentBytes(process.pid)) ?? expect.unreachable();
    expect(asked).toBeGreaterThan(10 * MB);
    const seen = residentBytes(process.pid);
    if (process.platform === "linux") expect(Math.abs((seen ?? 0) - asked)).toBeLessThan(asked / 2);
    else expect(seen).toBeUndefined();
    expect(await askResidentBytes(2 ** 22)).toBeUndefined();
  });
  test.each([true, false])("over the ceiling is noticed (with /proc: %p)", async (hasProc) => {
    const noticed = Promise.withResolvers<void>();
    const end = watchMemory(process.pid, 1, noticed.resolve, hasProc && process.platform === "linux");
    await noticed.promise;
    end();
  });
});

test.skipIf(Bun.which("setpriv") === null)("a program ends with a server that is killed", async () => {
  const code = `
    const { createSandbox } = await import(${JSON.stringify(new URL("./sandbox.ts", import.meta.url).href)});
    const own = createSandbox({ size: 1, keep: 0, idleMs: 1_000, queue: 0, onFailure: () => {} });
    const program = ${JSON.stringify({ ...shell(""), command: ["sleep", "61.5"], limits: { ...limits, totalMs: 60_000 } })};
    void own.pipe(program, new Uint8Array(), new AbortController().signal).catch(() => {});
    console.log("started");
    await Bun.sleep(60_000);`;
  const server = Bun.spawn([process.execPath, "-e", code], { stdout: "pipe" });
  await server.stdout.getReader().read();
  const sleepers = () =>
    Bun.spawnSync(["pgrep", "-f", "^sleep 61\\.5$"]).stdout.toString().trim().split("\n").filter(Boolean);
  await until("the program runs", () => sleepers().length === 1);
  server.kill("SIGKILL");
  await until("the program has ended", () => sleepers().length === 0, 30_000);
});
