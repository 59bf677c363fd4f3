import type { Program } from "../kit/sandbox.ts";
import { lowerPriority } from "./process.ts";

/**
 * The shell bounds processor time (seconds) and address space (KB) and becomes the program, under the same number: both
 * bounds hold even where the server itself is killed, and `setpriv` (of util-linux) has the kernel kill the program
 * with the server. A system that lacks one of these goes without it.
 */
const LIMITED =
  'ulimit -t "$1" 2>/dev/null; ulimit -v "$2" 2>/dev/null; shift 2; ' +
  'if command -v setpriv >/dev/null; then exec setpriv --pdeathsig KILL "$@"; fi; exec "$@"';

/** A program that runs. */
export interface Child {
  readonly pid: number;
  readonly exited: Promise<number>;
  readonly stdout: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly stderr: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Starts a program within its limits of time and memory; `input` is what it reads. */
export function spawnLimited(
  { command, environment, limits }: Program,
  input: Uint8Array<ArrayBuffer>,
): Child {
  const seconds = Math.ceil(limits.totalMs / 1000) + 1;
  const kilobytes = Math.floor(limits.memoryBytes / 1024);
  const child = Bun.spawn(["/bin/sh", "-c", LIMITED, "sh", String(seconds), String(kilobytes), ...command], {
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", ...environment },
    cwd: "/",
    stdio: [input, "pipe", "pipe"],
    // A group of its own, which ends as one.
    detached: true,
  });
  lowerPriority(child.pid);
  return child;
}
