import { spawn } from "node:child_process";

/**
 * Runs shell commands once this process has ended, however it ends (`bun test` calls no exit handlers): the
 * shell waits for the end of its input. `values` are `$1`, `$2`… in the commands.
 */
export function afterwards(commands: string, ...values: string[]): void {
  spawn("sh", ["-c", `cat >/dev/null; ${commands}`, "sh", ...values], {
    cwd: "/",
    // Not the temporary folder of the run: what uses that is ended with it.
    env: { PATH: process.env.PATH },
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  }).unref();
}
