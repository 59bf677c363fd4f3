/** The longest time of a program, in milliseconds. */
const LIMIT = 120_000;

/** Runs a program without its output; whether it is installed and succeeded. */
export async function runLimited(command: readonly string[]): Promise<boolean> {
  if (Bun.which(command[0] ?? "") === null) return false;
  const child = Bun.spawn([...command], {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
    timeout: LIMIT,
  });
  return (await child.exited) === 0;
}

/** The output of a program that reads standard input; undefined if it is not installed or fails. */
export async function outputOf(command: readonly string[], input = ""): Promise<string | undefined> {
  if (Bun.which(command[0] ?? "") === null) return undefined;
  const child = Bun.spawn([...command], {
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "ignore",
    timeout: LIMIT,
  });
  const text = await new Response(child.stdout).text();
  return (await child.exited) === 0 ? text : undefined;
}
