import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runFolder, temporaryFolder } from "../helpers/temporary-folder.ts";
import { until } from "../helpers/until.ts";

const FILE = "./test/workers/leaves-files.ts";

/** Starts a run of tests whose temporary folder is in `place`; `left` is the process that its tests leave, once they have. */
function start(place: string, by: "success" | "failure" | "kill", command: readonly string[]) {
  const file = join(temporaryFolder(), "pid");
  const child = Bun.spawn([process.execPath, ...command], {
    env: { ...process.env, TMPDIR: place, LEAVE_BY: by, LEAVE_PID: file },
    stdio: ["ignore", "ignore", "ignore"],
  });
  const left = () =>
    until("the tests have left a process", () => {
      const [, pid] = existsSync(file) ? (/^(\d+)\n/.exec(readFileSync(file, "utf8")) ?? []) : [];
      return pid;
    });
  return { child, left };
}

/** Whether a process runs: one that has ended and that nobody has waited for does not. */
const runs = (pid: string) =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));

const commands = [
  ["bun test FILE", ["test", FILE]],
  ["bun test --parallel", ["test", "--parallel=2", FILE, "./test/samples.test.ts"]],
  ["npm test", ["test/run.ts", FILE]],
] as const;

test.each(commands)("%s that is killed leaves no folder and no process", async (_name, command) => {
  const place = temporaryFolder();
  const { child, left } = start(place, "kill", command);
  const pid = await left();
  expect(readdirSync(place)).not.toEqual([]);
  child.kill("SIGKILL");
  await until("all is removed", () => readdirSync(place).length === 0 && !runs(pid));
});

test.each(["success", "failure"] as const)("npm test leaves nothing at its end, by %s", async (by) => {
  const place = temporaryFolder();
  const { child, left } = start(place, by, ["test/run.ts", FILE]);
  const pid = await left();
  expect(await child.exited).toBe(by === "success" ? 0 : 1);
  expect(readdirSync(place)).toEqual([]);
  expect(runs(pid)).toBe(false);
});

test("a run removes the folders of runs whose process is gone, and no others", async () => {
  const place = temporaryFolder();
  const [, pid = ""] = /quintet-test-(\d+)/.exec(runFolder()) ?? [];
  const started = readFileSync(`/proc/${pid}/stat`, "latin1")
    .replace(/^.*\) /s, "")
    .split(" ")[19];
  const others = [`quintet-test-${pid}-${started}`, "quintet-test-notes", "quintet-browser-1-1"];
  // The number is in use again, by a process that started at another time.
  const gone = ["quintet-test-4194305-1", `quintet-test-${pid}-1`];
  for (const name of [...others, ...gone]) mkdirSync(join(place, name, "case-1"), { recursive: true });
  expect(await start(place, "success", ["test/run.ts", FILE]).child.exited).toBe(0);
  expect(readdirSync(place).sort()).toEqual(others.sort());
});

test("no test takes a temporary folder but from test/helpers/temporary-folder.ts", async () => {
  const found: string[] = [];
  for (const pattern of ["src/**/*.{test,fixture}.{ts,tsx}", "test/**/*.ts"]) {
    for await (const file of new Bun.Glob(pattern).scan(".")) {
      if (file === "test/helpers/temporary-folder.ts" || file.includes("node_modules/")) continue;
      const text = await Bun.file(file).text();
      if (/\b(?:mkdtemp(?:Sync)?|tmpdir)\b.*from "node:|\b(?:mkdtemp(?:Sync)?|tmpdir)\(/.test(text))
        found.push(file);
    }
  }
  expect(found.filter((file) => !file.endsWith("integration/temporary-folder.test.ts"))).toEqual([]);
});
