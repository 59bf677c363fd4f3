import { join } from "node:path";

/** Runs a script of `test/workers` as several processes at once; gives what each printed, as JSON. */
export async function inProcesses<T>(count: number, script: string, ...given: string[]): Promise<T[]> {
  const outputs = Array.from({ length: count }, async () => {
    const child = Bun.spawn([process.execPath, join(import.meta.dir, "workers", script), ...given], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const output = await new Response(child.stdout).text();
    if ((await child.exited) !== 0) throw new Error(`${script} ended with ${child.exitCode}: ${output}`);
    return JSON.parse(output) as T;
  });
  return Promise.all(outputs);
}
