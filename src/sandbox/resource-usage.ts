import { readFileSync } from "node:fs";

/** How often the memory of a running process is looked at, in milliseconds, with /proc and without. */
const LOOK_MS = 50;
const ASK_MS = 500;

/** Resident memory of a process in bytes; undefined where there is no /proc, or no such process. */
export function residentBytes(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** Linux counts processor time in hundredths of a second, on every architecture that Bun has. */
const MS_PER_TICK = 10;

/**
 * Processor time that a process has used so far, in milliseconds (proc(5), fields 14 and 15 of `stat`); undefined where
 * there is no /proc, or no such process.
 */
export function processorMs(pid: number): number | undefined {
  const fields = statOf(pid);
  return fields && (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/** The fields of a process's `stat` from its state on (proc(5)); undefined without /proc, and without the process. */
export function statOf(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the program comes before them, in parentheses, and may contain anything.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** Resident memory by asking `ps`, for systems without /proc: slower, and the same everywhere (POSIX). */
export async function askResidentBytes(pid: number): Promise<number | undefined> {
  try {
    const asking = Bun.spawn(["ps", "-o", "rss=", "-p", String(pid)], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const kilobytes = Number.parseInt(await new Response(asking.stdout).text(), 10);
    return Number.isNaN(kilobytes) ? undefined : kilobytes * 1024;
  } catch {
    return undefined;
  }
}

/**
 * Calls `exceeded` once a process holds more than `most` bytes; gives the function that stops the watching. A
 * system with neither /proc nor `ps` has no ceiling but that of each engine.
 */
export function watchMemory(
  pid: number,
  most: number,
  exceeded: () => void,
  hasProc = residentBytes(process.pid) !== undefined,
): () => void {
  const look = () => {
    if ((residentBytes(pid) ?? 0) > most) exceeded();
  };
  const ask = async () => {
    if (((await askResidentBytes(pid)) ?? 0) > most) exceeded();
  };
  const timer = hasProc ? setInterval(look, LOOK_MS) : setInterval(() => void ask(), ASK_MS);
  return () => clearInterval(timer);
}
