import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Subprocess } from "bun";
import { entryPoint } from "../bin/entry.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Linux with two cores and `taskset`: the server gets one core to itself, the client the other. */
export const pinned =
  process.platform === "linux" && navigator.hardwareConcurrency > 1 && Bun.which("taskset") !== null;

function on(core: number, command: readonly string[]): string[] {
  return pinned ? ["taskset", "-c", String(core), ...command] : [...command];
}

/** A server that is measured: what it is called, and how it is started on the port in `PORT`. */
export interface Peer {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether it may use every core, as the processes that it starts may. */
  readonly isFree?: true;
}

/** This checkout, as an operator runs it. */
export const quintet: Peer = {
  name: "quintet",
  command: [process.execPath, "--no-env-file", entryPoint(join(here, "..")), "serve"],
};

/** A peer that runs. */
export interface Server {
  readonly name: string;
  readonly port: number;
  readonly process: Subprocess;
}

function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

/** Starts a peer and waits until it answers `target`. */
export async function start({ name, command, environment, isFree }: Peer, target: string): Promise<Server> {
  const port = freePort();
  const child = Bun.spawn(isFree === true ? [...command] : on(0, command), {
    cwd: here,
    env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", ...environment },
    stdio: ["ignore", "ignore", "inherit"],
  });
  // A bench that fails leaves no server behind: one would also keep its output open.
  process.once("exit", () => child.kill("SIGKILL"));
  const deadline = performance.now() + 10_000;
  while (
    !(await fetch(`http://127.0.0.1:${port}${target}`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${name} did not start`);
    await Bun.sleep(5);
  }
  return { name, port, process: child };
}

/** CPU time of a process and its threads in nanoseconds, as the scheduler counts it. */
export function cpuNanoseconds(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) throw new Error("CPU time is read from /proc: this bench needs Linux");
  let sum = 0;
  for (const task of readdirSync(tasks)) {
    try {
      sum += Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]);
    } catch (error) {
      // The thread has ended since the folder was read.
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
  }
  return sum;
}

/** Children of a process, by process ID. */
export function childrenOf(pid: number): number[] {
  // A thread of the process may be the parent, not its first one.
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
}

/** Memory of a process and its descendants in MB, with shared memory counted once. */
export function treeMemory(pid: number): number {
  try {
    const kilobytes = Number(
      /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1],
    );
    return childrenOf(pid).reduce((sum, child) => sum + treeMemory(child), (kilobytes * 1024) / 1e6);
  } catch {
    // It ended while we looked.
    return 0;
  }
}

/**
 * CPU time of a process, of its descendants and of those of its children that have ended, in milliseconds. Only Linux counts
 * it where this reads it.
 */
export function treeCpu(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  // Clock ticks are hundredths of a second on every Linux that Bun runs on.
  const ended = (Number(fields[13]) + Number(fields[14])) * 10;
  return childrenOf(pid).reduce(
    (sum, child) => {
      try {
        return sum + treeCpu(child);
      } catch {
        // It ended while we looked.
        return sum;
      }
    },
    cpuNanoseconds(pid) / 1e6 + ended,
  );
}

/** Sends requests for `ms` and resolves with how many were answered. */
export async function load(port: number, target: string, connections: number, ms: number): Promise<number> {
  const command = on(1, [process.execPath, "load.ts", String(port), target, String(connections), String(ms)]);
  const child = Bun.spawn(command, { cwd: here, stdio: ["ignore", "pipe", "inherit"] });
  const answered = Number(await new Response(child.stdout).text());
  if (!(answered > 0)) throw new Error(`nothing was answered at port ${port}${target}`);
  return answered;
}

/** Writes a script for wrk that takes turns with these keys, and gives its path. */
export async function writeKeyScript(path: string, keys: readonly string[]): Promise<string> {
  await Bun.write(
    path,
    `local keys = {${keys.map((key) => JSON.stringify(key)).join(", ")}}
local requests, next = {}, 0
init = function()
  for i, key in ipairs(keys) do requests[i] = wrk.format(nil, nil, { ["X-API-Key"] = key }) end
end
request = function()
  next = next % #requests + 1
  return requests[next]
end
`,
  );
  return path;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
