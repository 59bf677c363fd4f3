// A process whose event loop is blocked handles no signal and answers nothing. Here such processes are real: a
// preloaded handler of SIGUSR2 loops. Each must end in time, whoever started it.
import { afterEach, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, type Running, startQuintet } from "../helpers/running.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";
import { fileAt } from "../recorders/generated.ts";

const root = Bun.fileURLToPath(fileAt("")).replace(/\/$/, "");
const blockable = {
  BUN_OPTIONS: `--preload=${join(import.meta.dir, "..", "workers", "block-on-signal.ts")}`,
};

function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

/** All processes that descend from `pid`. */
function descendantsOf(pid: number): number[] {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "latin1"))?.[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

interface Line {
  readonly level: string;
  readonly message: string;
  readonly pid: number;
  readonly ms: number;
}
const logged = (lines: readonly string[], message: string): Line[] =>
  lines
    .filter((line) => line.startsWith("{"))
    .map((line): Line => JSON.parse(line))
    .filter((line) => line.message.includes(message));

/** Waits for the end of a process for much less than a stop without a signal more would take; gives how long it took. */
async function ended(pid: number): Promise<number> {
  const began = performance.now();
  await until(`the end of ${pid}`, () => !isAlive(pid), 20_000);
  return performance.now() - began;
}

const started: number[] = [];
afterEach(() => {
  for (const pid of started.splice(0)) if (isAlive(pid)) process.kill(pid, "SIGKILL");
});

/** Starts `bin/quintet.mjs serve` of a copy of the package whose launcher waits for so many milliseconds. */
async function launch(stopMs: number, environment: Record<string, string>) {
  const folder = temporaryFolder();
  const launcher = readFileSync(join(root, "bin", "quintet.mjs"), "utf8");
  const hasty = launcher.replace("STOP_MS = 36_000", `STOP_MS = ${stopMs}`);
  expect(hasty).not.toBe(launcher);
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin", "quintet.mjs"), hasty);
  for (const name of ["package.json", "bin/entry.mjs"]) cpSync(join(root, name), join(folder, name));
  for (const name of ["src", "dist", "node_modules"]) symlinkSync(join(root, name), join(folder, name));
  const port = freePort();
  const child = Bun.spawn(["node", join(folder, "bin", "quintet.mjs"), "serve"], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      PORT: `${port}`,
      DRAIN_MS: "0",
      METERING: "off",
      DATA_DIR: join(folder, "data"),
      ...blockable,
      ...environment,
    },
    stdio: ["ignore", "ignore", "ignore"],
  });
  started.push(child.pid);
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/health`, { signal: AbortSignal.timeout(500) }).then(
      ({ ok }) => ok,
      () => false,
    );
  await until("the first answer", answers);
  started.push(...descendantsOf(child.pid));
  return { child, answers, descendants: started.slice(1) };
}

const workersOf = (server: Running) => logged(server.lines(), "listening").map(({ pid }) => pid);

describe("with several workers", () => {
  test("one whose event loop is blocked is killed and replaced, and counted; a stop waits for none", async () => {
    await using server = await startQuintet({ ...blockable, WEB_CONCURRENCY: "2", METERING: "off" });
    await until("two workers", () => workersOf(server).length === 2);
    const [first = 0] = workersOf(server);
    process.kill(first, "SIGUSR2");
    await until("a third worker", () => workersOf(server).length === 3);
    const line = await until(
      "the line in the log",
      () => logged(server.lines(), "event loop of a worker process is blocked")[0],
    );
    expect(line).toMatchObject({ level: "error", pid: first });
    const headers = { Connection: "close" };
    expect((await fetch(`${server.url}/v4`, { headers })).status).toBe(200);
    const page = await (await fetch(`${server.url}/metrics`, { headers })).text();
    expect(page).toContain("\nquintet_workers_killed_total 1\n");

    const left = workersOf(server).slice(1);
    for (const pid of left) process.kill(pid, "SIGUSR2");
    server.kill("SIGTERM");
    expect(await server.exited).toBe(0);
    expect(left.filter(isAlive)).toEqual([]);
  });

  test("a second signal does not wait", async () => {
    await using server = await startQuintet({ ...blockable, WEB_CONCURRENCY: "2", METERING: "off" });
    await until("two workers", () => workersOf(server).length === 2);
    for (const pid of workersOf(server)) process.kill(pid, "SIGUSR2");
    server.kill("SIGTERM");
    await Bun.sleep(700);
    server.kill("SIGTERM");
    await ended(server.pid);
  });

  test("none outlives its primary, blocked or not", async () => {
    await using server = await startQuintet({ ...blockable, WEB_CONCURRENCY: "2", METERING: "off" });
    await until("two workers", () => workersOf(server).length === 2);
    const workers = workersOf(server);
    process.kill(workers[0] ?? 0, "SIGUSR2");
    server.kill("SIGKILL");
    for (const pid of workers) await ended(pid);
  });
});

describe("a process alone", () => {
  test("logs, counts and reports that its event loop was blocked, and stays ready", async () => {
    await using server = await startQuintet({ ...blockable, METERING: "off", BLOCK_MS: "1600" });
    const ready = async () => (await (await fetch(`${server.url}/health/ready`)).json()) as unknown;
    expect(await ready()).toEqual({
      status: "ready",
      checks: { uploads: "ok", eventLoop: "ok", jobStorage: "ok" },
    });
    process.kill(server.pid, "SIGUSR2");
    await until("the warning", () => logged(server.lines(), "the event loop was blocked").length > 0);
    const [line] = logged(server.lines(), "the event loop was blocked");
    expect(line).toMatchObject({ level: "warn" });
    expect(line?.ms).toBeWithin(1_000, 10_000);
    expect(await ready()).toEqual({
      status: "ready",
      checks: { uploads: "ok", eventLoop: "warn", jobStorage: "ok" },
    });
    const page = await (await fetch(`${server.url}/metrics`)).text();
    expect(page).toMatch(/\nquintet_event_loop_blocked_total [1-9]/);
    expect(page).toMatch(/\nquintet_event_loop_blocked_longest_seconds [1-9]/);
    expect(page).toMatch(/\nquintet_event_loop_delay_seconds_count [1-9]/);
  });
});

describe("under the launcher, as npm start runs it", () => {
  test("SIGTERM ends a process whose event loop is blocked", async () => {
    const { child, descendants } = await launch(1_000, {});
    process.kill(descendants[0] ?? 0, "SIGUSR2");
    child.kill("SIGTERM");
    expect(await ended(child.pid)).toBeGreaterThan(500);
    expect(descendants.filter(isAlive)).toEqual([]);
  });

  test("SIGTERM ends a primary whose own event loop is blocked, and its workers", async () => {
    const { child, descendants } = await launch(1_000, { WEB_CONCURRENCY: "2" });
    expect(descendants.length).toBe(3);
    for (const pid of descendants) process.kill(pid, "SIGUSR2");
    child.kill("SIGTERM");
    await ended(child.pid);
    for (const pid of descendants) await ended(pid);
  });

  test("a second signal does not wait for the first one's time", async () => {
    const { child, descendants } = await launch(600_000, {});
    process.kill(descendants[0] ?? 0, "SIGUSR2");
    child.kill("SIGINT");
    await Bun.sleep(700);
    child.kill("SIGINT");
    await ended(child.pid);
    expect(descendants.filter(isAlive)).toEqual([]);
  });

  test("a launcher that is killed takes everything with it", async () => {
    const { child, descendants, answers } = await launch(600_000, { WEB_CONCURRENCY: "2" });
    process.kill(descendants.at(-1) ?? 0, "SIGUSR2");
    child.kill("SIGKILL");
    for (const pid of descendants) await ended(pid);
    expect(await answers()).toBe(false);
  });
});
