/** How long a program may take to say what it has, in milliseconds. */
const ANSWER_MS = 10_000;

/** Returns the output of a program at the start of the server; undefined if it fails. */
export function askProgram(path: string, ...args: readonly string[]): string | undefined {
  const { exitCode, stdout } = Bun.spawnSync([path, ...args], {
    stdio: ["ignore", "pipe", "ignore"],
    timeout: ANSWER_MS,
  });
  return exitCode === 0 ? stdout.toString() : undefined;
}
