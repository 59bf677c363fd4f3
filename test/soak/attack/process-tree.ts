import { readdirSync, readFileSync } from "node:fs";

/** A process that was seen. Its start tells it from a later one of the same number. */
export interface Seen {
  readonly pid: number;
  readonly started: string;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}

/** Fields of /proc/PID/stat behind the name, which may hold spaces: the state is the first. */
function fieldsOf(pid: number): string[] {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function childrenOf(pid: number): number[] {
  let tasks: string[] = [];
  try {
    tasks = readdirSync(`/proc/${pid}/task`);
  } catch {
    // It has ended meanwhile.
  }
  return tasks.flatMap((task) =>
    (read(`/proc/${pid}/task/${task}/children`).match(/\d+/g) ?? []).map(Number),
  );
}

/** A process and all below it that are alive. */
export function treeOf(pid: number): Seen[] {
  const found: Seen[] = [];
  const waiting = [pid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push({ pid: next, started: fieldsOf(next)[19] ?? "" });
    waiting.push(...childrenOf(next));
  }
  return found;
}

/** Those that are still there; one that has ended and is not buried is not. */
export function alive(processes: readonly Seen[]): Seen[] {
  return processes.filter(({ pid, started }) => {
    const fields = fieldsOf(pid);
    return fields[19] === started && fields[0] !== "Z";
  });
}

/** Memory of processes in bytes: resident, what they share counted for each. */
export function residentBytes(processes: readonly Seen[]): number {
  let kilobytes = 0;
  for (const { pid } of processes)
    kilobytes += Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
  return kilobytes * 1024;
}

/** The same with what they share counted once. */
export function proportionalBytes(processes: readonly Seen[]): number {
  let kilobytes = 0;
  for (const { pid } of processes)
    kilobytes += Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  return kilobytes * 1024;
}

/** The most memory that a tree of processes has while it is watched. */
export class MemoryWatch {
  readonly #pid: number;
  readonly #timers: readonly Timer[];
  resident = 0;
  proportional = 0;

  constructor(pid: number) {
    this.#pid = pid;
    this.#timers = [
      setInterval(() => {
        this.resident = Math.max(this.resident, residentBytes(treeOf(this.#pid)));
      }, 200),
      // The kernel walks every page for this one.
      setInterval(() => {
        this.proportional = Math.max(this.proportional, proportionalBytes(treeOf(this.#pid)));
      }, 1_000),
    ];
  }

  reset(): void {
    this.resident = residentBytes(treeOf(this.#pid));
    this.proportional = 0;
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }
}
