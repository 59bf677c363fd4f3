import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { residentBytes, statOf } from "./resource-usage.ts";

/** The processes of a group that run; none where the system has no /proc. */
export function groupProcesses(group: number): number[] {
  try {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.map(Number).filter((pid) => {
      const [state, , inGroup] = statOf(pid) ?? [];
      return Number(inGroup) === group && state !== "Z";
    });
  } catch {
    // No /proc here: the limit of each engine holds.
    return [];
  }
}

/** Resident memory of every process of a group, in bytes; 0 where the system has no /proc. */
export function groupBytes(group: number): number {
  return groupProcesses(group).reduce((sum, pid) => sum + (residentBytes(pid) ?? 0), 0);
}

/** Ends a process at once. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

/** Ends every process of a group at once. */
export function endGroup(group: number): void {
  endProcess(-group);
}

/** What each entry of a folder counts for at least, in bytes. */
const ENTRY_BYTES = 4_096;

/** The space on disk of a folder and all in it, in bytes, counted up to a little more than `most`. */
export function folderBytes(folder: string, most: number): number {
  let bytes = 0;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined && bytes <= most; next = waiting.pop()) {
    try {
      for (const entry of readdirSync(next, { withFileTypes: true })) {
        const path = join(next, entry.name);
        if (entry.isDirectory()) waiting.push(path);
        // What is written is counted, not the length that a file claims.
        bytes += Math.max(ENTRY_BYTES, entry.isDirectory() ? 0 : lstatSync(path).blocks * 512);
        if (bytes > most) break;
      }
    } catch {
      // The browser removed it while we looked.
    }
  }
  return bytes;
}
